import { ServiceError } from '../../shared/contract/errors.ts'

/** The value of a key: a text, several texts, or a record if the key has brackets. */
export type QueryValue = string | string[] | QueryRecord
export interface QueryRecord {
  [key: string]: QueryValue
}

/** Enough for two lists of 500 ids, more than any operation accepts. */
const MAX_PAIRS = 1_000
const MAX_NESTING = 4

const KEY = /^[^[\]]+(?:\[[^[\]]*\])*$/

/**
 * Reads a query. Repeated keys and `key[]` become a list, `key[name]` becomes a record. A list with commas stays one
 * text, because only the operation's schema knows whether a comma separates. Records have no prototype.
 *
 * @param search what follows the `?`
 * @throws {ServiceError} `bad_request` if it is malformed or ambiguous
 */
export function readQuery(search: string): QueryRecord {
  const query = emptyRecord()
  if (search === '') return query
  const pairs = search.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_PAIRS) throw refused(`The query has more than ${MAX_PAIRS} values.`)
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const key = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    place(query, pathOf(key), value)
  }
  return query
}

/**
 * Reads the query of a signed address. Percent encoding is decoded, but a `+` stays a plus, because Base64 contains it
 * and no storage client means a space by it. Only the first `=` of a pair separates.
 *
 * @param search what follows the `?`
 * @throws {ServiceError} `bad_request` for a repeated key, or for anything but percent-encoded UTF-8
 */
export function readSignedQuery(search: string): QueryRecord {
  const query = emptyRecord()
  for (const pair of search.split('&', MAX_PAIRS)) {
    const equals = pair.indexOf('=')
    const key = decodePercent(equals === -1 ? pair : pair.slice(0, equals))
    if (key === '' || key === '__proto__') continue
    if (query[key] !== undefined) throw refused(`The query gives ${key.slice(0, 60)} twice.`)
    query[key] = equals === -1 ? '' : decodePercent(pair.slice(equals + 1))
  }
  return query
}

/** `a[b][]` is the path `a`, `b` and an empty name, which appends to a list. */
function pathOf(key: string): readonly string[] {
  if (!KEY.test(key)) throw refused('A key of the query cannot be read.')
  const [first = '', ...rest] = key.split('[')
  const path = [first, ...rest.map((part) => part.slice(0, -1))]
  if (path.length > MAX_NESTING) throw refused(`A key of the query is nested deeper than ${MAX_NESTING} levels.`)
  if (path.includes('__proto__')) throw refused('A key of the query must not be __proto__.')
  return path
}

function place(record: QueryRecord, path: readonly string[], value: string): void {
  const [name = '', next, ...rest] = path
  if (next === undefined) add(record, name, value)
  else if (next === '' && rest.length === 0) addToList(record, name, value)
  else place(recordIn(record, name), [next, ...rest], value)
}

function recordIn(record: QueryRecord, name: string): QueryRecord {
  const inner = record[name] ?? emptyRecord()
  if (typeof inner === 'string' || Array.isArray(inner)) throw mixed(name)
  record[name] = inner
  return inner
}

function add(record: QueryRecord, name: string, value: string): void {
  const present = record[name]
  if (present === undefined) record[name] = value
  else if (typeof present === 'string') record[name] = [present, value]
  else addToList(record, name, value)
}

function addToList(record: QueryRecord, name: string, value: string): void {
  const present = record[name] ?? []
  if (typeof present !== 'string' && !Array.isArray(present)) throw mixed(name)
  record[name] = [...(typeof present === 'string' ? [present] : present), value]
}

function decode(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function decodePercent(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch (cause) {
    throw new ServiceError('bad_request', 'The query is not UTF-8 in percent encoding.', { cause })
  }
}

function emptyRecord(): QueryRecord {
  // The object has no prototype, so that a key may be named `constructor`.
  return Object.create(null) as QueryRecord
}

function mixed(name: string): ServiceError {
  return refused(`The query gives ${name.slice(0, 60)} both as a value and as a record.`)
}

function refused(message: string): ServiceError {
  return new ServiceError('bad_request', message)
}
