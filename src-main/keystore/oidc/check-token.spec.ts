// Proves docs/contract/keystore.md, OpenID Connect.

import { createHmac } from 'node:crypto'
import type { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, CompactSign, exportJWK, generateKeyPair, importJWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { draws } from '../../../tests/support/draws.ts'
import { anIssuer, AUDIENCE, MINTED_S } from '../../../tests/support/service/oidc-issuers.ts'
import type { TestIssuer } from '../../../tests/support/service/oidc-issuers.ts'
import type { AcceptedIssuer } from './check-token.ts'
import { checkToken, MAX_TOKEN_LENGTH } from './check-token.ts'
import { givenKeys } from './token-issuer-keys.ts'

const NOW_MS = MINTED_S * 1000
const ISSUER = 'https://issuer.test'

let ec: TestIssuer
let rsa: TestIssuer

beforeAll(async () => {
  ec = await anIssuer(ISSUER)
  rsa = await anIssuer('https://rsa.test', { algorithm: 'RS256' })
})

function accepted({ config }: TestIssuer, changes: Partial<AcceptedIssuer> = {}): AcceptedIssuer {
  const { jwks, ...issuer } = config
  return { ...issuer, keys: givenKeys(jwks?.keys ?? []), ...changes }
}

/** The subject of a token that is accepted, else the reason it is refused for. */
async function outcomeOf(token: string, issuer: AcceptedIssuer = accepted(ec), nowMs = NOW_MS): Promise<string> {
  try {
    return (await checkToken(token, (name) => (name === issuer.issuer ? issuer : undefined), nowMs)).subject
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    expect(fault).toMatchObject({ code: 'unauthorized', status: 401 })
    return String(fault.extraInfo['reason'])
  }
}

const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url')
const goodClaims = { iss: ISSUER, sub: 'ada', aud: AUDIENCE, exp: MINTED_S + 60 }

/** Signed as it stands, also where it is no JSON. */
async function signedText(payload: string, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(ec.privateKey)
}

describe('checkToken › what holds', () => {
  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const)(
    'a token signed with %s',
    async (algorithm) => {
      const issuer = await anIssuer(ISSUER, { algorithm })
      expect(await outcomeOf(await issuer.token(), accepted(issuer))).toBe('ada')
    },
  )

  it.each([
    ['several audiences', { aud: ['somebody', AUDIENCE] }],
    ['times with fractions', { iat: MINTED_S + 0.5, exp: MINTED_S + 10.5 }],
    ['without iat', { iat: undefined }],
    ['nbf a minute ahead', { nbf: MINTED_S + 60 }],
    ['exp a minute ago, but for a moment', { exp: MINTED_S - 59.9 }],
    ['claims nobody knows', { roles: ['admin'], nested: { a: [1, { b: 2 }] } }],
  ])('%s', async (_, claims) => {
    expect(await outcomeOf(await ec.token(claims))).toBe('ada')
  })

  it.each([
    ['no kid', { kid: undefined }],
    ['no type', { typ: undefined }],
    ['an access token of RFC 9068', { typ: 'at+jwt' }],
    ['a type with application', { typ: 'application/JWT' }],
    [
      'keys and addresses of others, which are not looked at',
      { jku: 'http://169.254.169.254/', x5u: 'file:///etc/passwd', x5c: ['AAAA'] },
    ],
  ])('a header with %s', async (_, header) => {
    expect(await outcomeOf(await ec.token({}, header))).toBe('ada')
  })

  it('a token that names no key, when one of several fits', async () => {
    const others = await Promise.all(['a', 'b'].map((kid) => anIssuer(ISSUER, { kid })))
    const keys = givenKeys([...others, rsa, ec].map(({ publicJwk }) => publicJwk))
    expect(await outcomeOf(await ec.token({}, { kid: undefined }), accepted(ec, { keys }))).toBe('ada')
  })

  it('says who it is, until when, and who it was', async () => {
    const claims = { email: ' ada@example.org ', name: 'Ada', full_name: 'Ada L.', extension_serviceUserId: 'before' }
    const checked = await checkToken(await ec.token(claims), () => accepted(ec), NOW_MS)
    expect(checked).toMatchObject({
      subject: 'ada',
      email: 'ada@example.org',
      fullName: 'Ada L.',
      previousUser: 'before',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTill: '2026-01-01T01:00:00.000Z',
    })
  })

  it('leaves out of the profile what is no short text', async () => {
    const checked = await checkToken(await ec.token({ email: 7, name: 'x'.repeat(256) }), () => accepted(ec), NOW_MS)
    expect([checked.email, checked.fullName, checked.previousUser]).toEqual([undefined, undefined, undefined])
  })
})

