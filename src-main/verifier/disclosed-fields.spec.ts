// Proves docs/contract/exchange.md, After a valid answer.

import { describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aP256Party, disclosureOf, madeSdJwt } from '../../tests/support/exchange/sd-jwts.ts'
import { disclosedFields } from './disclosed-fields.ts'

type Descriptor = Verification['descriptors'][number]
type Field = Descriptor['fields'][number]

const jwtOf = (payload: JsonObject) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`
const field = (pointer: string | null, inner_pointer: string | null = null): Field => ({
  id: null,
  satisfied: true,
  path: null,
  pointer,
  inner_pointer,
})

function answered(fields: readonly Field[], credentialPointer = '/verifiableCredential/0'): Verification {
  const descriptor: Descriptor = {
    id: 'licence',
    name: 'Driving licence',
    group: [],
    submitted: true,
    satisfied: true,
    credential: 0,
    path: null,
    matched_by: null,
    fields: [...fields],
    checks: [],
  }
  const credential = { index: 0, pointer: credentialPointer }
  // Only what this rule reads of an answer.
  return { descriptors: [descriptor], credentials: [credential] } as unknown as Verification
}

const CREDENTIAL = { credentialSubject: { id: 'did:example:me', type: 'Person', category: 'B', 'a/b': [1] } }
const PRESENTATION = { type: 'VerifiablePresentation', '@context': [], verifiableCredential: [CREDENTIAL] }
const found = (name: string, value: unknown) => ({
  descriptor: 'licence',
  descriptor_name: 'Driving licence',
  name,
  value,
})

describe('disclosedFields', () => {
  const category = field('/verifiableCredential/0/credentialSubject/category')

  it('takes what was asked for, by the places the exchange names', () => {
    const fields = [category, field('/verifiableCredential/0/credentialSubject/a~1b'), field(null)]

    expect(disclosedFields(PRESENTATION, answered(fields))).toEqual([found('category', 'B'), found('a/b', [1])])
  })

  it('looks into an envelope', () => {
    for (const sent of [
      { presentation: PRESENTATION, presentation_submission: {} },
      { vp_token: PRESENTATION, presentation_submission: {} },
      { vp_token: JSON.stringify(PRESENTATION), presentation_submission: '{}' },
    ]) {
      expect(disclosedFields(sent, answered([category]))).toEqual([found('category', 'B')])
    }
  })

  describe('in an SD-JWT VC', () => {
    const disclosure = disclosureOf(['salt', 'over_18', true])
    const text = madeSdJwt({
      issuer: aP256Party(),
      payload: { iss: 'https://issuer.example', vct: 'x', category: 'B', _sd: [disclosure.digest] },
      disclosures: [disclosure],
    })
    const asked = (pointer: string) => [field(pointer, '/over_18'), field(pointer, '/category')]
    const told = [found('over_18', true), found('category', 'B')]

    it('takes what is open and what was disclosed, alone and by the id of a credential query', () => {
      expect(disclosedFields(text, answered(asked('')))).toEqual(told)
      expect(disclosedFields({ vp_token: text }, answered(asked('')))).toEqual(told)
      expect(disclosedFields({ vp_token: { licence: [text] } }, answered(asked('/licence/0')))).toEqual(told)
    })

    it('asked for as a whole › tells its claims, but for those about the credential', () => {
      const whole = answered([], '/licence/0')

      expect(disclosedFields({ vp_token: { licence: [text] } }, whole)).toEqual(told.toReversed())
    })
  })

  it('looks into JSON Web Tokens, also into those that are in one', () => {
    const vc = jwtOf({ vc: CREDENTIAL })
    const sent = jwtOf({ vp: { verifiableCredential: [vc] } })
    const fields = [field('/vp/verifiableCredential/0', '/vc/credentialSubject/category')]

    expect(disclosedFields(sent, answered(fields))).toEqual([found('category', 'B')])
    expect(disclosedFields(sent, answered([], '/vp/verifiableCredential/0'))).toEqual([
      found('category', 'B'),
      found('a/b', [1]),
    ])
  })

  it('takes every claim about the subject where no field is asked for', () => {
    expect(disclosedFields(PRESENTATION, answered([]))).toEqual([found('category', 'B'), found('a/b', [1])])
  })

  it('takes nothing that is not there', () => {
    expect(disclosedFields({ type: 'x' }, answered([category]))).toEqual([])
    expect(disclosedFields({ type: 'x' }, answered([]))).toEqual([])
  })
})
