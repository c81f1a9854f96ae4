// Proves docs/contract/vault.md, Transports: HTTP, Bodies, Limits; docs/contract/keystore.md, Requests;
// docs/contract/exchange.md, Registries.

import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH } from '../../shared/contract/json-depth.ts'
import { MAX_JSON_MEMBERS } from '../../shared/strict-json.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { sendRaw } from '../support/service/raw-http.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

const MEBIBYTE = 1024 * 1024

type Body = string | Uint8Array<ArrayBuffer>

let server: TestHttpServer
let user: SignedInUser

beforeEach(async () => {
  server = await startHttpServer()
  user = aSignedInUser(server)
})

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

/** An operation of each part that takes a body: a new token of limited life. */
const post = (body: Body, headers: Readonly<Record<string, string>> = {}, part: 'vault' | 'keystore' = 'vault') =>
  fetch(`${server.url}/${part}/session/limited_in_time`, {
    method: 'POST',
    headers: { authorization: user.token, 'content-type': 'application/json', ...headers },
    body,
  })

const codeOf = async (response: Response) =>
  ((await response.json()) as { errors: readonly { error: string }[] }).errors[0]?.error

function digestOfDatabase(): string {
  const tables = server.connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  const rows = tables.map((table) => server.connection.prepare(`SELECT * FROM "${table}"`).all())
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)
const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`
const bytes = (...values: number[]) => Uint8Array.from(values)
const withMember = (json: string) => `{"valid_for":60,"x":${json}}`

describe('bodies (S16)', () => {
  const BROKEN: readonly (readonly [string, Body])[] = [
    ['an open object', '{'],
    ['an open array', '{"valid_for":['],
    ['an open text', '{"valid_for":"60'],
    ['a comma at the end', '{"valid_for":60,}'],
    ['a comma at the start', '{,"valid_for":60}'],
    ['two values', '{"valid_for":60}{}'],
    ['text after the value', '{"valid_for":60} x'],
    ['no colon', '{"valid_for" 60}'],
    ['single quotes', "{'valid_for':60}"],
    ['a bare name', '{valid_for:60}'],
    ['a comment', '{"valid_for":60/*x*/}'],
    ['NaN', withMember('NaN')],
    ['Infinity', withMember('Infinity')],
    ['undefined', withMember('undefined')],
    ['a hexadecimal number', withMember('0x10')],
    ['a leading zero', withMember('01')],
    ['a plus sign', withMember('+1')],
    ['a bare point', withMember('.5')],
    ['an empty exponent', withMember('1e')],
    ['1e999', withMember('1e999')],
    ['-1e999', withMember('-1e999')],
    ['400 digits', withMember('9'.repeat(400))],
    ['a raw line break in a text', withMember('"a\nb"')],
    ['a raw NUL in a text', withMember('"a\u0000b"')],
    ['an unknown escape', withMember(String.raw`"\q"`)],
    ['a short unicode escape', withMember(String.raw`"\u12"`)],
    ['a high surrogate alone', withMember(String.raw`"\ud83d"`)],
    ['a low surrogate alone', withMember(String.raw`"\ude00"`)],
    ['surrogates the wrong way round', withMember(String.raw`"\ude00\ud83d"`)],
    ['a surrogate in a name', withMember(String.raw`{"\ud83d":1}`)],
    ['a member twice', '{"valid_for":60,"valid_for":61}'],
    ['a member twice, deep', withMember('[[{"a":1,"b":2,"a":3}]]')],
    ['a member twice, escaped', String.raw`{"valid_for":60,"valid\u005ffor":61}`],
    ['__proto__', '{"__proto__":{"valid_for":60}}'],
    ['__proto__, deep', withMember('[{"__proto__":null}]')],
    ['__proto__, escaped', withMember(String.raw`{"__pro\u0074o__":1}`)],
    ['a byte order mark', '\ufeff{"valid_for":60}'],
    ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
    ['UTF-16 without mark', bytes(0x7b, 0, 0x7d, 0)],
    ['a lone continuation byte', bytes(0x22, 0x80, 0x22)],
    ['an over-long character', bytes(0x22, 0xc0, 0x80, 0x22)],
    ['a surrogate in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a character beyond Unicode', bytes(0x22, 0xf5, 0x80, 0x80, 0x80, 0x22)],
    ['a cut character', bytes(0x7b, 0x22, 0xe2, 0x82)],
    ['random bytes', Uint8Array.from({ length: 1000 }, (_, index) => (index * 73) % 256)],
    ['only NUL', bytes(0, 0, 0)],
    ['only spaces', '   '],
    ['a bracket too many', '{"valid_for":60}]'],
    ['65 levels', withMember(nested(MAX_JSON_DEPTH))],
    ['65 levels of objects', withMember(nested(MAX_JSON_DEPTH, '{"a":[', ']}'))],
    ['100,000 levels', nested(100_000)],
    ['100,000 levels never closed', '['.repeat(100_000)],
    ['1,000,000 levels of objects', '{"a":'.repeat(1_000_000)],
    ['10,001 members', members(MAX_JSON_MEMBERS + 1)],
    ['90,000 members', withMember(members(90_000))],
    [
      '10,001 entries',
      withMember(
        `[${Array(MAX_JSON_MEMBERS + 1)
          .fill('1')
          .join(',')}]`,
      ),
    ],
  ]

  it.each(BROKEN)('answers 400 to %s, changes nothing and goes on', async (_, body) => {
    const before = digestOfDatabase()

    const response = await post(body)

    expect(response.status).toBe(400)
    expect(await codeOf(response)).toBe('bad_request')
    expect(digestOfDatabase()).toBe(before)
    expect((await fetch(`${server.url}/vault/version`)).status).toBe(200)
  })

  it.each(['[]', '"text"', '5', 'true', 'null'])('answers 400 to %s: a body is an object', async (body) => {
    expect((await post(body)).status).toBe(400)
  })

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json; charset=latin1', {}],
    ['application/jsonp', {}],
    ['text/json', {}],
    ['', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('answers 415 to the type "%s"', async (type, headers) => {
    const response = await post('{"valid_for":60}', { 'content-type': type, ...headers })

    expect(response.status).toBe(415)
    expect(await codeOf(response)).toBe('unsupported_media_type')
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;Charset="UTF-8"'])(
    'takes the type %s',
    async (type) => {
      const response = await post('{"valid_for":0}', { 'content-type': type })

      expect(await codeOf(response)).toBe('valid_for_invalid')
    },
  )

  it('takes an empty body as {}, with and without a type', async () => {
    const answers = [await post('{}'), await post(''), await post('', { 'content-type': 'text/plain' })]

    const codes = await Promise.all(answers.map(codeOf))
    expect(new Set(codes).size).toBe(1)
    expect(codes).not.toContain('unsupported_media_type')
  })

  it.each([
    ['vault', 8 * MEBIBYTE],
    ['keystore', MEBIBYTE],
  ] as const)('answers 413 above the limit of the %s, and reads what fits', async (part, limit) => {
    const padded = (size: number) => `{"valid_for":0,"x":"${'a'.repeat(size - '{"valid_for":0,"x":""}'.length)}"}`

    expect(await codeOf(await post(padded(limit + 1), {}, part))).toBe('payload_too_large')
    expect(await codeOf(await post(padded(limit), {}, part))).toBe('valid_for_invalid')
  })

  it('reads a document of a registry of up to 8 MiB and 16 KiB, from the operator only', async () => {
    const limit = 8 * MEBIBYTE + 16 * 1024
    const key = { 'content-type': 'application/json', ...aSubscriptionKey(server).headers }
    const send = (size: number, headers: Readonly<Record<string, string>>) =>
      fetch(`${server.url}/exchange/registries/status-lists/entries`, {
        method: 'POST',
        headers: { ...key, ...headers },
        body: `{"text":""${' '.repeat(size - '{"text":""}'.length)}}`,
      })

    expect(await codeOf(await send(limit, OPERATOR))).toBe('registry_document_invalid')
    expect(await codeOf(await send(limit + 1, OPERATOR))).toBe('payload_too_large')
    expect(await codeOf(await send(100, {}))).toBe('admin_password_invalid')
  })

  it(
    'holds 64 MiB of unfinished bodies at most; the oldest is told to come again, and newcomers are served',
    { tags: ['full'] },
    async () => {
      const size = MEBIBYTE - 1024
      const unfinished = Array.from({ length: 72 }, () => stalledBody(server.port, user.token, size))
      await Promise.all(unfinished.map(({ sent }) => sent))
      const first = await unfinished[0]?.answer

      expect(first).toMatch(/^HTTP\/1\.1 503 /)
      expect(first).toMatch(/retry-after: 1\r\n/i)
      expect(first).toContain('"error":"server_busy"')
      expect(await codeOf(await post('{"valid_for":0}'))).toBe('valid_for_invalid')
      for (const { socket } of unfinished) socket.destroy()
      // Everything was given back: as much again goes in.
      const large = JSON.stringify({ valid_for: 0, x: 'a'.repeat(4 * MEBIBYTE) })
      const statuses = await Promise.all(Array.from({ length: 15 }, async () => (await post(large)).status))
      expect(statuses).toEqual(Array<number>(15).fill(400))
    },
  )

  it('answers 413 to a declared length at once, without waiting for the body', async () => {
    const head =
      `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: ${user.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${64 * MEBIBYTE}\r\n\r\n`

    expect((await sendRaw(server.port, head)).status).toBe(413)
  })

  it('answers 413 to a stream of 64 MiB as soon as it is too long, and goes on', async () => {
    const chunk = 'a'.repeat(256 * 1024)
    const head =
      `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: ${user.token}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

    const { status, sentBytes } = await streamUntilAnswered(server.port, head, chunk, 64 * MEBIBYTE)

    expect(status).toBe(413)
    expect(sentBytes).toBeLessThan(64 * MEBIBYTE)
    expect((await fetch(`${server.url}/vault/version`)).status).toBe(200)
  })

  it('answers 408 to a body that drips, and ends the connection', async () => {
    const soon = { requestTimeoutMs: 1_000, headersTimeoutMs: 1_000, checkEveryMs: 100 }
    const impatient = await startHttpServer({}, {}, soon)
    const head =
      `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${impatient.port}\r\n` +
      `Authorization: ${aSignedInUser(impatient).token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

    const reply = await sendRaw(impatient.port, [head, ...Array<string>(100).fill('{')], { pauseMs: 100 })
    await impatient.close()

    expect(reply.status).toBe(408)
    expect(JSON.parse(reply.body)).toMatchObject({ errors: [{ error: 'request_timeout', http_code: 408 }] })
    expect(reply.headers['connection']).toBe('close')
  })

  it('answers 100 Continue only to a caller who was let in', async () => {
    const head = (token: string) =>
      `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 15\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n'

    const stranger = await sendRaw(server.port, head('v_unknown'))
    const known = await sendRaw(server.port, [head(user.token), '{"valid_for":0}'], { pauseMs: 100 })

    expect(stranger.status).toBe(401)
    expect(known.status).toBe(100)
    expect(known.body).toContain('valid_for_invalid')
  })
})

