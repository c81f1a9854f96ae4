import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { foldForSearch } from '../../../shared/folded-text.ts'

/** Decides whether a call is shown. `actorName` is the name of the user it acted as, empty when it was nobody's. */
export type CallFilter = (call: CallSummary, actorName: string) => boolean

/** Keys of filter terms, as they are typed: `status:4xx`. */
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

/** What a call is, for the chips of the filter. */
export const CHOICES = {
  outcome: ({ status }) => (status < 400 ? 'done' : 'failed'),
  kind: ({ method }) => (method === 'GET' ? 'read' : 'write'),
  api: ({ api }) => api,
  source: ({ source }) => source,
} as const satisfies Record<string, (call: CallSummary) => string>

/** What calls are filtered by besides words. */
export const CALL_CHOICES = Object.keys(CHOICES)

/** Whether a call is one of those chosen; of a filter without a choice, any is. */
export function isChosen(call: CallSummary, chosen: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(CHOICES).every(([id, valueOf]) => chosen[id]?.includes(valueOf(call)) ?? true)
}

/**
 * Reads what was typed into the filter field: terms apart by spaces, all of which must hold. A term is `key:value`, or a
 * text that occurs anywhere in the row. Values apart by commas are alternatives, a minus in front turns a term round,
 * quotes hold a value with spaces together. A key nobody knows is text like any other.
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
  // A term that is being typed has no value yet and leaves everything as it is.
  if (values.length === 0) return () => true
  return (call, actorName) => values.some((value) => test(call, actorName, value)) !== negated
}

/** Terms with their quotes; a quote that is never closed reaches to the end. */
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

/** Alternatives of a term: apart by commas, except in quotes. */
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
