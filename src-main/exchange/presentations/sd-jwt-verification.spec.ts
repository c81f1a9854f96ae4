// Proves docs/contract/exchange.md, Checks: presentation, Checks: submission, Checks: credential, Checks: SD-JWT VC,
// Checks: blocking, DCQL.

import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { CHECK_IDS } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER } from '../../../tests/support/exchange/definitions.ts'
import { refuseNetwork } from '../../../tests/support/no-network.ts'
import {
  aLicence,
  aPresentation,
  aSubmission,
  LICENCE_CONTEXT,
  privateKeyOf,
  signed,
  THE_HOLDER,
  THE_ISSUER,
} from '../../../tests/support/exchange/presentations.ts'
import { pemOf, x5cOf } from '../../../tests/support/exchange/certificates.ts'
import {
  aP256Party,
  AUDIENCE,
  bound,
  disclosureOf,
  IDENTITY,
  identityClaims,
  issuedBy,
  madeSdJwt,
  NONCE,
  presentedBy,
  SECONDS,
  theCertifiedIssuer,
  theEd25519Issuer,
} from '../../../tests/support/exchange/sd-jwts.ts'
import type { MadeBinding, MadeDisclosure, MadeSdJwt } from '../../../tests/support/exchange/sd-jwts.ts'
import { allChecks, found, verifierAt } from '../../../tests/support/exchange/sd-jwt-verifying.ts'
import { readCertificate } from '../../crypto/certificate.ts'
import { CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { boundHolderOf } from '../proofs/key-binding.ts'
import { trustAnchorsIn } from '../registries/trust-anchors.ts'
import type { Registries } from './open-context.ts'

refuseNetwork()

const [issuer, holder, other] = [aP256Party(), aP256Party(), aP256Party()]
const NAME = disclosureOf(['s1', 'name', 'Ada'])
const CITY = disclosureOf(['s2', 'city', 'Kiel'])
const TAG = disclosureOf(['s3', 'red'])

/** Everything that a presentation is made of; a case changes some of it. */
interface Story {
  readonly issuer: MadeSdJwt['issuer']
  readonly header: JsonObject
  /** Beside those that every credential has; undefined takes one of them away. */
  readonly claims: JsonObject
  readonly disclosures: readonly (MadeDisclosure | string)[]
  readonly binding: Partial<MadeBinding> | undefined
  readonly options: JsonObject
  readonly registries: Partial<Registries>
  readonly query: JsonObject
  /** What is done to the text afterwards. */
  readonly spoil: (text: string) => unknown
}

const TRUSTED: Partial<Registries> = { trustList: () => [{ did: issuer.did, name: 'Harbour Registry' }] }

const usual: Story = {
  issuer,
  header: {},
  claims: { address: { _sd: [CITY.digest] }, tags: [{ '...': TAG.digest }, 'blue'] },
  disclosures: [NAME, CITY, TAG],
  binding: {},
  options: {},
  registries: TRUSTED,
  query: {},
  spoil: (text) => text,
}

function textOf(changes: Partial<Story> = {}): string {
  const story = { ...usual, ...changes }
  const claims = { _sd: [NAME.digest], ...usual.claims, ...story.claims }
  const payload = JSON.parse(JSON.stringify(identityClaims(story.issuer, holder, claims))) as JsonObject
  const binding = story.binding && { by: holder, ...story.binding }
  return madeSdJwt({ ...story, payload, binding })
}

const QUERY = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: [IDENTITY] },
  claims: [{ path: ['name'] }, { path: ['address', 'city'] }, { path: ['tags', null] }],
}
const ASKED = { challenge: NONCE, domain: AUDIENCE, max_age_seconds: 3600, replay: 'off' }
const verify = verifierAt()

/** As the answer to a DCQL query, where the pointers lead through the token. */
function verifyStory(changes: Partial<Story> = {}) {
  const story = { ...usual, ...changes }
  const dcql_query = { credentials: [{ ...QUERY, ...story.query }] }
  const vp_token = { pid: [story.spoil(textOf(changes))] }
  return verify({ vp_token, options: { ...ASKED, dcql_query, ...story.options } }, story.registries)
}

