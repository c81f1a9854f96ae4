import type { z } from 'zod'
import { ERROR_CATALOGUE, faultyFieldsError, ServiceError } from '../../shared/contract/errors.ts'
import type { ErrorCode, FaultyField } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'

/** The three parts of a request as they arrived. */
export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Parses the parts of a request with the operation's schemas.
 *
 * @throws {ServiceError} `not_found` for a path id that names nothing; the code of the broken rule, `param_missing` or
 *   `invalid_params` for query and body, listing every faulty field in body order; `bad_request` when the body is not
 *   an object.
 */
export function parseInput(operation: Operation, raw: RawInput): ParsedInput {
  return {
    params: operation.params && parseParams(operation.params, raw.params),
    query: operation.query && parsePart(operation.query, raw.query ?? {}),
    body: operation.body && parseBody(operation, raw.body ?? {}),
  }
}

function parseParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw new ServiceError('not_found', 'nothing has this id')
  return result.data
}

function parseBody({ api, body }: Operation, value: unknown): unknown {
  if (!isRecord(value)) {
    if (typeof value === 'string' && body?.safeParse(value).success === true) return value
    throw new ServiceError('bad_request', 'the body must be a JSON object')
  }
  return body && parsePart(body, api === 'keystore' ? withoutNulls(value) : value)
}

/** To the key-store a null field is an absent one (key-store contract 1.3). */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw faultyFieldsError(result.error.issues.flatMap((issue) => describeIssue(issue, value)))
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): FaultyField[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      return {
        path: pathText(path),
        code: 'param_not_permitted',
        message: `${describePlace(path, input)} is not allowed`,
      }
    })
  }
  const missing = valueAt(input, issue.path) === undefined
  const code = ruleCode(issue) ?? (missing ? 'param_missing' : 'invalid_params')
  const cause = missing && code === 'param_missing' ? 'is missing' : issue.message
  return [{ path: pathText(issue.path), code, message: `${describePlace(issue.path, input)} ${cause}` }]
}

function ruleCode(issue: z.core.$ZodIssue): ErrorCode | undefined {
  if (issue.code !== 'custom') return undefined
  const code: unknown = issue.params?.['code']
  return typeof code === 'string' && isErrorCode(code) ? code : undefined
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code)
}

/** `item.slots_attributes[2].encrypted_value` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}

/** The path, with the name or label of list entries in brackets, so that a person can find them. */
function describePlace(path: readonly PropertyKey[], input: unknown): string {
  const text = path.reduce<{ readonly text: string; readonly value: unknown }>(
    ({ text, value }, key) => {
      const next = valueAt(value, [key])
      if (typeof key !== 'number') return { text: text === '' ? String(key) : `${text}.${String(key)}`, value: next }
      const name = nameOf(next)
      return { text: `${text}[${key}]${name === undefined ? '' : ` ("${name}")`}`, value: next }
    },
    { text: '', value: input },
  ).text
  return text === '' ? 'the request' : text
}

function nameOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const name = [value['label'], value['name']].find((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? name.slice(0, 60) : undefined
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((current, key) => {
    if (Array.isArray(current) && typeof key === 'number') return current[key] as unknown
    return isRecord(current) && typeof key === 'string' && Object.hasOwn(current, key) ? current[key] : undefined
  }, value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
