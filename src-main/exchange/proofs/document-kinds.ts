import type { KeyPurpose } from './verification-method.ts'

/** IRIs of properties, and the names by which they are read whatever the contexts of a document call them. */
export type NamedMembers = ReadonlyMap<string, string>

/** The members that are read by name from a kind of document. */
export interface DocumentKind {
  readonly names: NamedMembers
  /** Those of them whose values are read as objects, also where nothing but an identifier is known of them. */
  readonly objects: ReadonlySet<string>
  /** The names of the nodes below a property, by its IRI. */
  readonly namesBelow: ReadonlyMap<string, NamedMembers>
  /** IRI of the type of the node that the document is about; undefined: there is only one node. */
  readonly type: string | undefined
  /** IRI of the property whose values are documents by themselves. */
  readonly embeds: string | undefined
}

export interface SignedKind extends DocumentKind {
  /** The allowed purposes of its proof. */
  readonly purposes: readonly KeyPurpose[]
  /** The member that identifies the signer. */
  readonly signedBy: 'issuer' | 'holder'
  /** The most proofs: one of a presentation answers the challenge; of a set its sender could choose which does. */
  readonly maxProofs: number
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
