// Proves docs/contract/vault.md, Bodies.

import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { REMOVED_PARAMETERS } from '../../shared/contract/removed-parameters.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/*
 * Mass assignment (threat 15): every field of every reply is sent back in every body, at every level, with values that
 * belong to somebody else. Nothing of it may be stored or answered.
 */

/** Always refused, whatever is in the body. */
const NEVER_SUCCEEDS = ['keystore.sessionPost']

/** By contract what was sent is given back, or judged as it is; nothing of it belongs to anybody, or has an effect. */
const TAKES_WHATEVER_IT_GETS = [
  'exchange.createPresentationDefinition',
  'exchange.verifyPresentation',
  'verifier.postRequestPresentation',
]

/** A misspelt option must not weaken a verification: unknown members are refused. */
const REFUSES_UNKNOWN_MEMBERS = ['verifier.createVerifierRequest']

/** A body of bytes has no fields. */
const withBody = serviceOperations.filter(
  ({ method, body, requestForm }) => method !== 'GET' && body !== undefined && requestForm !== 'verbatim',
)
const tested = withBody.filter(
  ({ id }) => ![...NEVER_SUCCEEDS, ...TAKES_WHATEVER_IT_GETS, ...REFUSES_UNKNOWN_MEMBERS].includes(id),
)

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withoutReferences(json, $defs) as JsonSchema
}

/** Named schemas, of which none contains itself, stand where they are used. */
function withoutReferences(value: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutReferences(entry, named))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as { readonly $ref?: string }
  const whole = $ref === undefined ? own : { ...(named[$ref.replace('#/$defs/', '')] as object), ...own }
  return Object.fromEntries(Object.entries(whole).map(([key, entry]) => [key, withoutReferences(entry, named)]))
}

/** Every field that any reply has, at whatever level, with its type. */
const REPLY_FIELDS = new Map<string, JsonSchema>(
  serviceOperations.flatMap(({ success: { body } }) =>
    body === undefined ? [] : fieldsOf(jsonSchema(body, 'output')),
  ),
)

function fieldsOf({ properties = {}, items, anyOf = [] }: JsonSchema): [string, JsonSchema][] {
  const here = Object.entries(properties)
  const below = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])]
  return [...here, ...below.flatMap(fieldsOf)]
}

interface Victim {
  readonly userId: string
  readonly itemId: string
}

const MARK = 'belongs to somebody else'
const MARKED_TIME = '2001-02-03T04:05:06.000Z'
const MARKED_NUMBER = 42_424_242
/** A form has at most 100. */
const FIELDS_OF_A_FORM = 90

/** A value of the field's type that belongs to somebody else, or that nobody would have. */
function foreignValue(name: string, schema: JsonSchema, victim: Victim): unknown {
  const type = schema.type ?? schema.anyOf?.[0]?.type
  const format = schema.format ?? schema.anyOf?.[0]?.format
  if (type === 'boolean') return name !== 'visible' // the opposite of what it would be
  if (type === 'integer') return MARKED_NUMBER
  if (type === 'array') return [victim.itemId]
  if (type === 'object') return { id: victim.itemId }
  if (format === 'date-time') return MARKED_TIME
  if (/user|owner|creator/.test(name) && !name.includes('name')) return victim.userId
  return /(^|_)id$/.test(name) ? victim.itemId : MARK
}

/** Refused by name, which `refused-parameters.spec.ts` proves. */
const REMOVED = new Set(REMOVED_PARAMETERS.flatMap(({ names }) => names))

/**
 * The body with all reply fields added wherever it has an object of named fields; its own keys stay. What it takes at
 * another place is refused here, see `refused-parameters.spec.ts`.
 */
function withForeignFields(body: unknown, whole: JsonSchema, victim: Victim, most = Infinity): unknown {
  const taken = new Set(fieldsOf(whole).map(([name]) => name))
  const foreign = [...REPLY_FIELDS]
    .filter(([name]) => !taken.has(name) && !REMOVED.has(name))
    .map(([name, field]) => [name, foreignValue(name, field, victim)] as const)
    .slice(0, most)
  const extended = (value: unknown, schema: JsonSchema): unknown => {
    if (Array.isArray(value)) return value.map((entry) => extended(entry, schema.items ?? {}))
    const { properties } = schema
    if (typeof value !== 'object' || value === null || properties === undefined) return value
    const given = Object.entries(value).map(([name, entry]) => [name, extended(entry, properties[name] ?? {})] as const)
    return Object.fromEntries([...foreign, ...given])
  }
  return extended(body, whole)
}

/** A reply without what differs between two calls of the same kind. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? value : 'text'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, name === 'blob_id' ? 'counted' : shapeOf(entry)]),
  )
}

/** When a key was used is noted whatever came of it. */
const withoutKeyUse = (content: string) => content.replace(/"last_used_at": (?:null|"[^"]*")/g, '')

const countOf = (text: string, part: string) => text.split(part).length - 1

it('mass assignment › has every field that any reply has', () => {
  expect(REPLY_FIELDS.size).toBeGreaterThan(80)
})

describeOverTransports('mass assignment', (start) => {
  let running: TestService
  let victim: Victim

  async function begin(settings = {}): Promise<void> {
    running = await start(settings)
    const other = aSignedInUser(running)
    victim = { userId: other.userId, itemId: (await callsOf(running, other).item('Theirs')).id }
  }
  beforeEach(() => begin())

  async function callAs(operation: Operation, change: (body: unknown) => unknown) {
    const user = aSignedInUser(running)
    const call = await acceptedCall(running, user, operation)
    const before = databaseContent(running.connection)
    const reply = await running.send({ ...call, body: change(call.body) })
    expect(reply).toMatchObject({ ok: true })
    return { before, reply, after: databaseContent(running.connection) }
  }

  it('verifier.createVerifierRequest › refuses what it answers', async () => {
    const { headers } = aSubscriptionKey(running)
    const operation = verifierRequestOperations.createVerifierRequest
    const body = withForeignFields(
      { definition_id: victim.itemId, on_valid: { kind: 'none' } },
      jsonSchema(operation.body, 'input'),
      victim,
    )
    const before = databaseContent(running.connection)
    const reply = await running.send({ operation: operation.id, body, headers })

    const codes = reply.ok ? [] : reply.body.errors.map(({ error }) => error)
    expect([reply.status, new Set(codes)]).toEqual([400, new Set(['param_not_permitted'])])
    expect(codes.length).toBeGreaterThan(80)
    expect(withoutKeyUse(databaseContent(running.connection))).toBe(withoutKeyUse(before))
  })

  it.each(tested)('$id › takes nothing of what it answers', async (operation) => {
    await begin(settingsFor(operation))
    const schema = jsonSchema(operation.body ?? z.object({}), 'input')
    const plain = await callAs(operation, (body) => body)
    const { before, reply, after } = await callAs(operation, (body) =>
      withForeignFields(body, schema, victim, operation.requestForm === 'form' ? FIELDS_OF_A_FORM : undefined),
    )

    expect(shapeOf(reply)).toEqual(shapeOf(plain.reply))
    for (const mark of [MARK, MARKED_TIME, String(MARKED_NUMBER), victim.userId, victim.itemId]) {
      expect(countOf(after, mark)).toBe(countOf(before, mark))
      expect(JSON.stringify(reply.body ?? null)).not.toContain(mark)
    }
  })
})
