import { isObject } from '../../shared/presentation-exchange/json.ts'
import type { z } from 'zod'
import { ERROR_CATALOGUE, faultyFieldsError, phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { ErrorCode, FaultyField } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { ruleOf, ruleText } from '../../shared/rule-text.ts'
import { otherBodiesOf } from './other-bodies.ts'
import { refusedIn, refusedPlaces } from './refused-parameters.ts'
import type { Place } from './refused-parameters.ts'

/** The three parts of a request before validation. */
export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Validates the parts of a request by the operation's schemas.
 *
 * @throws {ServiceError} `not_found` for a malformed path id; the code of the broken rule, `param_missing` or
 *   `invalid_params` for query and body, listing every faulty field in body order; `bad_request` when the body is not
 *   an object.
 */
export function parseInput(operation: Operation, raw: RawInput): ParsedInput {
  const emptyBody = operation.requestForm === 'verbatim' || operation.requestForm === 'bytes' ? new Uint8Array() : {}
  const { query, body } = refusedPlaces(operation)
  return {
    params: operation.params && parseParams(operation.params, raw.params),
    query: parsePart(operation.query, raw.query ?? {}, query),
    body: operation.body && parseBody(operation, raw.body ?? emptyBody, body),
  }
}

function parseParams(schema: z.ZodObject, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const parameter = pathText(result.error.issues[0]?.path ?? [])
  const refusal = new ServiceError('not_found', phrase`\`${parameter}\` names nothing that could be here.`, {
    extraInfo: { parameter },
  })
  throw refusal.namingParameter(Object.keys(schema.shape))
}

function parseBody(operation: Operation, value: unknown, place: Place): unknown {
  const { api, body } = operation
  const isBytes = value instanceof Uint8Array
  if (isObject(value) && !isBytes) return parsePart(body, api === 'keystore' ? withoutNulls(value) : value, place)
  if ((isBytes || typeof value === 'string') && body?.safeParse(value).success === true) return value
  throw (
    otherBodiesOf(operation)?.refusalOfValue(value) ??
    new ServiceError('bad_request', 'The body must be a JSON object.')
  )
}

/** The key store treats a null field as absent. */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function parsePart(schema: z.ZodType | undefined, value: unknown, place: Place): unknown {
  const result = schema?.safeParse(value, { error: ruleText })
  const refused = refusedIn(place, value).map(({ path, rule }): FaultyField => {
    return { ...placeOf(path, value), code: 'param_not_permitted', rule }
  })
  if (result?.success !== false && refused.length === 0) return result?.data
  const broken = withoutFollowUps(result?.error?.issues ?? []).flatMap((issue) => describeIssue(issue, value))
  throw faultyFieldsError([...broken, ...refused])
}

/** Drops further issues of a value whose type is wrong, for example about its length. */
function withoutFollowUps(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const ofWrongType = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathText(path)))
  return issues.filter(({ code, path }) => code === 'invalid_type' || !ofWrongType.has(pathText(path)))
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): FaultyField[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      return { ...placeOf(path, input), code: 'param_not_permitted', rule: 'is not allowed' }
    })
  }
  const missing = valueAt(input, issue.path) === undefined
  const code = ruleCode(issue) ?? (missing ? 'param_missing' : 'invalid_params')
  const option = missing || issue.code !== 'invalid_union' ? undefined : closestOption(issue.errors)
  if (option !== undefined) {
    return option.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, input))
  }
  const rule = missing && code === 'param_missing' ? 'is missing' : ruleOf(issue)
  return [{ ...placeOf(issue.path, input), code, rule }]
}

/** The first option of a union that matches the value's type, because its issues are more specific. */
function closestOption(options: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  return options.find((issues) => !issues.some(({ code, path }) => path.length === 0 && WRONG_TYPE.has(code)))
}

const WRONG_TYPE: ReadonlySet<string> = new Set<z.core.$ZodIssue['code']>(['invalid_type', 'invalid_value'])

function ruleCode(issue: z.core.$ZodIssue): ErrorCode | undefined {
  if (issue.code !== 'custom') return undefined
  const code: unknown = issue.params?.['code']
  return typeof code === 'string' && isErrorCode(code) ? code : undefined
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code)
}

/** Renders a path, such as `item.slots_attributes[2].encrypted_value`. Long keys are cut. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const name = String(key).slice(0, MAX_NAME_LENGTH)
    return text === '' ? name : `${text}.${name}`
  }, '')
}

const MAX_NAME_LENGTH = 255

/** The path, with the name or label of its outermost list entry, so that a person can find it. */
function placeOf(path: readonly PropertyKey[], input: unknown): Pick<FaultyField, 'path' | 'name'> {
  const entries = path.flatMap((key, index) => (typeof key === 'number' ? [path.slice(0, index + 1)] : []))
  return {
    path: pathText(path),
    name: entries.map((entry) => nameOf(valueAt(input, entry))).find((name) => name !== undefined),
  }
}

function nameOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const name = [value['label'], value['name']].find((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? name.slice(0, 60) : undefined
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((current, key) => {
    if (Array.isArray(current) && typeof key === 'number') return current[key] as unknown
    return isObject(current) && typeof key === 'string' && Object.hasOwn(current, key) ? current[key] : undefined
  }, value)
}
