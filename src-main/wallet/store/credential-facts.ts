import type { WalletCredential } from '../../../shared/contract/workbench-wallet.ts'
import { issuerIdOf, subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { compareMoments, isNumericDate, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** What lists show of a credential. Nothing is verified. */
export type CredentialFacts = Pick<
  WalletCredential,
  'format' | 'credential_id' | 'types' | 'issuer' | 'issuer_name' | 'subject' | 'schema' | 'issued' | 'expires'
>

export function factsOf({ format, credential, disclosure }: Candidate): CredentialFacts {
  if (disclosure !== undefined) return { format, ...claimedFacts(credential) }
  const [subject] = subjectsOf(credential)
  const [schema] = listOf(memberOf(credential, 'credentialSchema'))
  return {
    format,
    credential_id: textMember(credential, 'id'),
    types: [...textsOf(memberOf(credential, 'type'))],
    issuer: issuerIdOf(credential) ?? null,
    issuer_name: textMember(memberOf(credential, 'issuer'), 'name'),
    subject: textMember(subject?.value, 'id'),
    schema: textMember(schema, 'id'),
    issued: dateMember(credential, 'issuanceDate'),
    expires: dateMember(credential, 'expirationDate'),
  }
}

/** An SD-JWT VC says all of this in claims of its own, and names no schema. */
function claimedFacts(claims: JsonObject): Omit<CredentialFacts, 'format'> {
  return {
    credential_id: textMember(claims, 'jti'),
    types: [...textsOf(memberOf(claims, 'vct'))],
    issuer: textMember(claims, 'iss'),
    issuer_name: null,
    subject: textMember(claims, 'sub'),
    schema: null,
    issued: claimedDate(memberOf(claims, 'nbf') ?? memberOf(claims, 'iat')),
    expires: claimedDate(memberOf(claims, 'exp')),
  }
}

function claimedDate(seconds: unknown): string | null {
  if (seconds === undefined) return null
  return isNumericDate(seconds) ? new Date(seconds * 1000).toISOString() : JSON.stringify(seconds)
}

/** When a credential says that it begins, as written; null when it does not say. */
export function issuedOf(candidate: Pick<Candidate, 'credential' | 'disclosure'>): string | null {
  const { credential, disclosure } = candidate
  return disclosure === undefined ? textMember(credential, 'issuanceDate') : claimedFacts(credential).issued
}

/** A date that is not a string is stored as an invalid date, because without one the credential would never expire. */
function dateMember(value: unknown, name: string): string | null {
  const date = memberOf(value, name)
  return date === undefined ? null : (textOf(date) ?? JSON.stringify(date))
}

function textMember(value: unknown, name: string): string | null {
  return textOf(memberOf(value, name)) ?? null
}

/** How far the start of a credential may be in the future (`credential.issuance`). */
const TOLERATED_MS = 60_000

/** Whether a credential is valid at a time, by its own dates. */
export function periodOf(
  { issued, expires }: Pick<WalletCredential, 'issued' | 'expires'>,
  nowMs: number,
): WalletCredential['period'] {
  const begins = issued === null ? undefined : readDateTime(issued)
  const ends = expires === null ? undefined : readDateTime(expires)
  if (begins === undefined || (expires !== null && ends === undefined)) return 'unknown'
  if (ends !== undefined && compareMoments(ends, momentAt(nowMs)) <= 0) return 'ended'
  return compareMoments(begins, momentAt(nowMs + TOLERATED_MS)) > 0 ? 'not_yet' : 'current'
}

function momentAt(ms: number) {
  const moment = readDateTime(new Date(ms).toISOString())
  if (moment === undefined) throw new Error('the clock gives no time')
  return moment
}

/**
 * `DrivingLicenceCredential` and `https://example.org/driving_licence` are "Driving licence"; a title that a schema gives
 * goes first. Parts without a letter in front, such as versions, name nothing.
 */
export function titleOf(types: readonly string[], schemaTitle: string | undefined): string {
  if (schemaTitle !== undefined && schemaTitle !== '') return schemaTitle
  const own = types.filter((type) => type !== 'VerifiableCredential').at(-1) ?? 'Credential'
  const words = own
    .split(/[/#:]/)
    .filter((part) => /^\p{L}/u.test(part))
    .at(-1)
    ?.replace(/(?:Verifiable)?[_-]?Credential$/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words === undefined || words === '' ? 'Credential' : words.charAt(0).toUpperCase() + words.slice(1)
}
