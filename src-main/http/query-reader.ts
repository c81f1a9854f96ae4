import { ServiceError } from '../../shared/contract/errors.ts'

/** One key's value: a text, several, or a record when the key was written with brackets. */
export type QueryValue = string | string[] | QueryRecord
export interface QueryRecord {
  [key: string]: QueryValue
}

/** 500 ids in each of two lists are more than any operation takes. */
const MAX_PAIRS = 1_000
const MAX_NESTING = 4

const KEY = /^[^[\]]+(?:\[[^[\]]*\])*$/

/**
 * Reads a query: repeated keys and `key[]` become a list, `key[name]` a record. Comma lists stay one text, because only
 * the operation's schema knows whether a comma separates. Every record is without prototype.
 *
 * @param search what follows the `?`
 * @throws {ServiceError} `bad_request` when it cannot be read in one way only.
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
 * Reads the query of a signed address: percent encoding is undone, a `+` stays one, because Base64 has it and no client
 * of storage means a space by it, and only the first `=` of a pair separates.
 *
 * @param search what follows the `?`
 * @throws {ServiceError} `bad_request` when a key stands twice, or for what is not UTF-8 in percent encoding
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

/** `a[b][]` is the path a, b, and the empty name for "one more". */
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
  // The object has no prototype: a key such as `constructor` is a key and nothing else.
  return Object.create(null) as QueryRecord
}

function mixed(name: string): ServiceError {
  return refused(`The query gives ${name.slice(0, 60)} both as a value and as a record.`)
}

function refused(message: string): ServiceError {
  return new ServiceError('bad_request', message)
}
