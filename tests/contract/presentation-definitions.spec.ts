// Proves docs/contract/exchange.md, Requests, Errors and results, Definitions, Limits.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PresentationDefinition } from '../../shared/contract/presentation-definitions.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aDefinition, withField } from '../support/exchange/definitions.ts'
import { QUERIES } from '../vectors/dcql-vectors.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import type { SubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

interface Created {
  readonly presentation_definition: PresentationDefinition
  readonly warnings?: readonly { readonly path: string; readonly code: string }[]
}

const nested = (levels: number) => Array.from({ length: levels }).reduce((inner) => ({ n: inner }), {})

function refusalOf(reply: ServiceReply) {
  if (reply.ok) throw new Error(`answered ${reply.status} although it should be refused`)
  const [first] = reply.body.errors
  const { fields } = first?.extra_info ?? {}
  if (!Array.isArray(fields)) return { status: reply.status, error: first?.error, fields }
  // In process a fault also says what its message was made of.
  const published = fields.map(({ phrase: _, ...fault }: { readonly phrase?: unknown }) => fault)
  return { status: reply.status, error: first?.error, fields: published }
}

describeOverTransports('exchange presentation definitions', (start) => {
  let running: TestService
  let key: SubscriptionKey

  beforeEach(async () => {
    running = await start()
    key = aSubscriptionKey(running)
    await fetchOne(UNKNOWN_ID) // when a key was used is kept to the minute, whatever became of the call
  })

  const send = (name: string, parts: Omit<ServiceRequest, 'operation'>) =>
    running.send({ operation: `exchange.${name}`, headers: key.headers, ...parts })
  const create = async (body: object) => bodyOf<Created>(await send('createPresentationDefinition', { body }), 201)
  const fetchOne = (definition_id: string, query: object = {}) =>
    send('getPresentationDefinition', { params: { definition_id }, query })

  /** Sends what must be refused, and makes sure that it changed nothing. */
  async function refused(body: unknown, headers: Record<string, string> = key.headers) {
    const before = databaseContent(running.connection)
    const reply = await send('createPresentationDefinition', { body, headers })
    expect(databaseContent(running.connection)).toBe(before)
    return refusalOf(reply)
  }

  it('POST /presentations/definitions › stores the definition and gives it an id', async () => {
    const { presentation_definition, ...rest } = await create(aDefinition())

    expect(presentation_definition).toEqual({
      ...aDefinition(),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(rest).toEqual({})
    expect(bodyOf(await fetchOne(presentation_definition.id))).toEqual(presentation_definition)
  })

  it('POST /presentations/definitions › gives back member for member, with warnings for what has no effect', async () => {
    const sent = aDefinition({
      id: 'mine',
      extra: { deep: [1, null, 'x'] },
      toString: 1,
      submission_requirements: undefined,
    })
    const { presentation_definition, warnings } = await create(JSON.parse(JSON.stringify(sent)) as object)
    const { id, ...others } = presentation_definition

    expect(others).toEqual({ ...aDefinition(), extra: { deep: [1, null, 'x'] }, toString: 1 })
    expect(id).not.toBe('mine')
    expect(warnings?.map(({ path, code }) => [path, code])).toEqual([
      ['/id', 'id_ignored'],
      ['/extra', 'ignored_member'],
      ['/toString', 'ignored_member'],
    ])
    expect(bodyOf(await fetchOne(id))).toEqual(presentation_definition)
  })

  it('POST /presentations/definitions › takes a published example with its envelope', async () => {
    const { presentation_definition, warnings } = await create({
      presentation_definition: { ...aDefinition(), frame: {} },
    })

    expect(presentation_definition).toMatchObject(aDefinition())
    expect(warnings).toMatchObject([{ path: '/presentation_definition/frame', code: 'ignored_member' }])
  })

  it('POST /presentations/definitions › keeps a single requirement as it was sent', async () => {
    const descriptor = withField({ path: ['$.id'] }, { group: ['A'] })
    const submission_requirements = { rule: 'pick', from: 'A', count: 2 }
    const { presentation_definition, warnings } = await create({
      input_descriptors: [descriptor],
      submission_requirements,
    })

    expect(presentation_definition).toMatchObject({ submission_requirements })
    expect(warnings).toMatchObject([{ path: '/submission_requirements/count', code: 'unsatisfiable' }])
  })

  it('POST /presentations/definitions › reports every fault at once, in the order of the body', async () => {
    const body = { name: 5, input_descriptors: [{ id: 'a' }, withField({ path: ['$['] }, { id: 'a' })] }

    expect(await refused(body)).toEqual({
      status: 400,
      error: 'invalid_params',
      fields: [
        { path: '/name', code: 'type', message: 'must be a text' },
        { path: '/input_descriptors/0', code: 'required', message: 'needs schema, constraints, or both' },
        { path: '/input_descriptors/1/id', code: 'duplicate', message: 'repeats the id of another descriptor' },
        {
          path: '/input_descriptors/1/constraints/fields/0/path/0',
          code: 'jsonpath_invalid',
          message: expect.stringContaining('position') as string,
        },
      ],
    })
    expect(await refused({ presentation_definition: {} })).toMatchObject({
      fields: [{ path: '/presentation_definition/input_descriptors', code: 'required' }],
    })
  })

  it('POST /presentations/definitions › stores a DCQL query, and gives it back member for member', async () => {
    const sent = { name: 'Age', dcql_query: { ...QUERIES.multi_credentials, extra: 1 } }
    const { presentation_definition, warnings } = await create(sent)
    const { id, ...others } = presentation_definition

    expect(others).toEqual(sent)
    expect(warnings?.map(({ path, code }) => [path, code])).toEqual([
      ['/dcql_query/credentials/1/format', 'format_unsupported'],
      ['/dcql_query/extra', 'ignored_member'],
    ])
    expect(bodyOf(await fetchOne(id))).toEqual(presentation_definition)
    expect(bodyOf(await fetchOne(id, { envelope: 'true' }))).toEqual({ presentation_definition })
  })

  it('POST /presentations/definitions › refuses a DCQL query with every fault at its place', async () => {
    const credential = { id: 'a b', format: 'dc+sd-jwt', meta: {}, claim_sets: [['x']] }
    const dcql_query = { credentials: [credential], credential_sets: [{ options: [['b']] }] }

    expect(await refused({ name: 5, dcql_query })).toMatchObject({
      status: 400,
      error: 'invalid_params',
      fields: [
        { path: '/name', code: 'type' },
        { path: '/dcql_query/credentials/0/claims', code: 'required', message: 'is needed beside claim_sets' },
        { path: '/dcql_query/credentials/0/id', code: 'type', message: 'must be letters, digits, _ and - only' },
        { path: '/dcql_query/credential_sets/0/options/0/0', code: 'id_unknown' },
      ],
    })
    expect(await refused({ presentation_definition: { dcql_query: null } })).toMatchObject({
      fields: [{ path: '/presentation_definition/dcql_query', code: 'type' }],
    })
    const many = { credentials: Array.from({ length: 49 }, () => ({})) }
    expect((await refused({ dcql_query: many })).fields).toHaveLength(50)
  })

  it('POST /presentations/definitions › lists at most 50 faults', async () => {
    const { fields } = await refused({ input_descriptors: Array.from({ length: 80 }, () => ({})) })

    expect(fields).toHaveLength(50)
  })

  it.each([
    ['nothing', {}, 400, 'invalid_params'],
    ['a list', [], 400, 'bad_request'],
    ['a text', 'text', 400, 'bad_request'],
    ['levels without end', nested(70), 400, 'bad_request'],
    ['more than 256 KiB', aDefinition({ filler: 'x'.repeat(256 * 1024) }), 413, 'payload_too_large'],
  ])('POST /presentations/definitions › refuses %s', async (_, body, status, error) => {
    expect(await refused(body)).toMatchObject({ status, error })
  })

  it('GET /presentations/definitions/{id} › answers the definition, or its envelope', async () => {
    const { presentation_definition } = await create(aDefinition())
    const { id } = presentation_definition

    expect(bodyOf(await fetchOne(id))).toEqual(presentation_definition)
    expect(bodyOf(await fetchOne(id.toUpperCase()))).toEqual(presentation_definition)
    expect(bodyOf(await fetchOne(id, { envelope: 'true' }))).toEqual({ presentation_definition })
    expect(bodyOf(await fetchOne(id, { envelope: 'false' }))).toEqual(presentation_definition)
    expect(refusalOf(await fetchOne(id, { envelope: 'x' }))).toMatchObject({ status: 400, error: 'invalid_params' })
  })

  it.each([UNKNOWN_ID, newTestId(), 'x', "' OR 1=1 --"])('GET /presentations/definitions/%s › 404', async (id) => {
    await create(aDefinition())

    expect(refusalOf(await fetchOne(id))).toMatchObject({ status: 404, error: 'not_found' })
  })

  it('several keys › each may read what another made; who made it is remembered and not answered', async () => {
    const other = aSubscriptionKey(running, 'other')
    const { presentation_definition } = await create(aDefinition())
    const reply = await send('getPresentationDefinition', {
      params: { definition_id: presentation_definition.id },
      headers: { 'meeco-subscription-key': other.headers['service-subscription-key'] },
    })

    expect(bodyOf(reply)).toEqual(presentation_definition)
    const stored = running.connection.prepare('SELECT created_by_key FROM presentation_definitions').pluck().all()
    expect(stored).toEqual([key.id])
    expect(JSON.stringify(reply.body)).not.toContain(key.id)
  })

  it.each([[{}], [{ 'service-subscription-key': '' }], [{ 'service-subscription-key': 'unknown' }]])(
    'with the key headers %j › every call is refused, whatever is in it',
    async (headers: Record<string, string>) => {
      const calls = [
        await send('createPresentationDefinition', { body: aDefinition(), headers }),
        await send('createPresentationDefinition', { body: { name: 5 }, headers }),
        await send('getPresentationDefinition', { params: { definition_id: UNKNOWN_ID }, headers }),
      ]

      for (const reply of calls) {
        expect(refusalOf(reply)).toMatchObject({ status: 401, error: 'subscription_key_invalid' })
      }
    },
  )
})

describe('exchange presentation definitions over HTTP', () => {
  let server: TestHttpServer
  let key: SubscriptionKey

  beforeEach(async () => {
    server = await startHttpServer()
    key = aSubscriptionKey(server)
  })
  afterEach(() => server.close())

  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = key.headers) =>
    fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  const definition = JSON.stringify(aDefinition())

  it.each(['/exchange', ''])(
    'mounted at "%s" › names where the definition is, and that it never changes',
    async (mount) => {
      const created = await post(`${mount}/presentations/definitions`, definition)
      const { presentation_definition } = (await created.json()) as Created
      const location = created.headers.get('location')

      expect(created.status).toBe(201)
      expect(location).toBe(`${mount}/presentations/definitions/${presentation_definition.id}`)
      const fetched = await fetch(`${server.url}${location ?? ''}`, { headers: key.headers })
      expect(await fetched.json()).toEqual(presentation_definition)
      for (const { headers } of [created, fetched]) {
        expect(headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
        expect(headers.get('etag')).toBe(created.headers.get('etag'))
        expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      }
    },
  )

  it('a refusal › may not be kept by a cache', async () => {
    const reply = await fetch(`${server.url}/exchange/presentations/definitions/${UNKNOWN_ID}`, {
      headers: key.headers,
    })

    expect(reply.status).toBe(404)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('etag')).toBeNull()
  })

  it('a wrong key › is refused before the body is read', async () => {
    const reply = await post('/exchange/presentations/definitions', '{', { 'service-subscription-key': 'wrong' })

    expect(reply.status).toBe(401)
  })

  it.each([
    ['{', { 'content-type': 'application/json' }, 400],
    ['{"input_descriptors":[],"input_descriptors":[]}', { 'content-type': 'application/json' }, 400],
    ['{"name":"\\ud800","input_descriptors":[]}', { 'content-type': 'application/json' }, 400],
    [definition, { 'content-type': 'text/plain' }, 415],
    [definition, { 'content-type': 'application/json; charset=utf-16' }, 415],
    // Not even looked at: it is no JSON either.
    ['x'.repeat(256 * 1024 + 1), { 'content-type': 'application/json' }, 413],
  ])('%.40s with %j › is refused', async (body, headers, status) => {
    const reply = await post('/exchange/presentations/definitions', body, { ...key.headers, ...headers })

    expect(reply.status).toBe(status)
  })

  it('another method › is refused with those there are', async () => {
    const reply = await fetch(`${server.url}/exchange/presentations/definitions`, { headers: key.headers })

    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS')
  })
})
