// Proves docs/contract/exchange.md, DCQL.

/**
 * The `dcql` package of the OpenWallet Foundation beside our own reader and evaluator: what it accepts and finds, ours do,
 * but for what is listed here.
 */
import { DcqlQuery } from 'dcql'
import type { DcqlCredential } from 'dcql'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkQuery } from '../../shared/dcql/check-query.ts'
import { chooseCredentials } from '../../shared/dcql/choose-credentials.ts'
import type { HeldCandidate } from '../../shared/dcql/choose-credentials.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { draws } from '../support/draws.ts'
import { aJwtCandidate } from '../support/exchange/definitions.ts'
import { anSdJwt, aQuery, aW3c } from '../support/exchange/dcql.ts'

/*
 * Queries and claims of few names, so that they meet. The kind of a claim follows from its name. Where some elements of a
 * list are objects and others are not, a name ends our processing, as OpenID4VP 1.0, 7.1.1, says, and the package goes on with the
 * others; the package takes null for a claim that is not there; it finds members of lists and of `Object` by name; and of an
 * empty list it selects all elements, where OpenID4VP 1.0, 7.1.1, has an error.
 */
const leaf = fc.constantFrom<string | number | boolean>('x', 'y', 1, true)
const { claims: someClaims } = fc.letrec<{ claims: JsonObject }>((tie) => ({
  claims: fc.record(
    {
      a: leaf,
      b: leaf,
      list: fc.array(leaf, { minLength: 1, maxLength: 3 }),
      object: fc.oneof({ maxDepth: 2 }, fc.constant({}), tie('claims')),
      objects: fc.array(fc.oneof({ maxDepth: 2 }, fc.constant({ a: 1 }), tie('claims')), {
        minLength: 1,
        maxLength: 2,
      }),
    },
    { requiredKeys: ['a', 'list'], noNullPrototype: true },
  ),
}))

const aStep = fc.constantFrom('a', 'b', 'list', 'object', 'objects', null, 0, 1)
const aName = fc.constantFrom('a', 'b', 'object')
const aPath = (first: readonly string[], isLinkedData: boolean) =>
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'list', 'object', 'objects'),
      fc.array(isLinkedData ? aName : aStep, { maxLength: 2 }),
    )
    .map(([name, rest]) => [...first, name, ...rest])
const valuesOrNot = fc.option(fc.uniqueArray(leaf, { minLength: 2, maxLength: 3 }), { nil: undefined })

const someIds = ['c0', 'c1', 'c2']
const FORMATS = ['dc+sd-jwt', 'jwt_vc_json', 'ldp_vc'] as const
const aki = (values: readonly string[]) => ({ type: 'aki', values })

const aCredential = fc.constantFrom(...FORMATS).chain((format) => {
  const isSdJwt = format === 'dc+sd-jwt'
  const path = aPath(isSdJwt ? [] : ['credentialSubject'], format === 'ldp_vc')
  const claims = fc.array(fc.record({ path, values: valuesOrNot }), { minLength: 1, maxLength: 3 })
  const types = fc.uniqueArray(fc.constantFrom('A', 'B'), { minLength: 1, maxLength: 2 })
  return fc.record({
    format: fc.constant(format),
    meta: isSdJwt
      ? fc.oneof(
          fc.constant({}),
          fc.subarray(['v1', 'v2'], { minLength: 1 }).map((vct_values) => ({ vct_values })),
        )
      : fc.array(types, { minLength: 1, maxLength: 2 }).map((type_values) => ({ type_values })),
    claims: fc.option(
      claims.map((list) => list.map((claim, index) => ({ ...claim, id: someIds[index] }))),
      { nil: undefined },
    ),
    sets: fc.option(fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    }),
    require_cryptographic_holder_binding: fc.option(fc.boolean(), { nil: undefined }),
    trusted_authorities: fc.option(
      fc.constantFrom(undefined, undefined, undefined, [aki(['AQID'])], [aki(['AAAA', 'AQID'])]),
      { nil: undefined },
    ),
  })
})

