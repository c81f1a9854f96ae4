/**
 * The linked data proofs that are verified (docs/contract/exchange.md, Proofs): `type` of a proof, and `cryptosuite` of
 * one of type `DataIntegrityProof`. The verifier tells wallets of them.
 */
export const PROOF_TYPES = [
  'Ed25519Signature2018',
  'JsonWebSignature2020',
  'Ed25519Signature2020',
  'DataIntegrityProof',
] as const
export const CRYPTOSUITES = ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] as const

/** A type by which the signature of a proof is read. */
export type ProofSuite =
  | Exclude<(typeof PROOF_TYPES)[number], 'DataIntegrityProof'>
  | `DataIntegrityProof ${(typeof CRYPTOSUITES)[number]}`
