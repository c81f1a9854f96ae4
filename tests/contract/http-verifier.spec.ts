// Proves docs/contract/vault.md, Mounts; docs/contract/exchange.md, Limits, Verifier: requests, Wallet endpoints,
// Scenarios.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import { isWalletPath } from '../../src-main/http/cors.ts'
import { qrSvg } from '../../src-main/verifier/qr-image.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import { sendRaw } from '../support/service/raw-http.ts'
import { ANY_CREDENTIAL, aVerifier } from '../support/exchange/verifier.ts'

/* The verifier as wallets and other programs see it on the wire. */

const WALLET_PAGE = 'https://wallet.example'
const JSON_TYPE = { 'content-type': 'application/json' }

let server: TestHttpServer
let verifier: ReturnType<typeof aVerifier>
let request: VerifierRequest
let paths: { readonly definition: string; readonly destination: string; readonly desk: string }

beforeEach(async () => {
  server = await startHttpServer({}, { corsOrigins: (path) => (isWalletPath(path) ? [WALLET_PAGE] : []) })
  verifier = aVerifier({ ...server, send: sendOverHttp(server.url), close: () => server.close() })
  request = await verifier.request()
  const desk = `${server.url}/verifier/requests/${request.id}`
  paths = { desk, definition: `${desk}/definition`, destination: `${desk}/presentations` }
})

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

/** A profile may stand there, as the media types of JSON-LD have it. */
const PRESENTATION_TYPES = [
  'application/ld+json',
  'application/vp+ld+json',
  'Application/LD+JSON; charset="UTF-8"',
  'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted https://profiles.example/a"; charset=utf-8',
]

describe.each(PRESENTATION_TYPES)('a presentation as %s', (type) => {
  const headers = { 'content-type': type }

  it('is read as JSON by the wallet endpoint and by the exchange, and by nothing else', async () => {
    const presentation = await verifier.presentation(request)
    const body = JSON.stringify(presentation)
    const held = { ...headers, ...verifier.key.headers }
    const verified = await fetch(`${server.url}/exchange/presentations/verify`, { method: 'POST', headers: held, body })
    const answered = await fetch(paths.destination, { method: 'POST', headers, body })
    const definition = await fetch(`${server.url}/exchange/presentations/definitions`, {
      method: 'POST',
      headers: held,
      body: JSON.stringify(ANY_CREDENTIAL),
    })
    const wish = await fetch(`${server.url}/verifier/requests`, { method: 'POST', headers: held, body: '{}' })

    expect([verified.status, answered.status, definition.status, wish.status]).toEqual([200, 200, 415, 415])
    expect(await verified.json()).toMatchObject({ valid: true })
  })
})

