import { phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'
import { BudgetSpent, newBudget } from '../presentation-exchange/budget.ts'
import type { Budget } from '../presentation-exchange/budget.ts'
import { SD_JWT_FORMATS, sentLocation } from '../presentation-exchange/candidate.ts'
import type { Candidate, MatchedBy } from '../presentation-exchange/candidate.ts'
import { failed, passed } from '../presentation-exchange/checks.ts'
import type { DescriptorCheck } from '../presentation-exchange/checks.ts'
import type { DescriptorEvaluation } from '../presentation-exchange/evaluate-credential.ts'
import { elementsOn, firstNeedless } from '../presentation-exchange/disclosure-step.ts'
import type { AskedClaims } from '../presentation-exchange/disclosure-step.ts'
import { isUnordered } from '../presentation-exchange/field-step.ts'
import type { FieldOutcome } from '../presentation-exchange/field-step.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import type { Selected } from '../presentation-exchange/json-path.ts'
import { pathText, selectClaims, selectStated } from './claims-path.ts'
import type { ClaimsQuery, ClaimValue, CredentialQuery, QueryFormat, TrustedAuthorities } from './query.ts'

/** Facts about a credential that are not in it. */
export interface QueryContext {
  /** Who certifies its issuer, as far as that was found without the network; empty by default. */
  readonly authorities?: readonly TrustedAuthorities[] | undefined
  /**
   * Whether the presentation proves the possession of the holder's key, or the wallet could prove it. By default an SD-JWT
   * VC is bound when it names a key, and a W3C credential by the presentation around it.
   */
  readonly isHolderBound?: boolean | undefined
  /** A budget shared by several evaluations; each has its own by default. */
  readonly budget?: Budget | undefined
}

/** The evaluation of one credential for one credential query. */
export interface QueryEvaluation extends DescriptorEvaluation {
  /** The index of the first claim set that is satisfied; null where none is, or the query has none. */
  readonly claimSet: number | null
  /** The claims that the query asks for, by their places in `candidate.credential`; of a claim with values those that have one. */
  readonly asked: AskedClaims
}

/** A claims query with what it selected. */
interface ClaimOutcome {
  readonly query: ClaimsQuery
  readonly field: FieldOutcome
}

/**
 * Evaluates one credential for one credential query (OpenID4VP 1.0, 6.1, 6.3 and 6.4.1). A credential query is a
 * descriptor of the answer, and a claims query one of its fields.
 */
export function evaluateCredentialQuery(
  query: CredentialQuery,
  candidate: Candidate,
  context: QueryContext = {},
): QueryEvaluation {
  const budget = context.budget ?? newBudget()
  const meta = metaStep(query, candidate)
  const claims = (query.claims ?? []).map((claim) => ({ query: claim, field: evaluateClaim(claim, candidate, budget) }))
  const claimSet = firstSatisfied(query.claim_sets, claims)
  const counted = countedClaims(query, claims, claimSet)
  const asked = askedBy(counted)
  const checks = [
    meta.check,
    formatStep(query.format, candidate),
    ...counted.map(({ field }) => field.check),
    ...authoritiesStep(query.trusted_authorities, context.authorities ?? []),
    ...bindingStep(query, candidate, context),
    ...disclosureStep(candidate, asked),
  ]
  return {
    holds: checks.every(({ result }) => result !== 'fail'),
    matchedBy: meta.matchedBy,
    fields: claims.map(({ field }) => field),
    checks,
    claimSet,
    asked,
  }
}

/** Each format of a query with the formats of candidates that are meant by it. */
const CANDIDATE_FORMATS: Readonly<Record<QueryFormat, readonly Candidate['format'][]>> = {
  'dc+sd-jwt': SD_JWT_FORMATS,
  'vc+sd-jwt': SD_JWT_FORMATS,
  jwt_vc_json: ['jwt_vc'],
  ldp_vc: ['ldp_vc'],
  mso_mdoc: [],
}

function formatStep(format: QueryFormat, candidate: Candidate): DescriptorCheck {
  const check = 'descriptor.format'
  const allowed = CANDIDATE_FORMATS[format]
  if (allowed.includes(candidate.format)) return passed(check)
  const message =
    allowed.length === 0
      ? phrase`the query asks for ${format}, which cannot be checked here`
      : phrase`the query asks for ${format}, and the credential is ${candidate.format}`
  return failed(check, { code: 'format_not_allowed', message, expected: format, actual: candidate.format })
}

/** Appendix B: `vct` is one of the values; of one list of types all are there. */
function metaStep(
  { meta: { vct_values, type_values } }: CredentialQuery,
  { identifiers }: Candidate,
): { readonly check: DescriptorCheck; readonly matchedBy: MatchedBy | null } {
  const check = 'descriptor.schema'
  const textsOf = (kind: MatchedBy) =>
    new Set(identifiers.filter((one) => one.kind === kind).flatMap(({ texts }) => texts))
  const [vct, iris, names] = [textsOf('vct'), textsOf('type_iri'), textsOf('type')]
  const types = type_values?.find((list) => list.every((type) => iris.has(type) || names.has(type)))
  const isOfVct = vct_values?.some((value) => vct.has(value))
  if ((type_values === undefined || types !== undefined) && isOfVct !== false) {
    const byType = types && (types.some((type) => iris.has(type)) ? 'type_iri' : 'type')
    return { check: passed(check), matchedBy: isOfVct ? 'vct' : (byType ?? null) }
  }
  const message = 'the credential is of none of the types that are asked for'
  const expected = [...(vct_values ?? []), ...(type_values ?? []).map((list) => list.join(' and '))].join(', ')
  const actual = [...vct, ...iris, ...names].join(', ')
  return { check: failed(check, { code: 'schema_mismatch', message, expected, actual }), matchedBy: null }
}

const FIELD = 'descriptor.field'

function evaluateClaim(claim: ClaimsQuery, candidate: Candidate, budget: Budget): FieldOutcome {
  try {
    return decideClaim(claim, candidate, budget)
  } catch (fault) {
    if (!(fault instanceof BudgetSpent)) throw fault
    return unmet(claim, null, { code: 'filter_timeout', message: 'deciding this field takes more work than allowed' })
  }
}

/**
 * A claim is met when the path selects something and, where values are listed, one of the selected elements is one of
 * them in type and value. What linked data says in no order counts as a whole: each value must be listed.
 */
function decideClaim(claim: ClaimsQuery, candidate: Candidate, budget: Budget): FieldOutcome {
  const { selected, isNormalised } = elementsOf(claim, candidate, budget)
  const placeOf = ({ location }: Selected) => (isNormalised ? sentLocation(candidate, location) : location)
  const [first] = selected
  if (first === undefined) {
    const message = 'the credential does not hold the claim that the path points to'
    return unmet(claim, null, { code: 'field_missing', message, expected: pathText(claim.path) })
  }
  const matching = selected.filter(({ value }) => isListed(claim.values, value))
  const enough = standsForEach(claim, candidate) ? matching.length === selected.length : matching.length > 0
  const [met] = matching
  if (!enough || met === undefined || !addedNamesAgree(claim, candidate, budget)) {
    const message = 'the claim has none of the values asked for'
    const expected = (claim.values ?? []).map((value) => JSON.stringify(value)).join(', ')
    return unmet(claim, placeOf(first), { code: 'value_not_allowed', message, expected })
  }
  return {
    id: claim.id ?? null,
    satisfied: true,
    path: pathText(claim.path),
    location: placeOf(met),
    normalised: isNormalised ? matching.map(({ location }) => location) : [],
    check: passed(FIELD),
  }
}

interface Elements {
  readonly selected: readonly Selected[]
  /** Whether they stand in `candidate.credential`, and not beside `vc` in the claims of a JWT. */
  readonly isNormalised: boolean
}

function elementsOf({ path }: ClaimsQuery, candidate: Candidate, budget: Budget): Elements {
  const { credential, raw } = candidate
  const selected = elementsIn(credential, path, candidate, budget)
  if (selected.length > 0 || raw === credential || candidate.reading === 'statements') {
    return { selected, isNormalised: true }
  }
  return { selected: selectClaims(raw, path, budget), isNormalised: false }
}

// eslint-disable-next-line max-params -- where, what, of which credential, for how much
function elementsIn(
  root: JsonObject,
  path: ClaimsQuery['path'],
  candidate: Candidate,
  budget: Budget,
): readonly Selected[] {
  if (candidate.reading === 'json') return selectClaims(root, path, budget)
  return selectStated(root, path, budget, (list) => isUnordered(list, candidate))
}

const isListed = (values: readonly ClaimValue[] | undefined, value: unknown) =>
  values === undefined || (values as readonly unknown[]).includes(value)

/** An index into linked data may stand for several values. */
function standsForEach({ path }: ClaimsQuery, { reading }: Candidate): boolean {
  return reading === 'statements' && path.some((step) => typeof step === 'number')
}

/** What is found by names that the statements do not need can refuse a claim, and meets none. */
function addedNamesAgree(claim: ClaimsQuery, candidate: Candidate, budget: Budget): boolean {
  const { withAddedNames } = candidate.stated ?? {}
  if (withAddedNames === undefined) return true
  return elementsIn(withAddedNames, claim.path, candidate, budget).every(({ value }) => isListed(claim.values, value))
}

// eslint-disable-next-line max-params -- the parts of one outcome
function unmet(
  { id, path }: ClaimsQuery,
  location: Location | null,
  outcome: Parameters<typeof failed>[1] & { readonly message: Message },
): FieldOutcome {
  const check = failed(FIELD, { ...outcome, location })
  return { id: id ?? null, satisfied: false, path: pathText(path), location, normalised: [], check }
}

/** OpenID4VP 1.0, 6.4.1: the first claim set whose claims are all met. */
function firstSatisfied(sets: CredentialQuery['claim_sets'], claims: readonly ClaimOutcome[]): number | null {
  const met = new Set(claims.flatMap(({ query, field }) => (field.satisfied ? [query.id] : [])))
  const index = sets?.findIndex((set) => set.every((id) => met.has(id))) ?? -1
  return index === -1 ? null : index
}

/** The claims that decide: of the satisfied set; else all that some set needs. Without sets all of them. */
function countedClaims(
  { claim_sets }: CredentialQuery,
  claims: readonly ClaimOutcome[],
  claimSet: number | null,
): readonly ClaimOutcome[] {
  if (claim_sets === undefined) return claims
  const ids = new Set(claimSet === null ? claim_sets.flat() : claim_sets[claimSet])
  return claims.filter(({ query }) => query.id !== undefined && ids.has(query.id))
}

/** What is found by the key identifiers of authorities in certificates (OpenID4VP 1.0, 6.1.1.1). */
export function certifiedBy(keyIdentifiers: readonly string[]): readonly TrustedAuthorities[] {
  return keyIdentifiers.length === 0 ? [] : [{ type: 'aki', values: [...keyIdentifiers] }]
}

function askedBy(claims: readonly ClaimOutcome[]): AskedClaims {
  const met = claims.filter(({ field }) => field.satisfied)
  return {
    claims: met.flatMap(({ field }) => field.normalised),
    byIndex: met.flatMap(({ query: { path }, field }) =>
      field.normalised.flatMap((place) => elementsOn(place, (position) => typeof path[position] === 'number')),
    ),
  }
}

/** OpenID4VP 1.0, 6.1.1: one value of one type is enough. */
function authoritiesStep(
  demanded: readonly TrustedAuthorities[] | undefined,
  found: readonly TrustedAuthorities[],
): readonly DescriptorCheck[] {
  const check = 'descriptor.trusted_authorities'
  if (demanded === undefined) return []
  const isFound = (type: string, value: string) => found.some((one) => one.type === type && one.values.includes(value))
  if (demanded.some(({ type, values }) => values.some((value) => isFound(type, value)))) return [passed(check)]
  const told = (list: readonly TrustedAuthorities[]) =>
    list.map(({ type, values }) => `${type}: ${values.join(', ')}`).join('; ')
  const message = 'nothing here shows that one of the authorities asked for certifies the issuer'
  return [failed(check, { code: 'authority_not_listed', message, expected: told(demanded), actual: told(found) })]
}

/** OpenID4VP 1.0, 6.1: without a word about it, holder binding is demanded. */
function bindingStep(
  { require_cryptographic_holder_binding }: CredentialQuery,
  { disclosure }: Candidate,
  { isHolderBound = disclosure?.isBound ?? true }: QueryContext,
): readonly DescriptorCheck[] {
  const check = 'descriptor.is_holder'
  if (!require_cryptographic_holder_binding) return []
  if (isHolderBound) return [passed(check)]
  const message = 'the query asks for a proof that the holder has the key of the credential, and there is none'
  return [failed(check, { code: 'key_binding_missing', message })]
}

/** OpenID4VP 1.0, 6.4: what can be kept back and was not selected must not be sent. */
function disclosureStep({ disclosure }: Candidate, asked: AskedClaims): readonly DescriptorCheck[] {
  const check = 'descriptor.limit_disclosure'
  if (disclosure === undefined) return []
  const extra = firstNeedless(disclosure.disclosed, asked)
  if (extra === undefined) return [passed(check)]
  const message = 'the credential discloses a claim that was not asked for'
  return [failed(check, { result: 'warn', code: 'disclosed_too_much', message, location: extra })]
}
