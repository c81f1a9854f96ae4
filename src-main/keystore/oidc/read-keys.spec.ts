// Proves docs/contract/keystore.md, OpenID Connect.

import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { keysAt, KeysUnreadable, keySetIn } from './read-keys.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const TAKEN = 'application/json or application/jwk-set+json is accepted'
const HTML_REFUSED = `the address answered with Content-Type text/html; ${TAKEN}`
const SET = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }] }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
}

async function outcomeOf(url: string, timeoutMs?: number): Promise<unknown> {
  try {
    return await keysAt(url, timeoutMs)()
  } catch (fault) {
    return fault instanceof KeysUnreadable ? fault.message : fault
  }
}

describe('keysAt', () => {
  it.each(['application/json', 'application/jwk-set+json; charset=utf-8', 'Application/JSON ;charset=utf-8'])(
    'reads %s',
    async (type) => {
      const url = await serve((_, response) => {
        response.writeHead(200, { 'content-type': type }).end(JSON.stringify(SET))
      })
      expect(await outcomeOf(url)).toEqual(SET)
    },
  )

  it.each([
    ['another type', 200, { 'content-type': 'text/html; charset=utf-8' }, JSON.stringify(SET), HTML_REFUSED],
    ['another type in capitals', 200, { 'content-type': 'TEXT/HTML' }, JSON.stringify(SET), HTML_REFUSED],
    ['no type', 200, {}, JSON.stringify(SET), `the address named no Content-Type; ${TAKEN}`],
    [
      'a type that is none',
      200,
      { 'content-type': 'a b' },
      JSON.stringify(SET),
      `the address answered with an unreadable Content-Type; ${TAKEN}`,
    ],
    ['a status of failure', 500, JSON_TYPE, JSON.stringify(SET), 'the address answered 500'],
    ['no JSON', 200, JSON_TYPE, '{"keys":[', 'the content is not a JWK Set: it is not JSON: it breaks at position 9'],
    ['no set', 200, JSON_TYPE, '[]', 'the content is not a JWK Set'],
    ['keys that are none', 200, JSON_TYPE, '{"keys":["x"]}', 'the content is not a JWK Set'],
    ['too many keys', 200, JSON_TYPE, JSON.stringify({ keys: Array(33).fill({}) }), 'the content is not a JWK Set'],
    ['a length that is too large', 200, { ...JSON_TYPE, 'content-length': '300000' }, '', 'the answer is too large'],
    ['more than it should', 200, JSON_TYPE, `${' '.repeat(262_144)}{}`, 'the answer is too large'],
    [
      'much that is packed',
      200,
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
      gzipSync(' '.repeat(10_000_000)),
      'the answer is too large',
    ],
  ])('%s', async (_, status, headers, body, problem) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, headers).end(body)
    })
    expect(await outcomeOf(url)).toBe(problem)
  })

  it('follows no redirect', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/jwks') response.writeHead(302, { location: '/other' }).end()
      else response.writeHead(200, JSON_TYPE).end(JSON.stringify(SET))
    })
    expect(await outcomeOf(url)).toBe('the address redirects to another one')
    expect(asked).toEqual(['/jwks'])
  })

  it('waits neither for a begin nor for an end', async () => {
    const never = await serve(() => undefined)
    const slow = await serve((_, response) => {
      response.writeHead(200, JSON_TYPE)
      response.write('{"keys":')
    })
    expect(await outcomeOf(never, 50)).toBe('the address took too long to answer')
    expect(await outcomeOf(slow, 50)).toBe('the address took too long to answer')
  })

  it('nobody there', async () => {
    expect(await outcomeOf('http://127.0.0.1:1/jwks')).toBe('the address could not be reached')
  })

  it.each([
    'http://example.org/jwks',
    'http://192.168.0.1/jwks',
    'http://127.0.0.1.example.org/jwks',
    'http://localhost.example.org/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:application/json,{}',
    'https://user:word@example.org/',
    'http://127.0.0.1@example.org/',
    'jwks',
  ])('asks nobody at %s', async (url) => {
    expect(await outcomeOf(url)).toBe('keys are read over https, or from this computer')
  })
})

describe('keySetIn', () => {
  it('keeps the members of every key', () => {
    expect(keySetIn(Buffer.from(`\ufeff${JSON.stringify(SET)}`))).toEqual(SET)
  })
})
