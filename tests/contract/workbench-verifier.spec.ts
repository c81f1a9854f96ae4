// Proves docs/contract/exchange.md, Wallet endpoints, After a valid answer, Deep link, Verifier: settings;
// docs/contract/workbench.md, Calls of the window.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { VerifierRequest, VerifierRequestDetail } from '../../shared/contract/verifier-requests.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { ANY_CREDENTIAL, boundPresentation, THE_CREDENTIAL } from '../support/exchange/verifier.ts'
import { sendRaw } from '../support/service/raw-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  workspaceLock,
  forward,
  callsGet,
  userSignOut,
  itemRows,
  itemOpen,
  verifierSettingsGet,
  verifierSettingsSave,
  networkAccessOpen,
  networkAccessClose,
} = workbenchOperations
const SETTINGS = { wallet_scheme: 'vaultbench-wallet', explain: true, cors_origins: [], base_url: null }
const { createVerifierRequest, getVerifierRequest, cancelVerifierRequest } = verifierRequestOperations

let workbench: TestWorkbench
let networkAddresses: readonly string[]

beforeEach(async () => {
  networkAddresses = ['127.0.0.1']
  workbench = await openWorkbench({ networkAddresses: () => networkAddresses })
})

afterEach(() => stopWorkbench(workbench))

async function atDesk<Body>(operation: { readonly id: string }, parts: object = {}): Promise<Body> {
  const reply = await workbench.call(forward, { body: { as: 'subscription', operation: operation.id, ...parts } })
  if (!reply.ok) throw new Error(JSON.stringify(reply.body))
  return reply.body as Body
}

const aRequest = async (wish: object = {}) =>
  (
    await atDesk<{ request: VerifierRequest }>(createVerifierRequest, {
      body: { presentation_definition: ANY_CREDENTIAL, ...wish },
    })
  ).request

function told(): WorkbenchEvent[] {
  const events: WorkbenchEvent[] = []
  workbench.application.workbench.subscribe((event) => events.push(event as WorkbenchEvent))
  return events
}

