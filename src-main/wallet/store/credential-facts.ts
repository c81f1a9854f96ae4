import type { WalletCredential } from '../../../shared/contract/workbench-wallet.ts'
import { issuerIdOf, subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'

/** What lists show of a credential. Nothing is verified. */
export type CredentialFacts = Pick<
  WalletCredential,
  'format' | 'credential_id' | 'types' | 'issuer' | 'issuer_name' | 'subject' | 'schema' | 'issued' | 'expires'
>

export function factsOf({ format, credential }: Candidate): CredentialFacts {
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

/** A value that is not a string becomes an invalid date, because without a date the credential would never expire. */
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

/** The title of the schema, else one from the type: "Driving licence" for `DrivingLicenceCredential`. */
export function titleOf(types: readonly string[], schemaTitle: string | undefined): string {
  if (schemaTitle !== undefined && schemaTitle !== '') return schemaTitle
  const specificType = types.filter((type) => type !== 'VerifiableCredential').at(-1) ?? 'Credential'
  const words = specificType
    .replace(/^.*[/#]/, '')
    .replace(/(?:Verifiable)?Credential$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words === '' ? 'Credential' : words.charAt(0).toUpperCase() + words.slice(1)
}
