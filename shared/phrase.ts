/**
 * A text with values, as in gettext: the English template with numbers in the place of its values, and the values. A
 * reader of another language looks the template up and fills the values in; the English text is never parsed. A text
 * without values is its own template.
 */
export interface Phrase {
  readonly template: string
  /** Texts to insert unchanged, or nested phrases. */
  readonly values: readonly (string | Phrase)[]
}

export type Message = string | Phrase

/** The fields of a row with a message; `phrase` is present where the message has values. */
export interface MessageFields {
  readonly message: string
  readonly phrase?: Phrase | undefined
}

/** Whether a value from outside is a phrase, including its nested values. */
export function isPhrase(value: unknown): value is Phrase {
  const { template, values } = Object(value) as Partial<Record<keyof Phrase, unknown>>
  return (
    typeof template === 'string' &&
    Array.isArray(values) &&
    values.every((one) => typeof one === 'string' || isPhrase(one))
  )
}

/** `` phrase`There is a workspace named ${name} already.` `` */
export function phrase(parts: TemplateStringsArray, ...values: readonly (string | number | Phrase)[]): Phrase {
  return {
    template: parts.reduce((template, part, number) => `${template}{${number}}${part}`),
    values: values.map((value) => (typeof value === 'number' ? String(value) : value)),
  }
}

/** Converts a message to a phrase; a plain text becomes a template without values. */
export function asPhrase(text: Message | MessageFields): Phrase {
  if (typeof text === 'string') return { template: text, values: [] }
  return 'template' in text ? text : (text.phrase ?? asPhrase(text.message))
}

/** The fields of a row with this message. */
export function messageFields(text: Message | MessageFields): MessageFields {
  const full = asPhrase(text)
  return { message: textOf(full), ...(full.values.length > 0 && { phrase: full }) }
}

/** The fields of a row with this problem, or with none. */
export function problemFields(text: Message | null) {
  if (text === null) return { problem: null }
  const { message, phrase: full } = messageFields(text)
  return { problem: message, ...(full && { problem_phrase: full }) }
}

/** Renders a message in English. */
export function textOf(text: Message): string {
  return typeof text === 'string' ? text : filled(text.template, text.values.map(textOf))
}

/** Fills the values in. A placeholder without a value is left as it is: a plain message can contain anything. */
export function filled(template: string, values: readonly string[]): string {
  return template.replace(/\{(\d)\}/g, (place, number: string) => values[Number(number) - 1] ?? place)
}
