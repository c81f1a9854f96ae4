import { ruleAt, sentenceOf } from '../../shared/contract/errors.ts'
import { asPhrase, filled } from '../../shared/phrase.ts'
import type { Phrase, MessageFields, Message } from '../../shared/phrase.ts'

/**
 * Translations of the texts of the service, which are English because programs read them, and of the rules that the
 * window shares with it (shared/rule-text.ts). `phrases` are whole templates, such as `must have at least {1}
 * characters`; `codes` have a sentence for each code, for texts without a known template. English needs neither.
 */
export interface ServiceWords {
  readonly phrases: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<CodeKind, Readonly<Record<string, string>>>>
  /** Translations of texts that come with the program: schemas and ready definitions. */
  readonly supplied: Readonly<Record<string, string>>
}

/** Kinds of codes: refusals, findings of checks, and faults and warnings of definitions. */
export type CodeKind = 'error' | 'check' | 'definition'

export const NO_WORDS: ServiceWords = { phrases: {}, codes: { error: {}, check: {}, definition: {} }, supplied: {} }

let { phrases, codes, supplied } = NO_WORDS

export function useServiceWords(words: ServiceWords): void {
  ;({ phrases, codes, supplied } = words)
}

/** Translates a text of a schema or definition that came with the program; any other text stays as it was written. */
export function suppliedText(text: string): string {
  return Object.hasOwn(supplied, text) ? (supplied[text] ?? text) : text
}

/** Translates every `name` and `purpose` in a definition, or in an object made from one. */
export function withSuppliedTexts<Value>(value: Value): Value {
  return translated(value) as Value // texts were replaced by texts
}

function translated(value: unknown, member?: string): unknown {
  if (typeof value === 'string') return member === 'name' || member === 'purpose' ? suppliedText(value) : value
  if (Array.isArray(value)) return value.map((one) => translated(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translated(one, name)]))
}

/** Translates a message of the service; one without a known template stays English. */
export function servicePhrase(words: Message): string {
  return known(words) ?? inEnglish(words)
}

/** A message with a code: a refusal, a finding of a check, or a fault of a definition. */
interface Coded extends MessageFields {
  readonly code?: string | null | undefined
}

/**
 * Translates the message of a row to a sentence. Without a known template, the sentence for its code is used, after the
 * path with which the message begins, as in `` `item.label` must not be empty. ``.
 */
export function serviceSentence(kind: CodeKind, row: Coded): string {
  const byCode = codes[kind][row.code ?? '']
  const at = ruleAt(row)
  if (at === undefined) return sentenceOf(known(asPhrase(row)) ?? byCode ?? row.message)
  const said = known(at.rule)
  if (said !== undefined) return sentenceOf(`${at.place} ${said}`)
  return byCode === undefined ? sentenceOf(row.message) : `${at.place}: ${byCode}`
}

function known(words: Message): string | undefined {
  const { template, values } = asPhrase(words)
  const key = [template, phraseIn(template)].find((one) => Object.hasOwn(phrases, one))
  return key === undefined ? undefined : filled(phrases[key] ?? '', values.map(part))
}

/** A value may be a phrase itself, such as the kind of value in `must be {1}`. */
const part = (value: string | Phrase): string => (typeof value === 'string' ? value : servicePhrase(value))

const inEnglish = (words: Message): string =>
  typeof words === 'string' ? words : filled(words.template, words.values.map(part))

/** Sentences are made of phrases: without the capital letter and the full stop, it may be one. */
export function phraseIn(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
}