describe('queries', () => {
  it.each(['?a=%ff', '?__proto__[x]=1', '?a[=1', '?a=1&a[b]=1', `?${'a=1&'.repeat(1001)}`])(
    'answers 400 to %s',
    async (query) => {
      const response = await fetch(`${server.url}/vault/version${query}`)

      expect(response.status).toBe(400)
      expect(await codeOf(response)).toBe('bad_request')
    },
  )
})

function streamUntilAnswered(
  port: number,
  head: string,
  chunk: string,
  wholeBytes: number,
): Promise<{ readonly status: number; readonly sentBytes: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let sentBytes = 0
    let answered = false
    const sendMore = () => {
      while (!answered && sentBytes < wholeBytes) {
        sentBytes += chunk.length
        if (!socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)) {
          socket.once('drain', sendMore)
          return
        }
      }
    }
    socket.on('connect', () => {
      socket.write(head)
      sendMore()
    })
    socket.on('data', (received) => {
      answered = true
      resolve({ status: Number(received.toString('latin1').split(' ')[1]), sentBytes })
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

/** A caller who announces a body and holds its last byte back. */
function stalledBody(port: number, token: string, bytes: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // the server may cut it
  const answer = new Promise<string>((resolve) => {
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('close', () => {
      resolve(received)
    })
  })
  const head =
    `POST /vault/session/limited_in_time HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bytes + 1}\r\n\r\n`
  const sent = new Promise<void>((resolve) => {
    socket.write(head)
    socket.write(Buffer.alloc(bytes, 'a'), () => {
      resolve()
    })
  })
  return { socket, answer, sent }
}
