// Proves docs/contract/exchange.md, DCQL.

import { describe, expect, it } from 'vitest'
import { anSdJwt, aQuery, aW3c, VCT } from '../../tests/support/exchange/dcql.ts'
import { QUERIES } from '../../tests/vectors/dcql-vectors.ts'
import type { Location } from '../presentation-exchange/json.ts'
import { neededFor } from '../presentation-exchange/disclosure-step.ts'
import { chooseCredentials } from './choose-credentials.ts'
import type { HeldCandidate } from './choose-credentials.ts'
import type { DcqlQuery } from './query.ts'

const CLAIMS = {
  family_name: 'Doe',
  given_name: 'Ada',
  age_over_18: true,
  birth_date: '1990-01-01',
  address: { street_address: 'High Street', locality: 'Ely' },
  nationalities: ['GB', 'FR'],
}
const PLACES: readonly Location[] = [
  ['family_name'],
  ['given_name'],
  ['age_over_18'],
  ['birth_date'],
  ['address'],
  ['address', 'street_address'],
  ['address', 'locality'],
  ['nationalities', 0],
  ['nationalities', 1],
]
const PERSON = { candidate: anSdJwt(CLAIMS, PLACES) }

/** What a credential discloses for a query of one credential query; undefined if it does not match. */
function disclosedFor(query: DcqlQuery, held: HeldCandidate) {
  const [match] = chooseCredentials(query, [held]).queries[0]?.matching ?? []
  return match && (held.candidate.disclosure?.disclosed ?? []).filter(neededFor(match.evaluation.asked))
}

function disclosed(members: object) {
  return disclosedFor(aQuery({ credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: {}, ...members }] }), PERSON)
}

describe('the least set of claims', () => {
  it.each([
    ['no claims › none', {}, []],
    ['one claim', { claims: [{ path: ['age_over_18'] }] }, [['age_over_18']]],
    [
      'a nested one › with the way to it',
      { claims: [{ path: ['address', 'locality'] }] },
      [['address'], ['address', 'locality']],
    ],
    [
      'a claim with others in it › all of it',
      { claims: [{ path: ['address'] }] },
      [['address'], ['address', 'street_address'], ['address', 'locality']],
    ],
    ['an element', { claims: [{ path: ['nationalities', null], values: ['FR'] }] }, [['nationalities', 1]]],
    [
      'the first claim set that is satisfied',
      {
        claims: [
          { id: 'over_21', path: ['age_over_21'] },
          { id: 'over_18', path: ['age_over_18'] },
          { id: 'birth', path: ['birth_date'] },
        ],
        claim_sets: [['over_21'], ['over_18'], ['birth']],
      },
      [['age_over_18']],
    ],
    ['a claim that is not held › does not fit', { claims: [{ path: ['age_over_21'] }] }, undefined],
  ])('%s', (_, members, expected) => {
    expect(disclosed(members)).toEqual(expected)
  })

  it('another format › discloses nothing by itself', () => {
    const query = aQuery({
      credentials: [
        { id: 'a', format: 'ldp_vc', meta: { type_values: [['A']] }, claims: [{ path: ['credentialSubject'] }] },
      ],
    })

    const held = { candidate: aW3c(['A'], { a: 1 }) }

    expect(chooseCredentials(query, [held]).queries[0]?.matching).toMatchObject([{ held: 0 }])
    expect(disclosedFor(query, held)).toEqual([])
  })
})

describe('the choice', () => {
  const held = (vct: string, claims: object) => ({ candidate: anSdJwt({ ...claims, vct }) })
  const REDUCED = [
    held('https://credentials.example.com/reduced_identity_credential', CLAIMS),
    held('https://cred.example/residence_credential', { postal_code: 'CB7', locality: 'Ely', region: 'Cambs' }),
  ]
  const REWARDS = held('https://company.example/company_rewards', { rewards_number: 7 })

  it.each([
    ['the first option', [PERSON, ...REDUCED], 0, [['pid', 0]]],
    [
      'the first that is possible',
      REDUCED,
      2,
      [
        ['pid_reduced_cred_1', 0],
        ['pid_reduced_cred_2', 1],
      ],
    ],
    ['what nobody requires is left out', [REWARDS, PERSON], 0, [['pid', 1]]],
  ])('%s', (_, all, chosen, suggestion) => {
    const choices = chooseCredentials(aQuery(QUERIES.credentials_alternatives), all)

    expect(choices.sets[0]?.chosen).toBe(chosen)
    expect([...(choices.suggestion ?? [])]).toEqual(suggestion)
  })

  it('no option is possible › nothing may be sent', () => {
    const { sets, suggestion } = chooseCredentials(aQuery(QUERIES.credentials_alternatives), [REWARDS])

    expect(suggestion).toBeNull()
    expect(sets).toMatchObject([
      { required: true, chosen: null },
      { required: false, chosen: 0 },
    ])
  })

  it('without sets every query needs one', () => {
    const query = aQuery(QUERIES.multi_credentials)
    const both = aQuery({
      credentials: ['a', 'b'].map((id) => ({ id, format: 'dc+sd-jwt', meta: { vct_values: [VCT] } })),
    })

    expect(chooseCredentials(query, [PERSON]).suggestion).toBeNull()
    expect([...(chooseCredentials(both, [PERSON]).suggestion ?? [])]).toEqual([
      ['a', 0],
      ['b', 0],
    ])
  })

  it('nothing fits › the nearest one is told', () => {
    const query = aQuery({
      credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['iban'] }] }],
    })
    const [choice] = chooseCredentials(
      query,
      [aW3c([], {}), PERSON.candidate].map((candidate) => ({ candidate })),
    ).queries

    expect(choice).toMatchObject({ matching: [], nearest: { held: 1 } })
  })
})
