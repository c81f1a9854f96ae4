// Proves docs/contract/vault.md, Files: block store, Files.

import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'

/*
 * A client of files that knows the protocol and nothing of the program: it sends blocks, lists and ranges as published
 * storage clients do, over sockets of its own.
 */

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

let server: TestHttpServer
let authorization: string

beforeEach(async () => {
  server = await startHttpServer()
  authorization = aSignedInUser(server).token
})
afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

/** The path goes out as it is: nothing of it is encoded or tidied up. */
function send(
  method: string,
  url: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: Uint8Array | string } = {},
): Promise<Answer> {
  const path = url.replace(/^http:\/\/[^/]+/, '')
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', reject)
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function call(method: string, path: string, body?: object): Promise<Record<string, Record<string, unknown>>> {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await send(method, `/vault${path}`, { headers, ...(body && { body: JSON.stringify(body) }) })
  return JSON.parse(answer.body.toString()) as Record<string, Record<string, unknown>>
}

const idOf = (n: number) => Buffer.from(`block${String(n).padStart(5)}`).toString('base64')
const BLOCK = {
  'x-ms-version': '2011-08-18',
  'x-ms-date': 'Thu, 01 Jan 2026 00:00:00 GMT',
  'x-ms-blob-type': 'BlockBlob',
}

async function upload(blob: { readonly filename: string; readonly content_type: string }, bytes: Buffer) {
  const made = (await call('POST', '/direct/attachments/upload_url', { blob: { ...blob, byte_size: bytes.length } }))[
    'attachment_direct_upload_url'
  ] as { readonly blob_id: number; readonly blob_key: string; readonly url: string }
  expect(made.url).toContain('?')
  const ids: string[] = []
  for (let first = 0; first < bytes.length; first += 1_048_576) {
    const id = idOf(ids.length)
    ids.push(id)
    // HTTP libraries add a type of their own.
    const headers = { ...BLOCK, 'content-type': 'application/x-www-form-urlencoded' }
    const body = bytes.subarray(first, first + 1_048_576)
    expect((await send('PUT', `${made.url}&comp=block&blockid=${id}`, { headers, body })).status).toBe(201)
  }
  const list = ids.map((id) => `<Latest>${id}</Latest>`).join('')
  const answer = await send('PUT', `${made.url}&comp=blocklist`, {
    headers: { ...BLOCK, 'content-type': 'text/xml', 'x-ms-blob-content-type': blob.content_type },
    body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
  })
  expect([answer.status, answer.body.length]).toEqual([201, 0])
  return made
}

async function attach(bytes: Buffer, filename = 'a.pdf') {
  const main = await upload({ filename, content_type: 'text/html' }, bytes)
  const artifact = await upload(
    { filename: `${filename}.encryption_artifacts`, content_type: 'application/json' },
    Buffer.from('{"range":["bytes=0-1048575"]}'),
  )
  const blob = {
    blob_id: main.blob_id,
    blob_key: main.blob_key,
    encrypted_artifact_blob_id: artifact.blob_id,
    encrypted_artifact_blob_key: artifact.blob_key,
  }
  const { attachment } = await call('POST', '/direct/attachments', { blob })
  return attachment as { readonly id: string; readonly main: { readonly url: string } }
}

/** Follows on the same origin with all headers, as those clients do. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const all = { ...headers, authorization }
  const answer = await send(method, url, { headers: all })
  return answer.status === 302 ? send(method, String(answer.headers['location']), { headers: all }) : answer
}

it('a file › goes up in blocks and comes down in ranges, byte for byte', async () => {
  const bytes = randomBytes(2 * 1_048_576 + 17)
  const { id, main } = await attach(bytes)

  expect((await call('GET', `/attachments/${id}`))['attachment']).toMatchObject({ is_direct_upload: true })
  const read: Buffer[] = []
  for (const range of ['bytes=0-1048575', 'bytes=1048576-2097151', 'bytes=2097152-2097168']) {
    const answer = await get(main.url, { range, 'x-ms-range': range })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`${range.replace('=', ' ')}/${bytes.length}`)
    read.push(answer.body)
  }
  expect(Buffer.concat(read).equals(bytes)).toBe(true)
  expect((await get(main.url, { range: 'bytes=0-1', 'x-ms-range': 'bytes=5-5' })).body).toEqual(bytes.subarray(5, 6))
  expect((await get(main.url, { range: `bytes=${bytes.length}-` })).status).toBe(416)
})

it('a file longer than what is read at once › is written as it is read, whole and from the middle on', async () => {
  const bytes = randomBytes(17 * 1_048_576 + 3)
  const { main } = await attach(bytes)

  const whole = await get(main.url)
  const rest = await get(main.url, { range: 'bytes=1000000-' })

  expect([whole.status, whole.headers['content-length']]).toEqual([200, String(bytes.length)])
  expect(whole.body.equals(bytes)).toBe(true)
  expect(rest.status).toBe(206)
  expect(rest.body.equals(bytes.subarray(1_000_000))).toBe(true)
})

it('a file › is saved and never shown, whatever its name and type say', async () => {
  const { main } = await attach(Buffer.from('<script>'), '../../x\u202egpj.\r\nexe"; é\u0000')

  const { headers, status } = await get(main.url)

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''.._.._x_gpj.__exe_%3B%20%C3%A9_",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': 'bytes',
  })
  const head = await get(main.url, {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '8', 0])
})

it.each([
  ['हिन्दी क्\u200dष '.repeat(20) + '.pdf', /^हिन्दी क्\u200dष .*\.pdf$/u],
  ['می\u200cخواهم.pdf', /^می\u200cخواهم\.pdf$/u],
  ['ファイル'.normalize('NFD') + "(1)'*.pdf", /^ファイル\(1\)'_\.pdf$/u],
  ['Ελληνικά.txt'.normalize('NFD'), new RegExp(`^${'Ελληνικά'.normalize('NFD')}\\.txt$`, 'u')],
])('a file › is saved under its own name, in any script: %s', async (name, saved) => {
  const { main } = await attach(Buffer.from('a'), name)

  const [, encoded = ''] =
    /^attachment; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(
      String((await get(main.url)).headers['content-disposition']),
    ) ?? []

  expect(decodeURIComponent(encoded)).toMatch(saved)
  expect(encoded.length).toBeLessThanOrEqual(540)
})

it('block ids › are told as they are or percent-encoded, and a plus is one', async () => {
  const blob = { filename: 'a', content_type: 'b/c', byte_size: 4 }
  const { url } = (await call('POST', '/direct/attachments/upload_url', { blob }))['attachment_direct_upload_url'] as {
    readonly url: string
  }
  const list = (text: string) => send('PUT', `${url}&comp=blocklist`, { body: `<BlockList>${text}</BlockList>` })
  for (const id of ['a+b/c==', 'd%2Be%2ff%3D']) {
    expect((await send('PUT', `${url}&comp=block&blockid=${id}`, { body: 'ab' })).status).toBe(201)
  }

  expect((await send('PUT', `${url}&comp=block&blockid=a%2`, { body: 'ab' })).status).toBe(400)
  expect((await list('<Latest>a b/c==</Latest>')).status).toBe(400)
  expect((await list('<Latest>d e/f=</Latest>')).status).toBe(400)
  expect((await list('<Latest>a%2</Latest>')).status).toBe(400)
  for (const hostile of [
    '<!DOCTYPE x [<!ENTITY a "aa">]>',
    '<Latest>&lt;</Latest>',
    '<Latest id="a">a+b/c==</Latest>',
    '<!-- --><Latest>a+b/c==</Latest>',
    '<Latest>a+b/c==',
  ]) {
    expect((await list(hostile)).status).toBe(400)
  }
  expect((await list('<Uncommitted>d+e/f=</Uncommitted>\n<Latest>a%2Bb/c%3D%3D</Latest>')).status).toBe(201)
})

it('what is not signed here › is refused, whatever headers come along', async () => {
  const headers = { authorization, range: 'bytes=0-1' }
  for (const path of ['/vault/blob-store/files/1', '/vault/blob-store/files/1?sp=r&se=9999999999&sig=00']) {
    expect((await send('GET', path, { headers })).status).toBe(403)
  }
  expect((await send('PUT', '/vault/blob-store/uploads/x?comp=block&blockid=a', { headers, body: 'ab' })).status).toBe(
    403,
  )
  expect((await send('GET', '/vault/blob-store/folders/..%2F..?sp=r', { headers })).status).toBe(403)
})

it('GET /attachments/{id}/download › is gone, and names a call that is there', async () => {
  const { status, body } = await send('GET', '/vault/attachments/01890000-0000-7000-8000-000000000001/download')

  expect(status).toBe(410)
  expect(JSON.parse(body.toString())).toMatchObject({
    errors: [{ error: 'endpoint_removed', extra_info: { replacement: 'GET /attachments/{id}' } }],
  })
})

it('a form › is read strictly: few parts, one file, a boundary, not too long', async () => {
  const post = async (body: string | Buffer, type = 'multipart/form-data; boundary=X') => {
    const headers = { authorization, 'content-type': type }
    const answer = await send('POST', '/vault/attachments', { headers, body })
    return [answer.status, (JSON.parse(answer.body.toString()) as { errors?: { error: string }[] }).errors?.[0]?.error]
  }
  const part = (name: string, value: string, more = '') =>
    `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const END = '--X--\r\n'
  const file = part('attachment[file]', 'sealed', '; filename="../../../etc/passwd"')
  const name = part('attachment[filename]', 'a')

  expect(await post(file + name + END)).toEqual([201, undefined])
  expect(await post(part('file', 'plain field') + part('filename', 'a') + END)).toEqual([201, undefined])
  expect(await post(file + file + name + END)).toEqual([400, 'bad_request'])
  expect(await post(file + part('attachment', 'x') + END)).toEqual([400, 'bad_request'])
  expect(await post(part('x', '').repeat(11) + END)).toEqual([400, 'bad_request'])
  expect(await post(file + name)).toEqual([400, 'bad_request'])
  expect(await post(file + name + END, 'multipart/form-data')).toEqual([400, 'bad_request'])
  expect(await post(part('__proto__[file]', 'x') + name + END)).toEqual([400, 'param_missing'])
  expect(await post('a=b', 'application/x-www-form-urlencoded')).toEqual([415, 'unsupported_media_type'])
  expect(await post(Buffer.alloc(32 * 1024 * 1024 + 65_537))).toEqual([413, 'payload_too_large'])
})
