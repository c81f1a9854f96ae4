// Proves docs/contract/exchange.md, Limits.

import { describe, expect, it } from 'vitest'
import { VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aDefinition } from '../../../tests/support/exchange/definitions.ts'
import { aLicence, aPresentation, aStatusEntry, aSubmission } from '../../../tests/support/exchange/presentations.ts'
import { knownDefinition } from './evaluation.ts'
import { presentationOf } from './presentation.ts'
import { isLong } from './verification-cost.ts'

interface Story {
  readonly credentials?: readonly unknown[]
  readonly submission?: JsonObject
  readonly definition?: JsonObject
}

function isLongWith({ credentials = [aLicence()], submission = {}, definition = aDefinition() }: Story): boolean {
  const presentation = aPresentation(credentials, aSubmission('d1', submission))
  const options = VerificationOptions.parse({})
  const request = { presentation, isJwt: false, submissionBeside: undefined, options }
  return isLong({
    presentation: presentationOf(request),
    options,
    known: knownDefinition(definition),
    isDefinitionKnown: true,
  })
}

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
const withEvidence = (evidence: unknown) => ({ credentials: [aLicence({ evidence })] })
const entry = { id: 'licence', path: '$.verifiableCredential[0]', format: 'ldp_vc' }
const field = (members: JsonObject) => ({
  definition: aDefinition({
    input_descriptors: [{ id: 'licence', constraints: { fields: [{ path: ['$.a'], ...members }] } }],
  }),
})
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const aJwt = (vc: JsonObject) => `${part({ alg: 'ES256' })}.${part({ iss: 'did:x:1', vc })}.AA`

describe('isLong', () => {
  it.each<[string, Story]>([
    ['one credential', {}],
    [
      'three credentials, each with a status',
      { credentials: times(3, (i) => aLicence({ credentialStatus: aStatusEntry(i) })) },
    ],
    ['one with a picture in it', withEvidence({ id: 'urn:x', picture: 'x'.repeat(12_000) })],
    ['eight short JWTs', { credentials: times(8, () => aJwt({ credentialSubject: { id: 'urn:x' } })) }],
    ['a field with a usual pattern', field({ filter: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } })],
  ])('%s › is not', (_, story) => {
    expect(isLongWith(story)).toBe(false)
  })

  it.each<[string, Story]>([
    ['four linked data credentials', { credentials: times(4, () => aLicence()) }],
    ['980 identifiers in 15 kB', withEvidence(times(980, (i) => `x${i}`))],
    ['many types', withEvidence(times(80, () => ({ type: 'X' })))],
    ['many contexts', withEvidence(times(80, () => ({ '@context': 'urn:x' })))],
    ['more than 16,384 characters', withEvidence('x'.repeat(17_000))],
    ['names of members as long as that', withEvidence({ ['x'.repeat(17_000)]: 1 })],
    ['nine JWTs', { credentials: times(9, () => aJwt({})) }],
    ['a JWT with many values', { credentials: [aJwt({ evidence: times(700, () => 1) })] }],
    ['five statuses in a JWT', { credentials: [aJwt({ credentialStatus: times(5, aStatusEntry) })] }],
    [
      'nine schemas in three JWTs',
      { credentials: times(3, () => aJwt({ credentialSchema: times(3, (i) => ({ id: `urn:${i}`, type: 'X' })) })) },
    ],
    ['a map of many entries', { submission: { descriptor_map: times(51, () => entry) } }],
    ['a path that looks everywhere', { submission: { descriptor_map: [{ ...entry, path: '$..a' }] } }],
    ['a path of several indices', { submission: { descriptor_map: [{ ...entry, path: '$[0,0]' }] } }],
    ['a path of a slice', { submission: { descriptor_map: [{ ...entry, path: '$[0:9]' }] } }],
    ['a field path that looks everywhere', field({ path: ['$..a'] })],
    ['a long definition', field({ name: 'x'.repeat(9000) })],
    ['a short definition whose pattern is not', field({ filter: { pattern: 'a{1000}'.repeat(80) } })],
    [
      'repetitions in each other',
      field({ filter: { patternProperties: { [`((a{10}){10}){10}${'b'.repeat(40)}`]: true } } }),
    ],
  ])('%s › is', (_, story) => {
    expect(isLongWith(story)).toBe(true)
  })

  it('a long definition › is not even prepared', () => {
    const options = VerificationOptions.parse({})
    const presentation = presentationOf({
      presentation: aPresentation([aLicence()], aSubmission('d1')),
      isJwt: false,
      submissionBeside: undefined,
      options,
    })
    const known = {
      definition: { name: 'x'.repeat(9000) },
      get prepared() {
        return expect.unreachable('prepared')
      },
    }

    expect(isLong({ presentation, options, known, isDefinitionKnown: true })).toBe(true)
  })
})
