import type { KeyPurpose } from './verification-method.ts'

/** The names by which checks read members, by the IRI of the property, whatever the contexts of a document call them. */
export type NamedMembers = ReadonlyMap<string, string>

/** The members that checks read by name from a kind of document. */
export interface DocumentKind {
  readonly names: NamedMembers
  /** The names of members that are read as objects even if they have only an identifier. */
  readonly objects: ReadonlySet<string>
  /** The names of members in the values of a property, by the IRI of that property. */
  readonly namesBelow: ReadonlyMap<string, NamedMembers>
  /** The IRI of the document's type; undefined if the document is a single node. */
  readonly type: string | undefined
  /** The IRI of the property that embeds other documents. */
  readonly embeds: string | undefined
}

export interface SignedKind extends DocumentKind {
  /** The allowed purposes of its proof. */
  readonly purposes: readonly KeyPurpose[]
  /** The member that identifies the signer. */
  readonly signedBy: 'issuer' | 'holder'
  /** One for a presentation: of several proofs, the sender could choose which one answers the challenge. */
  readonly maxProofs: number
}

const CREDENTIALS = 'https://www.w3.org/2018/credentials#'
const SECURITY = 'https://w3id.org/security#'
const SUBMISSION = 'https://identity.foundation/presentation-exchange/#presentation-submission'

/** The members of both versions of the data model. */
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
/** The members of all three versions of status lists. */
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

export const CREDENTIAL: SignedKind = {
  purposes: ['assertionMethod'],
  signedBy: 'issuer',
  maxProofs: 5,
  names: ENVELOPE,
  objects: new Set(['credentialSchema', 'credentialStatus', 'credentialSubject']),
  namesBelow: new Map([[`${CREDENTIALS}credentialStatus`, STATUS_ENTRY]]),
  type: `${CREDENTIALS}VerifiableCredential`,
  embeds: undefined,
}

export const PRESENTATION: SignedKind = {
  purposes: ['authentication', 'assertionMethod'],
  signedBy: 'holder',
  maxProofs: 1,
  names: ENVELOPE,
  objects: new Set(),
  namesBelow: NOTHING_BELOW,
  type: `${CREDENTIALS}VerifiablePresentation`,
  embeds: `${CREDENTIALS}verifiableCredential`,
}

/** A proof without its signature. */
export const PROOF: DocumentKind = {
  names: PROOF_OPTIONS,
  objects: new Set(),
  namesBelow: NOTHING_BELOW,
  type: undefined,
  embeds: undefined,
}

function named(base: string, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [base + name, name])
}
