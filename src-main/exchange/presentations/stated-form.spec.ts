// Proves docs/contract/exchange.md, Evaluation: linked data, Proofs: stated form.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
import {
  ADDED_CONTEXT,
  aLicence,
  aPresentation,
  aSubmission,
  IMPORTED_CONTEXTS,
  LICENCE_CONTEXT,
  NOW,
  signed,
  THE_HOLDER,
  THE_ISSUER,
} from '../../../tests/support/exchange/presentations.ts'
import { REWRITING_CONTEXT } from '../../../tests/support/exchange/rewritings.ts'
import { NARROW_LIMITS, WIDE_LIMITS } from '../proofs/json-ld.ts'
import type { ReadingLimits } from '../proofs/json-ld.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { contextOver } from './open-context.ts'
import { verifyOnce } from './verify-once.ts'
import { presentationVerifier } from './verifier.ts'
import { verifyPresentation } from './verify-presentation.ts'

const CONTEXTS = contextRegistry({ find: (url) => IMPORTED_CONTEXTS.get(url) })

const SUBJECT = {
  id: HOLDER,
  level: 5,
  label: 'A',
  caption: 'B',
  employer: 'urn:good',
  tags: 'A',
  steps: ['A', 'B'],
  degree: [
    { type: 'Degree', grade: 1 },
    { type: 'Degree', grade: 2 },
  ],
}