describe('checkToken › claims', () => {
  it.each([
    ['another audience', { aud: 'somebody else' }, 'invalid_jwt'],
    ['the audience in other case', { aud: AUDIENCE.toUpperCase() }, 'invalid_jwt'],
    ['a part of the audience', { aud: AUDIENCE.slice(1) }, 'invalid_jwt'],
    ['no audience', { aud: undefined }, 'invalid_jwt'],
    ['an empty list of audiences', { aud: [] }, 'invalid_jwt'],
    ['an audience that is no text', { aud: [AUDIENCE, { toString: 'x' }] }, 'invalid_jwt'],
    ['another issuer', { iss: 'https://other.test' }, 'unknown_issuer'],
    ['the issuer with a slash', { iss: `${ISSUER}/` }, 'unknown_issuer'],
    ['the issuer in capitals', { iss: ISSUER.toUpperCase() }, 'unknown_issuer'],
    ['a list with the issuer', { iss: [ISSUER] }, 'invalid_jwt'],
    ['no issuer', { iss: undefined }, 'invalid_jwt'],
    ['a name of Object for an issuer', { iss: '__proto__' }, 'unknown_issuer'],
    ['no subject', { sub: undefined }, 'invalid_jwt'],
    ['an empty subject', { sub: '' }, 'invalid_jwt'],
    ['a subject that is a number', { sub: 7 }, 'invalid_jwt'],
    ['a subject with a line break', { sub: 'a\nb' }, 'invalid_jwt'],
    ['a subject that ends with a space', { sub: 'ada ' }, 'invalid_jwt'],
    ['a long subject', { sub: 'x'.repeat(256) }, 'invalid_jwt'],
    ['no end', { exp: undefined }, 'invalid_jwt'],
    ['an end that is a text', { exp: '9999999999' }, 'invalid_jwt'],
    ['an end beyond all time', { exp: 1e300 }, 'invalid_jwt'],
    ['an end that is over', { exp: MINTED_S - 60 }, 'token_expired'],
    ['an end before 1970', { exp: -1 }, 'invalid_jwt'],
    ['a begin that is ahead', { nbf: MINTED_S + 61 }, 'invalid_jwt'],
    ['made in the future', { iat: MINTED_S + 61 }, 'invalid_jwt'],
    ['made at no time', { iat: null }, 'invalid_jwt'],
    ['a user of before that is an object', { extension_serviceUserId: { id: 'x' } }, 'invalid_jwt'],
    ['a user of before with a line break', { extension_serviceUserId: "x'\n--" }, 'invalid_jwt'],
  ])('%s', async (_, claims, reason) => {
    expect(await outcomeOf(await ec.token(claims))).toBe(reason)
  })
})

