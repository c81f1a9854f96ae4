import { z } from 'zod'
import { EXTRA_INFO_FACTS } from '../../../shared/contract/errors.ts'
import type { ErrorEntry } from '../../../shared/contract/errors.ts'
import { serviceOperations } from '../../../shared/contract/index.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { FailureReply, ServiceReply, ServiceRequest } from '../../../src-main/service/reply.ts'
import { isPhrase, textOf } from '../../../shared/phrase.ts'

const byId = new Map<string, Operation>(serviceOperations.map((operation) => [operation.id, operation]))

/**
 * What `extra_info` of a refusal says that is neither in the request nor in the table of facts (`EXTRA_INFO_FACTS`): one
 * line each, nothing where all is well.
 */
export function foreignFacts(request: ServiceRequest, reply: ServiceReply): readonly string[] {
  if (reply.ok) return []
  const body = reply.body as FailureReply['body'] | undefined // the answer to HEAD has none
  return (body?.errors ?? []).flatMap((entry) =>
    Object.entries(entry.extra_info)
      .filter(([key, value]) => !isKnown(request, entry, key, value))
      .map(([key, value]) => `${request.operation} ${entry.error} ${key}: ${JSON.stringify(value)}`),
  )
}

function isKnown(request: ServiceRequest, entry: ErrorEntry, key: string, value: unknown): boolean {
  if (Object.hasOwn(EXTRA_INFO_FACTS, key)) {
    const { codes } = EXTRA_INFO_FACTS[key as keyof typeof EXTRA_INFO_FACTS]
    return codes.some((code) => code === entry.error)
  }
  if (key === 'parameter') return isPlace(request, value)
  if (key === 'fields') return Array.isArray(value) && value.every((field) => isField(request, field))
  if (key === 'position') return Number.isInteger(value)
  return Array.isArray(value) && value.every((part) => isEntry(member(request.body, key), part))
}

/** A fault of a document has a message besides, and where that holds values what it was made of. */
function isField(request: ServiceRequest, field: unknown): boolean {
  const { path, code, message, phrase, ...others } = (field ?? {}) as Readonly<Record<string, unknown>>
  const isSaid =
    phrase === undefined
      ? message === undefined || typeof message === 'string'
      : isPhrase(phrase) && textOf(phrase) === message
  return isPlace(request, path) && typeof code === 'string' && isSaid && Object.keys(others).length === 0
}

/** A header that was sent, or a path or JSON Pointer that begins with what was sent or could have been. */
function isPlace({ operation, params, query, body, headers }: ServiceRequest, path: unknown): boolean {
  if (typeof path !== 'string') return false
  const [first = ''] = path.replace(/^\//, '').split(/[./[]/)
  if (path === '' || headers?.[path] !== undefined) return true
  if (path.startsWith('/') && isInside(body, path)) return true
  if ([params, query, body].some((part) => member(part, first) !== undefined)) return true
  const { params: inPath, query: inQuery, body: inBody } = byId.get(operation) ?? {}
  return [inPath, inQuery, inBody].some((schema) => schema !== undefined && hasMember(schema, first))
}

/** A JSON Pointer into a document, or to what a part of it that was sent is missing. */
function isInside(document: unknown, pointer: string): boolean {
  const parents = pointer.split('/').slice(1, -1)
  const parent = parents.reduce(
    (value, key) => member(value, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    document,
  )
  return typeof parent === 'object' && parent !== null
}

function hasMember(schema: z.ZodType, name: string): boolean {
  return JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes(`"${name}":`)
}

/** A faulty entry of a list: what was sent there, without some of its members, and `index`. */
function isEntry(list: unknown, part: unknown): boolean {
  const { index, ...members } = (part ?? {}) as Readonly<Record<string, unknown>>
  if (typeof index !== 'number') return false
  const sent = member(list, index)
  return sent !== undefined && Object.entries(members).every(([key, value]) => isPartOf(member(sent, key), value))
}

function isPartOf(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(shown) && Array.isArray(sent) && shown.every((one) => member(one, 'index') !== undefined)) {
    return shown.every((one) => isEntry(sent, one))
  }
  return sent !== undefined && JSON.stringify(sent) === JSON.stringify(shown)
}

function member(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}
