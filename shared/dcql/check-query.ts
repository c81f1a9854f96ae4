import { DcqlQuery as Reference } from 'dcql'
import { namesOf } from '../presentation-exchange/definition-warnings.ts'
import { faultsAt, inBodyOrder, shapeFaults } from '../presentation-exchange/definition-faults.ts'
import type { FaultAt } from '../presentation-exchange/definition-faults.ts'
import type { DefinitionReport } from '../presentation-exchange/check-definition.ts'
import { membersNamed, partOf, partsOf, wholeOf } from '../presentation-exchange/definition-parts.ts'
import type { Part } from '../presentation-exchange/definition-parts.ts'
import { listOf, memberOf } from '../presentation-exchange/json.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import {
  ClaimsQueryShape,
  CredentialQueryShape,
  CredentialSetShape,
  MetaShape,
  NewQueryDefinition,
  QueryShape,
  TrustedAuthoritiesShape,
} from './query.ts'
import type { DcqlQuery } from './query.ts'

const MEMBER = 'dcql_query'

/**
 * Checks `{ name?, purpose?, dcql_query }`, all of it at once; places lead into it. The value must not be nested without
 * limit.
 */
export function checkQueryDefinition(sent: JsonObject): DefinitionReport {
  const [query] = partOf(wholeOf(sent), MEMBER)
  const found = [
    ...shapeFaults(NewQueryDefinition, sent, []),
    ...(query === undefined ? [] : RULES.flatMap((rule) => rule(query))),
  ]
  const faults = found.length > 0 || query === undefined ? found : refusedByReference(query)
  const warnings = faults.length > 0 || query === undefined ? [] : [...idIgnored(sent), ...warningsOf(sent, query)]
  return { faults: inBodyOrder(faults, sent), warnings: inBodyOrder(warnings, sent) }
}

/** Checks a query by itself; places lead into the query. */
export function checkQuery(query: unknown): DefinitionReport {
  const { faults, warnings } = checkQueryDefinition({ [MEMBER]: query })
  const inQuery = <Fault extends { readonly path: string }>(fault: Fault) => ({
    ...fault,
    path: fault.path.slice(MEMBER.length + 1),
  })
  return { faults: faults.map(inQuery), warnings: warnings.map(inQuery) }
}

/**
 * Reads a query that {@link checkQuery} found to be without faults.
 *
 * @throws {Error} when its shape is broken
 */
export function readQuery(query: unknown): DcqlQuery {
  return QueryShape.parse(query)
}

const credentialsOf = (query: Part) => partsOf(query, 'credentials')
const claimsOf = (credential: Part) => partsOf(credential, 'claims')
const setsOf = (query: Part) => partsOf(query, 'credential_sets')

const RULES: readonly ((query: Part) => readonly FaultAt[])[] = [
  (query) => repeated(credentialsOf(query), 'repeats the id of another credential query'),
  (query) =>
    credentialsOf(query).flatMap((credential) => repeated(claimsOf(credential), 'repeats the id of another claim')),
  (query) => credentialsOf(query).flatMap(claimSetFaults),
  optionFaults,
]

function repeated(parts: readonly Part[], message: string): readonly FaultAt[] {
  const seen = new Set<unknown>()
  return parts.flatMap(({ location, value }) => {
    const id = memberOf(value, 'id')
    if (typeof id !== 'string') return []
    if (seen.has(id)) return [{ location: [...location, 'id'], code: 'duplicate' as const, message }]
    seen.add(id)
    return []
  })
}

/** OpenID4VP 1.0, 6.3 and 6.4.1: claim sets need claims, each with an id. */
function claimSetFaults(credential: Part): readonly FaultAt[] {
  const { location, value } = credential
  if (memberOf(value, 'claim_sets') === undefined) return []
  if (memberOf(value, 'claims') === undefined) {
    return [{ location: [...location, 'claims'], code: 'required', message: 'is needed beside claim_sets' }]
  }
  const claims = claimsOf(credential)
  const nameless = claims.filter((claim) => memberOf(claim.value, 'id') === undefined)
  return [
    ...faultsAt(
      nameless.map((claim) => [...claim.location, 'id']),
      'required',
      'is needed beside claim_sets',
    ),
    ...unknownIds(credential, 'claim_sets', claims, 'is the id of no claim'),
  ]
}

function optionFaults(query: Part): readonly FaultAt[] {
  return setsOf(query).flatMap((set) =>
    unknownIds(set, 'options', credentialsOf(query), 'is the id of no credential query'),
  )
}

