// Proves docs/contract/exchange.md, Checks: credential.

import { describe, expect, it } from 'vitest'
import { HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
import { REWRITING_CONTEXT, REWRITING_CONTEXT_DOCUMENT } from '../../../tests/support/exchange/rewritings.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { CREDENTIAL } from './document-kinds.ts'
import { canonicalText } from './canonical-text.ts'
import { jsonLdOver } from './json-ld.ts'
import type { StatedForm } from './stated-form.ts'

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

async function formOf(document: JsonObject, names: readonly string[] = []): Promise<StatedForm> {
  const asked = { members: new Set(names), values: new Set(names) }
  const budget = jsonLd.newBudget()
  return jsonLd.plainFormOf(document, await jsonLd.statementsOf(document), { kind: CREDENTIAL, asked, budget })
}

const plainOf = async (document: JsonObject, names?: readonly string[]) => (await formOf(document, names)).tree

const subjectOf = async (subject: JsonObject) => (await plainOf(aCredential(subject)))['credentialSubject']

/** Subjects in their plain form: a name and a value of every kind. */
const PLAIN_SUBJECTS: readonly JsonObject[] = [
  { type: 'Person', level: 12, label: 'A', count: 3 },
  { type: ['Degree', 'Person'], note: '7', since: '2020-01-01' },
  { employer: 'https://employer.example/', state: 'Active' },
  { employer: 'https://terms.example/rewritings#whole' },
  { degree: { id: 'urn:degree:1', type: 'Degree', grade: 4 }, knows: { id: 'did:example:other' } },
  { degree: [{ type: 'Degree', grade: 4 }, { grade: 5 }], tags: ['A', 'B'] },
  { roles: ['A', 'B'], steps: ['A', 'A', 'B'], title: { en: 'A', de: ['B', 'C'] } },
  { level: 1.5, label: true, tags: '2020' },
]

describe('plainForm', () => {
  it.each(PLAIN_SUBJECTS)('%j › is its own plain form', async (subject) => {
    const credential = aCredential(subject)

    expect(await plainOf(credential)).toEqual(
      Object.fromEntries(Object.entries(credential).filter(([name]) => name !== '@context')),
    )
  })

  it('a list that is written out › is that list', async () => {
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
    const list = { [`${rdf}first`]: 'A', [`${rdf}rest`]: { '@id': `${rdf}nil` } }

    expect(await subjectOf({ 'https://terms.example/list': list })).toMatchObject({
      'https://terms.example/list': { '@list': ['A'] },
    })
  })

  it('JSON that is written in two ways › is one value', async () => {
    const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON'
    const texts = ['{"a":1}', '{ "a": 1 }'].map((text) => ({ '@value': text, '@type': type }))

    expect(await subjectOf({ 'https://terms.example/json': texts })).toMatchObject({
      'https://terms.example/json': { type: '@json', value: { a: 1 } },
    })
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
      knows: { id: 'urn:other', knows: { id: HOLDER, level: 1, knows: { id: 'urn:other' } } },
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

  it('types that change names › cost more than values, each set of them once', async () => {
    const narrow = jsonLdOver(contextRegistry({ find: (url) => IMPORTED.get(url) }), { values: 100, comparisons: 1 })
    const twelve = (typeOf: (index: number) => string) =>
      aCredential({
        degree: Array.from({ length: 12 }, (_, index) => ({ type: ['Student', typeOf(index)], level: index })),
      })
    const read = async (document: JsonObject) => {
      const said = await narrow.statementsOf(document)
      const budget = narrow.newBudget()
      return narrow.plainFormOf(document, said, { kind: CREDENTIAL, asked: NO_NAMES, budget })
    }

    await expect(read(twelve(() => 'Person'))).resolves.toHaveProperty('tree')
    await expect(read(twelve((index) => `ex:Type${index}`))).rejects.toMatchObject({ code: 'document_too_complex' })
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