describe('an SD-JWT VC as the answer to a credential query', () => {
  it('passes, and says which checks have nothing to do', async () => {
    const answer = await verifyStory()

    expect(found(answer)).toEqual([])
    expect(answer).toMatchObject({
      valid: true,
      format: 'dc+sd-jwt',
      holder: boundHolderOf({ cnf: { jwk: holder.jwk } }),
      challenge: NONCE,
      definition_id: null,
      submission_id: null,
      credentials: [
        {
          index: 0,
          pointer: '/pid/0',
          format: 'dc+sd-jwt',
          proof_type: 'ES256',
          types: [IDENTITY],
          issuer: issuer.did,
          issuer_name: 'Harbour Registry',
          valid_until: '2026-02-01T01:00:00.000Z',
          status: 'active',
          used_for: ['pid'],
        },
      ],
      descriptors: [
        {
          id: 'pid',
          satisfied: true,
          credential: 0,
          path: '/pid/0',
          matched_by: 'vct',
          fields: [
            { path: '["name"]', pointer: '/pid/0', inner_pointer: '/name' },
            { inner_pointer: '/address/city' },
            { inner_pointer: '/tags/0' },
          ],
        },
      ],
    })
    const off = ['presentation.contexts', 'presentation.terms', 'presentation.format', 'presentation.replay']
    const idle = ['submission.shape', 'submission.same_subject', 'credential.schema']
    const notRun = allChecks(answer).filter(({ result }) => result === 'not_run')
    expect(notRun.map(({ check }) => check)).toEqual([...off, ...idle])
  })

  it.each([
    ['an Ed25519 key of a DID', theEd25519Issuer()],
    ['a P-256 key of a DID', issuer],
  ])('issued and presented by the published library, with %s › holds', async (_, by) => {
    const claims = identityClaims(by, holder, {
      name: 'Ada',
      address: { city: 'Kiel', zip: '24103' },
      tags: ['red', 'blue'],
      born: 1815,
    })
    const frame = {
      _sd: ['name', 'address', 'born'],
      _sd_decoy: 4,
      address: { _sd: ['city', 'zip'] },
      tags: { _sd: [0, 1] },
    }
    const issued = await issuedBy(by, holder, { claims, frame })
    const shown = { name: true, address: { city: true }, tags: { 0: true } }
    const text = await presentedBy(by, holder, issued, shown)

    const answer = await verifyStory({ spoil: () => text, registries: {} })
    expect(found(answer)).toEqual(['warn credential.trust issuer_trust_not_checked /pid/0#/iss'])
    expect(answer.valid).toBe(true)
    expect(text.split('~').length - 2).toBe(4)
  })

  it('of an earlier media type › holds, under either name', async () => {
    for (const format of ['dc+sd-jwt', 'vc+sd-jwt']) {
      const answer = await verifyStory({ header: { typ: 'vc+sd-jwt' }, query: { format } })
      expect([found(answer), answer.format]).toEqual([[], 'vc+sd-jwt'])
    }
  })

  it('of an https issuer whose metadata is held › holds', async () => {
    const iss = 'https://issuer.example'
    const registries: Partial<Registries> = {
      issuerMetadata: { find: (url) => (url === iss ? { issuer: iss, jwks: { keys: [issuer.jwk] } } : undefined) },
      trustList: () => [{ did: iss, name: 'x' }],
    }
    expect(found(await verifyStory({ header: { kid: undefined }, claims: { iss }, registries }))).toEqual([])
  })

  it('with a schema that is registered under its type › holds', async () => {
    const schemas = { find: (id: string) => (id === IDENTITY ? { required: ['name'] } : undefined) }
    expect(found(await verifyStory({ registries: { ...TRUSTED, schemas } }))).toEqual([])
  })

  it('sent again › presentation_replayed', async () => {
    const recording = verifierAt()
    const body = { vp_token: { pid: [textOf()] }, options: { dcql_query: { credentials: [QUERY] } } }

    expect(found(await recording(body, TRUSTED))).toEqual([])
    expect(found(await recording(body, TRUSTED))).toEqual(['presentation.replay presentation_replayed #'])
  })
})

type Case = readonly [expected: string, changes: Partial<Story>]
const CLAIM = (members: JsonObject): Partial<Story> => ({ claims: members })
const BINDING = (members: Partial<MadeBinding>): Partial<Story> => ({ binding: members })
const disclosed = (name: string, value: unknown) => disclosureOf(['s9', name, value])
/** A claim that the issuer withheld and the holder discloses. */
const withheld = (name: string, value: unknown): Partial<Story> => {
  const one = disclosed(name, value)
  return { claims: { [name]: undefined, _sd: [NAME.digest, one.digest] }, disclosures: [...usual.disclosures, one] }
}
const WEAK_KEY = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
const lastTilde = (text: string) => text.lastIndexOf('~') + 1

