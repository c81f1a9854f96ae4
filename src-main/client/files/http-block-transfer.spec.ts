// Proves docs/contract/client-crypto.md, Files: uploading, Files: downloading.

import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { httpBlockTransfer } from './http-block-transfer.ts'

/** A block store that was written from the page alone: it keeps what came, and answers `stored`. */
let server: Server
let origin: string
let came: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: Buffer }[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
const stored = Buffer.from('0123456789')
const transfer = httpBlockTransfer({ headers: () => ({ authorization: 'secret-token' }), nowMs: () => 0 })

beforeEach(async () => {
  came = []
  server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      came.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: Buffer.concat(pieces) })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('puts a block as it is, under the id as it is, with no token', async () => {
  answer = (_, response) => response.writeHead(201).end()

  await transfer.putBlock(`${origin}/up?sig=a`, 'YmxvY2sgICAgMA==', Buffer.from('sealed'))

  expect(came[0]?.line).toBe('PUT /up?sig=a&comp=block&blockid=YmxvY2sgICAgMA==')
  expect(came[0]?.body.toString()).toBe('sealed')
  expect(came[0]?.headers).toMatchObject({
    'x-ms-version': '2011-08-18',
    'x-ms-date': 'Thu, 01 Jan 1970 00:00:00 GMT',
    'x-ms-blob-type': 'BlockBlob',
  })
  expect(came[0]?.headers.authorization).toBeUndefined()
})

it('joins blocks in their order', async () => {
  answer = (_, response) => response.writeHead(201).end()

  await transfer.commitBlocks(`${origin}/up?sig=a`, ['one', 'two'], 'video/mp4')

  expect(came[0]?.line).toBe('PUT /up?sig=a&comp=blocklist')
  expect(came[0]?.headers).toMatchObject({ 'content-type': 'text/xml', 'x-ms-blob-content-type': 'video/mp4' })
  expect(came[0]?.body.toString()).toBe(
    '<?xml version="1.0" encoding="utf-8"?><BlockList><Latest>one</Latest><Latest>two</Latest></BlockList>',
  )
})

it('reads a range through the address it is led to, which gets the range and no token', async () => {
  answer = (request, response) => {
    if (request.url === '/blob') response.writeHead(302, { location: '/signed?sig=b' }).end()
    else response.writeHead(206).end(stored.subarray(2, 5))
  }
  const into = new Uint8Array(3)

  const bytes = await transfer.readInto(`${origin}/blob`, 2, into)

  expect([bytes, Buffer.from(into).toString()]).toEqual([3, '234'])
  expect(came.map(({ line }) => line)).toEqual(['GET /blob', 'GET /signed?sig=b'])
  expect(came.map(({ headers }) => headers.authorization)).toEqual(['secret-token', undefined])
  for (const { headers } of came) expect(headers).toMatchObject({ range: 'bytes=2-4', 'x-ms-range': 'bytes=2-4' })
})

it('goes to no other computer', async () => {
  answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()

  await expect(transfer.readWhole(`${origin}/blob`, 100)).rejects.toMatchObject({ status: 302 })
})

it('says that nothing is there behind the end', async () => {
  answer = (_, response) => response.writeHead(416).end()

  expect(await transfer.readInto(`${origin}/blob`, 20, new Uint8Array(3))).toBe(0)
})

it('takes no more than was asked for', async () => {
  answer = (_, response) => response.writeHead(206).end(stored)

  await expect(transfer.readInto(`${origin}/blob`, 0, new Uint8Array(3))).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(transfer.readWhole(`${origin}/blob`, 9)).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(Buffer.from(await transfer.readWhole(`${origin}/blob`, 10)).toString()).toBe('0123456789')
})

it('refuses the whole file where a range was asked for', async () => {
  answer = (_, response) => response.writeHead(200).end(stored)

  await expect(transfer.readInto(`${origin}/blob`, 0, new Uint8Array(10))).rejects.toMatchObject({ status: 200 })
})

it.each([403, 404, 409, 410, 413, 507])('tells that the store answered %i', async (status) => {
  answer = (_, response) => response.writeHead(status).end('{}')

  await expect(transfer.putBlock(`${origin}/up?sig=a`, 'id', new Uint8Array(1))).rejects.toMatchObject({ status })
  await expect(transfer.readWhole(`${origin}/blob`, 10)).rejects.toMatchObject({ status })
})

it('tells the code and the sentence of a service that says them', async () => {
  const entry = { error: 'storage_full', http_code: 507, message: 'The disk is full.' }
  const asked = { requested_language: 'en', message_in_requested_language: true, extra_info: {} }
  answer = (_, response) => response.writeHead(507).end(JSON.stringify({ errors: [{ ...entry, ...asked }] }))

  await expect(transfer.putBlock(`${origin}/up?sig=a`, 'id', new Uint8Array(1))).rejects.toMatchObject({
    ...{ status: 507, code: 'storage_full', message: 'The disk is full.' },
  })
})

it('tells that a place is gone where nobody listens any more', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))

  await expect(transfer.putBlock(`${origin}/up?sig=a`, 'id', new Uint8Array(1))).rejects.toMatchObject({ status: 410 })
})
