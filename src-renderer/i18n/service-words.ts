import { sentenceOf } from '../../shared/contract/errors.ts'

/**
 * The service speaks English, as programs read it, and so do the rules that the window shares with it (shared/rule-text.ts).
 * What a language says in its place: whole phrases with what stands in them, `must have at least {1} characters`, and a
 * sentence for each code where a phrase is not known. English needs neither.
 */
export interface ServiceWords {
  readonly phrases: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<CodeKind, Readonly<Record<string, string>>>>
  /** Whole texts of what comes with the program: schemas, and definitions to begin with. */
  readonly supplied: Readonly<Record<string, string>>
}

/** What has codes: refusals, findings of checks, and faults and warnings of definitions. */
export type CodeKind = 'error' | 'check' | 'definition'

export const NO_WORDS: ServiceWords = { phrases: {}, codes: { error: {}, check: {}, definition: {} }, supplied: {} }

interface Phrase {
  readonly pattern: RegExp
  readonly said: string
}

let known: readonly Phrase[] = []
let { codes, supplied } = NO_WORDS

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function useServiceWords(words: ServiceWords): void {
  // The longer one says more: `must have at least {1} characters` before `must have {1} characters`.
  const sorted = Object.entries(words.phrases).sort(([one], [other]) => other.length - one.length)
  known = sorted.map(([english, said]) => ({
    pattern: new RegExp(
      `^${english
        .split(/\{\d\}/)
        .map(escaped)
        .join('(.+)')}$`,
      's',
    ),
    said,
  }))
  codes = words.codes
  supplied = words.supplied
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

/** A phrase of the service in the language of the window; as it is where there are no words for it. */
export function servicePhrase(phrase: string): string {
  return knownPhrase(phrase) ?? phrase
}

/**
 * The same as a sentence. Where the phrase is not known, the code tells it; the place that it begins with stays, as in
 * `` `item.label` must not be empty. ``.
 */
export function serviceSentence(kind: CodeKind, code: string | null | undefined, message: string): string {
  const whole = knownPhrase(message) ?? knownPhrase(asPhrase(message))
  if (whole !== undefined) return sentenceOf(whole)
  const byCode = codes[kind][code ?? '']
  const [place, rule] = placeAndRule(message)
  if (place === undefined) return sentenceOf(byCode ?? message)
  const said = knownPhrase(rule)
  if (said !== undefined) return sentenceOf(`${place} ${said}`)
  return byCode === undefined ? sentenceOf(message) : `${place}: ${byCode}`
}

function knownPhrase(words: string): string | undefined {
  for (const { pattern, said } of known) {
    const found = pattern.exec(words)
    if (found !== null) return said.replace(/\{(\d)\}/g, (_, number: string) => part(found[Number(number)] ?? ''))
  }
  return undefined
}

/** What stands in a phrase may be a phrase itself, as the kind of value in `must be {1}`. */
const part = (words: string): string => (words === '' ? '' : servicePhrase(words))

/** Sentences are made of phrases: without the capital letter and the full stop, it may be one. */
function asPhrase(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
}

/** Splits a message that begins with a path in backticks, a name in brackets behind it, or with a JSON Pointer. */
function placeAndRule(message: string): readonly [place: string | undefined, rule: string] {
  const found = /^(`[^`]+`(?: \("[^]*?"\))?|\/\S+) ([^]+?)\.?$/.exec(message)
  return [found?.[1], found?.[2] ?? message]
}
