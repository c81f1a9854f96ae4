// Proves docs/contract/exchange.md, Wallet endpoints, After a valid answer.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicKey, verify } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import type { PostJson } from '../../src-main/verifier/webhook.ts'
import { postByFetch } from '../../src-main/verifier/webhook.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports, startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { ANY_CREDENTIAL, aVerifier, refusalOf, THE_CREDENTIAL } from '../support/exchange/verifier.ts'

/* What the verifier does after a valid answer (docs/contract/exchange.md, After a valid answer). */

interface Hook {
  readonly url: string
  readonly received: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[]
  status: number
  close(): Promise<void>
}

/** A program of this computer that is told of valid answers. */
async function aHook(): Promise<Hook> {
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (part: string) => (body += part))
    incoming.on('end', () => {
      hook.received.push({ headers: incoming.headers, body })
      outgoing.writeHead(hook.status, hook.status === 302 ? { location: hook.url } : {})
      outgoing.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hook: Hook = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    status: 204,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return hook
}

function begin(post?: PostJson, earlier?: TestService) {
  const started = startService({}, earlier, post && { postWebhook: post })
  const running: TestService = {
    ...started,
    send: (request) => started.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  return running
}

describe('a webhook', () => {
  let hook: Hook
  let running: TestService
  let verifier: ReturnType<typeof aVerifier>

  beforeEach(async () => {
    hook = await aHook()
    running = begin()
    verifier = aVerifier(running)
  })

  const aRequest = (url = hook.url) =>
    verifier.request({ presentation_definition: ANY_CREDENTIAL, on_valid: { kind: 'webhook', url } })

  async function answered(request: VerifierRequest) {
    await verifier.answer(request, await verifier.presentation(request))
    await running.service.verifier.settled()
    return verifier.read(request)
  }

  it('is sent what was disclosed, once, and signed with the key of the workspace', async () => {
    const closed = await answered(await aRequest())
    const [sent] = hook.received
    const signature = /^t=(\d+),ed25519=([\w-]+)$/.exec(String(sent?.headers['vaultbench-signature']))
    const publicKey = createPublicKey(running.service.verifier.webhookKey.publicPem())

    expect(hook.received).toHaveLength(1)
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      request_id: closed.id,
      verification_id: closed.attempts[0]?.verification?.verification_id,
      valid: true,
      fields: [{ descriptor: 'identity', descriptor_name: 'identity', name: 'id', value: THE_CREDENTIAL['id'] }],
    })
    expect(signature?.[1]).toBe(String(Math.floor(running.clock.nowMs() / 1000)))
    const signed = Buffer.from(`${signature?.[1] ?? ''}.${sent?.body ?? ''}`)
    expect(verify(null, signed, publicKey, Buffer.from(signature?.[2] ?? '', 'base64url'))).toBe(true)
    expect(closed).toMatchObject({
      state: 'verified',
      on_valid_result: { done: true, message: 'the webhook answered 204' },
    })
    expect(closed.timeline.at(-1)).toMatchObject({ kind: 'action_done', detail: 'the webhook answered 204' })
  })

  it.each([
    [500, 'the webhook answered 500'],
    [302, 'the webhook answered 302'],
  ])('that answers %i has failed; the request stays answered', async (status, message) => {
    hook.status = status
    const closed = await answered(await aRequest())

    expect(closed).toMatchObject({ state: 'verified', on_valid_result: { done: false, message } })
    expect(closed.timeline.at(-1)).toMatchObject({ kind: 'action_failed' })
    expect(hook.received).toHaveLength(1) // not again, and not where the answer points to
  })

  it('that nobody serves has failed', async () => {
    const request = await aRequest('http://127.0.0.1:9/')

    expect((await answered(request)).on_valid_result).toMatchObject({
      done: false,
      message: 'the webhook was not reached',
    })
  })

  it('is told once when several valid answers come at once, and never of an invalid one', async () => {
    const request = await aRequest()
    await verifier.answer(request, await verifier.presentation(request, { challenge: 'other' }))
    await running.service.verifier.settled()
    expect(hook.received).toHaveLength(0)
    const presentations = await Promise.all([1, 2, 3].map(() => verifier.presentation(request)))
    await Promise.all(presentations.map((one) => verifier.post(request, one)))
    await running.service.verifier.settled()

    expect(hook.received).toHaveLength(1)
  })

  it('says within the time that it did not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const sending = postByFetch({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', timeoutMs: 50 })

    await expect(sending).rejects.toThrow('the webhook did not answer within 0.05 s')
    silent.closeAllConnections()
    silent.close()
  })
})

it('an action that the end of the program interrupts › counts as failed, and is not begun again', async () => {
  let asked = 0
  const never: PostJson = () => {
    asked += 1
    return new Promise(() => undefined)
  }
  const running = begin(never)
  const verifier = aVerifier(running)
  const on_valid = { kind: 'webhook', url: 'http://127.0.0.1:9/' }
  const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, on_valid })
  await verifier.answer(request, await verifier.presentation(request))
  expect((await verifier.read(request)).on_valid_result).toBeNull()
  await running.service.close()

  const again = begin(never, running)
  const read = await again.send({
    operation: 'verifier.getVerifierRequest',
    params: { request_id: request.id },
    headers: verifier.key.headers,
  })

  expect(asked).toBe(1)
  expect(read).toMatchObject({
    body: {
      request: {
        state: 'verified',
        on_valid_result: { done: false, message: 'the program ended before this was done; it is not done again' },
      },
    },
  })
})

it('the key of webhooks › stays the same, and lies sealed', () => {
  const running = begin()
  const pem = running.service.verifier.webhookKey.publicPem()

  expect(begin(undefined, running).service.verifier.webhookKey.publicPem()).toBe(pem)
  const sql = "SELECT value FROM workbench_settings WHERE name = 'verifier_webhook_seed'"
  expect(running.connection.prepare<[], Buffer>(sql).pluck().get()).toHaveLength(1 + 24 + 32 + 16)
})

describeOverTransports('what may be asked for after a valid answer', (start) => {
  it.each([
    'http://192.168.0.7/hook',
    'https://hooks.example/',
    'http://127.0.0.1.example/',
    'http://user:word@127.0.0.1/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://0.0.0.0/',
    'not a url',
  ])('a webhook at %s is refused, and no definition is stored for it', async (url) => {
    const running = await start()
    const verifier = aVerifier(running)
    const before = databaseContent(running.connection)
    const body = { presentation_definition: ANY_CREDENTIAL, on_valid: { kind: 'webhook', url } }
    const refusal = refusalOf(await verifier.desk('createVerifierRequest', { body }))

    expect(refusal).toMatchObject({ status: 400, error: 'invalid_params', extra_info: { parameter: 'on_valid.url' } })
    expect(databaseContent(running.connection).replace(/"last_used_at": "[^"]+"/, '"last_used_at": null')).toBe(before)
    await running.close()
  })
})