const REFUSED: readonly Case[] = [
  ['presentation.shape key_binding_malformed /pid/0#/kb_jwt/nonce', BINDING({ claims: { nonce: undefined } })],
  ['presentation.shape key_binding_malformed /pid/0#/kb_jwt/aud', BINDING({ claims: { aud: undefined } })],
  ['presentation.shape key_binding_malformed /pid/0#/kb_jwt/iat', BINDING({ claims: { iat: undefined } })],
  ['presentation.proof key_binding_missing /pid/0#/kb_jwt', { binding: undefined }],
  ['presentation.proof key_binding_unexpected /pid/0#/kb_jwt', CLAIM({ cnf: undefined })],
  ['presentation.proof sd_hash_mismatch /pid/0#/kb_jwt', BINDING({ claims: { sd_hash: 'x' } })],
  ['presentation.proof jws_header_invalid /pid/0#/kb_jwt', BINDING({ header: { typ: 'JWT' } })],
  ['presentation.proof algorithm_unsupported /pid/0#/kb_jwt', BINDING({ header: { alg: 'none' } })],
  ['presentation.proof signature_invalid /pid/0#/kb_jwt', BINDING({ by: other })],
  ['presentation.proof jws_malformed /pid/0#/kb_jwt', { spoil: (text) => `${text.slice(0, lastTilde(text))}x.y.z` }],
  [
    'presentation.proof key_unresolved /pid/0#/kb_jwt',
    CLAIM({ cnf: { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } } }),
  ],
  ['presentation.proof key_too_weak /pid/0#/kb_jwt', CLAIM({ cnf: { jwk: WEAK_KEY } })],
  ['presentation.time created_in_future /pid/0#/kb_jwt/iat', BINDING({ claims: { iat: SECONDS + 61 } })],
  ['presentation.time presentation_too_old /pid/0#/kb_jwt/iat', BINDING({ claims: { iat: SECONDS - 3601 } })],
  ['presentation.time date_malformed /pid/0#/kb_jwt/iat', BINDING({ claims: { iat: 'now' } })],
  ['presentation.time presentation_too_old /pid/0#/kb_jwt/exp', BINDING({ claims: { exp: SECONDS } })],
  ['presentation.challenge challenge_mismatch /pid/0#/kb_jwt/nonce', BINDING({ claims: { nonce: 'other' } })],
  ['presentation.challenge challenge_mismatch /pid/0#/kb_jwt/nonce', BINDING({ claims: { nonce: ['c'] } })],
  ['presentation.domain domain_mismatch /pid/0#/kb_jwt/aud', BINDING({ claims: { aud: 'https://other.example' } })],
  ['credential.shape type_missing /pid/0#/vct', { ...CLAIM({ vct: undefined }), query: { meta: {} } }],
  ['credential.shape type_missing /pid/0#/vct', { ...CLAIM({ vct: [IDENTITY] }) }],
  ['credential.shape issuer_malformed /pid/0#/iss', { ...CLAIM({ iss: 5 }) }],
  ['credential.shape id_malformed /pid/0#/sub', CLAIM({ sub: 5 })],
  ['credential.shape id_malformed /pid/0#/jti', CLAIM({ jti: '' })],
  ['credential.shape date_malformed /pid/0#/exp', CLAIM({ exp: '2036' })],
  ['credential.shape date_malformed /pid/0#/nbf', CLAIM({ nbf: null })],
  ['credential.shape date_malformed /pid/0#/iat', CLAIM({ iat: 1e99 })],
  ['credential.shape binding_key_malformed /pid/0#/cnf', CLAIM({ cnf: { kid: 'one' } })],
  ['credential.shape status_malformed /pid/0#/status', CLAIM({ status: 'x' })],
  ['credential.shape claim_not_disclosable /pid/0#/exp', withheld('exp', SECONDS + 3600)],
  ['credential.shape claim_not_disclosable /pid/0#/nbf', withheld('nbf', SECONDS - 3600)],
  ['credential.shape claim_not_disclosable /pid/0#/vct#integrity', withheld('vct#integrity', 'sha256-x')],
  ['credential.shape claim_not_disclosable /pid/0#/status', withheld('status', {})],
  ['credential.disclosures digest_algorithm_unsupported /pid/0#/_sd_alg', CLAIM({ _sd_alg: 'md5' })],
  ['credential.disclosures digest_repeated /pid/0#', CLAIM({ _sd: [NAME.digest, NAME.digest] })],
  ['credential.disclosures disclosure_repeated /pid/0#/disclosures/3', { disclosures: [NAME, CITY, TAG, CITY] }],
  [
    'credential.disclosures disclosure_unused /pid/0#/disclosures/3',
    { disclosures: [NAME, CITY, TAG, disclosed('x', 1)] },
  ],
  ['credential.disclosures disclosure_malformed /pid/0#/disclosures/3', { disclosures: [NAME, CITY, TAG, '*'] }],
  ['credential.disclosures disclosure_malformed /pid/0#/disclosures/3', { disclosures: [NAME, CITY, TAG, ''] }],
  [
    'credential.disclosures claim_name_reserved /pid/0#/address/...',
    CLAIM({ address: { '...': 'x', _sd: [CITY.digest] } }),
  ],
  ['credential.disclosures claim_repeated /pid/0#/name', CLAIM({ name: 'Eve' })],
  ['credential.proof jws_header_invalid /pid/0#', { header: { typ: 'JWT' } }],
  ['credential.proof jws_header_invalid /pid/0#', { header: { crit: ['b64'], b64: false } }],
  [
    'credential.proof signature_invalid /pid/0#',
    {
      spoil: (text) =>
        text.replace(
          /\.([^.~]*)~/,
          (_, one: string) => `.${one.slice(0, 9)}${one[9] === 'A' ? 'B' : 'A'}${one.slice(10)}~`,
        ),
    },
  ],
  ['credential.proof signature_invalid /pid/0#', { issuer: { ...other, kid: issuer.kid, did: issuer.did } }],
  [
    'credential.proof key_unresolved /pid/0#',
    { header: { kid: undefined }, ...CLAIM({ iss: 'https://issuer.example' }), registries: {} },
  ],
  [
    'credential.proof key_too_weak /pid/0#',
    {
      ...CLAIM({ iss: 'https://issuer.example' }),
      header: { kid: undefined, alg: 'RS256' },
      registries: {
        issuerMetadata: { find: () => ({ jwks: { keys: [WEAK_KEY] } }) },
        trustList: () => [{ did: 'https://issuer.example', name: 'x' }],
      },
    },
  ],
  ['credential.proof algorithm_unsupported /pid/0#', { header: { alg: 'HS256' } }],
  ['credential.proof algorithm_key_mismatch /pid/0#', { header: { alg: 'EdDSA' } }],
  ['credential.proof certificate_untrusted /pid/0#', { header: { x5c: x5cOf('leaf') } }],
  ['credential.issuer issuer_not_signer /pid/0#/iss', { issuer: { ...other, did: issuer.did } }],
  [
    'credential.trust issuer_untrusted /pid/0#/iss',
    { registries: { trustList: () => [{ did: other.did, name: 'x' }] } },
  ],
  [
    'credential.trust issuer_not_trusted_for_schema /pid/0#/iss',
    { registries: { trustList: () => [{ did: issuer.did, name: 'x', types: ['urn:other'] }] } },
  ],
  ['credential.issuance credential_not_yet_valid /pid/0#/iat', CLAIM({ iat: SECONDS + 61 })],
  ['credential.issuance credential_not_yet_valid /pid/0#/nbf', CLAIM({ nbf: SECONDS + 61 })],
  ['credential.expiry credential_expired /pid/0#/exp', CLAIM({ exp: SECONDS })],
  [
    'credential.status status_unavailable /pid/0#/status/status_list',
    CLAIM({ status: { status_list: { idx: 0, uri: 'https://x.example' } } }),
  ],
  [
    'credential.schema schema_violation /pid/0#/vct',
    { registries: { ...TRUSTED, schemas: { find: () => ({ required: ['x'] }) } } },
  ],
  ['descriptor.schema schema_mismatch', { query: { meta: { vct_values: ['urn:other'] } } }],
  [
    'descriptor.format format_not_allowed',
    { query: { format: 'jwt_vc_json', meta: { type_values: [['x']] }, claims: undefined } },
  ],
  ['descriptor.field field_missing', { query: { claims: [...QUERY.claims, { path: ['age'] }] } }],
  [
    'descriptor.field value_not_allowed /pid/0#/name',
    { query: { claims: [{ path: ['name'], values: ['Eve'] }, ...QUERY.claims.slice(1)] } },
  ],
  [
    'warn descriptor.limit_disclosure disclosed_too_much /pid/0#/address/city',
    { query: { claims: [{ path: ['name'] }, { path: ['tags', 0] }] } },
  ],
  [
    'descriptor.trusted_authorities authority_not_listed',
    { query: { trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }] } },
  ],
]

