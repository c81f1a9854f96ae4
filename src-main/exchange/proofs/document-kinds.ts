import type { KeyPurpose } from './verification-method.ts'
import type { Reading } from './disguised-members.ts'

/** IRIs of properties, and the names by which they are read whatever the contexts of a document call them. */
export type NamedMembers = ReadonlyMap<string, string>

/** What is read of a kind of document by name; everything else in it is data (disguised-members.ts). */
export interface DocumentKind {
  readonly names: NamedMembers
  /** Of the nodes below a property, by its IRI. */
  readonly namesBelow: ReadonlyMap<string, NamedMembers>
  readonly readings: ReadonlyMap<string, Reading>
  /** How the other members are read. */
  readonly others: Reading
  /** IRI of the property whose values are documents by themselves. */
  readonly embeds: string | undefined
}

export interface SignedKind extends DocumentKind {
  /** What its proof may be for. */
  readonly purposes: readonly KeyPurpose[]
}

const CREDENTIALS = 'https://www.w3.org/2018/credentials#'
const SECURITY = 'https://w3id.org/security#'
const SUBMISSION = 'https://identity.foundation/presentation-exchange/#presentation-submission'

/** Each IRI once: both data models, the status lists of both and the one before them. */
const ENVELOPE: NamedMembers = new Map([
  ...named(CREDENTIALS, [
    'credentialSchema',
    'credentialStatus',
    'credentialSubject',
    'expirationDate',
    'holder',
    'issuanceDate',
    'issuer',
    'validFrom',
    'validUntil',
    'verifiableCredential',
  ]),
  ...named(SECURITY, ['proof']),
  [SUBMISSION, 'presentation_submission'],
])
const STATUS_ENTRY: NamedMembers = new Map(
  [
    'https://w3id.org/vc/status-list#',
    'https://www.w3.org/ns/credentials/status#',
    'https://w3id.org/vc-revocation-list-2020#',
  ].flatMap((base) =>
    named(base, [
      'revocationListCredential',
      'revocationListIndex',
      'statusListCredential',
      'statusListIndex',
      'statusPurpose',
      'statusSize',
    ]),
  ),
)
const PROOF_OPTIONS: NamedMembers = new Map([
  ...named(SECURITY, ['challenge', 'cryptosuite', 'domain', 'nonce', 'proofPurpose', 'verificationMethod']),
  [`${SECURITY}expiration`, 'expires'],
  ['http://purl.org/dc/terms/created', 'created'],
])

const NOTHING_BELOW: DocumentKind['namesBelow'] = new Map()
const DATES: readonly (readonly [string, Reading])[] = [
  'issuanceDate',
  'expirationDate',
  'validFrom',
  'validUntil',
].map((name) => [name, 'exact'])

export const CREDENTIAL: SignedKind = {
  purposes: ['assertionMethod'],
  names: ENVELOPE,
  namesBelow: new Map([[`${CREDENTIALS}credentialStatus`, STATUS_ENTRY]]),
  readings: new Map<string, Reading>([
    ['id', 'exact'],
    ['type', 'entries'],
    ['issuer', 'parties'],
    ...DATES,
    ['credentialSubject', 'parties'],
    ['credentialStatus', 'entries'],
    ['credentialSchema', 'entries'],
  ]),
  others: 'data',
  embeds: undefined,
}

export const PRESENTATION: SignedKind = {
  purposes: ['authentication', 'assertionMethod'],
  names: ENVELOPE,
  namesBelow: NOTHING_BELOW,
  readings: new Map<string, Reading>([['id', 'exact'], ['type', 'entries'], ['holder', 'parties'], ...DATES]),
  others: 'data',
  embeds: `${CREDENTIALS}verifiableCredential`,
}

/** A proof without its signature. */
export const PROOF: DocumentKind = {
  names: PROOF_OPTIONS,
  namesBelow: NOTHING_BELOW,
  readings: new Map<string, Reading>([['domain', 'entries']]),
  others: 'exact',
  embeds: undefined,
}

function named(base: string, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [base + name, name])
}
