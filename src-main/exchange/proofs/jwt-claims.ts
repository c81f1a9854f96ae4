import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'

/** A registered claim that contradicts the member it stands for. */
export interface ClaimConflict {
  readonly claim: string
  /** The place of the member in the payload. */
  readonly location: Location
}

type Comparison = (claim: unknown, member: unknown) => boolean

const sameText: Comparison = (claim, member) => claim === (textOf(member) ?? textOf(memberOf(member, 'id')))

/** Compares seconds with a date. Some issuers leave out the fraction of the date in the claim. */
const sameTime: Comparison = (claim, member) => {
  const moment = readDateTime(textOf(member) ?? '')
  if (typeof claim !== 'number' || moment === undefined) return false
  return moment.seconds === Math.floor(claim) && (Number.isInteger(claim) || sameFraction(claim, moment.fraction))
}

function sameFraction(claim: number, fraction: string): boolean {
  const [, digits = ''] = String(claim).split('.')
  return compareMoments({ seconds: 0, fraction: digits }, { seconds: 0, fraction }) === 0
}

const CREDENTIAL_CLAIMS: readonly (readonly [string, string, Comparison])[] = [
  ['iss', 'issuer', sameText],
  ['sub', 'credentialSubject', sameSubject],
  ['jti', 'id', sameText],
  ['nbf', 'issuanceDate', sameTime],
  ['exp', 'expirationDate', sameTime],
]
/** `iat` is not among them: it is the time of the signature, as `created` is in a linked data proof. */
const PRESENTATION_CLAIMS: readonly (readonly [string, string, Comparison])[] = [
  ['iss', 'holder', sameText],
  ['jti', 'id', sameText],
  ['nbf', 'issuanceDate', sameTime],
  ['nbf', 'validFrom', sameTime],
  ['exp', 'expirationDate', sameTime],
  ['exp', 'validUntil', sameTime],
]

/**
 * Finds the claims that contradict the credential (`vc`) or presentation (`vp`) beside them (docs/contract/exchange.md,
 * Proofs: JWT; VC Data Model 1.1, 6.3.1). A claim without its member, or a member without its claim, is no conflict.
 */
export function claimConflicts(payload: JsonObject, name: 'vc' | 'vp'): readonly ClaimConflict[] {
  const claims = name === 'vc' ? CREDENTIAL_CLAIMS : PRESENTATION_CLAIMS
  const inside = memberOf(payload, name)
  return claims.flatMap(([claim, member, isSame]) => {
    const claimed = memberOf(payload, claim)
    const repeated = memberOf(inside, member)
    if (claimed === undefined || repeated === undefined || isNameless(repeated)) return []
    return isSame(claimed, repeated) ? [] : [{ claim, location: [name, member] }]
  })
}

/** Of several subjects, one must have the claimed identifier, or none of its own. */
function sameSubject(claim: unknown, member: unknown): boolean {
  if (!Array.isArray(member)) return sameText(claim, member)
  return member.some((subject: unknown) => isNameless(subject) || memberOf(subject, 'id') === claim)
}

function isNameless(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, 'id')
}