/** Failures that come with another one and cannot come alone. */
const ALSO: Readonly<Record<string, readonly RegExp[]>> = {
  key_binding_unexpected: [/holder_not_bound/, /descriptor\.is_holder key_binding_missing/],
  binding_key_malformed: [/presentation\.proof key_unresolved/],
  issuer_malformed: [/credential\.proof/, /credential\.trust/],
  digest_algorithm_unsupported: [/presentation\.proof sd_hash_mismatch/, /descriptor\.field/],
  key_binding_malformed: [/challenge_missing/, /domain_missing/, /presentation_not_dated/],
  signature_invalid: [/sd_hash_mismatch/],
  value_not_allowed: [/descriptor\.limit_disclosure/],
  type_missing: [/descriptor\.schema/],
  format_not_allowed: [/descriptor\.schema/, /descriptor\.limit_disclosure/],
  certificate_untrusted: [],
  status_malformed: [/credential\.status/],
  claim_not_disclosable: [/credential\.status/, /descriptor\.limit_disclosure/],
  key_unresolved: [/credential\.trust/, /warn credential\.trust/],
  jws_malformed: [/challenge_missing/, /domain_missing/, /presentation_not_dated/],
}

describe('what is refused', () => {
  it.each(REFUSED)('%s', async (expected, changes) => {
    const answer = await verifyStory(changes)
    const code = expected.replace(/^warn /, '').split(' ')[1] ?? ''
    const others = found(answer).filter((one) => one !== expected)

    expect(found(answer).join('; ')).toContain(expected)
    expect(others.filter((one) => !(ALSO[code] ?? []).some((also) => also.test(one)))).toEqual([])
    expect(answer.valid).toBe(expected.startsWith('warn '))
  })

  it('a claim of the reserved names in a disclosure › claim_name_reserved', async () => {
    const evil = disclosureOf(['s', '_sd', [NAME.digest]])
    const answer = await verifyStory({
      claims: { _sd: [NAME.digest, evil.digest] },
      disclosures: [...usual.disclosures, evil],
    })
    expect(found(answer)).toEqual(['credential.disclosures claim_name_reserved /pid/0#/disclosures/3'])
  })

  it('no issuer, and no certificate › issuer_missing', async () => {
    expect(found(await verifyStory({ header: { kid: undefined }, claims: { iss: undefined } }))).toEqual([
      'credential.shape issuer_missing /pid/0#/iss',
      'credential.proof key_unresolved /pid/0#',
    ])
  })

  it('a binding key that comes in a disclosure › binds nothing', async () => {
    const cnf = disclosed('cnf', { jwk: other.jwk })
    const answer = await verifyStory({
      claims: { cnf: undefined, _sd: [NAME.digest, cnf.digest] },
      disclosures: [...usual.disclosures, cnf],
      binding: { by: other },
    })
    expect(answer.valid).toBe(false)
    expect(answer.holder).toBeNull()
    expect(found(answer)).toEqual(
      expect.arrayContaining([
        'presentation.proof key_binding_unexpected /pid/0#/kb_jwt',
        'credential.shape claim_not_disclosable /pid/0#/cnf',
      ]),
    )
  })

  it('a date that was withheld and says that the credential has ended › is told as well', async () => {
    expect(found(await verifyStory(withheld('iat', SECONDS + 61)))).toContain(
      'credential.issuance credential_not_yet_valid /pid/0#/iat',
    )
  })

  it.each<[string, string, unknown]>([
    ['an issued JWT that cannot be read', '/vp_token/pid/0', (text: string) => `x${text}`],
    ['an empty text', '/vp_token/pid/0', () => ''],
  ])('%s › invalid_params', async (_, path, spoil) => {
    const refusal = verifyStory({ spoil: spoil as Story['spoil'] })
    await expect(refusal).rejects.toMatchObject({ extraInfo: { fields: [{ path }] } })
  })

  it('too many disclosures › says how many came and how many are allowed, and opens none', async () => {
    const refusal = verifyStory({ spoil: (text) => text.replace('~', '~'.repeat(502)) })
    const message = 'holds 504 disclosures, and at most 500 are allowed; none was opened'
    await expect(refusal).rejects.toMatchObject({
      extraInfo: { fields: [{ path: '/vp_token/pid/0', code: 'too_many', message }] },
    })
  })

  it('a schema that the claims break › says where in them', async () => {
    const schemas = { find: () => ({ properties: { address: { properties: { city: { const: 'Bonn' } } } } }) }
    const answer = await verifyStory({ registries: { ...TRUSTED, schemas } })
    expect(allChecks(answer).find(({ check }) => check === 'credential.schema')).toMatchObject({
      code: 'schema_violation',
      extra: [{ pointer: '/address/city', keyword: 'const' }],
    })
  })

  it.each<[string, unknown]>([
    ['a list', Array.from({ length: 51 }, () => 'e30.e30.~')],
    ['lists', { pid: Array.from({ length: 50 }, () => 'e30.e30.~'), second: 'e30.e30.~' }],
  ])('more presentations than are looked at, in %s › too_many', async (_, vp_token) => {
    await expect(verify({ vp_token })).rejects.toMatchObject({
      extraInfo: { fields: [{ path: '/vp_token', code: 'too_many' }] },
    })
  })

  it('a query with faults, or beside a definition › invalid_params with their places', async () => {
    await expect(verifyStory({ query: { claims: [{ path: [] }] } })).rejects.toMatchObject({
      extraInfo: { fields: [{ path: '/options/dcql_query/credentials/0/claims/0/path' }] },
    })
    await expect(verifyStory({ options: { definition_id: 'd1' } })).rejects.toMatchObject({
      extraInfo: { fields: [{ path: '/options/dcql_query' }] },
    })
  })
})

