import { ruleAt, sentenceOf } from '../../shared/contract/errors.ts'
import { asPhrase, filled } from '../../shared/phrase.ts'
import type { Phrase, MessageFields, Message } from '../../shared/phrase.ts'

/**
 * The service speaks English, as programs read it, and so do the rules that the window shares with it (shared/rule-text.ts).
 * What a language says in its place: whole phrases with what stands in them, `must have at least {1} characters`, and a
 * sentence for each code where a phrase is not known. English needs neither.
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

/** A text of a schema or a definition in the language of the window, where it came with the program; else as people wrote it. */
export function suppliedText(text: string): string {
  return Object.hasOwn(supplied, text) ? (supplied[text] ?? text) : text
}

/** The same for all that is called something or has a purpose in a definition, or in what was made of one. */
export function withSuppliedTexts<Value>(value: Value): Value {
  return saidAnew(value) as Value // only texts were put in the place of texts
}

function saidAnew(value: unknown, member?: string): unknown {
  if (typeof value === 'string') return member === 'name' || member === 'purpose' ? suppliedText(value) : value
  if (Array.isArray(value)) return value.map((one) => saidAnew(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, saidAnew(one, name)]))
}

/** Words of the service in the language of the window; as they are where there are none for their template. */
export function servicePhrase(words: Message): string {
  return known(words) ?? inEnglish(words)
}

/** A message with a code: a refusal, a finding of a check, or a fault of a definition. */
interface Coded extends MessageFields {
  readonly code?: string | null | undefined
}

/**
 * What a row says, as a sentence. Where its template is not known, the code tells it; the place that it begins with stays,
 * as in `` `item.label` must not be empty. ``.
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
