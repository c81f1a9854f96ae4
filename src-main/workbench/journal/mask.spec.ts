// Proves docs/contract/workbench.md, Journal.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKeyPair } from '../../crypto/key-pair.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { formatDataEncryptionKey, formatPrivateKey } from '../../crypto/private-key-text.ts'
import { newAccessToken } from '../../crypto/token.ts'
import { newSecretString } from '../../crypto/secret-string.ts'
import { maskedJson, maskHeaders, maskPath, maskValue } from './mask.ts'
import { MASK, maskText } from './secret-forms.ts'
import { searchAnything } from './secret-search.ts'

const LARGE = 1024 * 1024

/** Of the engine's heap, once nothing is left in it that nobody holds. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  return process.memoryUsage().heapUsed
}

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(9)}\n-----END RSA PRIVATE KEY-----`

describe('maskText', () => {
  it.each([
    ['an access token of the vault', newAccessToken('vault')],
    ['an access token of the key-store', newAccessToken('keystore')],
    ['a secret string', newSecretString('4Qspz6g1Rb8')],
    ['a raw key', formatPrivateKey(newKeyPair())],
    ['a raw data encryption key', formatDataEncryptionKey(newDataEncryptionKey())],
    ['a private key in PEM', PEM],
    ['a JSON Web Token', 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl'],
  ])('hides %s in the middle of a text', (_what, secret) => {
    expect(maskText(`it was "${secret}", really`)).toBe(`it was "${MASK}", really`)
  })

  it('keeps cipher text, even where a part of it looks like a token', () => {
    const cipherText = `pdv1.sd.sv.4Qspz6g1Rb8.x-v_${'a'.repeat(43)}`

    expect(maskText(cipherText)).toBe(cipherText)
  })
})

it('the signature of an address › is hidden in texts, paths and JSON', () => {
  const address = `/blob-store/uploads/a?sp=w&se=1&sig=${'0a'.repeat(32)}`
  const masked = `/blob-store/uploads/a?sp=w&se=1&sig=${MASK}`

  expect([maskText(address), maskPath(address)]).toEqual([masked, masked])
  expect(maskedJson({ url: address, sig: 'short' }, 1000).text).toBe(JSON.stringify({ url: masked, sig: MASK }))
})

describe('an SD-JWT', () => {
  const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIn0'
  const binding = 'eyJ0eXAiOiJrYitqd3QifQ.eyJub25jZSI6ImMifQ'
  const sdJwt = (signature: string) => `${jwt}.${signature}~WyJzIiwiYSIsMV0~${binding}.${signature}`

  it.each([
    ['in vp_token', (text: string) => ({ vp_token: text })],
    ['in a list', (text: string) => [text]],
    ['in JSON in a form', (text: string) => ({ vp_token: JSON.stringify({ one: [text] }) })],
    ['as the whole body', (text: string) => text],
  ])('%s › loses its signatures only', (_where, body) => {
    const hidden = body(sdJwt(MASK))

    expect(JSON.parse(maskedJson(body(sdJwt('c2lnbmF0dXJl')), 1000).text)).toEqual(hidden)
    expect(maskValue(body(sdJwt('c2lnbmF0dXJl')))).toEqual(hidden)
  })

  it.each([
    ['a JSON Web Token', `${jwt}.c2lnbmF0dXJl`, MASK],
    ['another secret beside a tilde', `${newAccessToken('vault')}~`, `${MASK}~`],
  ])('is not %s › which is hidden', (_what, text, hidden) => {
    expect(maskValue({ vp_token: text })).toEqual({ vp_token: hidden })
  })

  it('in a log › is hidden with what it says', () => {
    expect(maskText(sdJwt('c2lnbmF0dXJl'))).toBe(`${MASK}~WyJzIiwiYSIsMV0~${MASK}`)
  })
})

describe('maskHeaders', () => {
  it('keeps only headers that are known to be harmless', () => {
    expect(
      maskHeaders({
        authorization: 'v_x',
        'service-subscription-key': 's',
        'meeco-subscription-key': 's',
        admin_password: 'p',
        'x-something-new': 'n',
        'content-type': 'application/json',
        'service-delegation-id': 'd',
        oidc_token: '',
      }),
    ).toEqual({
      authorization: MASK,
      'service-subscription-key': MASK,
      'meeco-subscription-key': MASK,
      admin_password: MASK,
      'x-something-new': MASK,
      'content-type': 'application/json',
      'service-delegation-id': 'd',
    })
  })
})

describe('maskPath', () => {
  it('hides secret path parameters under any mount, secret query values and tokens', () => {
    expect(maskPath('/keystore/delegations/abc/share', '/delegations/{delegation_token}/share')).toBe(
      `/keystore/delegations/${MASK}/share`,
    )
    expect(maskPath('/delegations/abc', '/delegations/{delegation_token}')).toBe(`/delegations/${MASK}`)
    const token = 'Zm9v'.repeat(10) + 'abc'
    expect(maskPath(`/vault/invitations/${token}`)).toBe(`/vault/invitations/${MASK}`)
    expect(maskPath(`/invitations/${token}/nothing`)).toBe(`/invitations/${MASK}/nothing`)
    expect(maskPath('/items?like=a&access_token=abc')).toBe(`/items?like=a&access_token=${MASK}`)
    expect(maskPath(`/x/${newAccessToken('vault')}`)).toBe(`/x/${MASK}`)
  })
})

describe('maskedJson', () => {
  it.each([
    ['as it is', () => 0],
    ['with masks', searchAnything],
  ] as const)('of a large value %s holds no more memory than it has characters', (_what, search) => {
    const value = () => ({ password: 'secret', text: 'x'.repeat(LARGE) })
    const before = usedBytes()
    const kept = Array.from({ length: 50 }, () => maskedJson(value(), 1000, { search }))

    expect(usedBytes() - before).toBeLessThan(10 * LARGE)
    expect(kept.every(({ text, truncated }) => truncated && text.length <= 1000)).toBe(true)
  })

  const names = ['token', 'access_token', 'token_value', 'vault_api_admission_token', 'login_key', 'passphrase']
  const more = ['password', 'secret_string', 'srp_m', 'srp_verifier', 'session_authentication_string', 'window_token']

  it.each([...names, ...more])('hides what stands under %s, at any depth', (name) => {
    const { text } = maskedJson({ a: [{ [name]: 'canary' }], b: null }, 1000)

    expect(text).toBe(`{"a":[{"${name}":"${MASK}"}],"b":null}`)
    expect(maskValue({ a: [{ [name]: 'canary' }] })).toEqual({ a: [{ [name]: MASK }] })
  })

  it('keeps cipher text, paging and what is empty', () => {
    const body = {
      encrypted_session_authentication_string: 'pdv1.bs.tok.a.b',
      encrypted_access_token: 'pdv1.bs.tok.a.b',
      next_page_after: 'abc',
      token: null,
      password: '',
      ok: true,
      count: 0,
    }

    expect(JSON.parse(maskedJson(body, 1000).text)).toEqual(body)
  })

  it('hides the same whether it looked through a text or made a copy', () => {
    const name = fc.constantFrom('a', 'token', 'Access_Token', 'tokens', 'my_seed', 'seed', 'SRP_M', 'encrypted_token')
    const secret = fc.constantFrom(
      newAccessToken('vault'),
      newSecretString('4Qspz6g1Rb8'),
      formatPrivateKey(newKeyPair()),
      PEM,
      `eyJ${'a'.repeat(9)}.${'b'.repeat(9)}.c`,
    )
    const beside = fc.constantFrom('', '\n', '\u0001', '\ud800', '"', '\\', 'n', '-', '_', 'ä', ' ', '\\n', 'u0001')
    const text = fc.oneof(
      fc.tuple(beside, secret, beside).map((parts) => parts.join('')),
      beside,
    )
    const value = fc.oneof(text, fc.constantFrom(null, 0, -1, 2.5, true, [], {}))
    const body = fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.dictionary(name, value)))
    fc.assert(
      fc.property(body, (given) => {
        expect(maskedJson(given, 10_000).text).toBe(JSON.stringify(maskValue(given)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps random cipher text', () => {
    const body = { encrypted_value: `pdv1.sd.${'Ab-v_3.k_'.repeat(40)}EYJ` }

    expect(maskedJson(body, 1000).text).toBe(JSON.stringify(body))
  })

  it('leaves out members without a value, as JSON does', () => {
    expect(maskedJson({ a: undefined, b: [undefined] }, 100).text).toBe('{"b":[null]}')
  })

  it('keeps JSON that was written already, unless it may hold a secret', () => {
    const body = { a: newAccessToken('vault') }

    expect(maskedJson({ a: 1 }, 100, { written: '{"a":1.0}' }).text).toBe('{"a":1.0}')
    expect(maskedJson(body, 100, { written: JSON.stringify(body) }).text).toBe(`{"a":"${MASK}"}`)
  })

  it('keeps as much of long JSON as there is room for', () => {
    const long = ['x'.repeat(200)]

    for (const written of [undefined, JSON.stringify(long)]) {
      expect(maskedJson(long, 100, { written })).toEqual({ text: `["${'x'.repeat(98)}`, truncated: true })
    }
  })

  it('tells how long bytes are and shows none', () => {
    expect(maskedJson({ data: new Uint8Array(3) }, 100).text).toBe('{"data":{"bytes":3}}')
  })

  it.each([
    ['with masks', { search: () => -1 }],
    ['as it is', { search: () => 0 }],
  ])('of a long list %s stops at the limit without looking at the rest', (_what, known) => {
    const rest = new Proxy({}, { ownKeys: () => expect.fail('looked at') })
    const list = ['x'.repeat(200), ...Array.from({ length: 20 }, () => rest)]

    expect(maskedJson(list, 100, known)).toEqual({ text: `["${'x'.repeat(98)}`, truncated: true })
    expect(maskedJson({ items: list }, 100, known)).toEqual({ text: `{"items":["${'x'.repeat(89)}`, truncated: true })
  })

  it('hides a secret that the limit would cut', () => {
    const token = newAccessToken('vault')

    const { text } = maskedJson(`${'x'.repeat(80)} ${token}`, 100)

    expect(text).not.toContain(token.slice(0, 10))
  })
})
