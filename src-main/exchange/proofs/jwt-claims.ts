import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'

/** A registered claim that contradicts the member of the credential that it replaces. */
export interface ClaimConflict {
  readonly claim: string
  /** The place of the other value in the payload. */
  readonly location: Location
}

type Agreement = (claim: unknown, member: unknown) => boolean

const sameText: Agreement = (claim, member) => claim === (textOf(member) ?? textOf(memberOf(member, 'id')))

/** A claim is in seconds; some issuers cut off the fraction of the date beside it. */
const sameTime: Agreement = (claim, member) => {
  const moment = readDateTime(textOf(member) ?? '')
  if (typeof claim !== 'number' || moment === undefined) return false
  return moment.seconds === Math.floor(claim) && (Number.isInteger(claim) || sameFraction(claim, moment.fraction))
}

function sameFraction(claim: number, fraction: string): boolean {
  const [, digits = ''] = String(claim).split('.')
  return compareMoments({ seconds: 0, fraction: digits }, { seconds: 0, fraction }) === 0
}

const CREDENTIAL_CLAIMS: readonly (readonly [string, string, Agreement])[] = [
  ['iss', 'issuer', sameText],
  ['sub', 'credentialSubject', sameSubject],
  ['jti', 'id', sameText],
  ['nbf', 'issuanceDate', sameTime],
  ['exp', 'expirationDate', sameTime],
]
/** `iat` is when it was signed, as `created` of a linked data proof, and stands for none of the dates beside it. */
const PRESENTATION_CLAIMS: readonly (readonly [string, string, Agreement])[] = [
  ['iss', 'holder', sameText],
  ['jti', 'id', sameText],
  ['nbf', 'issuanceDate', sameTime],
  ['nbf', 'validFrom', sameTime],
  ['exp', 'expirationDate', sameTime],
  ['exp', 'validUntil', sameTime],
]

/**
 * The claims that contradict the credential (`vc`) or presentation (`vp`) beside them: `claim_conflict` of checks
 * 16 and 1 (docs/contract/exchange.md, Proofs: JWT; VC Data Model 1.1, 6.3.1). What stands in one place only contradicts
 * nothing.
 */
export function claimConflicts(payload: JsonObject, name: 'vc' | 'vp'): readonly ClaimConflict[] {
  const claims = name === 'vc' ? CREDENTIAL_CLAIMS : PRESENTATION_CLAIMS
  const inside = memberOf(payload, name)
  return claims.flatMap(([claim, member, agree]) => {
    const [said, repeated] = [memberOf(payload, claim), memberOf(inside, member)]
    if (said === undefined || repeated === undefined) return []
    if (isNameless(repeated)) return []
    return agree(said, repeated) ? [] : [{ claim, location: [name, member] }]
  })
}

/** One claim cannot name several subjects, so it stands for none of them; it may be the name of one that has none. */
function sameSubject(claim: unknown, member: unknown): boolean {
  if (!Array.isArray(member)) return sameText(claim, member)
  return member.some((subject: unknown) => isNameless(subject) || memberOf(subject, 'id') === claim)
}

function isNameless(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, 'id')
}
