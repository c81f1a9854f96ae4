// Proves docs/contract/workbench.md, Journal.

import { describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { newAccessToken } from '../../crypto/token.ts'
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
    expect(() => journal.get(1)).toThrow('Call 1 is not kept')
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
    const operation = keystoreOperations.srpSessionPost
    journal.record(aCall({ operation, responseBody, responseText: JSON.stringify(responseBody) }))

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

  it('keeps how many bytes a file had, and none of them', async () => {
    const { journal } = start()
    const fileRange = { filename: 'a.pdf', byte_size: 5, first: 0, last: 4, data: Buffer.from('bytes') }
    const observed = journal.observe(() => Promise.resolve({ ok: true, status: 200, body: fileRange }), 'user-1')

    await observed({ operation: vaultOperations.blobStoreUploadsKeyHead.id, body: new Uint8Array(8 * 1024 * 1024) })

    expect(journal.get(1)).toMatchObject({
      request_body: '{"bytes":8388608}',
      response_body: '{"filename":"a.pdf","byte_size":5,"first":0,"last":4,"data":{"bytes":5}}',
      truncated: false,
    })
  })

  it('leaves out calls that carry a block of a file, but for those that are refused', async () => {
    const { journal } = start()
    let ok = true
    const answer: Send = () =>
      Promise.resolve(ok ? { ok, status: 201, body: undefined } : { ok: false, status: 507, body: { errors: [] } })
    const observed = journal.observe(answer, 'user-1')

    await observed({ operation: vaultOperations.blobStoreUploadsKeyPut.id, body: new Uint8Array(1) })
    ok = false
    await observed({ operation: vaultOperations.blobStoreUploadsKeyPut.id, body: new Uint8Array(1) })

    expect(journal.list({ limit: 5 }).calls.map(({ status }) => status)).toEqual([507])
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

describe('the workspace of a call', () => {
  const answer: Send = () => Promise.resolve({ ok: true, status: 200, body: { answer: 'kept' } })
  const numbers = ({ journal }: ReturnType<typeof start>) =>
    journal.list({ limit: 10 }).calls.map(({ number }) => number)

  it('is the one in use: entering another one forgets its calls and bodies', async () => {
    const started = start({ calls: 3 })
    const { journal } = started
    journal.enter('first')
    journal.record(aCall({ responseBody: { a: 1 } }))
    await journal.ofWorkspace('first').observe(answer, 'alice')({ operation: 'vault.itemsGet' })
    expect(numbers(started)).toEqual([2, 1])

    journal.enter('second')

    expect(journal.list({ limit: 10 })).toMatchObject({ calls: [], kept: 0 })
    expect(() => journal.get(1)).toThrow('Call 1 is not kept')
    journal.record(aCall())
    expect(numbers(started)).toEqual([3])
    journal.enter('first')
    expect(numbers(started)).toEqual([])
  })

  it('keeps its calls while it is entered again, as after a lock', () => {
    const started = start()
    started.journal.enter('first')
    started.journal.record(aCall())

    started.journal.enter('first')

    expect(numbers(started)).toEqual([1])
  })

  it('is not shown before it is in use, nor told to windows; then its calls are there', async () => {
    const started = start()
    const { journal, announced } = started
    journal.enter('first')
    const send = journal.ofWorkspace('second').observe(answer, 'alice')
    await send({ operation: 'vault.itemsGet' })

    expect([numbers(started), announced]).toEqual([[], []])
    expect(() => journal.get(1)).toThrow('Call 1 is not kept')
    journal.enter('second')
    expect(numbers(started)).toEqual([1])
  })

  it('is shown while it is made where no other one is in use', async () => {
    const started = start()
    await started.journal.ofWorkspace('first').observe(answer, 'alice')({ operation: 'vault.itemsGet' })

    expect(numbers(started)).toEqual([1])
    expect(started.announced).toHaveLength(1)
  })

  it('takes what ends late with it: nothing of it comes into the next one', async () => {
    const started = start()
    const { journal } = started
    let finish = (): void => undefined
    const slow: Send = () =>
      new Promise((resolve) => {
        finish = () => {
          resolve({ ok: true, status: 200, body: {} })
        }
      })
    journal.enter('first')
    const first = journal.ofWorkspace('first')
    const running = first.observe(slow, 'alice')({ operation: 'vault.itemsGet' })

    journal.ofWorkspace('second')
    journal.enter('second')
    finish()
    await running
    await first.observe(answer, 'alice')({ operation: 'vault.itemsGet' })
    journal.record(aCall({ beganMs: 0 })) // over HTTP, begun before

    expect(numbers(started)).toEqual([])
  })

  it('keeps no body of a call that was running when the workspace was locked', () => {
    const { journal } = start()
    const beganMs = 1
    journal.forgetBodies()
    journal.record(aCall({ beganMs, requestBody: { a: 1 }, responseBody: { b: 2 }, responseText: '{"b":2}' }))
    journal.record(aCall({ requestBody: { a: 1 } }))

    expect(journal.get(1)).toMatchObject({ request_body: null, response_body: null, truncated: true })
    expect(journal.get(2)).toMatchObject({ request_body: '{"a":1}', truncated: false })
  })
})
