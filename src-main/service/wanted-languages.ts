import type { RequestHeaders } from './headers.ts'
import { readHeader } from './headers.ts'

const LANGUAGE_RANGE = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4})$/
/** A weight is a number from 0 to 1 (RFC 9110, 12.4.2). */
const WEIGHT = /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/
const MAX_RANGES = 20
const NONE: readonly string[] = []

/**
 * The languages of Accept-Language in lower case, preferred ones first, without those that are refused (`q=0`) or
 * malformed. `*` stands for any. At most the first 20 are read.
 */
export function wantedLanguages(headers: RequestHeaders): readonly string[] {
  const text = readHeader(headers, 'language')
  if (text === undefined) return NONE
  return text
    .toLowerCase()
    .split(',', MAX_RANGES)
    .map(readRange)
    .filter(({ range, weight }) => LANGUAGE_RANGE.test(range) && weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ range }) => range)
}

/** The most preferred language; `en` if none is given or any is accepted. */
export function requestedLanguage(headers: RequestHeaders): string {
  const [first = '*'] = wantedLanguages(headers)
  return first === '*' ? 'en' : first
}

function readRange(text: string): { readonly range: string; readonly weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1'
  return { range, weight: WEIGHT.test(given) ? Number(given) : 0 }
}

/** A label that may have translations. */
export interface Translated {
  readonly label: string
  /** JSON object of labels by lower-case locale; null if there are none. */
  readonly label_translations: string | null
}

/**
 * Chooses the label for a reader's languages (docs/contract/vault.md, Seeding). Each language matches its own
 * translation, then a less specific one (RFC 4647, lookup: `de-ch-1901`, `de-ch`, `de`), then any variant of the same
 * language. The label itself counts as English unless there is an English translation, and is the default.
 */
export function labelFor({ label, label_translations }: Translated, languages: readonly string[]): string {
  if (label_translations === null || languages.length === 0) return label
  const labels = readTranslations(label_translations)
  for (const wanted of languages) {
    const found = wanted === '*' ? label : (lookUp(labels, wanted) ?? (isEnglish(wanted) ? label : undefined))
    if (found !== undefined) return found
  }
  return label
}

function lookUp(labels: ReadonlyMap<string, string>, wanted: string): string | undefined {
  const parts = wanted.split('-')
  for (let count = parts.length; count > 0; count -= 1) {
    const found = labels.get(parts.slice(0, count).join('-'))
    if (found !== undefined) return found
  }
  const sameLanguage = [...labels.keys()].toSorted().find((locale) => locale.startsWith(`${parts[0] ?? ''}-`))
  return sameLanguage === undefined ? undefined : labels.get(sameLanguage)
}

function isEnglish(language: string): boolean {
  return language === 'en' || language.startsWith('en-')
}

/** Labels by locale, as they are stored. */
export function readTranslations(text: string): ReadonlyMap<string, string> {
  // Only checked translations are ever stored.
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}
