// Proves docs/contract/workbench.md, Commands.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NoAnswer, sendOverHttp } from './send-over-http.ts'

const BODY = { errors: [{ error: 'unauthorized', message: 'Sign in.' }] }
let asked: string[]
let url: string
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'} ${body}`)
    if (request.url?.includes('elsewhere') === true)
      response.writeHead(302, { location: 'https://elsewhere.example' }).end()
    else response.writeHead(request.method === 'GET' ? 401 : 201).end(JSON.stringify(BODY))
  })
})
beforeEach(async () => {
  asked = []
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((done) => server.close(done)))

describe('sendOverHttp', () => {
  it('asks the part of an operation at its path, with what is sent, and gives refusals as data', async () => {
    const send = sendOverHttp(url)

    expect(await send({ operation: 'vault.meGet', headers: { authorization: 'token' } })).toEqual({
      ok: false,
      status: 401,
      body: BODY,
    })
    expect(await send({ operation: 'keystore.srpUsernamePost', body: { a: 1 } })).toMatchObject({ ok: true })
    expect(asked).toEqual(['GET /vault/me token ', 'POST /keystore/srp/username - {"a":1}'])
  })

  it('follows no other address, and sends nothing for an operation that is none', async () => {
    await expect(sendOverHttp(`${url}/elsewhere`)({ operation: 'vault.meGet' })).rejects.toThrow(NoAnswer)
    await expect(sendOverHttp(url)({ operation: 'vault.nothing' })).rejects.toThrow('is not an operation')
    expect(asked).toHaveLength(1)
  })
})