describe('the wallet endpoints', () => {
  it('answer GET and HEAD for the definition, and nothing may keep it', async () => {
    const read = await fetch(paths.definition)
    const probed = await fetch(paths.definition, { method: 'HEAD' })

    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(await read.json()).toEqual({ ...ANY_CREDENTIAL, id: request.definition_id })
    expect([probed.status, await probed.text()]).toEqual([200, ''])
    expect(probed.headers.get('content-length')).toBe(read.headers.get('content-length'))
  })

  it('answer HEAD for the destination without a body, whatever the answer', async () => {
    const open = await fetch(paths.destination, { method: 'HEAD' })
    await fetch(paths.desk, { method: 'DELETE', headers: verifier.key.headers })
    const gone = await fetch(paths.destination, { method: 'HEAD' })

    expect([open.status, await open.text(), gone.status, await gone.text()]).toEqual([200, '', 410, ''])
  })

  it.each(['application/vc+ld+json', 'application/ld+json; charset=utf-16', 'application/vp+ld+jsonx'])(
    'refuse %s',
    async (type) => {
      const refused = await fetch(paths.destination, { method: 'POST', headers: { 'content-type': type }, body: '{}' })

      expect(refused.status).toBe(415)
      expect(await refused.json()).toMatchObject({
        errors: [{ message: expect.stringContaining('application/vp+ld+json') as string }],
      })
    },
  )

  it('take JSON only, and say which methods there are', async () => {
    const text = await fetch(paths.destination, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    })
    const broken = await fetch(paths.destination, { method: 'POST', headers: JSON_TYPE, body: '{' })
    const large = await fetch(paths.destination, { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(2 << 20) })
    const read = await fetch(paths.destination)

    expect([text.status, broken.status, large.status, read.status]).toEqual([415, 400, 413, 405])
    expect(read.headers.get('allow')).toBe('HEAD, POST, OPTIONS')
    expect((await verifier.read(request)).state).toBe('waiting')
  })

  it('take a compact JWS as a JSON string', async () => {
    const reply = await fetch(paths.destination, { method: 'POST', headers: JSON_TYPE, body: '"e30.e30.e30"' })

    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('vp') as string])
  })

  it('let pages of a listed origin in, here and nowhere else', async () => {
    const origin = { origin: WALLET_PAGE, 'sec-fetch-site': 'cross-site' }
    const preflight = await fetch(paths.destination, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    })
    const read = await fetch(paths.definition, { headers: origin })
    const foreign = await fetch(paths.definition, { headers: { ...origin, origin: 'https://other.example' } })
    const desk = await fetch(paths.desk, { headers: { ...origin, ...verifier.key.headers } })
    const exchange = await fetch(`${server.url}/exchange/presentations/definitions/${request.definition_id}`, {
      headers: { ...origin, ...verifier.key.headers },
    })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('HEAD, POST, OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
    for (const reply of [preflight, read]) {
      expect(reply.headers.get('access-control-allow-origin')).toBe(WALLET_PAGE)
    }
    for (const reply of [foreign, desk, exchange]) {
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('the addresses of OpenID4VP wallets', () => {
  const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
  const uris = () => ({ object: request.request_uri ?? '', response: request.response_uri })

  it('give the signed request, which nothing stores, and say which methods there are', async () => {
    const got = await fetch(uris().object)
    const posted = await fetch(uris().object, { method: 'POST', headers: FORM_TYPE, body: 'wallet_nonce=n-1' })
    const bodiless = await fetch(uris().object, { method: 'POST' })
    const head = await fetch(uris().object, { method: 'HEAD' })
    const other = await fetch(uris().response)

    for (const reply of [got, posted, bodiless, head]) {
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/oauth-authz-req+jwt')
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    expect((await posted.text()).split('.')).toHaveLength(3)
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await verifier.read(request)).timeline.filter(({ kind }) => kind === 'definition_fetched')).toHaveLength(4)
  })

  it('take forms only, each field once', async () => {
    const send = async (body: string, headers: Readonly<Record<string, string>> = FORM_TYPE) => {
      const reply = await fetch(uris().response, { method: 'POST', headers, body })
      return [reply.status, await reply.text()]
    }
    const state = `state=state-${request.id}`

    expect(await send('{"error":"access_denied"}', JSON_TYPE)).toEqual([415, expect.stringContaining('form') as string])
    expect(await send('a.b.c', { 'content-type': 'application/jwt' })).toEqual([
      415,
      expect.stringContaining('direct_post.jwt') as string,
    ])
    expect(await send('--x--', { 'content-type': 'multipart/form-data; boundary=x' })).toEqual([
      415,
      expect.stringContaining('x-www-form-urlencoded') as string,
    ])
    expect(await send(`${state}&${state}&error=a`)).toEqual([400, expect.stringContaining('state') as string])
    expect(await send('{"state":"x"}')).toEqual([400, expect.stringContaining('JSON') as string])
    expect(await send(`${state}&error=%ff`)).toEqual([400, expect.stringContaining('UTF-8') as string])
    expect((await send(`${state}&vp_token=${'x'.repeat(2 << 20)}`))[0]).toBe(413)
    expect((await send(`${state}&error=access_denied`)).join(' ')).toBe('200 {}')
    expect((await verifier.read(request)).state).toBe('waiting')
    const large = await fetch(uris().object, { method: 'POST', headers: FORM_TYPE, body: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
  })

  it('let pages of a listed origin in', async () => {
    const headers = { origin: WALLET_PAGE, 'sec-fetch-site': 'cross-site' }
    for (const [method, path] of [
      ['GET', uris().object],
      ['OPTIONS', uris().response],
    ] as const) {
      const reply = await fetch(path, { method, headers })
      expect(reply.headers.get('access-control-allow-origin')).toBe(WALLET_PAGE)
    }
  })
})

describe('the console', () => {
  it('asks for the key before it reads a body', async () => {
    const head = `POST /verifier/requests HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`
    const reply = await sendRaw(server.port, `${head}Content-Length: 500000\r\n\r\n{`)

    expect([reply.status, reply.body]).toEqual([401, expect.stringContaining('subscription_key_invalid') as string])
  })

  it('serves the image as an image', async () => {
    const svg = await fetch(`${paths.desk}/qr`, { headers: verifier.key.headers })
    const png = await fetch(`${paths.desk}/qr?format=png`, { headers: verifier.key.headers })
    const bytes = Buffer.from(await png.arrayBuffer())

    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    expect(await svg.text()).toBe(qrSvg(request.deep_link).data)
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(png.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  })

  it('names the new request in Location, under its mount', async () => {
    const reply = await fetch(`${server.url}/verifier/requests`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...verifier.key.headers },
      body: JSON.stringify({ definition_id: request.definition_id }),
    })
    const made = (await reply.json()) as { request: VerifierRequest }

    expect(reply.headers.get('location')).toBe(`/verifier/requests/${made.request.id}`)
  })

  it('is not on the combined mount: the verifier is a party of its own', async () => {
    const reply = await fetch(`${server.url}/requests`, { headers: verifier.key.headers })

    expect(reply.status).toBe(404)
  })
})
