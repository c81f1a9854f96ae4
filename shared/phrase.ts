/**
 * What a text of the service was made of, as gettext has it: the English template with numbers in the place of its values,
 * and the values. A reader of another language looks the template up and puts the values in; the English text is never
 * read again. A text without values is its own template.
 */
export interface Phrase {
  readonly template: string
  /** Texts that stand as they are, or phrases. */
  readonly values: readonly (string | Phrase)[]
}

export type Words = string | Phrase

/** What a row says and what that was made of, if it was made of anything. */
export interface Told {
  readonly message: string
  readonly phrase?: Phrase | undefined
}

/** Whether what came from elsewhere is one, all the way down. */
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

/** Words of the service that stand in a phrase, or what an error or a row says; a plain text there is a value. */
export function asPhrase(words: Words | Told): Phrase {
  if (typeof words === 'string') return { template: words, values: [] }
  return 'template' in words ? words : (words.phrase ?? asPhrase(words.message))
}

/** The members of a row that says this. */
export function told(words: Words | Told): Told {
  const said = asPhrase(words)
  return { message: textOf(said), ...(said.values.length > 0 && { phrase: said }) }
}

/** The same of a row that has a problem, or none. */
export function problemTold(words: Words | null) {
  if (words === null) return { problem: null }
  const { message, phrase: said } = told(words)
  return { problem: message, ...(said && { problem_phrase: said }) }
}

/** In English. */
export function textOf(words: Words): string {
  return typeof words === 'string' ? words : filled(words.template, words.values.map(textOf))
}

/** Puts the values in. What looks like a place and has no value is a part of the text: a plain message can name anything. */
export function filled(template: string, values: readonly string[]): string {
  return template.replace(/\{(\d)\}/g, (place, number: string) => values[Number(number) - 1] ?? place)
}
