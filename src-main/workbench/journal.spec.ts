import { describe, expect, it } from 'vitest'
import type { Send } from '../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { CallSummary } from '../../shared/contract/workbench.ts'
import { newAccessToken } from '../crypto/token.ts'
import type { ObservedCall } from './journal.ts'
import { createJournal } from './journal.ts'

function start(limits: Partial<{ calls: number; bodyCharacters: number; allBodyCharacters: number }> = {}) {
  const announced: CallSummary[] = []
  let elapsed = 0
  const journal = createJournal({
    clock: { nowMs: () => Date.parse('2026-01-01T00:00:00.000Z') },
    elapsedMs: () => (elapsed += 2),
    baseUrl: () => 'http://127.0.0.1:4000',
    announce: (call) => announced.push(call),
    limits,
  })
  return { journal, announced }
}

function aCall(change: Partial<ObservedCall> = {}): ObservedCall {
  return {
    source: 'loopback',
    transport: 'http',
    api: 'vault',
    operation: vaultOperations.itemsPost,
    method: 'POST',
    path: '/vault/items',
    status: 201,
    durationMs: 1.23456,
    userId: null,
    headers: {},
    requestBody: undefined,
    responseBody: undefined,
    ...change,
  }
}

describe('createJournal', () => {
  it('keeps the last calls and answers them newest first, in pages', () => {
    const { journal } = start({ calls: 3 })
    for (let n = 0; n < 5; n += 1) journal.record(aCall())

    expect(journal.list({ limit: 10 })).toMatchObject({ calls: [{ number: 5 }, { number: 4 }, { number: 3 }], kept: 3 })
    expect(journal.list({ limit: 1, before: 5 }).calls.map(({ number }) => number)).toEqual([4])
    expect(journal.list({ limit: 1 }).total).toBe(5)
    expect(() => journal.get(2)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error)
    expect(() => journal.get(6)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error)
  })

  it('goes on counting after it was emptied', () => {
    const { journal } = start({ calls: 3 })
    journal.record(aCall())
    journal.clear()
    journal.record(aCall())

    expect(journal.list({ limit: 10 })).toMatchObject({ calls: [{ number: 2 }], kept: 1, total: 2 })
    expect(() => journal.get(1)).toThrow('call 1 is not kept')
  })

  it('never holds a secret of headers, path or bodies', () => {
    const { journal, announced } = start()
    const canaries = {
      token: newAccessToken('vault'),
      key: 'canary-subscription',
      word: 'canary-operator',
      m: 'canary-m',
    }
    journal.record(
      aCall({
        operation: keystoreOperations.srpSessionPost,
        path: `/keystore/srp/session?token=${canaries.token}`,
        headers: {
          authorization: `Bearer ${canaries.token}`,
          'service-subscription-key': canaries.key,
          admin_password: canaries.word,
        },
        requestBody: { username: 'visible', srp_a: 'ab', srp_m: canaries.m },
        responseBody: {
          session: { session_authentication_string: canaries.token },
          errors: [{ error: 'x', message: canaries.token }],
        },
        status: 401,
      }),
    )

    const everything = JSON.stringify([journal.get(1), journal.list({ limit: 1 }), announced])
    for (const canary of Object.values(canaries)) expect(everything).not.toContain(canary)
    expect(everything).toContain('visible')
    expect(journal.get(1).error).toBe('x')
  })

  it('never holds a secret of a body that the transport wrote', () => {
    const { journal } = start()
    const responseBody = { session: { session_authentication_string: 'canary' } }
    journal.record(aCall({ responseBody, responseText: JSON.stringify(responseBody) }))

    expect(journal.get(1).response_body).toBe('{"session":{"session_authentication_string":"[hidden]"}}')
  })

  it('cuts large bodies and says so', () => {
    const { journal } = start()
    journal.record(aCall({ responseBody: { value: 'x'.repeat(100_000) } }))

    const call = journal.get(1)

    expect(call.truncated).toBe(true)
    expect(call.response_body).toHaveLength(64 * 1024)
  })

  it('drops the oldest bodies when all together are too large', () => {
    const { journal } = start({ bodyCharacters: 100, allBodyCharacters: 250 })
    for (let n = 0; n < 4; n += 1) journal.record(aCall({ requestBody: 'x'.repeat(200) }))

    expect([1, 2, 3, 4].map((number) => journal.get(number).request_body?.length)).toEqual([
      undefined,
      undefined,
      100,
      100,
    ])
    expect(journal.get(1).truncated).toBe(true)
  })

  it('forgets what calls carried and keeps that they were made', () => {
    const { journal } = start()
    journal.record(aCall({ requestBody: { label: 'seen' } }))

    journal.forgetBodies()

    expect(journal.get(1)).toMatchObject({ request_body: null, path: '/vault/items', truncated: true })
  })

  it('writes a call as curl, quoted for a shell, without the token', () => {
    const { journal } = start()
    journal.record(aCall({ headers: { authorization: 'v_x', host: 'h' }, requestBody: { label: "it's" } }))

    expect(journal.get(1).curl).toBe(
      [
        `curl -X POST 'http://127.0.0.1:4000/vault/items'`,
        `-H 'authorization: [hidden]'`,
        `-H 'content-type: application/json'`,
        `--data-binary '{"label":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
  })
})

describe('observe', () => {
  const send: Send = (request) =>
    Promise.resolve(
      request.operation === vaultOperations.itemsIdGet.id
        ? { ok: true, status: 200, body: { item: { id: 'i' } } }
        : { ok: false, status: 404, body: { errors: [] } },
    )

  it('records calls in process with the path they would have over HTTP', async () => {
    const { journal } = start()

    await journal.observe(
      send,
      'user-1',
    )({
      operation: vaultOperations.itemsIdGet.id,
      params: { id: 'abc' },
      query: { access_token: 'canary', like: 'x' },
      headers: { authorization: newAccessToken('vault') },
    })

    expect(journal.get(1)).toMatchObject({
      source: 'client',
      transport: 'in_process',
      api: 'vault',
      operation: 'itemsIdGet',
      method: 'GET',
      path: '/vault/items/abc?access_token=[hidden]&like=x',
      status: 200,
      duration_ms: 2,
      user_id: 'user-1',
      response_body: '{"item":{"id":"i"}}',
    })
  })

  it('tells calls of the window from calls of the client', async () => {
    const { journal } = start()
    const observed = journal.observe(send, null)

    await journal.asWindow(() => observed({ operation: vaultOperations.itemsIdGet.id, params: { id: 'a' } }))
    await observed({ operation: 'vault.unknown' })

    expect(journal.list({ limit: 2 }).calls.map(({ source, status }) => [source, status])).toEqual([
      ['client', 404],
      ['window', 200],
    ])
  })
})