// eslint-disable-next-line max-params -- whose list, what it may name, and how a fault is told
function unknownIds(
  { location, value }: Part,
  name: 'claim_sets' | 'options',
  named: readonly Part[],
  message: string,
): readonly FaultAt[] {
  const ids = new Set(named.map((part) => memberOf(part.value, 'id')))
  const lists = memberOf(value, name)
  if (!Array.isArray(lists)) return []
  const places = lists.flatMap((list: unknown, index) =>
    idsIn(list).flatMap(([id, step]): Location[] => (ids.has(id) ? [] : [[...location, name, index, step]])),
  )
  return faultsAt(places, 'id_unknown', message)
}

/** The texts of a list with their indices; what is none is told by the shape. */
function idsIn(list: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(list)) return []
  return listOf(list).flatMap((id, index) => (typeof id === 'string' ? [[id, index] as const] : []))
}

/**
 * What the implementation of the OpenWallet Foundation refuses beyond that: the form of authorities, of paths into an
 * mdoc, and W3C credentials without types. A query that it refuses would reach few wallets.
 */
function refusedByReference({ location, value }: Part): readonly FaultAt[] {
  try {
    Reference.validate(Reference.parse(value as Parameters<typeof Reference.parse>[0])) // it reads what is unknown
    return []
  } catch (fault) {
    const issues = listOf(memberOf(fault, 'issues')).map((issue) => listOf(memberOf(issue, 'path')))
    const places = issues.map((path) => [...location, ...path.map((step) => keyOf(step))])
    return faultsAt(places.length > 0 ? places : [location], 'type', 'does not have the form that OpenID4VP gives it')
  }
}

function keyOf(step: unknown): string | number {
  const key = memberOf(step, 'key')
  return typeof key === 'number' ? key : String(key)
}

function idIgnored(sent: JsonObject): readonly FaultAt[] {
  if (!Object.hasOwn(sent, 'id')) return []
  return [{ location: ['id'], code: 'id_ignored', message: 'the exchange gives the id' }]
}

function warningsOf(sent: JsonObject, query: Part): readonly FaultAt[] {
  const credentials = credentialsOf(query)
  const known: readonly (readonly [readonly Part[], readonly string[]])[] = [
    [[wholeOf(sent)], ['id', ...namesOf(NewQueryDefinition)]],
    [[query], namesOf(QueryShape)],
    [credentials, namesOf(CredentialQueryShape)],
    [credentials.flatMap((one) => partOf(one, 'meta')), namesOf(MetaShape)],
    [credentials.flatMap((one) => partsOf(one, 'trusted_authorities')), namesOf(TrustedAuthoritiesShape)],
    [credentials.flatMap(claimsOf), namesOf(ClaimsQueryShape)],
    [setsOf(query), namesOf(CredentialSetShape)],
  ]
  return [
    ...known.flatMap(([parts, names]) =>
      faultsAt(
        membersNamed(parts, (name) => !names.includes(name)),
        'ignored_member',
        'has no effect',
      ),
    ),
    ...credentials.flatMap(unsupportedFormat),
    ...credentials.flatMap(claimsAskedTwice),
    ...unasked(query),
  ]
}

function unsupportedFormat({ location, value }: Part): readonly FaultAt[] {
  if (memberOf(value, 'format') !== 'mso_mdoc') return []
  const message = 'this exchange cannot check credentials of this format'
  return [{ location: [...location, 'format'], code: 'format_unsupported', message }]
}

/** OpenID4VP 1.0, 6.1: verifiers must not point to one claim twice, and wallets ignore it. */
function claimsAskedTwice(credential: Part): readonly FaultAt[] {
  const seen = new Set<string>()
  return claimsOf(credential).flatMap(({ location, value }) => {
    const path = JSON.stringify(memberOf(value, 'path'))
    if (seen.has(path)) {
      return [
        {
          location: [...location, 'path'],
          code: 'ignored_member' as const,
          message: 'points to a claim that is asked for already',
        },
      ]
    }
    seen.add(path)
    return []
  })
}

function unasked(query: Part): readonly FaultAt[] {
  const sets = setsOf(query)
  if (sets.length === 0) return []
  const named = new Set(
    sets.flatMap(({ value }) =>
      listOf(memberOf(value, 'options')).flatMap((option) => idsIn(option).map(([id]) => id)),
    ),
  )
  const places = credentialsOf(query)
    .filter(({ value }) => !named.has(String(memberOf(value, 'id'))))
    .map(({ location }) => [...location, 'id'])
  return faultsAt(places, 'group_unused', 'no credential set names this query')
}
