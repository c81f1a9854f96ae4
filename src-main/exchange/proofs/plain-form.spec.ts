// Proves docs/contract/exchange.md, Checks: credential.

import { describe, expect, it } from 'vitest'
import { HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
import { REWRITING_CONTEXT, REWRITING_CONTEXT_DOCUMENT } from '../../../tests/support/exchange/rewritings.ts'
import { SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { compareWithPlain } from './disguised-members.ts'
import type { Comparison } from './disguised-members.ts'
import { CREDENTIAL, PRESENTATION, PROOF } from './document-kinds.ts'
import type { DocumentKind } from './document-kinds.ts'
import { canonicalText, jsonLdOver } from './json-ld.ts'

const IMPORTED: ReadonlyMap<string, JsonObject> = new Map([
  [REWRITING_CONTEXT, REWRITING_CONTEXT_DOCUMENT],
  [
    'https://contexts.example/other-names',
    { '@context': { ends: 'https://www.w3.org/2018/credentials#expirationDate', did: 'https://did.example/' } },
  ],
])
const jsonLd = jsonLdOver(contextRegistry({ find: (url) => IMPORTED.get(url) }))

const CREDENTIAL_CONTEXT = [CREDENTIALS_V1, REWRITING_CONTEXT]

function aCredential(subject: JsonObject, members: JsonObject = {}): JsonObject {
  return {
    '@context': CREDENTIAL_CONTEXT,
    id: 'urn:uuid:1',
    type: ['VerifiableCredential', 'TestCredential'],
    issuer: ISSUER,
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER, ...subject },
    ...members,
  }
}

async function plainOf(document: JsonObject, kind: DocumentKind = CREDENTIAL): Promise<JsonObject> {
  return (await jsonLd.plainFormOf(document, await jsonLd.statementsOf(document), kind)) ?? {}
}

async function comparisonOf(document: JsonObject, kind: DocumentKind = CREDENTIAL): Promise<Comparison> {
  const readings = (name: string) => kind.readings.get(name) ?? kind.others
  return compareWithPlain(document, await plainOf(document, kind), { unsigned: [], readings })
}

const disguisesOf = async (document: JsonObject, kind?: DocumentKind) =>
  (await comparisonOf(document, kind)).disguises.map(({ location }) => location.join('/'))

const subjectOf = async (subject: JsonObject) => (await plainOf(aCredential(subject)))['credentialSubject']

/** Subjects in their plain form: a name and a value of every kind. */
const PLAIN_SUBJECTS: readonly JsonObject[] = [
  { type: 'Person', level: 12, label: 'A', count: 3 },
  { type: ['Person', 'Degree'], note: '7', since: '2020-01-01' },
  { employer: 'https://employer.example/', state: 'Active' },
  { employer: 'https://terms.example/rewritings#whole' },
  { degree: { id: 'urn:degree:1', type: 'Degree', grade: 4 }, knows: { id: 'did:example:other' } },
  { degree: [{ type: 'Degree', grade: 4 }, { grade: 5 }], tags: ['A', 'B'] },
  { roles: ['A'], steps: ['A', 'A', 'B'], title: { en: 'A', de: ['B', 'C'] } },
  { level: 1.5, label: true, tags: '2020' },
]

describe('plainForm', () => {
  it.each(PLAIN_SUBJECTS)('%j › is its own plain form', async (subject) => {
    const credential = aCredential(subject)

    expect(await plainOf(credential)).toEqual(
      Object.fromEntries(Object.entries(credential).filter(([name]) => name !== '@context')),
    )
    expect(await comparisonOf(credential)).toEqual({ disguises: [], isPlain: true })
  })

  it.each(PLAIN_SUBJECTS)('%j › makes the same statements once it is written plainly', async (subject) => {
    const credential = aCredential(subject)
    const canonical = async (document: JsonObject) => canonicalText((await jsonLd.statementsOf(document)).quads)

    expect(await canonical({ '@context': CREDENTIAL_CONTEXT, ...(await plainOf(credential)) })).toBe(
      await canonical(credential),
    )
  })

  it('a prefix › is no name: what no term stands for keeps its IRI', async () => {
    expect(await subjectOf({ 'ex:nobody': 'A' })).toEqual({
      id: HOLDER,
      'https://terms.example/rewritings#nobody': 'A',
    })
  })

  it('a number or boolean › is one however it was written', async () => {
    const integer = 'http://www.w3.org/2001/XMLSchema#integer'

    expect(await subjectOf({ count: '3' })).toEqual({ id: HOLDER, count: 3 })
    expect(await subjectOf({ level: { '@value': '12', '@type': integer } })).toEqual({ id: HOLDER, level: 12 })
    expect(await subjectOf({ note: 7 })).toEqual({ id: HOLDER, note: '7' })
    expect(await subjectOf({ count: '03' })).toEqual({ id: HOLDER, count: '03' })
    expect(await subjectOf({ since: '2020-01-01' })).toEqual({ id: HOLDER, since: '2020-01-01' })
    const ownType = { '@value': '12', '@type': 'https://types.example/age' }
    expect(await subjectOf({ level: ownType })).toMatchObject({ level: { value: 12 } })
  })

  it('a node that is split, repeated or hung somewhere else › is put together', async () => {
    const whole = { id: HOLDER, degree: { id: 'urn:degree:1', type: 'Degree', grade: 4 } }
    const split = [
      { id: 'urn:degree:1', type: 'Degree' },
      { id: 'urn:degree:1', grade: 4 },
    ]

    expect(await subjectOf({ degree: split })).toEqual(whole)
    expect(await subjectOf({ degree: split.toReversed() })).toEqual(whole)
    expect(await plainOf(aCredential({ degree: { id: 'urn:degree:1' } }, { '@included': split }))).toMatchObject({
      credentialSubject: whole,
    })
  })

  it('nodes that contain each other › end', async () => {
    const knows = { id: 'urn:other', knows: { id: HOLDER, level: 1 } }

    expect(await subjectOf({ knows })).toEqual({
      id: HOLDER,
      level: 1,
      knows: { id: 'urn:other', knows: { id: HOLDER } },
    })
  })

  it('nodes that are repeated in each other › are not written down without end', async () => {
    const nodes = Array.from({ length: 40 }, (_, index) => ({
      id: `urn:n:${index}`,
      degree: { id: `urn:n:${index + 1}` },
      knows: { id: `urn:n:${index + 1}` },
    }))

    await expect(plainOf(aCredential({ knows: { id: 'urn:n:0' } }, { '@included': nodes }))).rejects.toMatchObject({
      code: 'document_too_complex',
    })
  })

  it('what checks read by name › has that name, whatever a context calls it', async () => {
    const context = [CREDENTIALS_V2, 'https://contexts.example/other-names']
    const expirationDate = '2020-01-01T00:00:00Z'

    expect(await plainOf({ '@context': context, type: 'VerifiableCredential', ends: expirationDate })).toEqual({
      type: 'VerifiableCredential',
      expirationDate,
    })
  })
})

describe('compareWithPlain', () => {
  it.each(SIGNED_DOCUMENTS.map(({ name, document }) => [name, document as JsonObject] as const))(
    '%s of the vectors › disguises nothing, nor does its proof',
    async (_name, { proof, ...document }) => {
      const isPresentation = Object.hasOwn(document, 'verifiableCredential')
      const { verifiableCredential: _embedded, presentation_submission: _unsigned, ...members } = document
      const said = isPresentation ? { ...members, issuanceDate: undefined } : document
      const read = JSON.parse(JSON.stringify(said)) as JsonObject
      const { jws: _jws, ...options } = proof as JsonObject

      expect(await disguisesOf(read, isPresentation ? PRESENTATION : CREDENTIAL)).toEqual([])
      expect(await disguisesOf({ ...options, '@context': document['@context'] }, PROOF)).toEqual([])
    },
  )

  it.each<readonly [string, JsonObject]>([
    ['type', { type: 'VerifiableCredential' }],
    ['issuer', { issuer: { id: ISSUER } }],
    ['credentialSubject', { credentialSubject: [{ id: HOLDER, level: 1 }] }],
    ['credentialSubject', { credentialSubject: { id: HOLDER } }],
    ['a value', { credentialSubject: { id: HOLDER, tags: ['A'], degree: [{ '@type': 'Degree' }] } }],
    [
      'a repeated value',
      {
        type: ['VerifiableCredential', 'TestCredential', 'TestCredential'],
        credentialSubject: { id: HOLDER, level: [12, 12], tags: ['A', 'B', 'A'] },
      },
    ],
    ['the tag of a language', { credentialSubject: { id: HOLDER, title: { 'en-GB': 'A' } } }],
    ['a reference', { credentialSubject: { id: HOLDER, employer: { '@id': 'urn:good' }, knows: { '@id': 'urn:x' } } }],
    ['issuer described below', { credentialSubject: { id: HOLDER, knows: { id: ISSUER, label: 'A' } } }],
    ['a self-issued credential', { issuer: { id: ISSUER, label: 'A' }, credentialSubject: { id: ISSUER, level: 1 } }],
  ])('%s in another form that is read as well › is no disguise, and not plain', async (_name, members) => {
    expect(await comparisonOf(aCredential({}, members))).toEqual({ disguises: [], isPlain: false })
  })

  const ends = '2020-01-01T00:00:00Z'
  it.each<readonly [string, JsonObject, readonly string[]]>([
    [
      'full IRI',
      { 'https://www.w3.org/2018/credentials#expirationDate': ends },
      ['https://www.w3.org/2018/credentials#expirationDate'],
    ],
    ['prefix', { 'cred:validUntil': ends }, ['cred:validUntil']],
    ['@nest', { '@nest': { expirationDate: ends } }, ['@nest']],
    ['alias of @nest', { group: { validFrom: ends } }, ['group']],
    ['value object', { expirationDate: { '@value': ends, '@type': 'xsd:dateTime' } }, ['expirationDate']],
    ['list', { expirationDate: [ends] }, ['expirationDate']],
    ['list of itself', { expirationDate: [ends, ends] }, ['expirationDate']],
    ['@id of the credential', { id: undefined, '@id': 'urn:uuid:1' }, ['@id']],
    ['@type of the credential', { type: undefined, '@type': ['VerifiableCredential', 'TestCredential'] }, ['@type']],
    ['@id of the subject', { credentialSubject: { '@id': HOLDER, level: 1 } }, ['credentialSubject/@id']],
    ['subject in @set', { credentialSubject: { '@set': [{ id: HOLDER, level: 1 }] } }, ['credentialSubject/@set']],
    [
      'subject in a list of @set',
      { credentialSubject: [{ '@set': [{ id: HOLDER, level: 1 }] }] },
      ['credentialSubject/0/@set'],
    ],
    [
      'subject in two',
      {
        credentialSubject: [
          { id: HOLDER, level: 1 },
          { id: HOLDER, label: 'A' },
        ],
      },
      ['credentialSubject'],
    ],
    ['status as IRI', { 'cred:credentialStatus': { id: 'urn:s', type: 'Degree' } }, ['cred:credentialStatus']],
    [
      'schema with @id',
      { credentialSchema: { '@id': 'urn:s', type: 'JsonSchemaValidator2018' } },
      ['credentialSchema/@id'],
    ],
    [
      'type of a schema in a list',
      { credentialSchema: { id: 'urn:s', type: ['JsonSchemaValidator2018'] } },
      ['credentialSchema/type'],
    ],
    ['term with a shorter name', { credentialSubject: { id: HOLDER, caption: 'A' } }, ['credentialSubject/caption']],
    ['native type', { credentialSubject: { id: HOLDER, level: { '@value': 12 } } }, ['credentialSubject/level']],
    [
      'blank label',
      { credentialSubject: { id: HOLDER, degree: { id: '_:x', grade: 1 } } },
      ['credentialSubject/degree/id'],
    ],
    [
      'name that no context stands for',
      { credentialSubject: { id: HOLDER, 'https://e.example/x': 'A' } },
      ['credentialSubject/https://e.example/x'],
    ],
    [
      'graph in a node',
      { credentialSubject: { group: { id: HOLDER, level: 1 }, '@graph': [{ id: 'urn:x', level: 2 }] } },
      ['credentialSubject/@graph', 'credentialSubject/group'],
    ],
    ['@included', { '@included': [{ id: HOLDER, level: 12 }] }, ['@included']],
    ['@graph', { '@graph': [{ id: HOLDER, level: 12 }] }, ['@graph']],
    [
      'end in another mention',
      {
        credentialSubject: {
          id: HOLDER,
          knows: { id: 'urn:uuid:1', 'https://www.w3.org/2018/credentials#expirationDate': ends },
        },
      },
      ['', 'credentialSubject/knows/https://www.w3.org/2018/credentials#expirationDate'],
    ],
  ])('%s › is a disguise', async (_name, members, places) => {
    const document = JSON.parse(JSON.stringify(aCredential({}, members))) as JsonObject

    expect((await disguisesOf(document)).toSorted()).toEqual(places.toSorted())
  })

  it('an identifier that a context takes for a name with a prefix › is a disguise', async () => {
    const context = [CREDENTIALS_V2, 'https://contexts.example/other-names']

    expect(await disguisesOf({ '@context': context, type: 'VerifiableCredential', issuer: ISSUER })).toEqual(['issuer'])
  })

  it('members of a proof › are exact', async () => {
    const options = {
      '@context': [CREDENTIALS_V1],
      type: 'Ed25519Signature2018',
      created: '2026-01-01T00:00:00Z',
      verificationMethod: { id: `${ISSUER}#1` },
      proofPurpose: 'authentication',
    }

    expect(await disguisesOf({ ...options, challenge: 'c', domain: ['a', 'b'] }, PROOF)).toEqual([])
    expect(await disguisesOf({ ...options, challenge: ['c'] }, PROOF)).toEqual(['challenge'])
    expect(await disguisesOf({ ...options, 'https://w3id.org/security#challenge': 'c' }, PROOF)).toEqual([
      'https://w3id.org/security#challenge',
    ])
    expect(await disguisesOf({ ...options, 'sec:domain': 'a' }, PROOF)).toEqual(['sec:domain'])
    expect(await disguisesOf({ ...options, '@nest': { expires: '2026-01-01T00:00:00Z' } }, PROOF)).toEqual(['@nest'])
  })
})
