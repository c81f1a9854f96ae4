// Proves docs/contract/vault.md, Transports: what is read.

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jsonOfFile, textOfFile } from '../../shared/file-text.ts'
import { defaultDataDirectory } from '../../src-main/composition/command-options.ts'
import { readIssuersFile } from '../../src-main/composition/oidc-issuers-file.ts'
import { takeSecrets } from '../../src-main/composition/serve-secrets.ts'
import { readQuery } from '../../src-main/http/query-reader.ts'
import { keysAt } from '../../src-main/keystore/oidc/read-keys.ts'
import { runInProcess } from '../support/program/run-in-process.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { anIssuer } from '../support/service/oidc-issuers.ts'
import { sendRaw } from '../support/service/raw-http.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'

type Headers = Readonly<Record<string, string>>

let server: TestHttpServer
let user: SignedInUser
let key: Headers
let folder: string

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOKEN = '/vault/session/limited_in_time'
const VERSION = '/vault/version'
/** A compact JWS, for readers that do not judge it. */
const JWS =
  [{ alg: 'none' }, { vp: { type: ['VerifiablePresentation'], verifiableCredential: [] } }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + '.'

/** As editors and shells write a text. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  plain: (text) => Buffer.from(text),
  bom: (text) => Buffer.from(`\ufeff${text}`),
  utf16le: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-read-'))
  server = await startHttpServer()
  user = aSignedInUser(server)
  key = aSubscriptionKey(server).headers
})

afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  expect(server.faults).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

/** By what stands in the first column of the table. */
const CASES: Readonly<Record<string, () => unknown>> = {
  'If-None-Match': async () => {
    const path = await aDefinition()
    const { etag = '', 'cache-control': kept } = (await get(path, key)).headers
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, ` "a,b",W/${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(method, path, { headers: { ...key, 'if-none-match': sent } })
        expect([method, sent, answer.status, answer.body]).toEqual([method, sent, 304, ''])
        expect(answer.headers).toMatchObject({ etag, 'cache-control': kept })
        expect(answer.headers).not.toHaveProperty('content-type')
        expect(answer.headers).not.toHaveProperty('content-length')
      }
    }
    for (const sent of ['"other"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, '', 'W/"other"']) {
      expect((await get(path, { ...key, 'if-none-match': sent })).status).toBe(200)
    }
    expect((await get(path, { 'if-none-match': etag })).status).toBe(401)
    const file = await aFile('hello')
    for (const range of ['bytes=0-1', 'bytes=99-']) {
      expect((await get(file, { 'if-none-match': await tagAt(file), range })).status).toBe(304)
      expect((await get(file, { 'if-match': '"other"', range })).status).toBe(412)
    }
    const item = await anItem()
    expect((await get(item, { ...user.headers, 'if-none-match': '"x"' })).status).toBe(200)
    expect((await put(item, { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await put(item, { 'if-none-match': '*' })).status).toBe(412)
    expect((await post('/vault/items', AN_ITEM, { 'if-none-match': '*' })).status).toBe(201)
  },

  'If-Match': async () => {
    const path = await aDefinition()
    const { etag = '' } = (await get(path, key)).headers
    for (const sent of [etag, `"other", ${etag}`, '*']) {
      expect((await get(path, { ...key, 'if-match': sent })).status).toBe(200)
    }
    for (const sent of [`W/${etag}`, '"other"', etag.slice(1, -1)]) {
      const { status, body } = await get(path, { ...key, 'if-match': sent })
      expect([sent, status]).toEqual([sent, 412])
      expect(body).toContain('precondition_failed')
    }
    const item = await anItem()
    expect((await put(item, { 'if-match': '"x"' })).body).toContain('If-Match')
    expect((await ask('DELETE', item, { headers: { ...user.headers, 'if-match': '"x"' } })).status).toBe(412)
    expect((await put(item, { 'if-match': '"x"', authorization: 'nobody' })).status).toBe(401)
    expect((await put(item, { 'if-match': '*' })).status).toBe(200)
    await inFolder()
  },

  'If-Range': async () => {
    const file = await aFile('hello world')
    const tag = await tagAt(file)
    const read = async (sent: string) => {
      const { status, body } = await get(file, { range: 'bytes=0-4', 'if-range': sent })
      return [status, body]
    }
    expect(await read(tag)).toEqual([206, 'hello'])
    for (const sent of ['"other"', `W/${tag}`, 'Thu, 01 Jan 2099 00:00:00 GMT']) {
      expect(await read(sent)).toEqual([200, 'hello world'])
    }
    expect((await get(file, { range: 'bytes=99-', 'if-range': '"other"' })).status).toBe(200)
  },

  'If-Modified-Since, If-Unmodified-Since': async () => {
    const file = await aFile('hello')
    for (const name of ['if-modified-since', 'if-unmodified-since']) {
      for (const date of ['Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 01 Jan 2099 00:00:00 GMT', 'nonsense']) {
        const { status, headers } = await get(file, { [name]: date })
        expect(status).toBe(200)
        expect(headers).not.toHaveProperty('last-modified')
      }
    }
  },

  'Range, x-ms-range': async () => {
    const file = await aFile('hello world')
    for (const [range, body] of [
      ['bytes=0-4', 'hello'],
      ['BYTES=6-', 'world'],
      ['Bytes=-5', 'world'],
      ['bytes=6-99999999999999999999', 'world'],
    ] as const) {
      for (const name of ['range', 'x-ms-range']) {
        const answer = await get(file, { [name]: range })
        expect([answer.status, answer.body]).toEqual([206, body])
        expect(answer.headers['content-range']).toMatch(/^bytes \d+-\d+\/11$/)
      }
      expect((await ask('HEAD', file, { headers: { range } })).headers['content-length']).toBe('11')
    }
    for (const range of ['items=0-4', 'bytes=0-1,5-6', 'none', 'lines=x']) {
      const answer = await get(file, { range })
      expect([range, answer.status, answer.body]).toEqual([range, 200, 'hello world'])
      expect(answer.headers['content-range']).toBeUndefined()
    }
    expect((await get(file, { range: 'bytes=0-4', 'x-ms-range': 'bytes=6-' })).body).toBe('world')
  },

  'Range that cannot be met': async () => {
    const file = await aFile('hello world')
    for (const range of ['bytes=11-', 'bytes=5-2', 'bytes=-0', 'bytes=', 'bytes=a-b', 'BYTES=99999999999999999999-']) {
      const { status, headers } = await get(file, { range })
      expect([range, status, headers['content-range']]).toEqual([range, 416, 'bytes */11'])
    }
  },

  'Content-Type': async () => {
    const send = (type: string, body: string | Uint8Array<ArrayBuffer> = '{"valid_for":0}') =>
      ask('POST', TOKEN, { headers: { ...user.headers, 'content-type': type }, body })
    for (const type of [
      'application/json',
      'Application/JSON ; Charset="UTF-8"',
      'application/json;charset=utf8',
      'application/json; charset=us-ascii',
      'application/json; odata.metadata=minimal; profile="a;b"; charset=utf-8',
      'application/json;',
    ]) {
      expect([type, (await send(type)).body]).toEqual([type, expect.stringContaining('valid_for_invalid')])
    }
    for (const type of ['text/json', 'application/json; charset=utf-16', 'application/json, text/plain', 'json', ';']) {
      expect([type, (await send(type)).status]).toEqual([type, 415])
    }
    expect((await send('application/json', Uint8Array.from([0x22, 0xe4, 0x22]))).status).toBe(400)
  },

  'Content-Encoding': async () => {
    const json = '{"valid_for":0}'
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const { status, headers, body } = await post(TOKEN, json, { 'content-encoding': coding })
      expect([coding, status, headers['accept-encoding']]).toEqual([coding, 415, 'identity'])
      expect(body).toContain('compressed')
    }
    expect((await post(TOKEN, json, { 'content-encoding': 'Identity' })).body).toContain('valid_for_invalid')
    const url = await anUpload(2)
    const block = `${url}&comp=block&blockid=AA==`
    expect((await ask('PUT', block, { body: 'ab', headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  },

  'Content-Length': async () => {
    const send = (lines: string) => raw(`POST ${TOKEN} HTTP/1.1`, `${lines}\r\nContent-Type: application/json`, '{}')
    for (const lines of [
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: +2',
      'Content-Length: 0x2',
      'Content-Length: 2, 2',
    ]) {
      expect([lines, (await send(lines)).status]).toEqual([lines, 400])
    }
    expect((await send('Content-Length: 2')).status).toBe(401)
  },

  'Transfer-Encoding': async () => {
    const send = (lines: string) =>
      raw(
        `POST ${TOKEN} HTTP/1.1`,
        `${lines}\r\n${OF_USER()}\r\nContent-Type: application/json`,
        'f\r\n{"valid_for":0}\r\n0\r\n\r\n',
      )
    expect((await send('Transfer-Encoding: Chunked')).body).toContain('valid_for_invalid')
    for (const lines of [
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
    ]) {
      expect([400, 415]).toContain((await send(lines)).status)
    }
  },

  Expect: async () => {
    const send = (lines: string) =>
      raw(
        `POST ${TOKEN} HTTP/1.1`,
        `${lines}\r\nContent-Type: application/json\r\nContent-Length: 15`,
        '{"valid_for":0}',
      )
    expect((await send('Expect: 100-continue')).status).toBe(401)
    expect((await send(`Expect: 100-Continue\r\n${OF_USER()}`)).status).toBe(100)
    expect((await send(`Expect: the-unexpected\r\n${OF_USER()}`)).body).toContain('valid_for_invalid')
  },

  'Accept, Accept-Charset, Accept-Encoding': async () => {
    for (const accept of ['text/html', 'application/xml;q=0.9, */*;q=0', '']) {
      const { status, headers } = await get(VERSION, { accept, 'accept-charset': 'utf-16', 'accept-encoding': 'gzip' })
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(headers['content-encoding']).toBeUndefined()
    }
  },

  'Accept-Language': async () => {
    for (const [sent, language] of [
      ['de;q=0.1, en', 'en'],
      ['de;q=0, *;q=0.5', 'en'],
      ['DE-ch;q=0.5, fr ; q=0.9', 'fr'],
    ] as const) {
      const { body } = await get('/vault/items', { 'accept-language': sent })
      expect(body).toContain(`"requested_language":"${language}"`)
    }
  },

  Authorization: async () => {
    for (const scheme of ['', 'Bearer ', 'bearer ', 'BEARER   ']) {
      expect((await get('/vault/me', { authorization: scheme + user.token })).status).toBe(200)
    }
    for (const authorization of ['Basic YTpi', `Bearer${user.token}`, 'Bearer', `${user.token} x`]) {
      const { status, headers } = await get('/vault/me', { authorization })
      expect([authorization, status, headers['www-authenticate']]).toEqual([
        authorization,
        401,
        'Bearer realm="service"',
      ])
    }
  },

  Host: async () => {
    for (const host of [`127.0.0.1:${server.port}`, `LOCALHOST:${server.port}`, `[::1]:${server.port}`]) {
      expect(
        (await sendRaw(server.port, `GET ${VERSION} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status,
      ).toBe(200)
    }
    for (const host of ['example.com', `localhost.:${server.port}`, 'localhost']) {
      expect(
        (await sendRaw(server.port, `GET ${VERSION} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status,
      ).toBe(403)
    }
  },

  Origin: async () => {
    expect((await raw(`GET ${VERSION} HTTP/1.1`, `Origin: http://127.0.0.1:${server.port}`)).status).toBe(200)
    for (const origin of ['null', 'https://127.0.0.1', `http://localhost:${server.port}`, '']) {
      expect((await raw(`GET ${VERSION} HTTP/1.1`, `Origin: ${origin}`)).status).toBe(403)
    }
  },

  Upgrade: async () => {
    for (const lines of [
      'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk',
      'Upgrade: websocket\r\nConnection: Upgrade',
    ]) {
      expect((await raw(`GET ${VERSION} HTTP/1.1`, lines)).status).toBe(200)
    }
  },

  HEAD: async () => {
    for (const path of [VERSION, await anItem(), '/vault/items/x']) {
      const [whole, head] = [await get(path, user.headers), await ask('HEAD', path, { headers: user.headers })]
      expect([head.status, head.body]).toEqual([whole.status, ''])
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)))
    }
  },

  OPTIONS: async () => {
    const { status, headers } = await ask('OPTIONS', '/vault/items')
    expect([status, headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
    expect((await raw('OPTIONS * HTTP/1.1')).status).toBe(400)
  },

  'Other methods': async () => {
    for (const method of ['PATCH', 'PROPFIND']) {
      const { status, headers } = await ask(method, '/vault/items')
      expect([status, headers['allow']]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
    }
    expect((await ask('PUT', '/nowhere')).status).toBe(404)
    const item = await anItem()
    await get(item, { ...user.headers, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' })
    expect((await get(item, user.headers)).status).toBe(200)
  },

  'Target with scheme and host': async () => {
    const own = `http://127.0.0.1:${server.port}`
    expect((await raw(`GET ${own}${VERSION}?x=http://a HTTP/1.1`)).status).toBe(200)
    expect((await raw(`GET ${own.replace('http', 'HTTP')}${VERSION} HTTP/1.1`)).status).toBe(200)
    expect([200, 404]).toContain((await raw(`GET ${own} HTTP/1.1`)).status)
    for (const target of [
      `${own}0/vault/version`,
      `http://example.com${VERSION}`,
      `https://127.0.0.1:${server.port}${VERSION}`,
      `${own}@a/`,
      'a',
    ]) {
      expect([target, (await raw(`GET ${target} HTTP/1.1`)).status]).toEqual([target, 400])
    }
  },

  Path: async () => {
    for (const path of ['/vault/version/', '/vault/version.json']) expect((await get(path)).status).toBe(200)
    for (const path of [
      '/vault/items/../version',
      '/vault/./version',
      '/vault//version',
      '/Vault/version',
      '/vault/version%2F',
    ]) {
      expect([path, (await raw(`GET ${path} HTTP/1.1`)).status]).toEqual([path, 404])
    }
  },

  'Parameter of a path': async () => {
    const item = await anItem()
    const encoded = item.replace(/[^/]+$/, (id) => id.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    expect((await get(encoded, user.headers)).status).toBe(200)
    for (const path of [encoded.replaceAll('%', '%25'), '/vault/items/%ff', '/vault/items/%', '/vault/items/a+b']) {
      expect([path, (await raw(`GET ${path} HTTP/1.1`, OF_USER())).status]).toEqual([path, 404])
    }
  },

  'Value of a query': async () => {
    for (const written of ['a+%2B+%C3%A4', 'a%20%2b%20%c3%a4', '%61 %2B+ä']) {
      expect([written, readQuery(`x=${written}`)['x']]).toEqual([written, 'a + ä'])
    }
    for (const query of ['?x=%ff', '?%=1', '?x=%c3']) expect((await get(VERSION + query)).status).toBe(400)
    for (const query of ['?unknown=1', '?', '?&&', '?x']) expect((await get(VERSION + query)).status).toBe(200)
    expect((await get('/vault/items?per_page=1&per_page=2', user.headers)).status).toBe(400)
    expect((await get('/version?comp%6fnent=key%73tore')).body).toContain('keystore')
  },

  'List of a query': async () => {
    const ids = [await anItem(), await anItem()].map((path) => path.split('/').at(-1) ?? '')
    const [a = '', b = ''] = ids
    await anItem()
    for (const query of [
      `item_ids=${a},${b}`,
      `item_ids=${a}%2C${b}`,
      `item_ids=${a}, ${b},,`,
      `item_ids=${a}&item_ids=${b}`,
      `item_ids[]=${a}&item_ids[]=${b}`,
      `item_ids%5B%5D=${a}&item_ids%5b%5d=${b}`,
      `item_ids[0]=${a}&item_ids[1]=${b}`,
      new URLSearchParams({ 'item_ids[0]': a, 'item_ids[1]': b }).toString(),
    ]) {
      const { items } = JSON.parse((await get(`/vault/items?${query}`, user.headers)).body) as {
        items: { id: string }[]
      }
      expect([query, items.map(({ id }) => id).toSorted()]).toEqual([query, ids.toSorted()])
    }
    for (const query of [
      `item_ids[a]=${a}`,
      `item_ids[1]=${a}`,
      `item_ids[0][0]=${a}`,
      `item_ids=${a}&item_ids[0]=${b}`,
    ]) {
      expect([query, (await get(`/vault/items?${query}`, user.headers)).status]).toEqual([query, 400])
    }
  },

  'Query of a signed address': async () => {
    for (const id of ['MDAwMDA=', 'AAAA+A==', 'AA/A+A==', '////']) {
      for (const written of [
        id,
        encodeURIComponent(id),
        new URLSearchParams({ id }).toString().slice(3),
        lowerCaseEncoded(id),
      ]) {
        const url = await anUpload(5)
        expect((await ask('PUT', `${url}&comp=block&blockid=${written}`, { body: 'hello' })).status).toBe(201)
        const list = `<BlockList><Latest>${id}</Latest></BlockList>`
        const joined = await ask('PUT', `${url}&comp=blocklist`, { body: list })
        expect([written, joined.status]).toEqual([written, 201])
      }
    }
    const again = new URL(await anUpload(5))
    again.searchParams.set('comp', 'block')
    again.searchParams.set('blockid', 'AA/+A==')
    expect((await ask('PUT', again.href, { body: 'hello' })).status).toBe(201)
    expect((await ask('PUT', `${again.href}&blockid=x`, { body: 'hello' })).status).toBe(400)
    expect((await ask('PUT', `${await anUpload(5)}&comp=block&blockid=%zz`, { body: 'hello' })).status).toBe(400)
  },

  'List of blocks': async () => {
    for (const list of [
      '<BlockList><Latest>A+/=</Latest></BlockList>',
      '\ufeff<?xml version="1.0"?>\r\n<BlockList>\r\n<Uncommitted>A%2b%2F%3D</Uncommitted>\r\n</BlockList>\r\n',
    ]) {
      const url = await anUpload(5)
      await ask('PUT', `${url}&comp=block&blockid=A+/=`, { body: 'hello' })
      expect([list, (await ask('PUT', `${url}&comp=blocklist`, { body: list })).status]).toEqual([list, 201])
    }
  },

  'JSON of a body': async () => {
    const send = async (text: string) =>
      (await ask('POST', TOKEN, { headers: { ...user.headers, ...JSON_TYPE }, body: text })).body
    for (const text of [
      '{"valid_for":1,"valid_for":0}',
      String.raw`{"x":"\ud800"}`,
      '{"__proto__":1}',
      '[1e999]',
      "{'a':1}",
      '{"a":01}',
      '{}x',
    ]) {
      expect([text, await send(text)]).toEqual([text, expect.stringContaining('bad_request')])
    }
    expect(await send('\ufeff{"valid_for":0}')).toContain('with a byte order mark')
    expect(await send('\r\n\t {"valid_for":0,"x":"\u2028\ud83d\ude00"} ')).toContain('valid_for_invalid')
  },

  'multipart/form-data': async () => {
    const part = (name: string, more = '') =>
      `--a b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`
    const body = `${part('attachment[file]', '; filename="../x"')}${part('attachment[filename]')}--a b--\r\n`
    const send = (type: string, text = body) =>
      ask('POST', '/vault/attachments', { headers: { ...user.headers, 'content-type': type }, body: text })
    expect((await send('Multipart/Form-Data; charset=utf-8; Boundary="a b"')).status).toBe(201)
    expect((await send('multipart/form-data; boundary=X', body.replaceAll('a b', 'X'))).status).toBe(201)
    expect((await send('multipart/form-data')).status).toBe(400)
  },

  'Paths on a command line': async () => {
    file('p.jws', JWS)
    file('d.json', '{"input_descriptors":[{"id":"a","constraints":{"fields":[{"path":["$.id"]}]}}]}')
    for (const path of ['p.jws', './p.jws', join(folder, 'p.jws')]) {
      const { out, err } = await started(['verify', path, '--definition', 'd.json', '--json'])
      expect([path, err, Object.keys(JSON.parse(out) as object)]).toEqual([path, '', expect.arrayContaining(['valid'])])
    }
  },

  'XDG_*_HOME': async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    cpSync(join(ROOT, 'scripts/packed-entry.js'), join(folder, 'bin/entry.mjs'))
    mkdirSync(join(folder, 'dist/main'), { recursive: true })
    writeFileSync(join(folder, 'dist/main/vaultbench.js'), "console.log(require('node:module').getCompileCacheDir())")
    for (const [value, data, caches] of [
      ['', join(homedir(), '.local/share'), join(homedir(), '.cache')],
      ['relative', join(homedir(), '.local/share'), join(homedir(), '.cache')],
      [folder, folder, folder],
    ] as const) {
      vi.stubEnv('XDG_DATA_HOME', value)
      expect(defaultDataDirectory()).toBe(join(data, 'vaultbench'))
      const env = { ...process.env, NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: value }
      const { out } = await run([join(folder, 'bin/entry.mjs')], { cwd: folder, env })
      expect(out).toContain(join(caches, 'vaultbench'))
    }
  },

  'Text files': () => {
    for (const write of Object.values(ENCODINGS)) expect(textOfFile(write('ä\r\n'))).toBe('ä\r\n')
    expect(() => textOfFile(Buffer.from('ä', 'latin1'))).toThrow('UTF-8')
    expect(() => textOfFile(Buffer.from('a', 'utf16le'))).toThrow('UTF-16 without a byte order mark')
    expect(() => textOfFile(Buffer.from('\ufeffa\0', 'utf16le').subarray(0, 5))).toThrow('UTF-16 LE')
  },

  'JSON files': () => {
    for (const write of Object.values(ENCODINGS)) {
      expect(jsonOfFile(write('{"a":["ä"]}'))).toEqual({ a: ['ä'] })
      expect(() => jsonOfFile(write('{"a":}'))).toThrow('it breaks at position 5')
      expect(() => jsonOfFile(write('{"a":1,"a":1}'))).toThrow('twice')
    }
  },

  verify: async () => {
    const definition = '{"input_descriptors":[{"id":"a","constraints":{"fields":[{"path":["$.id"]}]}}]}'
    for (const [name, write] of Object.entries(ENCODINGS)) {
      const files = ['p.jws', 'd.json', 'p.json'].map((end) => `${name}-${end}`)
      const [plain = '', asked = '', json = ''] = files.map((one) => join(folder, one))
      writeFileSync(plain, write(`${JWS}\r\n`))
      writeFileSync(asked, write(definition))
      writeFileSync(json, write(JSON.stringify({ presentation: JWS })))
      const context = `urn:c=${json}`
      const status = `urn:s=${plain}`
      for (const args of [
        [plain],
        [json],
        [plain, '--definition', asked, '--schema', `urn:x=${asked}`, '--context', context, '--status-list', status],
      ]) {
        const { err, out } = await runInProcess(['verify', ...args, '--json'])
        expect([args, err, JSON.parse(out)]).toEqual([
          args,
          '',
          expect.objectContaining({ valid: expect.any(Boolean) as boolean }),
        ])
      }
    }
    writeFileSync(join(folder, 'latin'), Buffer.from('"ä"', 'latin1'))
    expect((await runInProcess(['verify', join(folder, 'latin')])).err).toContain('save it as UTF-8')
  },

  '--oidc-issuers, jwks_file': async () => {
    const { config } = await anIssuer('https://issuer.test')
    const { jwks, ...said } = config
    for (const [name, write] of Object.entries(ENCODINGS)) {
      writeFileSync(join(folder, 'keys.json'), write(JSON.stringify(jwks)))
      writeFileSync(join(folder, name), write(JSON.stringify([{ ...said, jwks_file: 'keys.json' }])))
      const [issuer] = readIssuersFile(join(folder, name))
      expect(await (issuer !== undefined && 'readKeys' in issuer ? issuer.readKeys() : undefined)).toEqual(jwks)
    }
    writeFileSync(join(folder, 'twice'), '[{"issuer":"a","issuer":"b"}]')
    expect(() => readIssuersFile(join(folder, 'twice'))).toThrow('twice')
  },

  '--credentials': async () => {
    const metadata = {
      key_encryption_key: Buffer.alloc(32).toString('base64url'),
      keystore_access_token: 'k',
      vault_access_token: 'v',
    }
    const yaml = [
      'kind: Authentication',
      'metadata:',
      ...Object.entries(metadata).map(([name, value]) => `  ${name}: ${value}`),
    ]
    for (const [name, write] of Object.entries(ENCODINGS)) {
      const path = join(folder, name)
      writeFileSync(path, write(yaml.join('\r\n')), { mode: 0o600 })
      const args = ['client-task-queue', 'list', '--url', 'http://127.0.0.1:1', '--credentials', path]
      expect((await runInProcess(args)).err).toContain('the service cannot be reached')
    }
  },

  '--operator-password-file': () => {
    for (const [name, write] of Object.entries(ENCODINGS)) {
      for (const end of ['', '\n', '\r\n']) {
        const path = join(folder, name)
        writeFileSync(path, write(`open sesame${end}`), { mode: 0o600 })
        expect(takeSecrets({ 'operator-password-file': path }, {}).operatorPassword?.value).toBe('open sesame')
      }
    }
  },

  'Keys at jwks_url': async () => {
    const { config } = await anIssuer('https://issuer.test')
    let type: string | undefined
    const provider = createServer((_, response) => {
      response
        .writeHead(200, type === undefined ? {} : { 'content-type': type })
        .end(`\ufeff${JSON.stringify(config.jwks)}`)
    })
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
    const { port } = provider.address() as AddressInfo
    const read = () => keysAt(`http://127.0.0.1:${port}/keys`)()
    try {
      await expect(read()).rejects.toThrow('named no Content-Type')
      type = 'text/html'
      await expect(read()).rejects.toThrow('Content-Type text/html')
      for (type of ['application/json', 'Application/JWK-Set+JSON ; charset=utf-8'])
        expect(await read()).toEqual(config.jwks)
    } finally {
      provider.close()
    }
  },
}

const ROWS = rowsOf('## Transports: what is read')

it('the table › has at most 40 rows, each with a case, and no case without a row', () => {
  expect(ROWS.length).toBeLessThanOrEqual(40)
  expect(ROWS).toEqual(Object.keys(CASES))
})

it.each(ROWS)('%s › follows its rule', async (row) => {
  const follow = CASES[row]
  if (follow === undefined) throw new Error('the row has no case')
  await follow()
})

/** First cells of the table below a heading, without the marks of code. */
function rowsOf(heading: string): readonly string[] {
  const page = readFileSync(new URL('../../docs/contract/vault.md', import.meta.url), 'utf8')
  const [, after = ''] = page.split(`${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.map((row) => (row.split('|')[1] ?? '').replaceAll('`', '').trim())
}

interface Sent {
  readonly headers?: Headers
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function ask(method: string, path: string, init: Sent = {}) {
  const answer = await fetch(new URL(path, server.url), { method, redirect: 'manual', ...init })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers) as Readonly<Record<string, string | undefined>>,
    body: await answer.text(),
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const AN_ITEM = { template_name: 'custom', item: { label: 'Car' } }
const get = (path: string, headers: Headers = {}) => ask('GET', path, { headers })
const post = (path: string, body: object | string, headers: Headers = {}) =>
  ask('POST', path, {
    headers: { ...user.headers, ...key, ...JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const put = (path: string, headers: Headers, body: object = { item: { label: 'Bike' } }) =>
  ask('PUT', path, { headers: { ...user.headers, ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
const tagAt = async (path: string) => (await get(path)).headers['etag'] ?? ''

async function made<Body>(path: string, body: object): Promise<Body> {
  const answer = await post(path, body)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return JSON.parse(answer.body) as Body
}

async function aDefinition(): Promise<string> {
  const fields = [{ path: ['$.id'] }]
  const body = { input_descriptors: [{ id: 'a', constraints: { fields } }] }
  const path = '/exchange/presentations/definitions'
  const { presentation_definition } = await made<{ presentation_definition: { id: string } }>(path, body)
  return `${path}/${presentation_definition.id}`
}

async function anItem(): Promise<string> {
  return `/vault/items/${(await made<{ item: { id: string } }>('/vault/items', AN_ITEM)).item.id}`
}

/** The signed address of the bytes of a new file. */
async function aFile(content: string): Promise<string> {
  const file = Buffer.from(content).toString('base64')
  const body = { attachment: { file, filename: 'a.txt', content_type: 'text/plain' } }
  const { id } = (await made<{ attachment: { id: string } }>('/vault/attachments', body)).attachment
  const { attachment } = JSON.parse((await get(`/vault/attachments/${id}`, user.headers)).body) as {
    readonly attachment: { readonly url: string }
  }
  return (await get(attachment.url, user.headers)).headers['location'] ?? ''
}

/** A file of a folder is written or deleted on a condition. */
async function inFolder(): Promise<void> {
  const { attachments_folder } = await made<{
    attachments_folder: { token: string; resource_urls: readonly string[] }
  }>('/vault/attachments_folders', {})
  const file = `${attachments_folder.resource_urls[0] ?? ''}/a%20b?${attachments_folder.token}`
  const write = async (body: string, headers: Headers) => (await ask('PUT', file, { body, headers })).status
  expect(await write('one', { 'if-match': '*' })).toBe(412)
  expect(await write('one', { 'if-none-match': '*' })).toBe(201)
  expect(await write('two', { 'if-none-match': '*' })).toBe(412)
  const tag = await tagAt(file)
  expect(await write('two', { 'if-match': tag })).toBe(201)
  expect(await write('three', { 'if-match': tag })).toBe(412)
  expect((await get(file)).body).toBe('two')
  expect((await ask('DELETE', file, { headers: { 'if-match': tag } })).status).toBe(412)
  expect((await ask('DELETE', file, { headers: { 'if-match': await tagAt(file) } })).status).toBe(204)
}

/** A request as it is written here; the connection ends with it. */
function raw(line: string, lines = '', body = '') {
  const head = `${line}\r\nHost: 127.0.0.1:${server.port}\r\n${lines === '' ? '' : `${lines}\r\n`}`
  return sendRaw(server.port, `${head}${lines.includes('Connection:') ? '' : 'Connection: close\r\n'}\r\n${body}`)
}

const OF_USER = () => `Authorization: ${user.token}`
const lowerCaseEncoded = (text: string) => encodeURIComponent(text).replace(/%../g, (sign) => sign.toLowerCase())
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
}

/** The signed address of a new upload. */
async function anUpload(byte_size: number): Promise<string> {
  const blob = { filename: 'a.txt', content_type: 'text/plain', byte_size }
  const { attachment_direct_upload_url } = await made<{ attachment_direct_upload_url: { url: string } }>(
    '/vault/direct/attachments/upload_url',
    { blob },
  )
  return attachment_direct_upload_url.url
}

/** The program as npm starts it, in the folder of the package, for a person in another one. */
function started(args: readonly string[]) {
  const env = { ...process.env, INIT_CWD: folder, npm_package_json: join(ROOT, 'package.json') }
  return run([join(ROOT, 'scripts/run.js'), 'program', ...args], { cwd: ROOT, env })
}

function run(args: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, args, options)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise<{ out: string; err: string }>((resolve) => child.once('close', () => resolve({ out, err })))
}
