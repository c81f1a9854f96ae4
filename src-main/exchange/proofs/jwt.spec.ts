// Proves docs/contract/exchange.md, Proofs, Proofs: JWT, Limits.

import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWTHeaderParameters, JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readJwt, verifyJwt } from './jwt.ts'
import { claimConflicts } from './jwt-claims.ts'
import type { ProofOutcome } from './proof-outcome.ts'

const NO_DIDS = { find: () => undefined }
const PAYLOAD = { sub: 'did:example:holder', vc: { type: ['VerifiableCredential'] } }

interface Issuer {
  readonly did: string
  readonly jwk: JsonObject
  readonly sign: (payload?: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>
}

/** Signs with an independent implementation; the key is in the DID itself. */
async function anIssuer(alg: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = (await exportJWK(publicKey)) as JsonObject
  const did = `did:jwk:${encodeBase64Url(Buffer.from(JSON.stringify(jwk)))}`
  return {
    did,
    jwk,
    sign: (payload = PAYLOAD, header = {}) =>
      new SignJWT({ iss: did, ...payload }).setProtectedHeader({ alg, kid: '#0', ...header }).sign(privateKey),
  }
}

const ISSUERS = new Map(
  await Promise.all(
    ['EdDSA', 'ES256', 'ES384', 'RS256', 'PS256'].map(async (alg) => [alg, await anIssuer(alg)] as const),
  ),
)
const issuerWith = (alg: string): Issuer => ISSUERS.get(alg) ?? expect.unreachable()
const EDDSA = issuerWith('EdDSA')

async function verify(
  text: string,
  dids = NO_DIDS as { find: (did: string) => JsonObject | undefined },
): Promise<ProofOutcome> {
  return await verifyJwt(readJwt(text), ['assertionMethod'], dids)
}

const codeOf = async (text: string, dids = NO_DIDS) => (await verify(text, dids)).fault?.code

/** A JWT with this header and an empty signature: for what must be refused before any signature is looked at. */
function unsigned(header: JsonObject, payload: JsonObject = { iss: EDDSA.did }): string {
  return [header, payload].map((part) => encodeBase64Url(Buffer.from(JSON.stringify(part)))).join('.') + '.'
}

describe('verifyJwt', () => {
  it.each([...ISSUERS.keys()])('%s › holds, and says who signed', async (alg) => {
    const { did, sign } = issuerWith(alg)

    expect(await verify(await sign())).toEqual({ type: alg, signer: { did, method: `${did}#0` }, fault: undefined })
  })

  it.each([
    ['a DID URL', `${EDDSA.did}#0`],
    ['a fragment with its sign', '#0'],
    ['a fragment without', '0'],
    ['absent', undefined],
  ])('kid is %s › finds the key', async (_name, kid) => {
    const text = await EDDSA.sign(PAYLOAD, kid === undefined ? { kid: undefined as unknown as string } : { kid })
    expect(await codeOf(text)).toBeUndefined()
  })

  it.each(['none', 'HS256', 'HS512', 'ES512', 'Ed448', '', 'eddsa'])('alg %j › is refused', async (alg) => {
    expect(await codeOf(unsigned({ alg }))).toBe('algorithm_unsupported')
  })

  it.each<[string, JsonObject]>([
    ['crit', { crit: ['b64'] }],
    ['b64', { b64: false }],
    ['a foreign typ', { typ: 'at+jwt' }],
    ['typ is no text', { typ: 1 }],
    ['kid is no text', { kid: 7 }],
  ])('header with %s › is refused', async (_name, header) => {
    expect(await codeOf(unsigned({ alg: 'EdDSA', ...header }))).toBe('jws_header_invalid')
  })

  it.each(['JWT', 'jwt', 'VC+JWT', 'vp+jwt'])('typ %s › is accepted', async (typ) => {
    expect(await codeOf(await EDDSA.sign(PAYLOAD, { typ }))).toBeUndefined()
  })

  it('the key of the header › is not used', async () => {
    const mallory = await anIssuer('EdDSA')
    const text = await mallory.sign({ iss: EDDSA.did }, { kid: `${EDDSA.did}#0`, jwk: mallory.jwk })

    expect(await codeOf(text)).toBe('signature_invalid')
  })

  it('a signature in DER › is told what it is', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const iss = `did:jwk:${encodeBase64Url(Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' }))))}`
    const signed = unsigned({ alg: 'ES256', kid: '#0' }, { iss, ...PAYLOAD }).slice(0, -1)

    const { fault } = await verify(`${signed}.${encodeBase64Url(sign('sha256', Buffer.from(signed), privateKey))}`)
    expect(fault).toMatchObject({ code: 'signature_invalid', message: expect.stringContaining('it is DER') as string })
  })

  it.each([
    ['ES256K', 'ES256'],
    ['ES384', 'ES256'],
    ['EdDSA', 'ES256'],
    ['RS256', 'EdDSA'],
    ['ES256', 'RS256'],
  ])('alg %s with a key for %s › does not fit', async (alg, keyAlg) => {
    const { did } = issuerWith(keyAlg)
    expect(await codeOf(unsigned({ alg, kid: '#0' }, { iss: did }))).toBe('algorithm_key_mismatch')
  })

  it.each<[string, JsonObject]>([
    ['use', { use: 'enc' }],
    ['key_ops', { key_ops: ['encrypt'] }],
    ['alg', { alg: 'ES256' }],
  ])('a JWK whose %s says otherwise › does not fit', async (_name, member) => {
    const did = `did:jwk:${encodeBase64Url(Buffer.from(JSON.stringify({ ...EDDSA.jwk, ...member })))}`
    expect(await codeOf(unsigned({ alg: 'EdDSA' }, { iss: did }))).toBe('algorithm_key_mismatch')
  })

  it.each([
    ['did:example:issuer', 'did_method_unavailable'],
    ['did:web:issuer.example', 'did_method_unavailable'],
    ['https://issuer.example', 'did_method_unavailable'],
    ['did:jwk:e30', 'key_unresolved'],
    ['did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc', 'key_unresolved'],
    ['did:key:mAAAA', 'key_unresolved'],
    [`did:key:z${'6'.repeat(9000)}`, 'key_unresolved'],
  ])('issuer %s › %s', async (iss, code) => {
    expect(await codeOf(unsigned({ alg: 'EdDSA' }, { iss }))).toBe(code)
  })

  it('a changed bit anywhere › is caught', async () => {
    const text = await EDDSA.sign()
    const bytes = Buffer.from(text)

    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const refused = await verify(changed.toString('latin1')).then(
          ({ fault }) => fault !== undefined,
          () => true,
        )
        expect(refused).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('readJwt', () => {
  const twice = encodeBase64Url(Buffer.from('{"alg":"none","alg":"EdDSA"}'))
  const deep = encodeBase64Url(Buffer.from(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`))

  it.each([
    ['two parts', 'e30.e30'],
    ['four parts', 'e30.e30..'],
    ['padding', 'e30=.e30.'],
    ['white space', 'e30 .e30.'],
    ['loose bits', 'e30.e31.'],
    ['the other alphabet', 'e30.e30.+w'],
    ['an array', 'W10.e30.'],
    ['no JSON', 'AAAA.e30.'],
    ['a byte order mark', `${encodeBase64Url(Buffer.from('\ufeff{}'))}.e30.`],
    ['a member twice', `${twice}.e30.`],
    ['nested too deep', `e30.${deep}.`],
    ['nested without end', `e30.${encodeBase64Url(Buffer.from('['.repeat(500_000)))}.`],
  ])('%s › is malformed', (_name, text) => {
    expect(() => readJwt(text)).toThrow(expect.objectContaining({ code: 'jws_malformed' }))
  })

  it('signs inside of texts › are no members', () => {
    const payload = { 'a:b': 'c:"d":\\', e: [{}, { f: ':' }] }
    const part = encodeBase64Url(Buffer.from(JSON.stringify(payload)))
    expect(readJwt(`e30.${part}.`).payload).toEqual(payload)
  })
})

describe('claimConflicts', () => {
  const vc = {
    issuer: { id: 'did:example:i' },
    credentialSubject: { id: 'did:example:s' },
    id: 'urn:uuid:1',
    issuanceDate: '2026-01-01T00:00:00.5Z',
    expirationDate: '2027-01-01T01:00:00+01:00',
  }
  const nbf = Date.parse('2026-01-01T00:00:00Z') / 1000
  const agreeing = { iss: 'did:example:i', sub: 'did:example:s', jti: 'urn:uuid:1', nbf, exp: nbf + 365 * 86_400 }

  it('the same said twice › agrees', () => {
    expect(claimConflicts({ ...agreeing, vc }, 'vc')).toEqual([])
    expect(claimConflicts({ ...agreeing, nbf: nbf + 0.5, vc }, 'vc')).toEqual([])
    expect(claimConflicts({ iss: 'x', sub: 'y', vc: { credentialSubject: {} } }, 'vc')).toEqual([])
  })

  it.each([
    ['iss', 'issuer', 'did:example:x'],
    ['sub', 'credentialSubject', 'did:example:x'],
    ['jti', 'id', 'urn:uuid:2'],
    ['nbf', 'issuanceDate', nbf + 1],
    ['exp', 'expirationDate', '2027'],
  ])('%s › contradicts %s', (claim, member, value) => {
    expect(claimConflicts({ ...agreeing, [claim]: value, vc }, 'vc')).toEqual([{ claim, location: ['vc', member] }])
  })

  it.each([[[{ name: 'x' }]], [[{ id: 'did:example:x' }, { name: 'x' }]]])('sub may name %j', (credentialSubject) => {
    expect(claimConflicts({ sub: 'did:example:s', vc: { credentialSubject } }, 'vc')).toEqual([])
  })

  it.each([[[{ id: 'did:example:x' }]], [[{ id: null }]]])('sub contradicts %j', (credentialSubject) => {
    expect(claimConflicts({ sub: 'did:example:s', vc: { credentialSubject } }, 'vc')).toEqual([
      { claim: 'sub', location: ['vc', 'credentialSubject'] },
    ])
  })

  it('of a presentation › names the holder', () => {
    expect(claimConflicts({ iss: 'a', vp: { holder: 'b' } }, 'vp')).toEqual([
      { claim: 'iss', location: ['vp', 'holder'] },
    ])
  })
})
