// Proves docs/contract/vault.md, Transports, Transports: HTTP, OpenAPI, Mounts, Credentials, Errors, Removed
// endpoints; docs/contract/keystore.md, Removed endpoints.

import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REMOVED_ENDPOINTS } from '../../shared/contract/removed-endpoints.ts'
import { readBytes } from '../../src-main/http/body-reader.ts'
import { headerOf } from '../../src-main/http/http-call.ts'
import { UI_HEADERS } from '../../src-main/http/security-headers.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { sendRaw } from '../support/service/raw-http.ts'

interface ErrorReply {
  readonly errors: readonly { readonly error: string; readonly extra_info: Readonly<Record<string, unknown>> }[]
}

let server: TestHttpServer

beforeEach(async () => {
  server = await startHttpServer()
})

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const EMPTY = { status: 200, headers: {} }
const firstError = async (response: Response) => ((await response.json()) as ErrorReply).errors[0]
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)

describe('Host (S5)', () => {
  const withHost = (lines: string, target = '/vault/version') =>
    sendRaw(server.port, `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)

  it.each([
    ['127.0.0.1', (port: number) => `127.0.0.1:${port}`],
    ['localhost', (port: number) => `localhost:${port}`],
    ['LocalHost', (port: number) => `LocalHost:${port}`],
    ['[::1]', (port: number) => `[::1]:${port}`],
  ])('lets %s with our port pass', async (_, host) => {
    const reply = await withHost(`Host: ${host(server.port)}\r\n`)

    expect(reply.status).toBe(200)
  })

  const foreign: readonly string[] = [
    'example.com',
    'example.com:PORT',
    'vault.example:PORT',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'localhost:80',
    '127.0.0.1:1',
    '127.0.0.1:PORT0',
    'localhost.:PORT',
    '127.0.0.1.:PORT',
    '[::1',
    '::1:PORT',
    '[::1%25lo]:PORT',
    '[0:0:0:0:0:0:0:1]:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[::ffff:7f00:1]:PORT',
    '[::]:PORT',
    '0.0.0.0:PORT',
    '0:PORT',
    '127.1:PORT',
    '127.0.1:PORT',
    '127.0.0.2:PORT',
    '2130706433:PORT',
    '0x7f000001:PORT',
    '0177.0.0.1:PORT',
    'localhost.localdomain:PORT',
    'app.localhost:PORT',
    '127.0.0.1.nip.io:PORT',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT@example.com',
    '127.0.0.1:PORT,example.com',
    '127.0.0.1:PORT example.com',
    '127.0.0.1:PORT/',
    '127.0.0.1:+PORT',
    '127.0.0.1:0PORT',
    'http://127.0.0.1:PORT',
    '',
  ]

  it.each(foreign)('refuses "%s" for every path', async (host) => {
    const line = `Host: ${host.replace('PORT', String(server.port))}\r\n`

    for (const target of ['/vault/version', '/', '/docs', '/no-such-path']) {
      const reply = await withHost(line, target)

      expect(reply.status).toBe(403)
      expect(reply.body).toContain('host_not_allowed')
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('refuses a request without Host', async () => {
    expect((await withHost('')).status).toBe(403)
    expect((await sendRaw(server.port, 'GET /vault/version HTTP/1.0\r\n\r\n')).status).toBe(403)
  })

  it('refuses two Host lines, also when the first is right', async () => {
    const right = `Host: 127.0.0.1:${server.port}\r\n`

    expect([400, 403]).toContain((await withHost(`${right}Host: example.com\r\n`)).status)
    expect([400, 403]).toContain((await withHost(`${right}${right}`)).status)
  })

  it('reads the address of a proxy, where it is that of Host', async () => {
    const line = `Host: 127.0.0.1:${server.port}\r\n`

    expect((await withHost(line, `HTTP://127.0.0.1:${server.port}/vault/version?x=1`)).status).toBe(200)
    expect((await withHost(line, `http://127.0.0.1:${server.port}//example.com/vault/version`)).status).toBe(400)
    expect((await withHost('Host: example.com\r\n', 'http://example.com/vault/version')).status).toBe(403)
  })

  it.each([
    'http://127.0.0.1:1/vault/version',
    'http://localhost/vault/version',
    'http://example.com/vault/version',
    'http://127.0.0.1/vault/version',
    '//example.com/vault/version',
    '*',
    '/vault\\version',
    '/\\example.com/vault/version',
  ])('refuses the target %s', async (target) => {
    const reply = await withHost(`Host: 127.0.0.1:${server.port}\r\n`, target)

    expect(reply.status).toBe(400)
    expect(reply.body).toContain('bad_request')
  })
})

