// Proves docs/contract/exchange.md, Evaluation: steps, Verifying: answer, Checks, Checks: presentation, Checks:
// replay, Checks: submission, Checks: credential, Checks: blocking, Proofs: linked data, Proofs: JWT, Registries:
// status lists.

import { setTimeout } from 'node:timers/promises'
import { CompactSign, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { refuseNetwork } from '../../../tests/support/no-network.ts'
import { CHECK_IDS } from '../../../shared/contract/presentations.ts'
import type { Check, Verification } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import {
  aDefinition,
  aDescriptor,
  HOLDER,
  ISSUER,
  LICENCE_SCHEMA,
} from '../../../tests/support/exchange/definitions.ts'
import {
  aBitstringList,
  aLicence,
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  ED25519_2018_CONTEXT,
  IMPORTED_CONTEXTS,
  LICENCE_CONTEXT,
  NOW,
  privateKeyOf,
  signed,
  STATUS_LIST,
  STATUS_LIST_CONTEXT,
  SUBMISSION_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../../../tests/support/exchange/presentations.ts'
import type { ExchangeCall } from '../../service/call.ts'
import type { AcceptedPresentation } from './accepted-presentation-store.ts'
import { presentationHandlers } from './presentation-handlers.ts'
import { verifyPresentation } from './verify-presentation.ts'
import { contextOver } from './open-context.ts'
import type { Registries } from './open-context.ts'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'

refuseNetwork()

const DEFINITION_ID = 'd1'
const ACCEPTED: AcceptedPresentation[] = []

/** Everything a presentation is made of; a case changes some of it before it is signed. */
interface Story {
  readonly credential: JsonObject
  readonly credentialProof: JsonObject
  readonly submission: JsonObject
  readonly presentation: JsonObject
  readonly presentationProof: JsonObject
  readonly definition: JsonObject
  readonly options: JsonObject
  readonly registries: Partial<Registries>
  /** What is done after signing. */
  readonly spoil: (presentation: JsonObject) => unknown
  readonly issuedBy: typeof THE_ISSUER
  readonly more: readonly JsonObject[]
}

const usual: Story = {
  credential: {},
  credentialProof: {},
  submission: {},
  presentation: {},
  presentationProof: { proofPurpose: 'authentication', challenge: 'c', domain: 'https://verifier.example' },
  definition: {},
  options: { replay: 'off' },
  registries: {},
  spoil: (presentation) => presentation,
  issuedBy: THE_ISSUER,
  more: [],
}

const SCHEMA = { id: LICENCE_SCHEMA, type: 'JsonSchemaValidator2018' }
const signedList = await signed(aStatusList(), THE_ISSUER)
const listWith = (list: JsonObject) => ({
  statusLists: { find: (url: string) => (url === STATUS_LIST ? { credential: list, held_since: NOW } : undefined) },
})

const NO_SCHEMAS = { schemas: { find: () => undefined } }
const REGISTRIES: Registries = {
  contexts: { find: (url) => IMPORTED_CONTEXTS.get(url) },
  dids: { find: () => undefined },
  schemas: {
    find: (url) => (url === LICENCE_SCHEMA ? { properties: { category: { enum: ['B', 'C'] } } } : undefined),
  },
  trustList: () => [{ did: ISSUER, name: 'Harbour Registry' }],
  revision: () => 0,
  ...listWith(signedList),
}

async function send(body: unknown, { definition, registries }: Pick<Story, 'definition' | 'registries'>) {
  const elapsedMs = () => 0
  const contextAt = contextOver({ ...REGISTRIES, ...registries }, elapsedMs)
  const handlers = presentationHandlers({
    definitions: {
      findDefinition: (id) =>
        id === DEFINITION_ID ? JSON.stringify({ id, ...aDefinition(), ...definition }) : undefined,
    },
    accepted: {
      findEarlier: ({ digest, submission_id }) =>
        ACCEPTED.some((one) => Buffer.compare(one.digest, digest) === 0)
          ? 'same'
          : ACCEPTED.some((one) => one.submission_id === submission_id)
            ? 'same_submission_id'
            : 'none',
      addAccepted: (presentation) => void ACCEPTED.push(presentation),
      addRecord: () => undefined,
      forget: () => undefined,
    },
    verify: (input, now) => verifyPresentation(input, contextAt(now, input.options.trusted_issuers)),
    willEvaluateOnWorker: () => undefined,
    defaultPolicy: () => ({}),
    elapsedMs,
  })
  const call = { now: NOW, nowMs: Date.parse(NOW), newId: () => 'id' } as unknown as ExchangeCall // what is used of it
  const input = { params: undefined, query: undefined, body: body as JsonObject }
  const decide = await handlers.verifyPresentation.prepare(call, input)
  return decide(call, input)
}

async function presentationFor(changes: Partial<Story>): Promise<unknown> {
  const story = { ...usual, ...changes }
  const credential = await signed(aLicence(story.credential), story.issuedBy, story.credentialProof)
  const submission = aSubmission(DEFINITION_ID, story.submission)
  const presentation = aPresentation([credential, ...story.more], submission, story.presentation)
  return story.spoil(await signed(presentation, THE_HOLDER, story.presentationProof))
}

async function verify(changes: Partial<Story> = {}): Promise<Verification> {
  const story = { ...usual, ...changes }
  return send({ presentation: await presentationFor(changes), options: { replay: 'off', ...story.options } }, story)
}

const allChecks = ({ checks, credentials, descriptors }: Verification): readonly Check[] => [
  ...checks,
  ...[...credentials, ...descriptors].flatMap((one) => one.checks),
]
/** What failed or warns, as `check code`. */
const found = (answer: Verification) =>
  allChecks(answer)
    .filter(({ result }) => result === 'fail' || result === 'warn')
    .map(({ check, code, result }) => `${result === 'warn' ? 'warn ' : ''}${check} ${code ?? ''}`)

const withFields = (
  members: JsonObject,
  fields: readonly JsonObject[] = [{ path: ['$.credentialSubject.category'] }],
) => ({
  input_descriptors: [aDescriptor({ constraints: { fields, ...members } })],
})
const mapOf = (...entries: readonly JsonObject[]) => ({
  descriptor_map: entries.map((entry) => ({
    id: 'licence',
    path: '$.verifiableCredential[0]',
    format: 'ldp_vc',
    ...entry,
  })),
})
const withStatus = (index: number, members: JsonObject = {}) => ({
  '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, STATUS_LIST_CONTEXT],
  credentialStatus: aStatusEntry(index, members),
})
const FIRST_MODEL: Partial<Story> = {
  credential: { '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, 'https://contexts.example/bitstring'] },
}
const SECOND_MODEL: Partial<Story> = {
  credential: {
    '@context': [CREDENTIALS_V2, LICENCE_CONTEXT, ED25519_2018_CONTEXT],
    credentialSchema: { id: LICENCE_SCHEMA, type: 'JsonSchema' },
    issuanceDate: undefined,
    expirationDate: undefined,
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: '2036-01-01T00:00:00Z',
  },
  presentation: { '@context': [CREDENTIALS_V2, SUBMISSION_CONTEXT, ED25519_2018_CONTEXT] },
}
const without =
  (...names: readonly string[]) =>
  (presentation: JsonObject) =>
    Object.fromEntries(Object.entries(presentation).filter(([name]) => !names.includes(name)))

/** A credential that the holder issued about itself, so that every check there is has something to say. */
const EVERYTHING: Partial<Story> = {
  issuedBy: THE_HOLDER,
  credential: { issuer: { id: HOLDER } },
  definition: {
    format: { ldp: { proof_type: ['Ed25519Signature2018'] } },
    ...withFields(
      {
        subject_is_issuer: 'required',
        is_holder: [{ field_id: ['category'], directive: 'required' }],
        same_subject: [{ field_id: ['category'], directive: 'required' }],
        statuses: { active: { directive: 'required' } },
        limit_disclosure: 'required',
      },
      [{ id: 'category', path: ['$.credentialSubject.category'] }],
    ),
  },
  registries: { trustList: () => [{ did: HOLDER, name: 'Self' }] },
  options: {
    challenge: 'c',
    domain: 'https://verifier.example',
    max_age_seconds: 3600,
    replay: 'check',
  },
}

describe('a body of many values', () => {
  it.each([
    ['small', 10, ['read', 'others']],
    ['large', 1000, ['others', 'read']],
  ])('%s › is read in the turn of its call, or others come before', async (_name, count, expected) => {
    const presentation = {
      '@context': [],
      type: 'VerifiablePresentation',
      filler: Array.from({ length: count }, () => 1),
    }
    const order: string[] = []
    setImmediate(() => order.push('others'))
    const toJSON = () => (order.push('read'), presentation)
    await send({ presentation: { ...presentation, toJSON }, options: { evaluate: 'none' } }, usual).catch(
      () => undefined,
    )
    await setTimeout(1)

    expect(order).toEqual(expected)
  })
})

describe('a presentation that holds', () => {
  it('passes each of the 34 checks', async () => {
    const answer = await verify(EVERYTHING)

    expect(found(answer)).toEqual([])
    expect(allChecks(answer).filter(({ result }) => result !== 'pass')).toEqual([])
    // Linked data discloses nothing selectively, and no authority of its issuer is asked for.
    const others: readonly string[] = ['credential.disclosures', 'descriptor.trusted_authorities']
    const expected = CHECK_IDS.filter((id) => !others.includes(id))
    expect([...new Set(allChecks(answer).map(({ check }) => check))].sort()).toEqual(expected.sort())
    expect(answer).toMatchObject({
      valid: true,
      holder: HOLDER,
      definition_id: DEFINITION_ID,
      challenge: 'c',
      summary: { pass: 34, fail: 0, warn: 0, not_run: 0 },
      errors: [],
      warnings: [],
      credentials: [
        { index: 0, pointer: '/verifiableCredential/0', issuer_name: 'Self', status: 'active', valid: true },
      ],
      descriptors: [
        { id: 'licence', submitted: true, satisfied: true, credential: 0, matched_by: 'credential_schema' },
      ],
    })
  })

  it('with a status list that is held and clear', async () => {
    expect(found(await verify({ credential: withStatus(8) }))).toEqual([])
  })

  it('with proofs that have not ended, made not more than 60 seconds ahead', async () => {
    const [created, expires] = ['2026-02-01T00:01:00Z', '2026-02-01T00:00:00.001Z']
    const presentationProof = { ...usual.presentationProof, created, expires }

    expect(found(await verify({ credentialProof: { created, expires }, presentationProof }))).toEqual([])
  })

  it('with a status list whose proof has not ended, and not with one whose proof has', async () => {
    const withProofUntil = async (expires: string) =>
      listWith(await signed(aStatusList(), THE_ISSUER, { created: '2026-01-01T00:00:00Z', expires }))
    const credential = withStatus(8)

    expect(found(await verify({ credential, registries: await withProofUntil('2026-03-01T00:00:00Z') }))).toEqual([])
    expect(found(await verify({ credential, registries: await withProofUntil('2026-01-31T00:00:00Z') }))).toEqual([
      'credential.status status_list_invalid',
    ])
  })

  it('with a status list of an issuer who is trusted for one schema only', async () => {
    const registries = { trustList: () => [{ did: ISSUER, name: 'x', schemas: [LICENCE_SCHEMA] }] }
    expect(found(await verify({ credential: withStatus(8), registries }))).toEqual([])
  })

  it('with a status list of an issuer who is not trusted › that fails once', async () => {
    const registries = { trustList: () => [{ did: HOLDER, name: 'x' }] }
    expect(found(await verify({ credential: withStatus(8), registries }))).toEqual([
      'credential.trust issuer_untrusted',
    ])
  })

  it.each<[string, JsonObject, number, readonly string[]]>([
    ['clear', {}, 8, []],
    ['set', {}, 9, ['credential.status credential_revoked']],
    ['ended', { validUntil: '2026-01-31T00:00:00Z' }, 8, ['credential.status status_list_invalid']],
    ['not begun', { validFrom: '2026-02-02T00:00:00Z' }, 8, ['credential.status status_list_invalid']],
    ['without dates', { validFrom: undefined, validUntil: undefined }, 8, []],
    [
      'with a date of the first model',
      { issuanceDate: '2026-01-01T00:00:00Z' },
      8,
      ['credential.status status_list_invalid'],
    ],
  ])('with a status list of data model 2.0, %s', async (_, members, index, expected) => {
    const registries = listWith(await signed(aBitstringList(members), THE_ISSUER))
    const entry = { type: 'BitstringStatusListEntry', id: undefined }

    for (const model of [FIRST_MODEL, SECOND_MODEL]) {
      const id = model === FIRST_MODEL ? { id: `${STATUS_LIST}#${index}` } : {}
      const credentialStatus = aStatusEntry(index, { ...entry, ...id })
      const credential = { ...model.credential, credentialStatus }
      expect(found(await verify({ ...model, credential, registries }))).toEqual(expected)
    }
  })

  it('answers twice the same', async () => {
    expect(await verify()).toEqual(await verify())
  })
})

describe('data model 2.0', () => {
  const changed = (credential: JsonObject): Partial<Story> => ({
    ...SECOND_MODEL,
    credential: { ...SECOND_MODEL.credential, ...credential },
  })

  it('holds, and says from when and until when', async () => {
    const answer = await verify(SECOND_MODEL)

    expect(found(answer)).toEqual([])
    expect(answer.credentials).toMatchObject([
      { valid_from: '2026-01-01T00:00:00Z', valid_until: '2036-01-01T00:00:00Z' },
    ])
  })

  it.each<[string, JsonObject]>([
    ['credential.issuance credential_not_yet_valid', { validFrom: '2026-02-01T00:01:01Z' }],
    ['credential.expiry credential_expired', { validUntil: '2026-02-01T00:00:00Z' }],
    ['credential.shape date_malformed', { validUntil: '2036-01-01' }],
    ['credential.terms undefined_member', { issuanceDate: '2026-01-01T00:00:00Z' }],
  ])('%s', async (expected, credential) => {
    expect(found(await verify(changed(credential)))).toEqual([expected])
  })

  it('a credential that ended is no active one for a definition', async () => {
    const definition = withFields({ statuses: { active: { directive: 'disallowed' } } })

    expect((await verify({ ...changed({ validUntil: '2026-01-31T00:00:00Z' }), definition })).valid).toBe(true)
    expect((await verify({ ...SECOND_MODEL, definition })).valid).toBe(false)
  })
})

const SIGNED_2018 = { proof_type: ['Ed25519Signature2018'] }

type Case = readonly [expected: string, changes: Partial<Story>]

const PRESENTATION_CASES: readonly Case[] = [
  ['presentation.shape context_missing', { presentation: { '@context': [] } }],
  [
    'presentation.shape context_order',
    {
      presentation: { '@context': ['https://identity.foundation/presentation-exchange/submission/v1', CREDENTIALS_V1] },
    },
  ],
  ['presentation.shape holder_missing', { presentation: { holder: undefined } }],
  ['presentation.shape date_malformed', { presentation: vaultbenchDate('2010-01-01T19:73:24Z') }],
  ['presentation.shape no_credentials', { presentation: { verifiableCredential: undefined } }],
  [
    'presentation.shape credentials_too_many',
    { spoil: (sent) => ({ ...sent, verifiableCredential: Array.from({ length: 51 }, () => ({})) }) },
  ],
  ['presentation.contexts context_unknown', { presentation: { '@context': [CREDENTIALS_V1, 'https://x.example/'] } }],
  ['presentation.contexts context_inline', { presentation: { '@context': [CREDENTIALS_V1, { x: 'urn:x' }] } }],
  [
    'presentation.contexts context_conflict',
    {
      presentation: {
        '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, 'https://contexts.example/conflict'],
        verifiableCredential: undefined,
      },
      definition: withNothingNeeded(),
      submission: { descriptor_map: [] },
    },
  ],
  ['presentation.terms undefined_member', { presentation: { extra: 1 } }],
  ['warn presentation.terms unsigned_member', { presentation: { issuanceDate: '2026-01-31T00:00:00Z' } }],
  ['presentation.proof proof_missing', { spoil: without('proof') }],
  ['presentation.proof proof_multiple', { spoil: (sent) => ({ ...sent, proof: [sent['proof'], sent['proof']] }) }],
  [
    'presentation.proof proof_purpose_invalid',
    { registries: { dids: { find: (did) => (did === HOLDER ? didDocument(HOLDER, 'assertionMethod') : undefined) } } },
  ],
  ['presentation.proof signature_invalid', { spoil: (sent) => ({ ...sent, id: 'urn:uuid:other' }) }],
  ['presentation.proof jws_malformed', { spoil: (sent) => withProof(sent, { jws: 'x' }) }],
  [
    'presentation.proof proof_type_unsupported',
    { spoil: (sent) => withProof(sent, { type: 'EcdsaSecp256k1Signature2019' }) },
  ],
  ['presentation.proof did_method_unavailable', { presentationProof: { verificationMethod: 'did:web:x.example#1' } }],
  [
    'presentation.format format_not_allowed',
    {
      definition: {
        format: { ldp_vp: { proof_type: ['JsonWebSignature2020'] }, ldp_vc: SIGNED_2018 },
        input_descriptors: [aDescriptor({ format: { ldp_vc: SIGNED_2018 } })],
      },
    },
  ],
  [
    'warn presentation.format format_not_listed',
    { definition: { format: { jwt_vp: { alg: ['EdDSA'] }, ldp_vc: SIGNED_2018 } } },
  ],
  ['warn presentation.format format_not_listed', { definition: { format: { di_vp: {}, ldp_vc: SIGNED_2018 } } }],
  [
    'presentation.holder holder_not_signer',
    { presentation: { holder: 'did:example:other' }, options: { policy: { 'credential.holder': 'off' } } },
  ],
  ['presentation.time created_in_future', { presentationProof: { created: '2026-02-01T00:01:01Z' } }],
  ['presentation.time presentation_too_old', { options: { max_age_seconds: 30 } }],
  ['presentation.time date_malformed', { presentationProof: { created: 'yesterday' } }],
  ['presentation.time date_malformed', { presentationProof: { created: undefined } }],
  ['presentation.time proof_expired', { presentationProof: { expires: '2026-02-01T00:00:00Z' } }],
  ['presentation.time date_malformed', { presentationProof: { expires: '2036-01-01' } }],
  ['presentation.challenge challenge_mismatch', { options: { challenge: 'other' } }],
  [
    'presentation.challenge challenge_missing',
    { presentationProof: {}, options: { challenge: 'c', require_challenge: true } },
  ],
  ['warn presentation.challenge challenge_missing', { presentationProof: {}, options: { challenge: 'c' } }],
  ['presentation.domain domain_mismatch', { options: { domain: ['https://a.example', 'https://b.example'] } }],
  ['warn presentation.domain domain_missing', { presentationProof: {}, options: { domain: 'x' } }],
]

const SUBMISSION_CASES: readonly Case[] = [
  ['submission.shape submission_missing', { presentation: { presentation_submission: undefined } }],
  ['submission.shape submission_malformed', { submission: { id: undefined } }],
  ['submission.definition definition_unknown', { submission: { definition_id: 'd2' } }],
  ['submission.map descriptor_unknown', { submission: mapOf({}, { id: 'other' }) }],
  ['submission.map descriptor_mapped_twice', { submission: mapOf({}, {}) }],
  ['submission.map path_invalid', { submission: mapOf({ path: 'x[' }) }],
  ['submission.map path_no_match', { submission: mapOf({ path: '$.verifiableCredential[1]' }) }],
  ['submission.map path_ambiguous', { submission: mapOf({ path: '$.*' }) }],
  ['submission.map path_not_a_credential', { submission: mapOf({ path: '$.proof' }) }],
  ['submission.map format_unknown', { submission: mapOf({ format: 'mso_mdoc' }) }],
  ['submission.map format_mismatch', { submission: mapOf({ format: 'jwt_vc' }) }],
  [
    'submission.map nested_id_mismatch',
    { submission: mapOf({ path: '$', format: 'ldp_vp', path_nested: { id: 'other', format: 'ldp_vc', path: '$' } }) },
  ],
  [
    'submission.map nested_too_deep',
    { submission: mapOf({ path: '$', format: 'ldp_vp', path_nested: nestedPath(5) }) },
  ],
  [
    'warn submission.extra credential_unused',
    { more: [await signed(aLicence({ id: 'urn:uuid:second' }), THE_ISSUER)] },
  ],
  ['submission.requirements descriptor_missing', { definition: { input_descriptors: [aDescriptor(), second()] } }],
  [
    'submission.requirements requirement_unsatisfied',
    {
      definition: {
        input_descriptors: [aDescriptor({ group: ['A'] }), second()],
        submission_requirements: [{ rule: 'pick', from: 'A', count: 2 }],
      },
    },
  ],
  [
    'submission.requirements requirement_exceeded',
    {
      definition: {
        input_descriptors: [aDescriptor({ group: ['A'] }), second()],
        submission_requirements: [{ rule: 'pick', from: 'A', max: 1 }],
      },
      submission: mapOf({}, { id: 'second' }),
    },
  ],
  [
    'submission.same_subject subjects_differ',
    {
      credential: {
        credentialSubject: [
          { id: HOLDER, category: 'B' },
          { id: ISSUER, category: 'C' },
        ],
      },
      definition: withFields({ same_subject: [{ field_id: ['a', 'b'], directive: 'required' }] }, [
        { id: 'a', path: ['$.credentialSubject[0].category'] },
        { id: 'b', path: ['$.credentialSubject[1].category'] },
      ]),
    },
  ],
]

const CREDENTIAL_CASES: readonly Case[] = [
  ['credential.shape context_order', { credential: { '@context': [LICENCE_CONTEXT, CREDENTIALS_V1] } }],
  ['credential.shape context_missing', { credential: { '@context': [] } }],
  ['warn credential.shape type_missing', { credential: { type: ['VerifiableCredential'] } }],
  ['credential.shape type_missing', { credential: { type: ['DrivingLicenceCredential'] } }],
  ['credential.shape issuer_missing', { credential: { issuer: undefined } }],
  [
    'credential.shape subject_missing',
    { credential: { credentialSubject: undefined }, definition: withFields({}, [{ path: ['$.id'] }]) },
  ],
  ['credential.shape date_missing', { credential: { issuanceDate: undefined } }],
  ['credential.shape date_malformed', { credential: { expirationDate: '2010-01-01T19:73:24Z' } }],
  ['credential.shape schema_malformed', { credential: { credentialSchema: { id: LICENCE_SCHEMA } } }],
  ['credential.shape status_malformed', { credential: withStatus(8, { id: undefined }) }],
  ['credential.contexts context_unknown', { credential: { '@context': [CREDENTIALS_V1, 'https://x.example/'] } }],
  [
    'credential.contexts context_conflict',
    { credential: { '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, 'https://contexts.example/conflict'] } },
  ],
  [
    'credential.terms undefined_member',
    { credential: { credentialSubject: { id: HOLDER, category: 'B', colour: 'red' } } },
  ],
  ['credential.proof proof_missing', { credentialProof: {}, more: [], ...unsignedCredential() }],
  ['credential.proof proof_purpose_invalid', { credentialProof: { proofPurpose: 'authentication' } }],
  ['credential.proof date_missing', { credentialProof: { created: undefined } }],
  ['credential.proof date_malformed', { credentialProof: { created: '2026-01-01' } }],
  ['credential.proof created_in_future', { credentialProof: { created: '2026-02-01T00:01:01Z' } }],
  ['credential.proof proof_expired', { credentialProof: { expires: '2026-02-01T00:00:00Z' } }],
  ['credential.proof date_malformed', { credentialProof: { expires: 'never' } }],
  ['credential.issuer issuer_not_signer', { issuedBy: THE_HOLDER }],
  ['credential.trust issuer_untrusted', { registries: { trustList: () => [{ did: HOLDER, name: 'x' }] } }],
  ['credential.trust issuer_untrusted', { options: { trusted_issuers: ['did:example:other'] } }],
  [
    'credential.trust issuer_not_trusted_for_schema',
    { options: { trusted_issuers: [{ did: ISSUER, schemas: ['https://schemas.example/other'], types: ['Other'] }] } },
  ],
  [
    'credential.trust issuer_not_trusted_for_schema',
    { registries: { trustList: () => [{ did: ISSUER, name: 'x', types: ['Diploma'] }] } },
  ],
  ['warn credential.trust issuer_trust_not_checked', { registries: { trustList: () => [] } }],
  ['warn credential.trust issuer_trust_not_checked', { options: { trusted_issuers: [] } }],
  ['credential.issuance credential_not_yet_valid', { credential: { issuanceDate: '2026-02-01T00:01:01Z' } }],
  ['credential.expiry credential_expired', { credential: { expirationDate: '2026-02-01T00:00:00Z' } }],
  ['credential.expiry credential_expired', { credential: { validUntil: '2026-02-01T00:00:00Z' } }],
  ['credential.issuance credential_not_yet_valid', { credential: { validFrom: '2026-03-01T00:00:00Z' } }],
  ['credential.status credential_revoked', { credential: withStatus(9) }],
  ['credential.status status_type_unsupported', { credential: withStatus(8, { statusPurpose: 'refresh' }) }],
  [
    'credential.status status_unavailable',
    { credential: withStatus(8), registries: { statusLists: { find: () => undefined } } },
  ],
  [
    'credential.status status_list_invalid',
    { credential: withStatus(8), registries: listWith({ ...signedList, issuanceDate: '2025-01-01T00:00:00Z' }) },
  ],
  [
    'credential.status status_list_too_short',
    { credential: withStatus(8), registries: listWith(await signed(aStatusList(100), THE_ISSUER)) },
  ],
  ['credential.status status_index_out_of_range', { credential: withStatus(131_072) }],
  ['credential.status status_purpose_mismatch', { credential: withStatus(8, { statusPurpose: 'suspension' }) }],
  [
    'credential.schema schema_violation',
    { credential: { credentialSubject: { id: HOLDER, category: 'A' } }, definition: withFields({}) },
  ],
  ['warn credential.schema schema_unavailable', { registries: NO_SCHEMAS }],
  [
    'credential.schema schema_unavailable',
    { registries: NO_SCHEMAS, options: { policy: { 'credential.schema': 'fail' } } },
  ],
  [
    'credential.schema schemas_too_many',
    { credential: { credentialSchema: ['', '1', '2', '3', '4'].map((n) => ({ ...SCHEMA, id: LICENCE_SCHEMA + n })) } },
  ],
  [
    'warn credential.schema schema_type_unsupported',
    { credential: { credentialSchema: { id: LICENCE_SCHEMA, type: 'https://schemas.example/Other' } } },
  ],
  ['warn credential.holder holder_not_bound', { credential: { credentialSubject: { category: 'B' } } }],
  [
    'warn credential.holder holder_not_bound',
    {
      credential: { credentialSubject: [{ category: 'B' }, { category: 'C' }] },
      definition: withFields({}, [{ path: ['$.id'] }]),
    },
  ],
  ['credential.holder subject_not_holder', { credential: { credentialSubject: { id: ISSUER, category: 'B' } } }],
]

const DESCRIPTOR_CASES: readonly Case[] = [
  ['descriptor.field filter_failed', { definition: withFields({}, [ofWhole('A')]) }],
  [
    'descriptor.field field_missing',
    { definition: withFields({}, [ofWhole('B'), { path: ['$.credentialSubject.category.length', '$.type.length'] }]) },
  ],
  [
    'descriptor.schema schema_mismatch',
    { definition: { input_descriptors: [aDescriptor({ schema: [{ uri: 'https://schemas.example/other' }] })] } },
  ],
  [
    'descriptor.format format_not_allowed',
    { definition: { format: { ldp_vc: { proof_type: ['JsonWebSignature2020'] } } } },
  ],
  ['warn descriptor.format format_not_listed', { definition: { format: { jwt_vc: { alg: ['EdDSA'] } } } }],
  ['descriptor.field field_missing', { definition: withFields({}, [{ path: ['$.credentialSubject.number'] }]) }],
  ['descriptor.field filter_failed', { definition: withFields({}, [{ path: ['$.id'], filter: { const: 'x' } }]) }],
  [
    'descriptor.field predicate_unsupported',
    { definition: withFields({}, [{ path: ['$.id'], filter: { type: 'string' }, predicate: 'required' }]) },
  ],
  ['descriptor.subject_is_issuer not_self_issued', { definition: withFields({ subject_is_issuer: 'required' }) }],
  ['warn descriptor.subject_is_issuer not_self_issued', { definition: withFields({ subject_is_issuer: 'preferred' }) }],
  [
    'descriptor.is_holder field_subject_not_holder',
    {
      credential: { credentialSubject: { id: ISSUER, category: 'B' } },
      definition: withFields({ is_holder: [{ field_id: ['a'], directive: 'required' }] }, [
        { id: 'a', path: ['$.credentialSubject.category'] },
      ]),
      options: { policy: { 'credential.holder': 'off' } },
    },
  ],
  [
    'descriptor.statuses status_required',
    { definition: withFields({ statuses: { revoked: { directive: 'required' } } }) },
  ],
  [
    'warn descriptor.limit_disclosure disclosed_too_much',
    {
      credential: { credentialSubject: { id: HOLDER, category: 'B', number: '1' } },
      definition: withFields({ limit_disclosure: 'required' }),
    },
  ],
]

describe.each([
  ['presentation', PRESENTATION_CASES],
  ['submission', SUBMISSION_CASES],
  ['credential', CREDENTIAL_CASES],
  ['descriptor', DESCRIPTOR_CASES],
])('%s: nothing but this check', (_, cases) => {
  it.each(cases)('%s', async (expected, changes) => {
    const answer = await verify(changes)
    const isWarning = expected.startsWith('warn ')

    expect([...new Set(found(answer))]).toEqual([expected])
    expect(answer.valid).toBe(isWarning)
    expect(isWarning ? answer.errors : answer.warnings).toEqual([])
    for (const check of allChecks(answer)) {
      if (check.code === 'blocked') expect(check.blocked_by).not.toBeNull()
    }
  })
})

function vaultbenchDate(issuanceDate: string): JsonObject {
  return {
    '@context': [
      CREDENTIALS_V1,
      'https://identity.foundation/presentation-exchange/submission/v1',
      'https://contexts.vaultbench.example/presentation/v1',
    ],
    type: ['VerifiablePresentation', 'PresentationSubmission', 'VaultbenchPresentation'],
    issuanceDate,
  }
}

/** A field that asks the credential as a whole. */
function ofWhole(category: string): JsonObject {
  const credentialSubject = { properties: { category: { const: category } }, required: ['category'] }
  return { path: ['$'], filter: { type: 'object', properties: { credentialSubject }, required: ['credentialSubject'] } }
}

function withNothingNeeded(): JsonObject {
  return {
    input_descriptors: [aDescriptor({ group: ['A'] })],
    submission_requirements: [{ rule: 'pick', from: 'A', min: 0 }],
  }
}

function withProof(sent: JsonObject, members: JsonObject): JsonObject {
  return { ...sent, proof: { ...(sent['proof'] as JsonObject), ...members } }
}

function second(): JsonObject {
  return aDescriptor({ id: 'second', group: ['A'] })
}

function nestedPath(levels: number): JsonObject {
  const inner = levels === 1 ? {} : { path_nested: nestedPath(levels - 1) }
  return { id: 'licence', path: '$', format: 'ldp_vp', ...inner }
}

/** With one purpose for the key of the DID. */
function didDocument(did: string, purpose: string): JsonObject {
  const key = did.slice('did:key:'.length)
  const id = `${did}#${key}`
  return {
    id: did,
    verificationMethod: [{ id, controller: did, type: 'Multikey', publicKeyMultibase: key }],
    [purpose]: [id],
  }
}

/** The presentation is signed around a credential that has no proof. */
function unsignedCredential(): Partial<Story> {
  return { presentation: { verifiableCredential: [aLicence()] } }
}

describe('presentation.format', () => {
  const resultWith = async (format: JsonObject | undefined, changes: Partial<Story> = {}) => {
    const answer = await verify({ ...changes, definition: { format } })
    const [check] = answer.checks.filter((one) => one.check === 'presentation.format')
    return [answer.valid, check?.result, check?.code ?? check?.pointer]
  }
  const JWS_2020 = { proof_type: ['JsonWebSignature2020'] }

  it.each<[string, JsonObject | undefined, readonly unknown[]]>([
    ['nothing is listed', undefined, [true, 'not_run', 'not_applicable']],
    [
      'only credentials are listed',
      { ldp_vc: SIGNED_2018, jwt_vc: { alg: ['EdDSA'] } },
      [true, 'not_run', 'not_applicable'],
    ],
    ['it is listed for presentations', { ldp_vp: SIGNED_2018 }, [true, 'pass', null]],
    ['it is listed for all', { ldp: SIGNED_2018 }, [true, 'pass', null]],
    ['one of two entries lists it', { ldp: SIGNED_2018, ldp_vp: JWS_2020 }, [true, 'pass', null]],
    ['only JWTs are listed, as in the requirement', { jwt: { alg: ['EdDSA'] } }, [true, 'warn', 'format_not_listed']],
    [
      'another proof is listed for presentations',
      { ldp_vc: SIGNED_2018, ldp_vp: JWS_2020 },
      [false, 'fail', 'format_not_allowed'],
    ],
    ['another proof is listed for all', { ldp: JWS_2020 }, [false, 'fail', 'format_not_allowed']],
  ])('%s', async (_, format, expected) => {
    expect(await resultWith(format)).toEqual(expected)
  })

  it('says where, what was listed and what was sent', async () => {
    const answer = await verify({ definition: { format: { ldp_vc: SIGNED_2018, ldp_vp: JWS_2020 } } })

    expect(answer.errors).toMatchObject([{ check: 'presentation.format', pointer: '/proof/type' }])
    expect(answer.checks.find(({ check }) => check === 'presentation.format')).toMatchObject({
      expected: 'JsonWebSignature2020',
      actual: 'Ed25519Signature2018',
    })
  })

  it('is not asked without a definition, nor of what is not signed', async () => {
    const reasonOf = async (changes: Partial<Story>) => {
      const answer = await verify({ ...changes, definition: { format: { ldp_vp: SIGNED_2018 } } })
      const check = answer.checks.find((one) => one.check === 'presentation.format')
      return [check?.result, check?.code, check?.blocked_by]
    }

    expect(await reasonOf({ options: { evaluate: 'none' } })).toEqual(['not_run', 'off', null])
    expect(await reasonOf({ submission: { definition_id: 'd2' } })).toEqual([
      'not_run',
      'blocked',
      'submission.definition',
    ])
    expect(await reasonOf({ spoil: without('proof') })).toEqual(['not_run', 'blocked', 'presentation.proof'])
  })
})

describe('presentation.replay', () => {
  const options = { replay: 'record' }

  it('accepts once, and not another one under the same submission id', async () => {
    ACCEPTED.length = 0
    const body = { presentation: await presentationFor({}), options: { replay: 'record' } }

    expect((await send({ ...body, options: { replay: 'check' } }, usual)).valid).toBe(true)
    expect((await send(body, usual)).valid).toBe(true)
    expect(found(await send(body, usual))).toEqual(['presentation.replay presentation_replayed'])
    expect(found(await verify({ options, presentationProof: { challenge: 'd' } }))).toEqual([
      'presentation.replay submission_id_reused',
    ])
    expect(found(await verify({ options: { ...options, policy: { 'presentation.replay': 'off' } } }))).toEqual([])
    ACCEPTED.length = 0
  })

  it('is not told of a signature that does not hold, or that nobody could look at', async () => {
    ACCEPTED.length = 0
    const presentation = (await presentationFor({})) as object
    expect((await send({ presentation, options }, usual)).valid).toBe(true)

    for (const change of [{ id: 'urn:uuid:other' }, { '@context': [CREDENTIALS_V1, 'https://x.example/'] }]) {
      const answer = await send({ presentation: { ...presentation, ...change }, options }, usual)
      expect(answer.valid).toBe(false)
      expect(answer.checks.filter(({ check }) => check === 'presentation.replay')).toEqual([
        expect.objectContaining({ result: 'not_run', code: 'blocked', blocked_by: 'presentation.proof' }),
      ])
    }
    ACCEPTED.length = 0
  })

  it('does not record what is not valid', async () => {
    await verify({ options, spoil: (sent) => ({ ...sent, id: 'urn:uuid:other' }) })

    expect(ACCEPTED).toEqual([])
  })
})

describe('what blocks what', () => {
  const stateOf = (answer: Verification, id: string) =>
    allChecks(answer)
      .filter(({ check }) => check === id)
      .map(({ result, code, blocked_by }) => [result, code, blocked_by])

  it('a credential that fails makes its descriptor unsatisfied, and the requirement blocked', async () => {
    const answer = await verify({ credential: { expirationDate: '2026-01-31T00:00:00Z' } })

    expect(stateOf(answer, 'submission.requirements')).toEqual([['not_run', 'blocked', 'credential.expiry']])
    expect(answer.descriptors).toMatchObject([{ submitted: true, satisfied: false }])
    expect(answer.errors).toMatchObject([
      {
        check: 'credential.expiry',
        code: 'credential_expired',
        credential: 0,
        descriptor: 'licence',
        pointer: '/verifiableCredential/0/expirationDate',
      },
    ])
  })

  it('a subject under another name › is the subject', async () => {
    const [hidden, policy] = [{ '@id': 'did:example:somebody', category: 'B' }, { 'credential.holder': 'fail' }]
    const answer = await verify({ credential: { credentialSubject: hidden }, options: { policy } })

    expect(found(answer)).toEqual(['credential.holder subject_not_holder'])
  })

  it('a claim under another name › is refused where it would be under its own', async () => {
    const field = { path: ['$.credentialSubject.category'], optional: true, filter: { const: 'C' } }
    const definition = withFields({}, [field])
    const refusing = (claims: JsonObject) =>
      verify({ definition, credential: { credentialSubject: { id: HOLDER, ...claims } } })
    for (const claims of [{ '@nest': { category: 'B' } }, { '@nest': { number: '1' }, category: 'B' }]) {
      const answer = await refusing(claims)

      expect(found(answer)).toEqual(['descriptor.field filter_failed'])
      expect(answer.descriptors).toMatchObject([{ satisfied: false }])
    }
  })

  it('contexts block terms and proof of that document, and the proof around it', async () => {
    const answer = await verify({ credential: { '@context': [CREDENTIALS_V1, 'https://x.example/'] } })

    for (const id of ['credential.terms', 'credential.proof', 'presentation.terms', 'presentation.proof']) {
      expect(stateOf(answer, id)).toEqual([['not_run', 'blocked', 'credential.contexts']])
    }
  })

  it('a missing proof blocks what stands in it', async () => {
    const answer = await verify({ spoil: without('proof'), options: { challenge: 'c', domain: 'd', replay: 'record' } })

    for (const id of ['holder', 'time', 'challenge', 'domain', 'replay']) {
      expect(stateOf(answer, `presentation.${id}`)).toEqual([['not_run', 'blocked', 'presentation.proof']])
    }
  })

  it('a key that is not found blocks whose it is', async () => {
    const answer = await verify({ presentationProof: { verificationMethod: 'did:web:x.example#1' } })

    expect(stateOf(answer, 'presentation.holder')).toEqual([['not_run', 'blocked', 'presentation.proof']])
  })

  it('a policy moves a check to another level, or turns it off', async () => {
    const expired = { credential: { expirationDate: '2026-01-31T00:00:00Z' } }
    const warned = await verify({ ...expired, options: { policy: { 'credential.expiry': 'warn' } } })

    expect([warned.valid, found(warned)]).toEqual([true, ['warn credential.expiry credential_expired']])
    const off = await verify({ ...expired, options: { policy: { 'credential.expiry': 'off' } } })
    expect([off.valid, stateOf(off, 'credential.expiry')]).toEqual([true, [['not_run', 'off', null]]])
  })

  it('a policy decides what no trust list, and a credential about nobody, mean', async () => {
    const about = { credential: { credentialSubject: { category: 'B' } }, registries: { trustList: () => [] } }
    const at = async (level: string) => {
      const policy = { 'credential.trust': level, 'credential.holder': level }
      const answer = await verify({ ...about, options: { policy } })
      return [answer.valid, answer.summary.warn, found(answer)]
    }
    const [trust, holder] = ['credential.trust issuer_trust_not_checked', 'credential.holder holder_not_bound']

    expect(await at('off')).toEqual([true, 0, []])
    expect(await at('warn')).toEqual([true, 2, [`warn ${trust}`, `warn ${holder}`]])
    expect(await at('fail')).toEqual([false, 0, [trust, holder]])
  })

  it('evaluate none › asks for proofs and credentials only', async () => {
    const answer = await verify({ options: { evaluate: 'none' }, presentation: { presentation_submission: undefined } })

    expect([answer.valid, found(answer), answer.descriptors]).toEqual([true, [], []])
    expect(stateOf(answer, 'submission.requirements')).toEqual([['not_run', 'off', null]])
  })

  it('a definition that allows revoked credentials › is warned', async () => {
    const definition = withFields({ statuses: { revoked: { directive: 'allowed' } } })

    expect(await verify({ credential: withStatus(9), definition })).toMatchObject({ valid: true })
  })
})

describe('JWT', () => {
  const seconds = Date.parse('2026-01-31T23:59:00Z') / 1000
  const sign = (payload: JsonObject, by = THE_ISSUER) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', kid: `${by.did}#${by.did.slice(8)}` })
      .sign(privateKeyOf(by.seed))

  async function jwtCredential(claims: JsonObject = {}): Promise<string> {
    const {
      issuer: _issuer,
      issuanceDate: _issued,
      expirationDate: _ends,
      id,
      ...vc
    } = aLicence({
      credentialSubject: { category: 'B' },
    })
    return sign({
      iss: ISSUER,
      sub: HOLDER,
      jti: id,
      nbf: seconds - 3600,
      exp: seconds + 7200,
      vc,
      ...claims,
    })
  }

  const MAPPED = mapOf({ format: 'jwt_vc' })

  async function jwtPresentation(
    { vp: members, ...claims }: JsonObject & { readonly vp?: JsonObject } = {},
    credentialClaims: JsonObject = {},
  ) {
    const credential = await jwtCredential(credentialClaims)
    const vp = {
      '@context': [CREDENTIALS_V1],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
      presentation_submission: aSubmission(DEFINITION_ID, MAPPED),
      ...members,
    }
    return sign({ iss: HOLDER, iat: seconds, nonce: 'c', aud: 'https://verifier.example', vp, ...claims }, THE_HOLDER)
  }
  const options = { challenge: 'c', domain: 'https://verifier.example', max_age_seconds: 3600, replay: 'off' }
  const verifyJwt = async (presentation: string, definition: JsonObject = {}, changed: JsonObject = {}) =>
    send({ presentation, options: { ...options, ...changed } }, { ...usual, definition })

  it('holds, in a JSON string too', async () => {
    const answer = await verifyJwt(await jwtPresentation())

    expect(found(answer)).toEqual([])
    expect(answer).toMatchObject({
      valid: true,
      format: 'jwt_vp',
      credentials: [{ format: 'jwt_vc', proof_type: 'EdDSA', pointer: '/vp/verifiableCredential/0' }],
    })
    expect((await send(await jwtPresentation(), usual)).valid).toBe(true)
    ACCEPTED.length = 0
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['presentation.challenge challenge_mismatch', { nonce: 'd' }, {}],
    ['presentation.domain domain_mismatch', { aud: ['x'] }, {}],
    ['presentation.time presentation_too_old', { iat: seconds - 7200 }, {}],
    ['presentation.time created_in_future', { iat: seconds + 7200 }, {}],
    ['presentation.holder holder_not_signer', { iss: ISSUER, sub: HOLDER }, { sub: ISSUER }],
    ['credential.expiry credential_expired', {}, { exp: seconds }],
    ['credential.issuance credential_not_yet_valid', {}, { nbf: seconds + 7200 }],
    [
      'credential.shape claim_conflict',
      {},
      { vc: { ...aLicence({ id: 'urn:uuid:other' }), issuanceDate: undefined, expirationDate: undefined } },
    ],
    ['credential.holder subject_not_holder', {}, { sub: ISSUER }],
  ])('%s', async (expected, claims, credentialClaims) => {
    expect(found(await verifyJwt(await jwtPresentation(claims, credentialClaims)))).toEqual([expected])
  })

  it.each<[string, JsonObject, string]>([
    ['created_in_future', { issuanceDate: '2035-01-01T00:00:00Z' }, 'issuanceDate'],
    ['created_in_future', { validFrom: '2026-02-01T00:01:01Z' }, 'validFrom'],
    ['presentation_too_old', { expirationDate: '2026-02-01T00:00:00Z' }, 'expirationDate'],
    ['presentation_too_old', { validUntil: '2025-01-01T00:00:00Z' }, 'validUntil'],
    ['created_in_future', { proof: { created: '2035-01-01T00:00:00Z' } }, 'proof/created'],
    ['date_malformed', { proof: { created: '2035' } }, 'proof/created'],
    ['proof_expired', { proof: { expires: '2026-02-01T00:00:00Z' } }, 'proof/expires'],
  ])('of its presentation, as in linked data › %s for %j', async (code, vp, place) => {
    const ofJwt = await verifyJwt(await jwtPresentation({ vp }))
    const { proof = {}, ...presentation } = vp as { readonly proof?: JsonObject }
    const ofLinkedData = await verify({ presentation, presentationProof: { ...usual.presentationProof, ...proof } })

    expect(found(ofJwt)).toEqual([`presentation.time ${code}`])
    expect(ofJwt.errors).toMatchObject([{ pointer: `/vp/${place}` }])
    expect(ofLinkedData.errors.filter(({ check }) => check === 'presentation.time')).toMatchObject([
      { code, pointer: `/${place}` },
    ])
  })

  it.each(['issuanceDate', 'validFrom', 'expirationDate', 'validUntil'])('%s that is no date', async (name) => {
    for (const value of ['2036-01-01', 2_082_758_400, null]) {
      const answer = await verifyJwt(await jwtPresentation({ vp: { [name]: value } }))

      expect(found(answer)).toEqual(['presentation.shape date_malformed'])
      expect(answer.errors).toMatchObject([{ pointer: `/vp/${name}` }])
    }
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['holder', {}, { holder: ISSUER }],
    ['holder', {}, { holder: { id: ISSUER } }],
    ['id', { jti: 'urn:uuid:1' }, { id: 'urn:uuid:2' }],
    ['issuanceDate', { nbf: seconds }, { issuanceDate: '2026-01-31T23:58:00Z' }],
    ['validFrom', { nbf: seconds }, { validFrom: '2026-01-31T23:58:00Z' }],
    ['expirationDate', { exp: seconds + 7200 }, { expirationDate: '2036-01-01T00:00:00Z' }],
    ['validUntil', { exp: seconds + 7200 }, { validUntil: '2036-01-01T00:00:00Z' }],
  ])('a claim that contradicts %s of the presentation', async (name, claims, vp) => {
    const answer = await verifyJwt(await jwtPresentation({ ...claims, vp }))

    expect(found(answer)).toEqual(['presentation.shape claim_conflict'])
    expect(answer.errors).toMatchObject([{ pointer: `/vp/${name}` }])
  })

  it('claims that repeat what the presentation says, with any time of signing › agree', async () => {
    const claims = { jti: 'urn:uuid:1', nbf: seconds - 60, exp: seconds + 7200, iat: seconds }
    const [begin, end] = ['2026-01-31T23:58:00.5Z', '2026-02-01T02:59:00+01:00']
    const dates = { issuanceDate: begin, validFrom: begin, expirationDate: end, validUntil: end }

    for (const holder of [HOLDER, { id: HOLDER, name: 'Hol' }]) {
      const vp = { holder, id: 'urn:uuid:1', ...dates }
      expect(found(await verifyJwt(await jwtPresentation({ ...claims, vp })))).toEqual([])
    }
  })

  const UNDATED = { iat: undefined, exp: seconds + 300 }
  const REFUSED = ['presentation.time presentation_not_dated']
  const WARNED = ['warn presentation.time presentation_not_dated']
  const TOO_OLD = ['presentation.time presentation_too_old']

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['and answers the challenge', {}, {}, WARNED],
    ['and answers the challenge, which is required', {}, { require_challenge: true }, WARNED],
    ['where nobody asks for its age', {}, { max_age_seconds: undefined }, []],
    ['where no challenge was asked for', {}, { challenge: undefined }, REFUSED],
    [
      'and answers no challenge',
      { nonce: undefined },
      {},
      [...REFUSED, 'warn presentation.challenge challenge_missing'],
    ],
    ['and answers another one', { nonce: 'd' }, {}, [...REFUSED, 'presentation.challenge challenge_mismatch']],
    ['and has ended', { exp: seconds }, {}, ['presentation.time presentation_too_old', ...WARNED]],
    ['but from when it holds', { nbf: seconds }, {}, []],
    ['but that it holds for long', { nbf: seconds - 7200 }, {}, TOO_OLD],
    ['but when it was issued', { vp: { issuanceDate: '2026-01-31T23:59:00Z' } }, {}, []],
    ['but that it was issued long ago', { vp: { issuanceDate: '2026-01-30T23:59:00Z' } }, {}, TOO_OLD],
  ])('that does not say when it was made, %s', async (_, claims, changed, expected) => {
    const answer = await verifyJwt(await jwtPresentation({ ...UNDATED, ...claims }), {}, changed)

    expect(found(answer)).toEqual(expected)
    expect(answer.valid).toBe(expected.every((one) => one.startsWith('warn ')))
  })

  it('that does not say when it was made › is told by what it is dated, if by anything', async () => {
    const undated = await jwtPresentation(UNDATED)
    const messages = async (changed: JsonObject) =>
      allChecks(await verifyJwt(undated, {}, changed)).flatMap(({ code, message }) =>
        code === 'presentation_not_dated' ? [message] : [],
      )

    expect(await messages({ challenge: undefined })).toEqual(['the presentation does not say when it was made'])
    expect(await messages({})).toEqual([
      'the presentation does not say when it was made, but it answers the challenge, so it is no older than its request',
    ])
  })

  const NO_TEXTS = [5, true, null, {}, [], ['c'], ['https://verifier.example', 5], [['https://verifier.example']]]

  it.each(NO_TEXTS.map((value) => [value]))('a challenge or domain that is %j › is a wrong one', async (value) => {
    for (const require_challenge of [false, true]) {
      for (const claims of [{ nonce: value }, { vp: { proof: { challenge: value } } }]) {
        const answer = await verifyJwt(await jwtPresentation(claims), {}, { require_challenge })
        expect(found(answer)).toEqual(['presentation.challenge challenge_mismatch'])
      }
    }
    for (const claims of [{ aud: value }, { vp: { proof: { domain: value } } }]) {
      expect(found(await verifyJwt(await jwtPresentation(claims)))).toEqual(['presentation.domain domain_mismatch'])
    }
    const presentationProof = { ...usual.presentationProof, challenge: value, domain: value }
    const ofLinkedData = found(await verify({ presentationProof, options }))
    // A list of one text states the text.
    const [stated = null, ...others]: readonly unknown[] = [value].flat(2)
    const wrong = [
      ...(stated === 'c' && others.length === 0 ? [] : ['presentation.challenge challenge_mismatch']),
      ...(stated === 'https://verifier.example' && others.length === 0 ? [] : ['presentation.domain domain_mismatch']),
    ]
    expect(ofLinkedData.filter((one) => one.includes('_mismatch'))).toEqual(wrong)
  })

  it('a challenge that is no text › is shown with its place', async () => {
    const answer = await verifyJwt(await jwtPresentation({ nonce: ['c'] }))

    expect(allChecks(answer).find(({ check }) => check === 'presentation.challenge')).toMatchObject({
      pointer: '/nonce',
      message: 'the presentation answers a challenge that is not a text',
      actual: '["c"]',
    })
  })

  it('that says neither challenge nor domain › is warned', async () => {
    expect(found(await verifyJwt(await jwtPresentation({ nonce: undefined, aud: undefined })))).toEqual([
      'warn presentation.challenge challenge_missing',
      'warn presentation.domain domain_missing',
    ])
  })

  it.each([
    ['but that is not bound', {}, 'warn presentation.domain domain_missing'],
    ['but that must be bound', { require_challenge: true }, 'presentation.domain domain_missing'],
  ])('that answers the challenge and does not say to whom, %s', async (_, changed, expected) => {
    expect(found(await verifyJwt(await jwtPresentation({ aud: undefined }), {}, changed))).toEqual([expected])
    const { domain: _domain, ...presentationProof } = usual.presentationProof
    expect(found(await verify({ presentationProof, options: { ...options, ...changed } }))).toEqual([expected])
  })

  it.each<[string, unknown, readonly string[]]>([
    ['one in a list', [{ category: 'B' }], []],
    ['one in a list, named', [{ id: HOLDER, category: 'B' }], []],
    ['one of two', [{ id: ISSUER, category: 'B' }, { category: 'C' }], ['credential.holder subject_not_holder']],
    ['one in a list that is somebody else', [{ id: ISSUER, category: 'B' }], ['credential.shape claim_conflict']],
  ])('sub of a credential names a subject › %s', async (_, credentialSubject, expected) => {
    const {
      id: _id,
      issuer: _issuer,
      issuanceDate: _from,
      expirationDate: _until,
      ...vc
    } = aLicence({
      credentialSubject,
    })
    const definition = withFields({}, [{ path: ['$.type'] }])
    const answer = await verifyJwt(await jwtPresentation({}, { vc }), definition)

    expect(found(answer)).toEqual(expect.arrayContaining([...expected]))
    if (expected.length === 0) expect([answer.valid, answer.credentials[0]?.subject]).toEqual([true, HOLDER])
  })

  describe('of a credential inside of linked data', () => {
    const NOT_COVERED = 'warn presentation.terms credential_not_covered'
    const sentWith = (verifiableCredential: unknown, { presentation, ...changes }: Partial<Story> = {}) =>
      verify({ submission: MAPPED, presentation: { ...presentation, verifiableCredential }, ...changes })
    const told = ({ warnings }: Verification) =>
      warnings.filter(({ code }) => code === 'credential_not_covered').map(({ pointer }) => pointer)

    it('is told, since it could be another one', async () => {
      const [jwt, other] = await Promise.all([jwtCredential(), jwtCredential({ jti: 'urn:uuid:other' })])
      const exchanged = await sentWith([jwt], { spoil: (sent) => ({ ...sent, verifiableCredential: [other] }) })

      for (const answer of [await sentWith([jwt]), exchanged, await sentWith([jwt], SECOND_MODEL)]) {
        expect([answer.valid, found(answer)]).toEqual([true, [NOT_COVERED]])
        expect(answer.warnings).toMatchObject([
          { pointer: '/verifiableCredential/0', message: expect.stringContaining('exchange, add or remove') as string },
        ])
      }
    })

    it('is told of each, wherever it stands, and of no other credential', async () => {
      const [jwt, covered] = await Promise.all([jwtCredential(), signed(aLicence(), THE_ISSUER)])
      const options = { evaluate: 'none' }

      expect(told(await sentWith(jwt, { options }))).toEqual(['/verifiableCredential'])
      expect(told(await sentWith([covered], { options }))).toEqual([])
      expect(told(await sentWith([covered, jwt, covered, jwt], { options }))).toEqual([
        '/verifiableCredential/1',
        '/verifiableCredential/3',
      ])
    })

    it('is not told where there is no proof at all, nor of a JWT around it', async () => {
      expect(found(await sentWith([await jwtCredential()], { spoil: without('proof') }))).toEqual([
        'presentation.proof proof_missing',
      ])
      expect(found(await verifyJwt(await jwtPresentation()))).toEqual([])
    })
  })

  it('more warnings than are told › hide no failure', async () => {
    const jwts = await Promise.all(Array.from({ length: 25 }, (_, index) => jwtCredential({ jti: `urn:x:${index}` })))
    const presentation = { verifiableCredential: jwts, extra: 1 }
    const answer = await verify({
      submission: MAPPED,
      presentation,
      options: { policy: { 'submission.extra': 'off' } },
    })
    const terms = answer.checks.filter(({ check }) => check === 'presentation.terms')

    expect([answer.valid, terms.length, terms.filter(({ result }) => result === 'fail')]).toMatchObject([
      false,
      20,
      [{ code: 'undefined_member', pointer: '/extra' }],
    ])
  })

  it.each<[string, JsonObject, readonly string[]]>([
    ['listed', { jwt_vc: { alg: ['EdDSA'] }, jwt_vp: { alg: ['EdDSA'] } }, []],
    ['listed under the later name', { jwt_vp_json: { alg: ['EdDSA'] } }, []],
    [
      'another algorithm listed for presentations',
      { jwt_vc: { alg: ['EdDSA'] }, jwt_vp: { alg: ['ES256'] } },
      ['presentation.format format_not_allowed'],
    ],
    [
      'linked data listed for presentations',
      { jwt_vc: { alg: ['EdDSA'] }, ldp_vp: SIGNED_2018 },
      ['warn presentation.format format_not_listed'],
    ],
  ])('algorithm of the presentation › %s', async (_, format, expected) => {
    expect(found(await verifyJwt(await jwtPresentation(), { format }))).toEqual(expected)
  })

  /** Texts, even of dates, are none; the last two are numbers for which no date can be written. */
  const NO_DATES = [
    '2036',
    '2036-01-01T00:00:00Z',
    String(seconds + 7200),
    null,
    [seconds],
    {},
    true,
    253_402_300_800,
    -1e20,
  ]

  it.each(['nbf', 'exp', 'iat'].flatMap((claim) => NO_DATES.map((value) => [claim, value] as const)))(
    'date_malformed › %s that is %j',
    async (claim, value) => {
      const inCredential = await verifyJwt(await jwtPresentation({}, { [claim]: value }))

      expect(found(inCredential)).toEqual(['credential.shape date_malformed'])
      expect(allChecks(inCredential).find(({ code }) => code === 'date_malformed')).toMatchObject({
        pointer: '/vp/verifiableCredential/0',
        inner_pointer: `/${claim}`,
        expected: 'seconds since 1970',
      })
      expect(found(await verifyJwt(await jwtPresentation({ [claim]: value })))).toEqual([
        'presentation.time date_malformed',
      ])
    },
  )

  it('a credential without nbf and exp › says when it holds in its own members', async () => {
    const { id: _id, issuer: _issuer, ...vc } = aLicence({ credentialSubject: { category: 'B' } })
    const claims = { nbf: undefined, exp: undefined }

    expect(found(await verifyJwt(await jwtPresentation({}, { ...claims, vc })))).toEqual([])
    const ended = { ...vc, expirationDate: '2026-01-31T00:00:00Z' }
    expect(found(await verifyJwt(await jwtPresentation({}, { ...claims, vc: ended })))).toEqual([
      'credential.expiry credential_expired',
    ])
  })

  it('a number that JSON can say and no number can hold › is no date', async () => {
    const [, payload = ''] = (await jwtPresentation({ exp: 1 })).split('.')
    const text = Buffer.from(payload, 'base64url').toString().replace('"exp":1', '"exp":1e999')
    const jwt = await new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'EdDSA', kid: `${HOLDER}#${HOLDER.slice(8)}` })
      .sign(privateKeyOf(THE_HOLDER.seed))

    expect(text).toContain('1e999')
    expect(found(await verifyJwt(jwt))).toEqual(['presentation.time date_malformed'])
  })

  it('points at the claim inside of the credential', async () => {
    const answer = await verifyJwt(await jwtPresentation({}, { exp: seconds }))

    expect(allChecks(answer).find(({ check }) => check === 'credential.expiry')).toMatchObject({
      pointer: '/vp/verifiableCredential/0',
      inner_pointer: '/exp',
    })
  })
})

describe('a set of proofs', () => {
  const proofOf = async (members: JsonObject = {}, party = THE_ISSUER) =>
    (await signed(aLicence(), party, members))['proof']
  const withProofs = async (proofs: readonly unknown[]) => {
    const document = aPresentation([{ ...aLicence(), proof: proofs }], aSubmission(DEFINITION_ID))
    const presentation = await signed(document, THE_HOLDER, usual.presentationProof)
    return send({ presentation, options: usual.options }, usual)
  }

  it('of which each holds › is valid, with one of an unknown type as well', async () => {
    expect((await withProofs([await proofOf(), await proofOf({}, THE_HOLDER), { type: 'X' }])).valid).toBe(true)
  })

  it.each([[0], [1]])('of which the issuer has ended his, at place %i › is not', async (place) => {
    const others = [await proofOf({}, THE_HOLDER)]
    const ended = await proofOf({ expires: '2026-01-31T23:59:30Z' })

    expect(found(await withProofs(others.toSpliced(place, 0, ended)))).toEqual(['credential.proof proof_expired'])
  })
})
