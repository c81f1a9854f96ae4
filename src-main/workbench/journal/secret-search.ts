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
 * Searches plain data for secrets.
 *
 * @param room how many characters and values it may visit
 * @returns the rest of `room`; negative if there may be a secret, or more than may be visited
 */
export type SecretSearch = (value: unknown, room: number) => number

const MAY_HOLD_SECRET = -1

/** Schemas of ids, times and cipher text, which the service has validated or generated itself. */
const WITHOUT_SECRETS: ReadonlySet<z.core.$ZodType> = new Set<z.core.$ZodType>([
  CipherText,
  Id,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  Time,
  WrappedKey,
])

/** Schema types whose values in a reply cannot be text that a user wrote. */
const TYPES_WITHOUT_TEXT: ReadonlySet<string> = new Set(['boolean', 'enum', 'literal', 'null', 'number'])

const NONE_KNOWN: ReadonlyMap<string, SecretSearch> = new Map()

/** Searches data without a schema. */
export const searchAnything: SecretSearch = (value, room) => {
  if (typeof value === 'string')
    return value.length > room || hasSecretForm(value) ? MAY_HOLD_SECRET : room - value.length - 1
  if (typeof value !== 'object' || value === null) return room - 1
  if (value instanceof Uint8Array) return MAY_HOLD_SECRET
  return Array.isArray(value) ? searchEach(searchAnything, value, room) : searchMembers(NONE_KNOWN, value, room)
}

interface Searches {
  readonly request: SecretSearch
  readonly reply: SecretSearch
}

const ANYTHING: Searches = { request: searchAnything, reply: searchAnything }
const searchesById = new Map<string, Searches>()

/**
 * Returns the searches for the bodies of a call that succeeded, built once from the schemas of its operation. They
 * check users' texts and members with the name of a secret, and skip ids, times, cipher text and values that are not
 * text.
 */
export function searchesOf(operation: Operation | undefined): Searches {
  if (operation === undefined) return ANYTHING
  const { id, body, success } = operation
  const known = searchesById.get(id)
  if (known !== undefined) return known
  const searches = {
    request: body === undefined ? searchAnything : searchOfRequest(body),
    reply: success.body === undefined ? searchAnything : (searchOfReply(success.body) ?? passOver),
  }
  searchesById.set(id, searches)
  return searches
}

/** Builds the search of a request body, which may have members that the schema does not define and nobody validated. */
function searchOfRequest(schema: z.core.$ZodType): SecretSearch {
  if (WITHOUT_SECRETS.has(schema)) return passOver
  const { def } = (schema as z.core.$ZodTypes)._zod // every schema is one of its kinds
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return searchOfRequest(def.innerType)
    case 'array':
      return searchList(searchOfRequest(def.element))
    case 'pipe': // a list whose length is checked before its entries
      return isArray(def.out) ? searchOfRequest(def.out) : searchAnything
    case 'object': {
      const members = new Map(
        Object.entries(def.shape).map(([name, member]) => [name, searchOfMember(name, searchOfRequest(member))]),
      )
      return (value, room) => (isObject(value) ? searchMembers(members, value, room) : searchAnything(value, room))
    }
    default:
      return searchAnything
  }
}

/** Builds the search of a reply, which its schema has filtered already; undefined if it cannot contain a secret. */
function searchOfReply(schema: z.core.$ZodType): SecretSearch | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod // as above
  if (WITHOUT_SECRETS.has(schema) || TYPES_WITHOUT_TEXT.has(def.type)) return undefined
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return searchOfReply(def.innerType)
    case 'array': {
      const entry = searchOfReply(def.element)
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
    const search = isSecretName(name) ? searchOfMember(name, searchAnything) : searchOfReply(member)
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
    left = (known.get(name) ?? searchOfMember(name, searchAnything))(member, left - name.length)
  }
  return left
}

/** Builds the search of a member, which also counts as a secret when its name says so. */
function searchOfMember(name: string, search: SecretSearch): SecretSearch {
  return isSecretName(name) ? (value, room) => (isSecretValue(value) ? MAY_HOLD_SECRET : search(value, room)) : search
}

const passOver: SecretSearch = (value, room) => room - (typeof value === 'string' ? value.length : 1)

function isArray(schema: z.core.$ZodType): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'array' // as above
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}
