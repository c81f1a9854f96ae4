// Proves docs/contract/exchange.md, Proofs: linked data.

import { describe, expect, it } from 'vitest'
import { countedDocument } from '../../../tests/support/exchange/counted-document.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { jsonLdOver } from './json-ld.ts'
import { unsignedMembers } from './unsigned-members.ts'

const JSON_LD = jsonLdOver(contextRegistry())

async function placesIn(document: JsonObject, looked: JsonObject = document) {
  return unsignedMembers(looked, await JSON_LD.statementsOf(document), JSON_LD)
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `no iri ${index}`)
const HEAD = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential'] }

describe('unsignedMembers', () => {
  it.each<[string, (count: number) => JsonObject]>([
    ['identifiers in one list', (count) => ({ ...HEAD, evidence: texts(count) })],
    ['the same identifier again and again', (count) => ({ ...HEAD, evidence: texts(count).map(() => 'no iri') })],
    [
      'nodes with nothing but an identifier',
      (count) => ({ ...HEAD, evidence: texts(count / 4).map((id) => ({ id })) }),
    ],
    [
      'members no context defines',
      (count) => ({ ...HEAD, ...Object.fromEntries(texts(count).map((text) => [text, 1])) }),
    ],
    [
      'members without a value',
      (count) => ({ ...HEAD, ...Object.fromEntries(texts(count).map((text) => [text, null])) }),
    ],
  ])('%s › takes steps in proportion to their number', async (_, documentWith) => {
    const [few, many] = [countedDocument(documentWith(100)), countedDocument(documentWith(10_000))]

    const [fewPlaces, manyPlaces] = [
      await placesIn(documentWith(100), few.watched),
      await placesIn(documentWith(10_000), many.watched),
    ]

    expect(manyPlaces).toHaveLength(fewPlaces.length * 100)
    expect(many.steps() / few.steps()).toBeLessThan(110)
  })

  it.each([CREDENTIALS_V1, CREDENTIALS_V2])(
    'texts in the place of credentials › are named, with %s',
    async (context) => {
      const document = { '@context': [context], type: ['VerifiablePresentation'] }

      expect(await placesIn({ ...document, verifiableCredential: 'a.b.c' })).toEqual([['verifiableCredential']])
      expect(await placesIn({ ...document, verifiableCredential: ['a.b.c', 'd.e.f'] })).toEqual([
        ['verifiableCredential', 0],
        ['verifiableCredential', 1],
      ])
    },
  )

  it('identifiers, names and types in each other › are named in the order in which they are found, each once', async () => {
    const document = {
      ...HEAD,
      type: ['VerifiableCredential', 'Own', 'Own'],
      issuer: 'here',
      evidence: [{ id: 'here', here: { a: 'here' } }, 'here', 'there', { id: 'there', name: null }],
      credentialSubject: [{ id: 'here' }, null],
    }

    expect((await placesIn(document)).map((place) => place.join('/'))).toMatchInlineSnapshot(`
      [
        "evidence/3/name",
        "credentialSubject/1",
        "credentialSubject/0/id",
        "evidence/0/here",
        "evidence/0/id",
        "evidence/3/id",
        "type/1",
        "issuer",
        "evidence/1",
        "evidence/2",
        "type/2",
      ]
    `)
  })
})