const credential = await signed(
  aLicence({ '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, REWRITING_CONTEXT], credentialSubject: SUBJECT }),
  THE_ISSUER,
)

/** Codes of what fails, each with the place in the credential. */
async function failuresOf(sent: JsonObject, field: JsonObject): Promise<readonly string[]> {
  const contextAt = contextOver(
    {
      contexts: CONTEXTS,
      dids: { find: () => undefined },
      schemas: { find: () => undefined },
      statusLists: { find: () => undefined },
      trustList: () => [],
      revision: () => 0,
    },
    () => 0,
  )
  const options = { proofPurpose: 'authentication', challenge: 'c' }
  const presentation = await signed(aPresentation([sent], aSubmission('d')), THE_HOLDER, options)
  const definition = { id: 'd', input_descriptors: [{ id: 'licence', constraints: { fields: [field] } }] }
  const order = { body: { presentation, options: { challenge: 'c' } }, definition, now: NOW }
  const { errors } = await verifyOnce(order, (input, now) => verifyPresentation(input, contextAt(now, undefined)))
  return errors.map(({ code, pointer }) => `${code} ${pointer?.replace('/verifiableCredential/0', '') ?? ''}`.trim())
}

const subject = (rest: string) => `$.credentialSubject${rest}`

describe('a field of linked data', () => {
  it.each<[path: string, filter: JsonObject, failures: readonly string[]]>([
    // An index stands for all values of a set, but not for those of a list.
    [subject('.degree[0].grade'), { enum: [1, 2] }, []],
    [subject('.degree[0].grade'), { const: 1 }, ['filter_failed /credentialSubject/degree/1/grade']],
    [subject('.degree[:1].grade'), { const: 2 }, ['filter_failed /credentialSubject/degree/0/grade']],
    [subject('.degree[?@.grade==2].grade'), { const: 2 }, []],
    [subject('.steps[0]'), { const: 'A' }, []],
    ['$.type[1]', { const: 'DrivingLicenceCredential' }, []],
    // A single value is a list of one, and a reference has an id.
    [subject('[0].level'), { const: 5 }, []],
    [subject('.tags[*]'), { const: 'A' }, []],
    [subject('.employer.id'), { const: 'urn:good' }, []],
    // A keyword gets the form it speaks of; what must not hold must hold in none.
    [subject('.tags'), { type: 'array', contains: { const: 'A' } }, []],
    [subject('.level'), { pattern: '^6$' }, ['filter_failed /credentialSubject/level']],
    [subject('.level'), { type: 'string' }, ['filter_failed /credentialSubject/level']],
    [subject('.employer'), { type: 'object', required: ['id'] }, []],
    [subject('.tags'), { not: { type: 'array' } }, ['filter_failed /credentialSubject/tags']],
    [subject('.degree[*].grade'), { not: { const: 1 } }, ['filter_failed /credentialSubject/degree/0/grade']],
    [subject('.label'), { const: ['B', 'A'] }, []],
    // Two terms of one IRI are one member.
    [subject('.caption[0]'), { const: 'B' }, ['filter_failed /credentialSubject/caption']],
    [subject('.caption'), { contains: { const: 'A' } }, []],
  ])('%s, %j › %j', async (path, filter, failures) => {
    expect(await failuresOf(credential, { path: [path], filter })).toEqual(failures)
  })
})

describe('a text of a term for numbers', () => {
  const weighing = async (weight: string) =>
    signed({ ...credential, proof: undefined, credentialSubject: { id: HOLDER, weight } }, THE_ISSUER)
  const written = (sent: JsonObject, weight: string) => ({ ...sent, credentialSubject: { id: HOLDER, weight } })

  it.each(['>100000', 'INF', '-INF', '1e400', '12 points', '', '0x10'])(
    '%j that is no number › is told as not signed',
    async (weight) => {
      expect(await failuresOf(await weighing(weight), { path: ['$.id'] })).toEqual([
        'undefined_member /credentialSubject/weight',
      ])
    },
  )

  it.each(['4', '4.50', '-1E3', 'NaN'])('%j › is signed as the number that it is', async (weight) => {
    expect(await failuresOf(await weighing(weight), { path: ['$.id'] })).toEqual([])
  })

  it.each([
    ['>100000', '<20'],
    ['1e400', '2e400'],
    ['12 points', '12 pounds'],
  ])('%j, rewritten as %j with the same signature › is told as not signed', async (issued, other) => {
    const field = { path: [subject('.weight')], filter: { not: { const: issued } } }

    expect(await failuresOf(written(await weighing(issued), other), field)).toEqual([
      'undefined_member /credentialSubject/weight',
    ])
  })
})

describe('a name that only an added context gives', () => {
  const added: JsonObject = { ...credential, '@context': [...(credential['@context'] as string[]), ADDED_CONTEXT] }

  it.each<[told: string, field: JsonObject, failures: readonly string[]]>([
    ['meets no field', { filter: { const: 5 } }, ['field_missing']],
    ['breaks a filter', { filter: { const: 6 } }, ['filter_failed /credentialSubject']],
    [
      'breaks a filter of an optional field',
      { filter: { const: 6 }, optional: true },
      ['filter_failed /credentialSubject'],
    ],
    ['is nothing to an optional field that it passes', { filter: { const: 5 }, optional: true }, []],
  ])('%s', async (_told, field, failures) => {
    expect(await failuresOf(added, { path: [subject('.seniority')], ...field })).toEqual(failures)
  })
})

describe('a credential that is too much for the service thread', () => {
  const schemaId = 'https://schemas.example/labels'
  const schema = { properties: { credentialSubject: { properties: { label: { const: 'A' } } } } }
  const limited = (limits: ReadingLimits) =>
    contextOver(
      {
        contexts: CONTEXTS,
        dids: { find: () => undefined },
        schemas: { find: (id) => (id === schemaId ? schema : undefined) },
        statusLists: { find: () => undefined },
        trustList: () => [{ did: ISSUER, name: 'Harbour Registry', types: ['DrivingLicenceCredential'] }],
        revision: () => 0,
      },
      () => 0,
      { limits },
    )
  const [narrow, wide] = [limited(NARROW_LIMITS), limited(WIDE_LIMITS)]
  const verify = presentationVerifier({
    contextAt: narrow,
    verifyOnWorker: (input, now) => verifyPresentation(input, wide(now, undefined)),
    stopCodeOf: () => undefined,
  })

  it.each([
    [20, schemaId],
    [35, schemaId],
    [65, schemaId],
    [95, schemaId],
    [95, undefined],
    [250, schemaId],
  ])('%i values, with schema %s › is read again where there is time', async (count, id) => {
    const sent = aLicence({
      '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, REWRITING_CONTEXT],
      credentialSubject: { id: HOLDER, label: 'A', tags: Array.from({ length: count }, (_, index) => `${index}`) },
      credentialSchema: id && { id, type: 'JsonSchemaValidator2018' },
    })
    const options = { proofPurpose: 'authentication', challenge: 'c' }
    const document = aPresentation([await signed(sent, THE_ISSUER)], aSubmission('d'))
    const presentation = await signed(document, THE_HOLDER, options)
    const fields = [{ path: [subject('.label')], filter: { const: 'A' } }]
    const definition = { id: 'd', input_descriptors: [{ id: 'licence', constraints: { fields } }] }

    const body = { presentation, options: { challenge: 'c' } }
    expect((await verifyOnce({ body, definition, now: NOW }, verify)).errors).toEqual([])
  })
})

describe('a set of proofs', () => {
  const withProofs = (...proofs: readonly unknown[]): JsonObject => ({ ...credential, proof: proofs })
  const anything = { path: ['$.id'] }

  it('of a credential › holds when each supported one does', async () => {
    const { proof } = credential
    const { proof: own } = await signed({ ...credential, proof: undefined }, THE_HOLDER)
    const unsupported = { ...(own as JsonObject), type: 'EcdsaSecp256k1Signature2019' }
    const { proof: ofAnother } = await signed(aLicence(), THE_ISSUER)

    expect(await failuresOf(withProofs(own, proof), anything)).toEqual([])
    expect(await failuresOf(withProofs(unsupported, proof), anything)).toEqual([])
    expect(await failuresOf(withProofs(unsupported), anything)).toContain('proof_type_unsupported /proof')
    expect(await failuresOf(withProofs(proof, ofAnother), anything)).toEqual(['signature_invalid /proof'])
    expect(await failuresOf(withProofs(own), anything)).toEqual(['issuer_not_signer /issuer'])
    expect(await failuresOf(withProofs(...Array.from({ length: 6 }, () => proof)), anything)).toEqual([
      'proof_multiple /proof',
    ])
  })
})