describe('an issuer by its certificates', () => {
  const certified = theCertifiedIssuer()
  const SUBJECT = 'C=DE, O=Issuer Ltd, CN=Issuer'
  const trusting = (did: string): Partial<Registries> => ({
    trustAnchors: trustAnchorsIn([pemOf('root')]),
    trustList: () => [{ did, name: 'Issuer Ltd' }],
  })
  const by = (...chain: readonly string[]) => ({ issuer: certified, header: { kid: undefined, x5c: x5cOf(...chain) } })
  const authorityOf = (name: string) => readCertificate(x5cOf(name)[0] ?? '').authorityKeyId
  const certifiedBy = (authority: string | undefined) => ({
    query: { trusted_authorities: [{ type: 'aki', values: ['AAAA', authority ?? ''] }] },
  })

  it.each(['leaf', 'between'])(
    'trusted by the subject, and certified by the authority of %s that the query names › holds',
    async (name) => {
      const story = { ...by('leaf', 'between'), ...CLAIM({ iss: undefined }), registries: trusting(SUBJECT) }
      const answer = await verifyStory({ ...story, ...certifiedBy(authorityOf(name)) })

      expect(found(answer)).toEqual([])
      expect(answer).toMatchObject({ valid: true, credentials: [{ issuer: SUBJECT, issuer_name: 'Issuer Ltd' }] })
      const passed = allChecks(answer).find(({ check }) => check === 'descriptor.trusted_authorities')
      expect(passed?.result).toBe('pass')
    },
  )

  it('certified by others than the query names › authority_not_listed', async () => {
    const story = { ...by('leaf', 'between'), registries: trusting(certified.did) }
    const answer = await verifyStory({ ...story, ...certifiedBy('s9tIpPmhxdiuNkHMEWNpYim8S8Y') })

    expect([answer.valid, found(answer)]).toEqual([false, ['descriptor.trusted_authorities authority_not_listed']])
  })

  it.each<[string, string, Partial<Story>]>([
    ['a certificate that expired', 'certificate_invalid', by('expired', 'between')],
    ['a certificate whose signature is another', 'certificate_invalid', by('forged', 'between')],
    [
      'the certificate of another key',
      'signature_invalid',
      { ...by('leaf', 'between'), issuer: { ...issuer, did: certified.did } },
    ],
  ])('%s › %s, and nothing else', async (_, code, story) => {
    const answer = await verifyStory({ ...story, registries: trusting(certified.did) })

    expect([answer.valid, found(answer)]).toEqual([false, [`credential.proof ${code} /pid/0#`]])
  })
})

