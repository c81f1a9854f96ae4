// Proves docs/contract/keystore.md, OpenID Connect.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anIssuer } from '../../tests/support/service/oidc-issuers.ts'
import type { TestIssuer } from '../../tests/support/service/oidc-issuers.ts'
import { readIssuersFile } from './oidc-issuers-file.ts'

let directory: string
let issuer: TestIssuer

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-issuers-'))
  issuer = await anIssuer('https://issuer.test')
})

afterEach(() => {
  rmSync(directory, { recursive: true })
})

function fileWith(content: unknown, name = 'issuers.json'): string {
  const path = join(directory, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('readIssuersFile', () => {
  it('reads issuers with keys, with an address, and with a file beside it that is read when it is needed', async () => {
    const { jwks, ...said } = issuer.config
    const { carries_over_from: _from, carries_over_accounts: _accounts, ...least } = said
    const address = { ...least, issuer: 'https://other.test', jwks_url: 'https://other.test/jwks' }
    const path = fileWith([issuer.config, address, { ...least, issuer: 'https://file.test', jwks_file: 'keys.json' }])

    const [given, fetched, inFile] = readIssuersFile(path)

    expect(given).toEqual(issuer.config)
    expect(fetched).toEqual({ ...said, ...address })
    const read =
      inFile !== undefined && 'readKeys' in inFile ? inFile.readKeys : () => Promise.reject(new Error('none'))
    await expect(read()).rejects.toThrow('the file with the keys cannot be read')
    fileWith('{', 'keys.json')
    await expect(read()).rejects.toThrow('the content is not a JWK Set')
    fileWith(jwks, 'keys.json')
    expect(await read()).toEqual(jwks)
  })

  it.each([
    ['no JSON', '[', 'it is not JSON'],
    ['no list', '{}', 'the list Invalid input'],
    [
      'no keys',
      [{ ...{ issuer: 'a', audience: 'b', algorithms: ['RS256'] } }],
      '`0.jwks` must hold the keys of the issuer',
    ],
    [
      'an HMAC',
      [{ issuer: 'a', audience: 'b', algorithms: ['HS256'], jwks_url: 'https://a.test' }],
      '`0.algorithms.0`',
    ],
    [
      'a secret',
      [{ issuer: 'a', audience: 'b', algorithms: ['ES256'], jwks: { keys: [{ kty: 'oct', k: 'AA' }] } }],
      'only public keys',
    ],
    [
      'an address without TLS',
      [{ issuer: 'a', audience: 'b', algorithms: ['ES256'], jwks_url: 'http://a.test' }],
      '`0.jwks_url` must be an https address',
    ],
    [
      'an issuer twice',
      ['x', 'y'].map((key) => ({ issuer: 'a', audience: 'b', algorithms: ['ES256'], jwks_url: `https://${key}.test` })),
      'it names an issuer twice',
    ],
  ])('names the file and what is wrong: %s', (_, content, message) => {
    const path = fileWith(content)
    expect(() => readIssuersFile(path)).toThrow(message)
    expect(() => readIssuersFile(path)).toThrow(path)
  })

  it('a file that is not there', () => {
    expect(() => readIssuersFile(join(directory, 'none.json'))).toThrow('it cannot be read')
  })
})
