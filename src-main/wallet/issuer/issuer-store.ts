import type { IssuedRow, IssuedStatus } from '../../../shared/contract/workbench-issuer.ts'

export type IssuingAlgorithm = 'EdDSA' | 'ES256' | 'RS256'

/** A key of a demo issuer; its secret is sealed under the local key. */
export interface StoredIssuerKey {
  readonly issuer_id: string
  readonly algorithm: IssuingAlgorithm
  readonly did: string
  readonly sealed_secret: Uint8Array
  readonly created_at: string
}

/** What is known of an issued credential. The credential itself is its holder's. */
export interface StoredIssued extends Omit<IssuedRow, 'title'> {
  readonly algorithm: IssuingAlgorithm
  /** DID of the key that signed; the status list is of that DID too. */
  readonly issuer_did: string
  /** False for what was issued only to try something: lists do not show it. */
  readonly listed: boolean
}

/** Keys and issued credentials of the demo issuers of a workspace. */
export interface IssuerStore {
  findKey(issuerId: string, algorithm: IssuingAlgorithm): StoredIssuerKey | undefined
  addKey(key: StoredIssuerKey): void
  addIssued(issued: StoredIssued): void
  /**
   * Removes what is not listed and has an id below this one; its indices are free again.
   *
   * @returns how many there were
   */
  removeUnlisted(belowId: string): number
  findIssued(id: string): StoredIssued | undefined
  /** Newest first, of those that are listed. */
  listIssued(page: { readonly offset: number; readonly limit: number }): readonly StoredIssued[]
  /** How many are listed. */
  countIssued(): number
  setStatus(id: string, status: IssuedStatus): void
  isIndexTaken(issuerDid: string, index: number): boolean
  /** Ascending indices of the credentials of a DID that have this status. */
  indicesWith(issuerDid: string, status: IssuedStatus): readonly number[]
}
