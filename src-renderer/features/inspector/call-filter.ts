import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { foldForSearch } from '../../../shared/folded-text.ts'

/** Decides whether a call is shown. `actorName` is the name of the user it acted as, or empty. */
export type CallFilter = (call: CallSummary, actorName: string) => boolean

/** Keys of filter terms, such as `status` in `status:4xx`. */
type FilterKey = 'status' | 'api' | 'actor' | 'path' | 'source' | 'method' | 'error'

type Test = (call: CallSummary, actorName: string, value: string) => boolean

const TESTS: Readonly<Record<FilterKey, Test>> = {
  status: ({ status }, _, value) => isStatus(status, value),
  api: ({ api }, _, value) => api.startsWith(value),
  actor: (_, actorName, value) => contains(actorName, value),
  path: ({ path }, _, value) => contains(path, value),
  source: ({ source }, _, value) => source.startsWith(value),
  method: ({ method }, _, value) => method.toLowerCase() === value,
  error: ({ error }, _, value) => contains(error ?? '', value),
}

/** The options of a call's filter chips. */
export const CHOICES = {
  outcome: ({ status }) => (status < 400 ? 'done' : 'failed'),
  kind: ({ method }) => (method === 'GET' ? 'read' : 'write'),
  api: ({ api }) => api,
  source: ({ source }) => source,
} as const satisfies Record<string, (call: CallSummary) => string>

/** The filters of calls besides the search text. */
export const CALL_CHOICES = Object.keys(CHOICES)

/** Whether a call matches the chosen options; a filter without a choice matches every call. */
export function isChosen(call: CallSummary, chosen: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(CHOICES).every(([id, valueOf]) => chosen[id]?.includes(valueOf(call)) ?? true)
}

/**
 * Parses the text of the filter field: terms separated by spaces, all of which must match. A term is `key:value`, or a
 * text that occurs anywhere in the row. Values separated by commas are alternatives, a leading minus negates a term,
 * and quotes enclose a value with spaces. A term with an unknown key is a text.
 */
export function parseCallFilter(typed: string): CallFilter {
  const tests = termsOf(foldForSearch(typed)).map(testOf)
  return (call, actorName) => tests.every((test) => test(call, actorName))
}

function testOf(term: string): CallFilter {
  const negated = term.startsWith('-')
  const bare = negated ? term.slice(1) : term
  const colon = bare.indexOf(':')
  const key = bare.slice(0, Math.max(colon, 0))
  const test = isFilterKey(key) ? TESTS[key] : inRow
  const values = valuesOf(isFilterKey(key) ? bare.slice(colon + 1) : bare)
  // An incomplete term without a value matches every call.
  if (values.length === 0) return () => true
  return (call, actorName) => values.some((value) => test(call, actorName, value)) !== negated
}

/** Splits a text into terms with their quotes; an unclosed quote ends with the text. */
function termsOf(text: string): readonly string[] {
  const terms: string[] = []
  let term = ''
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (/\s/.test(character) && !quoted) {
      terms.push(term)
      term = ''
    } else term += character
  }
  return [...terms, term].filter((one) => one !== '')
}

/** The alternatives of a term, separated by commas outside of quotes. */
function valuesOf(text: string): readonly string[] {
  if (text.includes('"')) return [text.replaceAll('"', '')].filter((value) => value !== '')
  return text.split(',').filter((value) => value !== '')
}

/** `4xx`, `404`, or the beginning of a number. */
function isStatus(status: number, value: string): boolean {
  return String(status).startsWith(value.replace(/x+$/, ''))
}

function inRow(
  { number, method, path, status, operation, error, source }: CallSummary,
  actorName: string,
  value: string,
) {
  const row = [`#${number}`, method, path, String(status), operation ?? '', error ?? '', source, actorName]
  return row.some((cell) => contains(cell, value))
}

function contains(text: string, folded: string): boolean {
  return foldForSearch(text).includes(folded)
}

function isFilterKey(key: string): key is FilterKey {
  return Object.hasOwn(TESTS, key)
}
