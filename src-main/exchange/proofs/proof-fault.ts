import { CodedError } from '../../../shared/coded-error.ts'

/** Codes of the checks of proofs, and of errors while running them. */
export type ProofCode =
  | 'proof_missing'
  | 'proof_multiple'
  | 'proof_type_unsupported'
  | 'proof_purpose_invalid'
  | 'jws_malformed'
  | 'jws_header_invalid'
  | 'algorithm_unsupported'
  | 'algorithm_key_mismatch'
  | 'key_unresolved'
  | 'did_method_unavailable'
  | 'key_too_weak'
  | 'signature_invalid'
  | 'document_too_complex'
  | 'timeout'
  | 'internal'

/** Ends the reading of a proof; it becomes the result of a check and never reaches a caller as an error. */
export class ProofFault extends CodedError<ProofCode> {
  override readonly name = 'ProofFault'
}

/** The fault that the work throws, if any. Other errors are bugs and pass through. */
export function proofFaultOf(work: () => unknown): ProofFault | undefined {
  try {
    work()
    return undefined
  } catch (fault) {
    if (fault instanceof ProofFault) return fault
    throw fault
  }
}

/** The result of a read function; undefined if it throws a fault. */
export function unlessFault<Read>(read: () => Read): Read | undefined {
  let result: Read | undefined
  proofFaultOf(() => (result = read()))
  return result
}