describe('Origin and Sec-Fetch-Site (S6)', () => {
  /** As a browser writes them; `fetch` of this platform sets some of these headers itself. */
  const asPage = (method: string, headers: Readonly<Record<string, string>>) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `${method} /vault/version HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n`
    return sendRaw(server.port, `${head}${lines.join('')}\r\n`)
  }

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses a foreign origin for %s', async (method) => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', 'http://localhost:1', '']) {
      expect((await asPage(method, { Origin: origin })).status).toBe(403)
    }
  })

  it('refuses what a browser marks as sent by another site, although it has no Origin', async () => {
    for (const site of ['cross-site', 'same-site', 'nonsense']) {
      const reply = await asPage('GET', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' })

      expect(reply.status).toBe(403)
      expect(reply.body).toContain('origin_not_allowed')
    }
  })

  describe('a window that is opened from anywhere', () => {
    const OPENED = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    let window: TestHttpServer

    beforeEach(async () => {
      window = await startHttpServer(
        {},
        { ui: (path) => (path.startsWith('/assets') || path === '/' ? page() : undefined) },
      )
    })

    afterEach(async () => {
      await window.close()
    })

    const page = () => ({ status: 200, headers: UI_HEADERS, body: 'the page' })
    const ask = (target: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${window.port}\r\nConnection: close\r\n`
      return sendRaw(window.port, `${head}${lines.join('')}\r\n`)
    }

    it.each(['cross-site', 'same-site', 'none', 'same-origin'])(
      'gets the page, it being %s, never in a frame',
      async (site) => {
        const reply = await ask('/', { ...OPENED, 'Sec-Fetch-Site': site })

        expect([reply.status, reply.body]).toEqual([200, 'the page'])
        expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      },
    )

    it.each([
      ['another path', '/vault/version', OPENED, 'GET'],
      ['a file of the window', '/assets/main.js', OPENED, 'GET'],
      ['the workbench', '/workbench/status', OPENED, 'GET'],
      ['a query', '/?token=x', OPENED, 'GET'],
      ['the form of another page', '/', OPENED, 'POST'],
      ['HEAD', '/', OPENED, 'HEAD'],
      ['a frame', '/', { ...OPENED, 'Sec-Fetch-Dest': 'iframe' }, 'GET'],
      ['an embedded object', '/', { ...OPENED, 'Sec-Fetch-Dest': 'object' }, 'GET'],
      ['a script that reads', '/', { ...OPENED, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 'GET'],
      ['an image', '/', { ...OPENED, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }, 'GET'],
      ['an Origin', '/', { ...OPENED, Origin: 'null' }, 'GET'],
      ['no word about itself but the site', '/', { 'Sec-Fetch-Site': 'cross-site' }, 'GET'],
    ])('is refused with %s', async (_what, target, headers, method) => {
      expect((await ask(target, headers, method)).status).toBe(403)
    })

    it('is refused under a foreign name, as before', async () => {
      const head = `GET / HTTP/1.1\r\nHost: evil.example:${window.port}\r\nConnection: close\r\n`
      const lines = Object.entries(OPENED).map(([name, value]) => `${name}: ${value}\r\n`)

      expect((await sendRaw(window.port, `${head}${lines.join('')}\r\n`)).body).toContain('host_not_allowed')
    })
  })

  it('lets our own page and a typed address pass', async () => {
    expect((await asPage('GET', { Origin: `http://127.0.0.1:${server.port}` })).status).toBe(200)
    expect((await asPage('GET', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await asPage('GET', { 'Sec-Fetch-Site': 'none' })).status).toBe(200)
  })

  it('refuses the page of another of our names: its origin is not the one that was asked', async () => {
    expect((await asPage('GET', { Origin: `http://localhost:${server.port}` })).status).toBe(403)
  })

  it('gives no reply to another origin a header that lets it be read', async () => {
    const reply = await asPage('OPTIONS', { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' })

    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('CORS (S7)', () => {
  const listed = 'https://app.example'
  let cors: TestHttpServer

  beforeEach(async () => {
    cors = await startHttpServer({}, { corsOrigins: () => [listed] })
  })

  afterEach(() => cors.close())

  const fromPage = (origin: string, method = 'GET') =>
    sendRaw(
      cors.port,
      `${method} /vault/version HTTP/1.1\r\nHost: 127.0.0.1:${cors.port}\r\nOrigin: ${origin}\r\n` +
        `Sec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n`,
    )

  it('lets a listed origin read replies and errors', async () => {
    const reply = await fromPage(listed)

    expect(reply.status).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBe(listed)
    expect(reply.headers['access-control-expose-headers']).toContain('Retry-After')
    expect(reply.headers['vary']).toBe('Origin')
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('answers a preflight request with the methods and headers of the interface', async () => {
    const reply = await fromPage(listed, 'OPTIONS')

    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    expect(reply.headers['access-control-allow-headers']).toContain('Service-Subscription-Key')
    expect(reply.headers['access-control-allow-private-network']).toBeUndefined()
  })

  it('does not let a listed origin near the workbench', async () => {
    const reply = await sendRaw(
      cors.port,
      `GET /workbench/status HTTP/1.1\r\nHost: 127.0.0.1:${cors.port}\r\nOrigin: ${listed}\r\nConnection: close\r\n\r\n`,
    )

    expect(reply.status).toBe(403)
  })

  it.each([
    'https://app.example.evil.example',
    'https://evil.app.example',
    'https://evilapp.example',
    'http://app.example',
    'https://APP.example',
    'https://app.example:443',
    'https://app.example/',
    'https://app.exampl',
    'null',
    '*',
  ])('refuses %s', async (origin) => {
    const reply = await fromPage(origin)

    expect(reply.status).toBe(403)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    expect(reply.headers['vary']).toBe('Origin')
  })
})

describe('paths and methods', () => {
  it('answers 404 where nothing is served', async () => {
    for (const path of [
      '/vault',
      '/vault/',
      '/vault/no-such-path',
      '/keystore/items',
      '/openapi/other.json',
      '/workbench',
    ]) {
      const response = await get(path)

      expect(response.status).toBe(404)
      expect((await firstError(response))?.error).toBe('not_found')
    }
  })

  it('answers 405 with the methods of the path', async () => {
    const response = await get('/vault/version', { method: 'DELETE' })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await firstError(response))?.error).toBe('method_not_allowed')
  })

  it('answers OPTIONS with 204 and the methods', async () => {
    const response = await get('/vault/version', { method: 'OPTIONS' })

    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await response.text()).toBe('')
  })

  it('answers HEAD as GET, without the body', async () => {
    const [head, whole] = [await get('/vault/version', { method: 'HEAD' }), await get('/vault/version')]

    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  })

  it('takes a path as it was sent: dots in it lead nowhere, least of all to the workbench', async () => {
    const asked: string[] = []
    const served = await startHttpServer(
      {},
      { workbench: { answer: (_, path) => Promise.resolve({ ...EMPTY, body: String(asked.push(path)) }) } },
    )
    try {
      for (const path of ['/vault/../workbench/status', '/vault/%2e%2e/workbench/status', '/vault/./version']) {
        const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nConnection: close\r\n\r\n`
        expect((await sendRaw(served.port, head)).status).toBe(404)
      }
    } finally {
      await served.close()
    }
    expect(asked).toEqual([])
  })

  it('ignores a trailing slash and a .json suffix', async () => {
    for (const path of ['/vault/version/', '/vault/version.json', '/version.json']) {
      expect((await get(path)).status).toBe(200)
    }
  })

  it('refuses an unknown method', async () => {
    const reply = await sendRaw(server.port, `PURGE /vault/version HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)

    expect(reply.status).toBe(405)
  })

  it.each([
    ...['/conversations', '/conversations/1', '/conversations/1/2', '/messages', '/messages/1', '/messages/1/2'],
    ...['/attachments/1/download', '/session/login', '/items/1/associations', '/items/1/associations/2'],
  ])('answers 410 for %s of the vault, whatever the method', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const mount of ['/vault', ''])
        expect([method, (await get(`${mount}${path}`, { method })).status]).toEqual([method, 410])
    }
  })

  it.each([
    ...['/encryption_spaces', '/encryption_spaces/1', '/session/login'],
    ...['/shared_keys', '/shared_keys/1', '/shared_keys/1/claim_key'],
  ])('answers 410 for %s of the key store, whatever the method', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const mount of ['/keystore', '']) {
        expect([method, (await get(`${mount}${path}`, { method })).status]).toEqual([method, 410])
      }
    }
  })

  const removed = REMOVED_ENDPOINTS.flatMap((endpoint) => endpoint.methods.map((method) => ({ ...endpoint, method })))

  it.each(removed)(
    'answers 410 for the removed $method $path of the $api',
    async ({ api, method, path, replacement }) => {
      const written = path.replace('/*', '/1/2').replace(/\{\w+\}/g, '0f0e0d0c')
      for (const mount of [`/${api}`, '']) {
        const response = await get(`${mount}${written}`, { method, body: method === 'GET' ? null : 'not read' })

        expect(response.status).toBe(410)
        const error = await firstError(response)
        expect(error?.error).toBe('endpoint_removed')
        expect(error?.extra_info['replacement'] ?? null).toBe(
          mount === '' && path === '/session/login' ? 'POST /session' : replacement,
        )
      }
    },
  )
})

describe('the combined mount', () => {
  it('answers the version of the part that is asked for, and of the vault otherwise', async () => {
    const nameOf = async (path: string) =>
      ((await (await get(path)).json()) as { component: { name: string } }).component.name

    expect(await nameOf('/version')).toBe('vault')
    expect(await nameOf('/version?component=vault')).toBe('vault')
    expect(await nameOf('/version?component=keystore')).toBe('keystore')
  })

  it('serves what only one part has', async () => {
    expect((await get('/.well-known/recaptcha')).status).toBe(200)
    expect((await get('/vault/.well-known/recaptcha')).status).toBe(404)
  })
})

describe('the combined mount, sessions', () => {
  it('are those of the part that issued the token', async () => {
    const asked: string[] = []
    const served = await startHttpServer(
      {},
      { onCall: ({ operation, status }) => asked.push(`${operation ?? ''} ${status}`) },
    )
    try {
      for (const issuedBy of ['vault', 'keystore'] as const) {
        const { token, headers } = aSignedInUser(served, { issuedBy })
        await fetch(`${served.url}/session`, { headers })
        await fetch(`${served.url}/session`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
        await fetch(`${served.url}/session`, { headers })
      }
    } finally {
      await served.close()
    }

    expect(asked).toEqual(
      ['vault', 'keystore'].flatMap((part) => [
        `${part}.sessionGet 200`,
        `${part}.sessionDelete 204`,
        `${part}.sessionGet 401`,
      ]),
    )
  })

  it('begin in the part the body is for', async () => {
    const login = async (body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await firstError(await get('/session', { method: 'POST', headers, body: JSON.stringify(body) })))?.error
    }

    expect(await login({ username: 'x', passphrase: 'y' })).toBe('param_not_permitted')
    expect(await login({ public_key: 'x' })).toBe('invalid_public_key')
    expect(await login({})).toBe('param_missing')
  })
})

describe('credentials', () => {
  it('are checked before the body is read', async () => {
    const head = `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`

    const reply = await sendRaw(server.port, `${head}Content-Type: text/plain\r\nContent-Length: 100000000\r\n\r\n{`)

    expect(reply.status).toBe(401)
  })

  it('count as they are when the body has arrived: a session that ended meanwhile does nothing', async () => {
    const user = aSignedInUser(server)
    const body = JSON.stringify({ valid_for: 60 })
    const head =
      `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n` +
      `Authorization: ${user.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const sending = sendRaw(server.port, [head, body], { pauseMs: 300 })

    await new Promise((resolve) => setTimeout(resolve, 150))
    server.connection.prepare('DELETE FROM sessions WHERE id = ?').run(user.sessionId)

    expect((await sending).status).toBe(401)
  })
})

describe('a locked workspace', () => {
  it('answers 423 for every call to the interface, and 404 for what is not one', async () => {
    const locked = await startHttpServer({}, { service: () => undefined })
    try {
      const answers = await Promise.all(
        ['/vault/version', '/keystore/version', '/version', '/vault/no-such-path'].map((path) =>
          fetch(locked.url + path),
        ),
      )

      expect(answers.map(({ status }) => status)).toEqual([423, 423, 423, 404])
    } finally {
      await locked.close()
    }
  })
})

describe('the window and the workbench', () => {
  it('hands calls to the workbench after Host and Origin were checked, with their body', async () => {
    const seen: string[] = []
    const served = await startHttpServer(
      {},
      {
        workbench: {
          async answer(asked, path) {
            const body = String(await readBytes(asked, 10))
            seen.push(`${asked.method} ${path} ${body} ${headerOf(asked, 'x-own') ?? ''}`)
            return { status: 201, headers: { 'x-reply': 'yes' }, body: '{"done":true}' }
          },
        },
      },
    )
    try {
      const own = await fetch(`${served.url}/workbench/lock?x=1`, {
        method: 'POST',
        body: 'hi',
        headers: { 'x-own': '1' },
      })
      const foreign = await fetch(`${served.url}/workbench/lock`, { headers: { origin: 'https://evil.example' } })

      expect(own.status).toBe(201)
      expect(await own.json()).toEqual({ done: true })
      expect(own.headers.get('x-reply')).toBe('yes')
      expect(own.headers.get('cache-control')).toBe('no-store')
      expect(foreign.status).toBe(403)
      expect(seen).toEqual(['POST /lock hi 1'])
    } finally {
      await served.close()
    }
  })

  it('streams what the workbench streams, and ends it when the server stops', async () => {
    let ended = false
    const served = await startHttpServer(
      {},
      {
        workbench: {
          answer(asked) {
            const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
              start(controller) {
                controller.enqueue(new TextEncoder().encode('data: 1\n\n'))
                asked.gone.addEventListener('abort', () => {
                  ended = true
                  controller.close()
                })
              },
            })
            return Promise.resolve({ ...EMPTY, body })
          },
        },
      },
    )
    const response = await fetch(`${served.url}/workbench/events`)
    const reader = response.body?.getReader()

    const first = (await reader?.read()) as { readonly value?: Uint8Array } | undefined
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n')
    await served.close()
    expect(ended).toBe(true)
  })

  it('serves files beside the interface; where both have a path, the interface answers', async () => {
    const served = await startHttpServer({}, { ui: (path) => ({ ...EMPTY, body: `file ${path}` }) })
    try {
      expect(await (await fetch(`${served.url}/`)).text()).toBe('file /')
      expect(await (await fetch(`${served.url}/version`)).json()).toHaveProperty('component')
      expect((await fetch(`${served.url}/index.html`, { method: 'POST' })).status).toBe(404)
    } finally {
      await served.close()
    }
  })
})

describe('the journal of calls', () => {
  it('is told what was asked and answered', async () => {
    const entries: unknown[] = []
    const served = await startHttpServer({}, { onCall: (entry) => entries.push(entry) })
    try {
      await fetch(`${served.url}/vault/version`, { headers: { 'user-agent': 'test', 'x-unknown': 'not kept' } })
      await fetch(`${served.url}/nowhere`)
    } finally {
      await served.close()
    }

    expect(entries).toMatchObject([
      {
        transport: 'http',
        operation: 'vault.versionGet',
        method: 'GET',
        path: '/vault/version',
        status: 200,
        responseBody: { component: { name: 'vault' } },
        responseText: expect.stringMatching(/^\{"component":\{.*"vault"/) as string,
        userAgent: 'test',
      },
      { operation: null, path: '/nowhere', status: 404 },
    ])
    expect(JSON.stringify(entries)).not.toContain('not kept')
  })

  it('does not make a finished call look refused when it fails itself', async () => {
    const fail = (): never => {
      throw new Error('the journal is broken')
    }
    const served = await startHttpServer({}, { onCall: fail })
    try {
      expect((await fetch(`${served.url}/vault/version`)).status).toBe(200)
      expect(served.faults).toMatchObject([{ message: 'the journal is broken' }])
    } finally {
      await served.close()
    }
  })
})

describe('replies', () => {
  it('carry the security headers and do not name the server, whatever the answer', async () => {
    for (const path of ['/vault/version', '/nope', '/docs', '/openapi/vault.json', '/conversations']) {
      const { headers } = await get(path)

      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.has('server')).toBe(false)
      expect(headers.has('x-powered-by')).toBe(false)
    }
  })
})

describe('unauthenticated probes (S8)', () => {
  /** Open by contract: anybody may know them. */
  const OPEN = ['/version', '/monitor/status', '/.well-known/recaptcha']

  it('learn from 200 paths nothing but "sign in" and "nothing there"', async () => {
    const names = ['users', 'items', 'shares', 'admin', 'config', 'metrics', 'status', 'slots', 'events', 'me']
    const endings = ['', '/1', '/00000000-0000-4000-8000-000000000000', '/../../etc/passwd', '?x=1']
    const paths = ['', '/vault', '/keystore', '/exchange'].flatMap((mount) =>
      names.flatMap((name) => endings.map((ending) => `${mount}/${name}${ending}`)),
    )
    const bodies = new Set<string>()
    for (const path of paths) {
      const reply = await rawGet(path)
      expect([401, 404, 405]).toContain(reply.status)
      // The methods of a path that is in the public documents anyway stand in the Allow header as well.
      bodies.add(reply.status === 405 ? 'other methods' : reply.body)
    }

    expect(paths).toHaveLength(200)
    expect(bodies.size).toBeLessThanOrEqual(3)
    expect([...bodies].join()).not.toMatch(/vaultbench|\d+\.\d+\.\d+|node/i)
    for (const path of OPEN) expect((await rawGet(`/keystore${path}`)).status).toBe(200)
  })

  /** Without the clean-up of `..` that a URL goes through. */
  function rawGet(path: string): Promise<{ readonly status: number; readonly body: string }> {
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body })
        })
      })
        .on('error', reject)
        .end()
    })
  }
})