describe('a credential that is bound to no key', () => {
  const unbound: Partial<Story> = { claims: { cnf: undefined }, binding: undefined }

  it('where no binding is required › holds, and warns that anybody can present it', async () => {
    const query = { require_cryptographic_holder_binding: false }
    const answer = await verifyStory({
      ...unbound,
      query,
      options: { challenge: undefined, domain: undefined, max_age_seconds: undefined },
    })
    expect(found(answer)).toEqual(['warn credential.holder holder_not_bound /pid/0#'])
    expect(answer).toMatchObject({ valid: true, holder: null })
  })

  it('where a binding is required › key_binding_missing', async () => {
    const answer = await verifyStory({
      ...unbound,
      options: { challenge: undefined, domain: undefined, max_age_seconds: undefined },
    })
    expect(answer.valid).toBe(false)
    expect(found(answer)).toContain('descriptor.is_holder key_binding_missing')
  })

  it('that must answer a challenge › challenge_missing', async () => {
    const query = { require_cryptographic_holder_binding: false }
    const answer = await verifyStory({ ...unbound, query, options: { require_challenge: true } })
    expect(answer.valid).toBe(false)
    expect(found(answer)).toContain('presentation.challenge challenge_missing')
  })
})

describe('a bound credential where no binding is required', () => {
  const query = { require_cryptographic_holder_binding: false }
  const free = { challenge: undefined, domain: undefined, max_age_seconds: undefined }

  it('without a key binding › holds', async () => {
    expect(found(await verifyStory({ query, binding: undefined, options: free }))).toEqual([])
  })

  it('with a key binding › that must hold all the same', async () => {
    expect(found(await verifyStory({ query }))).toEqual([])
    expect(found(await verifyStory({ query, binding: { by: other } }))).toEqual([
      'presentation.proof signature_invalid /pid/0#/kb_jwt',
    ])
  })
})

