// Proves docs/contract/vault.md, Transports: what is read.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'

type Headers = Readonly<Record<string, string>>

let server: TestHttpServer
let user: SignedInUser
let key: Headers

beforeEach(async () => {
  server = await startHttpServer()
  user = aSignedInUser(server)
  key = aSubscriptionKey(server).headers
})

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
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
    expect((await get(file, { 'if-none-match': await tagAt(file), range: 'bytes=0-1' })).status).toBe(304)
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

async function ask(method: string, path: string, init: { readonly headers?: Headers; readonly body?: string }) {
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
const post = (path: string, body: object, headers: Headers = {}) =>
  ask('POST', path, { headers: { ...user.headers, ...key, ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
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