const aWholeQuery = fc
  .tuple(
    fc.array(aCredential, { minLength: 1, maxLength: 3 }),
    fc.option(
      fc.array(
        fc.record({
          options: fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 1, maxLength: 2 }),
          required: fc.option(fc.boolean(), { nil: undefined }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      { nil: undefined },
    ),
  )
  .map(([credentials, sets]): JsonObject => {
    const written = credentials.map(({ sets: claimSets, ...credential }, index) => {
      const { length } = credential.claims ?? []
      const claim_sets = claimSets?.map((set) => [...new Set(set.map((place) => `c${place % length}`))])
      return { ...credential, id: `q${index}`, ...(length > 0 && { claim_sets }) }
    })
    const named = (option: readonly number[]) => [...new Set(option.map((place) => `q${place % written.length}`))]
    const credential_sets = sets?.map((set) => ({ ...set, options: set.options.map(named) }))
    return JSON.parse(JSON.stringify({ credentials: written, credential_sets })) as JsonObject
  })

const aHeld = fc.record({
  format: fc.constantFrom(...FORMATS),
  claims: someClaims,
  vct: fc.constantFrom('v1', 'v2', 'v3'),
  types: fc.constantFrom(['A', 'B'], ['A'], []),
  isBound: fc.constantFrom(true, true, true, false),
  authority: fc.option(fc.constantFrom('AQID', 'BBBB'), { nil: undefined }),
})
type Held = typeof aHeld extends fc.Arbitrary<infer Value> ? Value : never

function candidateOf({ format, claims, vct, types, isBound, authority }: Held): HeldCandidate {
  const vc = { type: ['VerifiableCredential', ...types], credentialSubject: claims }
  const candidate =
    format === 'dc+sd-jwt'
      ? anSdJwt({ ...claims, vct }, [], isBound)
      : format === 'jwt_vc_json'
        ? aJwtCandidate({ vc })
        : aW3c(types, claims)
  return {
    candidate,
    context: { isHolderBound: isBound, authorities: authority === undefined ? [] : [aki([authority])] },
  }
}

function theirs({ format, claims, vct, types, isBound, authority }: Held): DcqlCredential {
  const shared = {
    cryptographic_holder_binding: isBound,
    ...(authority !== undefined && { authority: { type: 'aki', values: [authority] } }),
  }
  const credential =
    format === 'dc+sd-jwt'
      ? { ...shared, credential_format: format, vct, claims: { ...claims, vct } }
      : {
          ...shared,
          credential_format: format,
          type: ['VerifiableCredential', ...types],
          claims: { credentialSubject: claims },
        }
  return credential as unknown as DcqlCredential // its types have lists that can be changed
}

it('what can be answered, by which credential, claim set and option › is what the package finds', () => {
  let answered = 0
  fc.assert(
    fc.property(aWholeQuery, fc.array(aHeld, { minLength: 2, maxLength: 6 }), (sent, held) => {
      const { credential_matches, credential_sets, can_be_satisfied } = DcqlQuery.query(
        DcqlQuery.parse(sent as DcqlQuery.Input),
        held.map(theirs),
      )
      const ours = chooseCredentials(aQuery(sent), held.map(candidateOf))

      for (const { id, matching } of ours.queries) {
        const match = credential_matches[id]
        const found = match?.valid_credentials?.map(({ input_credential_index: index, claims }) => [
          index,
          claims.valid_claim_sets[0].claim_set_index ?? null,
        ])
        expect(matching.map((one) => [one.held, one.evaluation.claimSet])).toEqual(found ?? [])
        answered += matching.length
      }
      expect(ours.sets.map(({ chosen }) => chosen !== null)).toEqual(
        (credential_sets ?? []).map(({ matching_options }) => matching_options !== undefined),
      )
      expect(ours.suggestion !== null).toBe(can_be_satisfied)
    }),
    { numRuns: draws(600, 5000) },
  )
  expect(answered).toBeGreaterThan(100)
})

/** Queries with something broken: a value taken out, or another one in its place. */
const aBrokenQuery = fc
  .tuple(aWholeQuery, fc.nat(), fc.constantFrom<unknown>(undefined, null, '', 'q0', -1, 1.5, true, [], [[]], {}, [{}]))
  .map(([query, turn, value]) => {
    const places = placesIn(query)
    const place = places[turn % places.length] ?? []
    return { place, query: changedAt(query, place, value) }
  })

type Place = readonly (string | number)[]

function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const steps: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [at, ...steps.flatMap(([step, part]) => placesIn(part, [...at, step]))]
}

function changedAt(value: unknown, [step, ...rest]: Place, to: unknown): unknown {
  if (step === undefined) return to
  if (Array.isArray(value))
    return value.map((part: unknown, index) => (index === step ? changedAt(part, rest, to) : part))
  const changed = Object.entries(Object(value) as JsonObject).map(([name, part]): [string, unknown] =>
    name === step ? [name, changedAt(part, rest, to)] : [name, part],
  )
  return Object.fromEntries(changed.filter(([, part]) => part !== undefined))
}

function isAcceptedByPackage(query: unknown): boolean {
  try {
    DcqlQuery.validate(DcqlQuery.parse(query as DcqlQuery.Input))
    return true
  } catch {
    return false
  }
}

/** What OpenID4VP 1.0 demands and the package does not ask for. */
const STRICTER: readonly RegExp[] = [
  /^\/credentials\/\d+\/meta (?:required|type)$/, // 6.1; an empty list is no object
  /^\/credentials\/\d+\/meta\/vct_values empty$/, // B.3.5
  /^\/credentials\/\d+\/claims\/\d+\/values empty$/, // 6.3
  /^\/credentials\/\d+\/claims\/\d+\/id (?:required|duplicate)$/, // 6.3, beside claim_sets and always
  /^\/credential_sets\/\d+\/options\/\d+ empty$/, // 6.2
]

it('a broken query › is refused by both, but for what the package does not ask for', () => {
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(aBrokenQuery, ({ query }) => {
      const faults = checkQuery(query).faults.map(({ path, code }) => `${path} ${code}`)
      const isStricter = faults.length > 0 && faults.every((fault) => STRICTER.some((rule) => rule.test(fault)))
      const isAccepted = isAcceptedByPackage(query)

      expect({ faults, accepted: isAccepted && !isStricter }).toEqual({ faults, accepted: faults.length === 0 })
      seen[isAccepted ? 'accepted' : 'refused'] += 1
    }),
    { numRuns: draws(1000, 10_000) },
  )
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50)
})