describe('several presentations', () => {
  const answerTo = (query: JsonObject, vp_token: unknown, registries: Partial<Registries> = TRUSTED) =>
    verify({ vp_token, options: { ...ASKED, dcql_query: query } }, registries)

  it('for one query that takes several › all of them count, and one bad one fails', async () => {
    const credentials = [{ ...QUERY, multiple: true }]
    const good = await answerTo({ credentials }, { pid: [textOf(), textOf({ claims: { given: 'x' } })] })
    expect(found(good)).toEqual([])
    expect(good.credentials.map(({ index, pointer }) => [index, pointer])).toEqual([
      [0, '/pid/0'],
      [1, '/pid/1'],
    ])
    expect(good.descriptors.map(({ id, credential }) => [id, credential])).toEqual([
      ['pid', 0],
      ['pid', 1],
    ])

    const bad = await answerTo({ credentials }, { pid: [textOf(), textOf({ claims: { exp: SECONDS } })] })
    expect([bad.valid, found(bad)]).toEqual([false, ['credential.expiry credential_expired /pid/1#/exp']])
  })

  it('for one query that takes one › requirement_exceeded', async () => {
    const answer = await answerTo({ credentials: [QUERY] }, { pid: [textOf(), textOf()] })
    expect([answer.valid, found(answer)]).toEqual([false, ['submission.requirements requirement_exceeded']])
  })

  it('a query that is not answered › descriptor_missing; an answer to no query › descriptor_unknown', async () => {
    const credentials = [QUERY, { ...QUERY, id: 'second' }]
    const answer = await answerTo({ credentials }, { pid: [textOf()], third: [textOf()] })
    expect(answer.valid).toBe(false)
    expect(found(answer)).toEqual([
      'submission.map descriptor_unknown /third/0#',
      'submission.requirements descriptor_missing',
    ])
  })

  it('credential sets › one option is enough, and one that is not required need not be answered', async () => {
    const credentials = [QUERY, { ...QUERY, id: 'second' }, { ...QUERY, id: 'third', meta: { vct_values: ['urn:x'] } }]
    const sets = (options: string[][], required?: boolean) => ({ options, ...(required !== undefined && { required }) })
    const query = { credentials, credential_sets: [sets([['third'], ['pid']]), sets([['second', 'third']], false)] }

    const answer = await answerTo(query, { pid: [textOf()] })
    expect([answer.valid, found(answer)]).toEqual([true, []])
    expect(answer.requirements).toMatchObject([
      { pointer: '/credential_sets/0', rule: 'pick', satisfied: true, satisfied_count: 1 },
      { pointer: '/credential_sets/1', satisfied: true, satisfied_count: 0 },
    ])
    const none = await answerTo(query, { second: [textOf()] })
    expect([none.valid, found(none)]).toEqual([false, ['submission.requirements requirement_unsatisfied']])
  })

  it('of other formats beside it › each is checked as what it is, and the format of all is vp_token', async () => {
    const credential = await signed(aLicence({ credentialSchema: undefined }), THE_ISSUER)
    const { presentation_submission: _none, ...unsigned } = aPresentation([credential], aSubmission('d1'))
    const ldp = await signed(unsigned, THE_HOLDER, {
      proofPurpose: 'authentication',
      challenge: NONCE,
      domain: AUDIENCE,
    })
    const vc = {
      '@context': [CREDENTIALS_V1, LICENCE_CONTEXT],
      type: ['VerifiableCredential', 'DrivingLicenceCredential'],
      credentialSubject: { id: HOLDER, category: 'B' },
    }
    const jwt = (payload: JsonObject, by: typeof THE_ISSUER) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'EdDSA', kid: `${by.did}#${by.did.slice(8)}` })
        .sign(privateKeyOf(by.seed))
    const jwtVc = await jwt({ iss: THE_ISSUER.did, sub: HOLDER, nbf: SECONDS - 60, vc }, THE_ISSUER)
    const vp = { '@context': [CREDENTIALS_V1], type: ['VerifiablePresentation'], verifiableCredential: [jwtVc] }
    const jwtVp = await jwt({ iss: HOLDER, nonce: NONCE, aud: AUDIENCE, iat: SECONDS - 60, vp }, THE_HOLDER)
    const typed = { type_values: [['DrivingLicenceCredential']] }
    const claims = [{ path: ['credentialSubject', 'category'], values: ['B'] }]
    const credentials = [
      QUERY,
      { id: 'ldp', format: 'ldp_vc', meta: typed, claims },
      { id: 'jwt', format: 'jwt_vc_json', meta: typed, claims: [{ path: ['vc', 'credentialSubject', 'category'] }] },
    ]
    const trustList = () => [issuer.did, THE_ISSUER.did].map((did) => ({ did, name: 'x' }))

    const answer = await answerTo({ credentials }, { pid: [textOf()], ldp: [ldp], jwt: [jwtVp] }, { trustList })
    expect(found(answer)).toEqual([])
    expect(answer).toMatchObject({
      valid: true,
      format: 'vp_token',
      holder: null,
      credentials: [
        { pointer: '/pid/0', format: 'dc+sd-jwt' },
        { pointer: '/ldp/0/verifiableCredential/0', format: 'ldp_vc' },
        { pointer: '/jwt/0/vp/verifiableCredential/0', format: 'jwt_vc' },
      ],
    })
    expect(CHECK_IDS).toEqual(expect.arrayContaining(answer.checks.map(({ check }) => check)))

    const swapped = await answerTo({ credentials }, { pid: [jwtVp], ldp: [textOf()], jwt: [ldp] }, { trustList })
    expect(found(swapped).filter((one) => one.includes('format_not_allowed'))).toHaveLength(3)
  })

  it('a presentation of two credentials for one query › path_ambiguous', async () => {
    const credential = await signed(aLicence({ credentialSchema: undefined }), THE_ISSUER)
    const { presentation_submission: _none, ...unsigned } = aPresentation([credential, credential], aSubmission('d1'))
    const ldp = await signed(unsigned, THE_HOLDER, {
      proofPurpose: 'authentication',
      challenge: NONCE,
      domain: AUDIENCE,
    })
    const asked = { id: 'ldp', format: 'ldp_vc', meta: { type_values: [['DrivingLicenceCredential']] } }
    const trustList = () => [{ did: THE_ISSUER.did, name: 'x' }]

    const answer = await answerTo({ credentials: [asked] }, { ldp: [ldp] }, { trustList })
    expect([answer.valid, found(answer)]).toEqual([false, ['submission.map path_ambiguous /ldp/0#']])
  })

  it('a list, or one by itself, for a DCQL query › submission_malformed', async () => {
    for (const vp_token of [[textOf()], textOf()]) {
      const answer = await answerTo({ credentials: [QUERY] }, vp_token)
      expect(answer.valid).toBe(false)
      expect(found(answer)).toContainEqual(expect.stringContaining('submission.map submission_malformed'))
    }
  })
})

describe('a stored query', () => {
  const stored = verifierAt(undefined, { q1: { dcql_query: { credentials: [QUERY] } } })

  it('by its id › is asked', async () => {
    const answer = await stored({ vp_token: { pid: [textOf()] }, options: { ...ASKED, definition_id: 'q1' } }, TRUSTED)
    expect([found(answer), answer.valid, answer.definition_id]).toEqual([[], true, 'q1'])
  })

  it('that nobody names › submission_missing, where nothing says what is asked', async () => {
    const answer = await stored({ vp_token: { pid: [textOf()] }, options: ASKED }, TRUSTED)
    expect([found(answer), answer.valid]).toEqual([['submission.definition submission_missing'], false])
  })
})