describe('the verifier of a workspace', () => {
  it('names its own address in the links of a request, where a wallet gets the definition', async () => {
    const request = await aRequest()
    const { url } = workbench.application.server
    const reply = await fetch(request.definition_url)

    expect(request.destination_url).toBe(`${url}/verifier/requests/${request.id}/presentations`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.json()).toEqual({ ...ANY_CREDENTIAL, id: request.definition_id })
  })

  it('tells the window of each change', async () => {
    const events = told()
    const request = await aRequest()
    await fetch(request.definition_url)
    await fetch(request.destination_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await atDesk(cancelVerifierRequest, { params: { request_id: request.id } })

    expect(events.filter(({ type }) => type === 'verifier-request')).toEqual(
      ['created', 'fetched', 'refused', 'cancelled'].map(() => ({ type: 'verifier-request', request_id: request.id })),
    )
  })

  it('shows its calls to the exchange in the journal as its own, without the key', async () => {
    const request = await aRequest()
    await fetch(request.definition_url)
    const { calls } = await workbench.call(callsGet, { query: {} })

    expect(calls.map(({ source, operation }) => `${source} ${operation}`)).toEqual([
      'loopback getRequestDefinition',
      'verifier getPresentationDefinition',
      'window createVerifierRequest',
      'verifier createPresentationDefinition',
    ])
    for (const { number } of calls) {
      const { call } = await workbench.call(workbenchOperations.callGet, { params: { number } })
      expect(call.request_headers['service-subscription-key'] ?? '[hidden]').toBe('[hidden]')
    }
  })

  it('remembers where a presentation came from', async () => {
    const request = await aRequest()
    await fetch(request.destination_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { request: read } = await atDesk<{ request: VerifierRequestDetail }>(getVerifierRequest, {
      params: { request_id: request.id },
    })

    expect(read.attempts).toMatchObject([{ remote: '127.0.0.1', bytes: 2, http_status: 400 }])
  })
})

const post = async (url: string, presentation: unknown) => {
  const body = JSON.stringify(presentation)
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return { status: reply.status, answer: (await reply.json()) as { valid: boolean; errors?: unknown[] } }
}
const read = async ({ id }: VerifierRequest) =>
  (await atDesk<{ request: VerifierRequestDetail }>(getVerifierRequest, { params: { request_id: id } })).request

/** Until what follows a valid answer has ended. */
const whatFollows = (request: VerifierRequest) =>
  vi.waitFor(async () => expect((await read(request)).on_valid_result).not.toBeNull())

describe('settings of the verifier', () => {
  const save = (changes: object) => workbench.call(verifierSettingsSave, { body: { ...SETTINGS, ...changes } })

  it('are the usual ones at first, and stay as they were saved', async () => {
    const first = await workbench.call(verifierSettingsGet, {})
    const wanted = {
      wallet_scheme: 'other',
      explain: false,
      cors_origins: ['https://wallet.example', 'http://127.0.0.1:5173'],
      base_url: 'https://tunnel.example/verifier',
    }
    const saved = await save({ ...wanted, base_url: `${wanted.base_url}/` })

    expect(first).toMatchObject({ ...SETTINGS, network: { open_until: null, urls: [] } })
    expect(first.webhook_public_key).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=]+\n-----END PUBLIC KEY-----\n$/)
    expect(saved).toEqual({ ...first, ...wanted })
    expect(await workbench.call(verifierSettingsGet, {})).toEqual(saved)
    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'settings' })
  })

  it.each<[string, object]>([
    ['wallet_scheme', { wallet_scheme: 'a b' }],
    ['cors_origins[0]', { cors_origins: ['https://wallet.example/'] }],
    ['cors_origins[0]', { cors_origins: ['*'] }],
    ['cors_origins[0]', { cors_origins: ['null'] }],
    ['cors_origins[1]', { cors_origins: ['https://wallet.example', 'wallet.example'] }],
    ['base_url', { base_url: 'tunnel.example' }],
    ['base_url', { base_url: 'ftp://tunnel.example' }],
    ['base_url', { base_url: 'https://me:word@tunnel.example' }],
    ['base_url', { base_url: 'https://tunnel.example/?a=b' }],
    ['base_url', { base_url: `https://tunnel.example/${'x'.repeat(1000)}` }],
  ])('refuse %s', async (path, changes) => {
    await expect(save(changes)).rejects.toMatchObject({
      status: 400,
      errors: [{ error: 'invalid_params', extra_info: { parameter: path } }],
    })
    expect(await workbench.call(verifierSettingsGet, {})).toMatchObject(SETTINGS)
  })

  it('decide about the links of requests, and what an answer may be bound to', async () => {
    const earlier = await aRequest()
    await save({ wallet_scheme: 'other', base_url: 'https://tunnel.example/verifier' })
    const request = await aRequest()
    const presentation = await boundPresentation(request, Date.now())
    const { url } = workbench.application.server
    const { answer } = await post(`${url}/verifier/requests/${request.id}/presentations`, presentation)

    expect(request.deep_link).toMatch(/^other:/)
    expect(request).toMatchObject({
      definition_url: `https://tunnel.example/verifier/requests/${request.id}/definition`,
      reachable_from_phone: true,
    })
    expect(answer).toMatchObject({ valid: true, errors: [] })
    expect((await read(earlier)).deep_link).toMatch(/^vaultbench-wallet:.*tunnel/)
  })

  it('keep from wallets why an answer was refused', async () => {
    const request = await aRequest()
    await save({ explain: false })
    const { answer } = await post(request.destination_url, {
      ...(await boundPresentation(request, Date.now())),
      holder: 'x',
    })

    expect(answer).toMatchObject({ valid: false })
    expect(answer).not.toHaveProperty('errors')
    expect(answer).not.toHaveProperty('warnings')
  })

  it('let pages of listed origins call the wallet endpoints, as soon as they are listed', async () => {
    const { definition_url } = await aRequest()
    const origin = 'https://wallet.example'
    const ask = () => fetch(definition_url, { headers: { origin } })

    expect((await ask()).status).toBe(403)
    await save({ cors_origins: [origin] })
    const listed = await ask()
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    const status = `${workbench.application.server.url}/workbench/status`
    expect((await fetch(status, { headers: { origin } })).status).toBe(403)
  })
})

