import type { z } from 'zod'
import {
  CipherText,
  Id,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  Time,
  WrappedKey,
} from '../../../shared/contract/values.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { hasSecretForm, isSecretName, isSecretValue } from './secret-forms.ts'

/**
 * Looks for secrets in plain data.
 *
 * @param room how many characters and values it may look at
 * @returns what is left of `room`; negative where a secret may be, or where there is more than may be looked at
 */
export type SecretSearch = (value: unknown, room: number) => number

const MAY_HOLD_ONE = -1

/** What the service checked to be an id, a time or cipher text, or made itself. */
const WITHOUT_SECRETS: ReadonlySet<z.core.$ZodType> = new Set<z.core.$ZodType>([
  CipherText,
  Id,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  Time,
  WrappedKey,
])

/** What an answer has of them are no texts that somebody wrote. */
const WITHOUT_TEXTS: ReadonlySet<string> = new Set(['boolean', 'enum', 'literal', 'null', 'number'])

const NONE_KNOWN: ReadonlyMap<string, SecretSearch> = new Map()

/** Searches data of which nothing is known. */
export const searchAnything: SecretSearch = (value, room) => {
  if (typeof value === 'string')
    return value.length > room || hasSecretForm(value) ? MAY_HOLD_ONE : room - value.length - 1
  if (typeof value !== 'object' || value === null) return room - 1
  if (value instanceof Uint8Array) return MAY_HOLD_ONE
  return Array.isArray(value) ? searchEach(searchAnything, value, room) : searchMembers(NONE_KNOWN, value, room)
}

interface Searches {
  readonly request: SecretSearch
  readonly reply: SecretSearch
}

const ANYTHING: Searches = { request: searchAnything, reply: searchAnything }
const searchesById = new Map<string, Searches>()

/**
 * Lists where secrets can be in bodies of a call that succeeded, read once from the schemas of its operation: texts
 * that somebody wrote, and members with the name of a secret. Ids, times, cipher text and what is no text are passed
 * over.
 */
export function searchesOf(operation: Operation | undefined): Searches {
  if (operation === undefined) return ANYTHING
  const { id, body, success } = operation
  const known = searchesById.get(id)
  if (known !== undefined) return known
  const searches = {
    request: body === undefined ? searchAnything : searchSent(body),
    reply: success.body === undefined ? searchAnything : (searchMade(success.body) ?? passOver),
  }
  searchesById.set(id, searches)
  return searches
}

/**
 * Searches a body that an operation took: besides what the schema names it may hold anything, which nobody looked at.
 */
function searchSent(schema: z.core.$ZodType): SecretSearch {
  if (WITHOUT_SECRETS.has(schema)) return passOver
  const { def } = (schema as z.core.$ZodTypes)._zod // every schema is one of its kinds
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return searchSent(def.innerType)
    case 'array':
      return searchList(searchSent(def.element))
    case 'pipe': // a list whose length is checked before its entries
      return isArray(def.out) ? searchSent(def.out) : searchAnything
    case 'object': {
      const members = new Map(
        Object.entries(def.shape).map(([name, member]) => [name, named(name, searchSent(member))]),
      )
      return (value, room) => (isObject(value) ? searchMembers(members, value, room) : searchAnything(value, room))
    }
    default:
      return searchAnything
  }
}

/** Searches an answer, which its schema has filtered by now; undefined where it holds no secret at all. */
function searchMade(schema: z.core.$ZodType): SecretSearch | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod // as above
  if (WITHOUT_SECRETS.has(schema) || WITHOUT_TEXTS.has(def.type)) return undefined
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return searchMade(def.innerType)
    case 'array': {
      const entry = searchMade(def.element)
      return entry && searchList(entry)
    }
    case 'object':
      return def.catchall === undefined ? searchShape(def.shape) : searchAnything
    default:
      return searchAnything
  }
}

function searchShape(shape: z.core.$ZodShape): SecretSearch | undefined {
  const places = Object.entries(shape).flatMap(([name, member]) => {
    const search = isSecretName(name) ? named(name, searchAnything) : searchMade(member)
    return search === undefined ? [] : [{ name, search }]
  })
  if (places.length === 0) return undefined
  return (value, room) => {
    if (!isObject(value)) return searchAnything(value, room)
    let left = room
    for (const { name, search } of places) {
      left = search(value[name], left)
      if (left < 0) return left
    }
    return left
  }
}

function searchList(entry: SecretSearch): SecretSearch {
  return (value, room) => (Array.isArray(value) ? searchEach(entry, value, room) : searchAnything(value, room))
}

function searchEach(search: SecretSearch, entries: readonly unknown[], room: number): number {
  let left = room - 1
  for (const entry of entries) {
    if (left < 0) return left
    left = search(entry, left)
  }
  return left
}

function searchMembers(known: ReadonlyMap<string, SecretSearch>, value: object, room: number): number {
  let left = room - 1
  for (const [name, member] of Object.entries(value)) {
    if (left < 0) return left
    left = (known.get(name) ?? named(name, searchAnything))(member, left - name.length)
  }
  return left
}

/** The search of a member, which is a secret where its name says so. */
function named(name: string, search: SecretSearch): SecretSearch {
  return isSecretName(name) ? (value, room) => (isSecretValue(value) ? MAY_HOLD_ONE : search(value, room)) : search
}

const passOver: SecretSearch = (value, room) => room - (typeof value === 'string' ? value.length : 1)

function isArray(schema: z.core.$ZodType): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'array' // as above
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}