describe('checkToken › hostile headers', () => {
  it.each([
    ['a kid that is a path', { kid: '../../../../dev/null' }],
    ['a kid that is an address', { kid: 'https://evil.example/jwks' }],
    ['a kid that is SQL', { kid: "' UNION SELECT 'x' --" }],
    ['a kid that is a name of Object', { kid: 'constructor' }],
    ['a kid that is a number', { kid: 7 }],
    ['an empty kid', { kid: '' }],
    ['another kid', { kid: 'another' }],
    ['a type for logging out', { typ: 'logout+jwt' }],
    ['a type for a proof of a key', { typ: 'dpop+jwt' }],
    ['a type that is a list', { typ: ['JWT', 'x'] }],
    ['an extension', { b64: true, crit: ['b64'] }],
    ['a packed payload', { zip: 'DEF' }],
    ['an encryption', { enc: 'A256GCM' }],
  ])('%s', async (_, header) => {
    expect(await outcomeOf(await ec.token({}, header))).toBe('invalid_jwt')
  })

  it('a key in the header, which signed it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(goodClaims)))
      .setProtectedHeader({ alg: 'ES256', jwk, jku: 'http://127.0.0.1:1/', x5u: 'http://127.0.0.1:1/' })
      .sign(privateKey)
    expect(await outcomeOf(token)).toBe('invalid_jwt')
  })

  it.each(['none', 'None', 'NONE', 'nOnE', '', 'HS256', 'HS384', 'RS256', 'es256', 'ES256K', 'RSA1_5', 'dir'])(
    'alg %s, with a good signature and with none',
    async (alg) => {
      const [, payload = '', signature = ''] = (await ec.token()).split('.')
      const header = base64url(JSON.stringify({ alg, kid: ec.publicJwk['kid'] }))
      expect(await outcomeOf(`${header}.${payload}.`)).toBe('invalid_jwt')
      expect(await outcomeOf(`${header}.${payload}.${signature}`)).toBe('invalid_jwt')
    },
  )

  it('key confusion: an HMAC with the public key, in every form it could be read in', async () => {
    const { publicJwk } = rsa
    const spki = await crypto.subtle.exportKey('spki', (await importJWK(publicJwk, 'RS256')) as webcrypto.CryptoKey)
    const der = Buffer.from(spki)
    const pem = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`
    const secrets = [
      der,
      pem,
      pem.trim(),
      JSON.stringify(publicJwk),
      String(publicJwk['n']),
      Buffer.from(String(publicJwk['n']), 'base64url'),
      '',
    ]
    const text = `${base64url(JSON.stringify({ alg: 'HS256', kid: publicJwk['kid'] }))}.${base64url(JSON.stringify({ ...goodClaims, iss: 'https://rsa.test' }))}`
    for (const secret of secrets) {
      const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      expect(await outcomeOf(token, accepted(rsa))).toBe('invalid_jwt')
    }
  })

  it('an algorithm the issuer does not sign with, although its key could', async () => {
    const issuer = await anIssuer(ISSUER, { algorithm: 'PS256' })
    const withoutAlg = { ...issuer.publicJwk, alg: undefined }
    const only = (algorithm: 'RS256' | 'PS256') =>
      accepted(issuer, { algorithms: [algorithm], keys: givenKeys([withoutAlg]) })
    expect(await outcomeOf(await issuer.token(), only('PS256'))).toBe('ada')
    expect(await outcomeOf(await issuer.token(), only('RS256'))).toBe('invalid_jwt')
  })

  it('an algorithm that the key is not for, although the issuer signs with both', async () => {
    const issuer = await anIssuer(ISSUER, { algorithm: 'RS256' })
    const boundTo = (alg: string) =>
      accepted(issuer, { algorithms: ['RS256', 'PS256'], keys: givenKeys([{ ...issuer.publicJwk, alg }]) })
    expect(await outcomeOf(await issuer.token(), boundTo('RS256'))).toBe('ada')
    expect(await outcomeOf(await issuer.token(), boundTo('PS256'))).toBe('invalid_jwt')
  })

  it('a signature of all zeros, and an empty one', async () => {
    const [header, payload] = (await ec.token()).split('.')
    expect(await outcomeOf(`${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`)).toBe('invalid_jwt')
    expect(await outcomeOf(`${header}.${payload}.`)).toBe('invalid_jwt')
  })
})

describe('checkToken › hostile texts', () => {
  it('a token that is too long', async () => {
    expect(await outcomeOf(await ec.token({ filler: 'x'.repeat(MAX_TOKEN_LENGTH) }))).toBe('invalid_jwt')
  })

  it.each([
    ['a claim twice', `{"iss":"${ISSUER}","sub":"ada","sub":"bob","aud":"${AUDIENCE}","exp":${MINTED_S + 60}}`],
    [
      'a claim twice, once with an escape',
      String.raw`{"iss":"${ISSUER}","sub":"ada","s\u0075b":"bob","aud":"${AUDIENCE}","exp":${MINTED_S + 60}}`,
    ],
    ['a list', JSON.stringify([goodClaims])],
    ['a text', JSON.stringify('ada')],
    ['null', 'null'],
    ['no JSON', 'ada'],
    ['nothing', ''],
    ['two objects', JSON.stringify(goodClaims).repeat(2)],
    ['deep nesting', JSON.stringify(goodClaims).replace('{', `{"x":${'['.repeat(100)}${']'.repeat(100)},`)],
    ['a byte order mark', `\u{FEFF}${JSON.stringify(goodClaims)}`],
  ])('a payload with %s, rightly signed', async (_, payload) => {
    expect(await outcomeOf(await signedText(payload))).toBe('invalid_jwt')
    // The same way with what is right is accepted: it is this one thing that is refused.
    expect(await outcomeOf(await signedText(JSON.stringify(goodClaims)))).toBe('ada')
  })

  it('a member twice in the header', async () => {
    const [, payload] = (await ec.token()).split('.')
    const header = base64url('{"alg":"none","alg":"ES256"}')
    expect(await outcomeOf(`${header}.${payload}.AAAA`)).toBe('invalid_jwt')
  })

  it('an encrypted token, and one inside a signature', async () => {
    const inner = await ec.token()
    const { publicKey } = await generateKeyPair('ECDH-ES')
    const encrypted = await new CompactEncrypt(new TextEncoder().encode(inner))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', cty: 'JWT' })
      .encrypt(publicKey)
    expect(await outcomeOf(encrypted)).toBe('invalid_jwt')
    expect(await outcomeOf(await signedText(inner, { cty: 'JWT' }))).toBe('invalid_jwt')
  })

  it('no change of one character of a token is accepted', async () => {
    const tokens = [await ec.token(), await rsa.token()]
    const issuers = [accepted(ec), accepted(rsa)]
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '
    const property = fc.asyncProperty(
      fc.nat(1),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom(...alphabet.split('')),
      async (which, place, sign) => {
        const token = tokens[which] ?? ''
        const at = Math.floor(place * token.length)
        fc.pre(token[at] !== sign)
        expect(await outcomeOf(token.slice(0, at) + sign + token.slice(at + 1), issuers[which])).not.toBe('ada')
      },
    )
    await fc.assert(property, { numRuns: draws(300, 20_000) })
  })

  it('no bit of the signature can be another one, and its last character has one spelling', async () => {
    const token = await ec.token()
    const at = token.lastIndexOf('.') + 1
    const signature = Buffer.from(token.slice(at), 'base64url')
    for (let bit = 0; bit < signature.length * 8; bit += 7) {
      const changed = Buffer.from(signature)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await outcomeOf(token.slice(0, at) + changed.toString('base64url'))).toBe('invalid_jwt')
    }
    const spellings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      .split('')
      .map((last) => token.slice(0, -1) + last)
    const outcomes = await Promise.all(spellings.map((spelling) => outcomeOf(spelling)))
    expect(outcomes.filter((outcome) => outcome === 'ada')).toHaveLength(1)
  })

  it('no message repeats what the token says', async () => {
    const token = await ec.token({ iss: 'https://canary.test', sub: 'canary', aud: 'canary' })
    const refusals = await Promise.all(
      [undefined, accepted(ec)].map((issuer) =>
        checkToken(token, () => issuer, NOW_MS).catch((fault: unknown) => fault),
      ),
    )
    expect(refusals.map(String).join(' ')).not.toContain('canary')
    expect(refusals).toHaveLength(2)
  })
})
