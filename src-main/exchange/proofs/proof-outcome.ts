import type { Message } from '../../../shared/phrase.ts'
import { ProofFault } from './proof-fault.ts'
import type { ProofCode } from './proof-fault.ts'
import type { VerificationMethod } from './verification-method.ts'

/** The signer that a proof names. Only if the proof has no fault did they really sign. */
export interface Signer {
  readonly did: string
  readonly method: string
}

/** The outcome of a proof, for the checks of proof, holder and issuer (docs/contract/exchange.md, Checks). */
export interface ProofOutcome {
  /** `alg` of a JWT, or the type of a linked data proof; undefined when it names none. */
  readonly type: string | undefined
  /** Undefined when the key was not found. */
  readonly signer: Signer | undefined
  /** Undefined if the signature is valid. */
  readonly fault: { readonly code: ProofCode; readonly message: Message } | undefined
}

/** The outcome of a proof that was refused before it was read. */
export function refusedProof({ code, message }: { readonly code: ProofCode; readonly message: string }): ProofOutcome {
  return { type: undefined, signer: undefined, fault: { code, message } }
}

/** What is known of a proof even if a fault then ends its verification. */
export interface ProofNotes {
  type: string | undefined
  signer: Signer | undefined
}

/** Runs a verification and turns its fault into the outcome. Rethrows all other errors. */
export async function outcomeOf(verifyProof: (notes: ProofNotes) => unknown): Promise<ProofOutcome> {
  const notes: ProofNotes = { type: undefined, signer: undefined }
  try {
    await verifyProof(notes)
    return { ...notes, fault: undefined }
  } catch (error) {
    if (!(error instanceof ProofFault)) throw error
    return { ...notes, fault: { code: error.code, message: error.phrase ?? error.message } }
  }
}

export function signerOf({ did, id }: VerificationMethod): Signer {
  return { did, method: id }
}