describe('a forwarded port', () => {
  const save = (base_url: string | null) => workbench.call(verifierSettingsSave, { body: { ...SETTINGS, base_url } })
  const forwarders: Server[] = []
  afterEach(() => {
    for (const forwarder of forwarders.splice(0)) forwarder.close()
  })

  /** Another port of this computer, whose bytes go to the server as they are. */
  async function forwardedPort(): Promise<number> {
    const { port, hostname } = new URL(workbench.application.server.url)
    const forwarder = createServer((socket) => {
      const onwards = connect(Number(port), hostname)
      for (const end of [socket, onwards]) end.on('error', () => undefined)
      socket.pipe(onwards).pipe(socket)
    })
    forwarders.push(forwarder)
    forwarder.listen(0, '127.0.0.1')
    await once(forwarder, 'listening')
    return (forwarder.address() as AddressInfo).port
  }

  it('reaches the wallet endpoints under the host and port of the base URL, for as long as it is set', async () => {
    const port = await forwardedPort()
    const base = `http://127.0.0.1:${port}/verifier`
    const { id } = await aRequest()
    const definition = `${base}/requests/${id}/definition`

    expect((await fetch(definition)).status).toBe(403)
    await save(base)
    const request = await aRequest()
    expect(request.definition_url.startsWith(`${base}/`)).toBe(true)
    expect((await fetch(request.definition_url)).status).toBe(200)
    expect(await post(request.destination_url, await boundPresentation(request, Date.now()))).toMatchObject({
      status: 200,
      answer: { valid: true },
    })
    await save(null)
    expect((await fetch(definition)).status).toBe(403)
  })

  it('reaches nothing else, and nothing under another name', async () => {
    const port = await forwardedPort()
    await save(`http://Phone.Example:${port}/verifier`)
    const { id } = await aRequest()
    const ask = async (path: string, host: string) =>
      (await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    const definition = `/verifier/requests/${id}/definition`

    for (const host of [`phone.example:${port}`, `PHONE.example:${port}`]) expect(await ask(definition, host)).toBe(200)
    for (const host of ['phone.example', `phone.example:${port + 1}`, `127.0.0.1:${port}`, 'evil.example']) {
      expect([host, await ask(definition, host)]).toEqual([host, 403])
    }
    const inside = [
      '/',
      '/docs',
      '/vault/version',
      '/workbench/status',
      '/verifier/requests',
      `/verifier/requests/${id}`,
    ]
    for (const path of [...inside, `/workbench/..${definition}`, `${definition}/../../..`]) {
      expect([path, await ask(path, `phone.example:${port}`)]).toEqual([path, 403])
    }
  })
})

describe('the local network', () => {
  const open = (minutes = 60) => workbench.call(networkAccessOpen, { body: { minutes } })
  const isRefused = (url: string) =>
    fetch(url).then(
      () => false,
      () => true,
    )

  it('reaches the two wallet endpoints, and nothing else', async () => {
    const request = await aRequest()
    const { open_until, urls } = await open(5)
    const [base = ''] = urls
    const { origin } = new URL(base)
    const path = `${base}/requests/${request.id}`
    const now = await read(request)

    expect(Date.parse(open_until ?? '') - Date.now()).toBeGreaterThan(4 * 60_000)
    expect(origin).not.toBe(workbench.application.server.url)
    expect(now.definition_url).toBe(`${path}/definition`)
    expect((await fetch(`${path}/definition`)).status).toBe(200)
    expect((await fetch(`${path}/presentations`, { method: 'HEAD' })).status).toBe(200)
    expect(await post(`${path}/presentations`, await boundPresentation(now, Date.now()))).toMatchObject({
      status: 200,
      answer: { valid: true },
    })
    for (const elsewhere of [
      path,
      `${path}/qr`,
      `${path}/definition/`,
      `${path}/definition.json`,
      `${base}/requests`,
      `${origin}/`,
      `${origin}/docs`,
      `${origin}/openapi/verifier.json`,
      `${origin}/version`,
      `${origin}/vault/version`,
      `${origin}/exchange/presentations/definitions/${request.definition_id}`,
      `${origin}/workbench/status`,
      `${origin}/workbench/verifier/requests/x/definition`,
    ]) {
      expect([elsewhere, (await fetch(elsewhere)).status]).toEqual([elsewhere, 404])
    }
  })

  it('must call the computer by its address', async () => {
    const request = await aRequest()
    const { urls } = await open()
    const { port, host } = new URL(urls[0] ?? '')
    const status = async (name: string) =>
      (await sendRaw(Number(port), `GET /verifier/requests/${request.id}/definition HTTP/1.1\r\nHost: ${name}\r\n\r\n`))
        .status

    expect(await status(host)).toBe(200)
    expect(await status(`localhost:${port}`)).toBe(403)
    expect(await status('evil.example')).toBe(403)
  })

  it('is shut out at once, by locking too, and opening again keeps the address', async () => {
    const first = await open(1)
    const longer = await open(60)
    expect(longer.urls).toEqual(first.urls)
    expect(Date.parse(longer.open_until ?? '')).toBeGreaterThan(Date.parse(first.open_until ?? ''))

    expect(await workbench.call(networkAccessClose, {})).toEqual({ open_until: null, urls: [] })
    expect(await isRefused(first.urls[0] ?? '')).toBe(true)
    expect(await workbench.call(networkAccessClose, {})).toEqual({ open_until: null, urls: [] })

    const second = await open()
    await workbench.call(workspaceLock, {})
    expect(await isRefused(second.urls[0] ?? '')).toBe(true)
    await expect(open()).rejects.toMatchObject({ code: 'workspace_locked' })
  })

  it('is opened for an hour at most, and only where there is one', async () => {
    await expect(open(61)).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(open(0)).rejects.toMatchObject({ code: 'invalid_params' })
    networkAddresses = []
    await expect(open()).rejects.toMatchObject({ status: 409, code: 'network_unavailable' })
    expect((await workbench.call(verifierSettingsGet, {})).network).toEqual({ open_until: null, urls: [] })
  })
})

describe('an item with what was disclosed', () => {
  it('is sealed into the vault of the user the window named, once', async () => {
    const { user } = await registerUser(workbench, 'Ada')
    const request = await aRequest({ name: 'Front desk', on_valid: { kind: 'store_item', user_id: user.id } })
    await post(request.destination_url, await boundPresentation(request, Date.now()))
    await whatFollows(request)
    const { rows } = await workbench.call(itemRows, { params: { user_id: user.id }, query: {} })
    const [row] = rows
    const item = await workbench.call(itemOpen, { params: { user_id: user.id, item_id: row?.id ?? '' } })

    expect((await read(request)).on_valid_result).toMatchObject({
      done: true,
      message: 'an item with 1 field was stored',
    })
    expect(rows).toHaveLength(1)
    expect(item).toMatchObject({
      item: { label: 'Front desk' },
      slots: [{ label: 'id', value: THE_CREDENTIAL['id'] }],
    })
  })

  it('cannot be stored for somebody who is signed out; the request stays answered', async () => {
    const { user } = await registerUser(workbench, 'Ada')
    await workbench.call(userSignOut, { params: { user_id: user.id } })
    const request = await aRequest({ on_valid: { kind: 'store_item', user_id: user.id } })
    await post(request.destination_url, await boundPresentation(request, Date.now()))
    await whatFollows(request)

    expect(await read(request)).toMatchObject({
      state: 'verified',
      on_valid_result: { done: false, message: 'The user Ada is not signed in.' },
    })
  })

  it('is not for other programs to ask for', async () => {
    const { user } = await registerUser(workbench, 'Ada')
    const { subscription_key } = await workbench.call(workbenchOperations.subscriptionKeyCreate, {
      body: { name: 'Program' },
    })
    const reply = await fetch(`${workbench.application.server.verifier}/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'service-subscription-key': subscription_key },
      body: JSON.stringify({
        presentation_definition: ANY_CREDENTIAL,
        on_valid: { kind: 'store_item', user_id: user.id },
      }),
    })

    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('"forbidden"') as string])
  })
})