describe('an SD-JWT VC as the answer to a presentation definition', () => {
  const format = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } }
  const fields = [
    { path: ['$.vct'], filter: { const: IDENTITY } },
    { path: ['$.name'] },
    { path: ['$.address.city'] },
    { path: ['$.tags[0]'] },
  ]
  const definition = {
    input_descriptors: [{ id: 'identity', format, constraints: { fields, limit_disclosure: 'required' } }],
  }
  const licence = { id: 'licence', constraints: { fields: [{ path: ['$.credentialSubject.category'] }] } }
  const definitions = { d1: definition, d2: { input_descriptors: [...definition.input_descriptors, licence] } }
  const asked = verifierAt(undefined, definitions)
  const submission = (entry: JsonObject = {}, ...more: readonly JsonObject[]) =>
    aSubmission('d1', { descriptor_map: [{ id: 'identity', path: '$', format: 'dc+sd-jwt', ...entry }, ...more] })
  const answerWith = (presentation_submission: JsonObject, vp_token: unknown = textOf(), registries = TRUSTED) =>
    asked({ vp_token, presentation_submission, options: ASKED }, registries)

  it.each<[string, JsonObject, unknown]>([
    ['a text', {}, textOf()],
    ['a list of one', { path: '$[0]' }, [textOf()]],
    ['the other format name', { format: 'vc+sd-jwt' }, textOf()],
  ])('%s › holds', async (_, entry, vp_token) => {
    const answer = await answerWith(submission(entry), vp_token)
    expect([found(answer), answer.valid]).toEqual([[], true])
    expect(answer.descriptors[0]?.fields[2]).toMatchObject({ satisfied: true, inner_pointer: '/address/city' })
  })

  it('by itself, as a body of text › is checked without a definition', async () => {
    const answer = await asked({ presentation: textOf(), options: { ...ASKED, evaluate: 'none' } }, TRUSTED)
    expect([found(answer), answer.valid]).toEqual([[], true])
    const bare = await asked(textOf(), TRUSTED)
    expect(found(bare)).toEqual(['submission.shape submission_missing'])
  })

  it('beside a presentation of linked data, in one token › each is found by its path', async () => {
    const credential = await signed(aLicence({ credentialSchema: undefined }), THE_ISSUER)
    const { presentation_submission: _none, ...unsigned } = aPresentation([credential], aSubmission('d2'))
    const ldp = await signed(unsigned, THE_HOLDER, {
      proofPurpose: 'authentication',
      challenge: NONCE,
      domain: AUDIENCE,
    })
    const trustList = () => [issuer.did, THE_ISSUER.did].map((did) => ({ did, name: 'x' }))
    const nested = { id: 'licence', path: '$.verifiableCredential[0]', format: 'ldp_vc' }
    const map = aSubmission('d2', {
      descriptor_map: [
        { id: 'identity', path: '$[1]', format: 'dc+sd-jwt' },
        { id: 'licence', path: '$[0]', format: 'ldp_vp', path_nested: nested },
      ],
    })

    const answer = await answerWith(map, [ldp, textOf()], { trustList })
    expect([found(answer), answer.valid]).toEqual([[], true])
    expect(answer.descriptors.map(({ id, credential }) => [id, credential])).toEqual([
      ['identity', 1],
      ['licence', 0],
    ])
  })

  it.each<[string, JsonObject, Partial<Story>]>([
    ['submission.map format_mismatch', { format: 'jwt_vc' }, {}],
    ['submission.map format_unknown', { format: 'mso_mdoc' }, {}],
    ['submission.map path_no_match', { path: '$[0]' }, {}],
    ['submission.map descriptor_unknown', { id: 'other' }, {}],
    [
      'descriptor.limit_disclosure disclosed_too_much /#/given',
      {},
      {
        claims: { _sd: [NAME.digest, disclosed('given', 1).digest] },
        disclosures: [...usual.disclosures, disclosed('given', 1)],
      },
    ],
    ['descriptor.field field_missing', {}, { disclosures: [NAME, TAG] }],
    ['descriptor.field filter_failed', {}, { claims: { vct: 'urn:other' } }],
    ['presentation.proof key_binding_missing', {}, { binding: undefined }],
  ])('%s', async (expected, entry, changes) => {
    const answer = await answerWith(submission(entry), textOf(changes))
    expect(answer.valid).toBe(false)
    expect(found(answer)).toContainEqual(expect.stringContaining(expected.replace('/#', '#')))
  })

  it('signed with an algorithm that the definition does not list › format_not_allowed', async () => {
    const by = theEd25519Issuer()
    const trustList = () => [{ did: by.did, name: 'x' }]
    const answer = await answerWith(submission(), textOf({ issuer: by }), { trustList })
    expect(answer.valid).toBe(false)
    expect(found(answer)).toContainEqual(expect.stringContaining('descriptor.format format_not_allowed'))
  })

  it('inside of a presentation of linked data › is refused as a form that credentials do not have', async () => {
    const vp = await signed(aPresentation([textOf()], submission({ path: '$.verifiableCredential[0]' })), THE_HOLDER, {
      proofPurpose: 'authentication',
    })
    const answer = await asked({ presentation: vp, options: { replay: 'off' } }, TRUSTED)
    expect(answer.valid).toBe(false)
    expect(found(answer)).toContainEqual(expect.stringContaining('credential_form_unsupported'))
  })
})

it('a key binding moved to another credential of the same holder › sd_hash_mismatch', async () => {
  const [one, two] = [textOf(), textOf({ claims: { given: 'x' } })]
  const moved = two.slice(0, lastTilde(two)) + one.slice(lastTilde(one))
  expect(found(await verifyStory({ spoil: () => moved }))).toEqual([
    'presentation.proof sd_hash_mismatch /pid/0#/kb_jwt',
  ])
  expect(found(await verifyStory({ spoil: () => bound(two.slice(0, lastTilde(two)), { by: holder }) }))).toEqual([])
})
