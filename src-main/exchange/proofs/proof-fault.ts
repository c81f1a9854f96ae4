import { CodedError } from '../../../shared/coded-error.ts'

/** The codes of proof checks, and of errors while they run. */
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
  | 'certificate_invalid'
  | 'certificate_untrusted'
  | 'signature_invalid'
  | 'key_binding_missing'
  | 'key_binding_unexpected'
  | 'sd_hash_mismatch'
  | 'document_too_complex'
  | 'timeout'
  | 'internal'

/** Ends the reading of a proof. It becomes the result of a check, and no caller of the service receives it as an error. */
export class ProofFault extends CodedError<ProofCode> {
  override readonly name = 'ProofFault'
}

/** Returns the fault that the work throws, if any. Rethrows all other errors. */
export function proofFaultOf(work: () => unknown): ProofFault | undefined {
  try {
    work()
    return undefined
  } catch (fault) {
    if (fault instanceof ProofFault) return fault
    throw fault
  }
}

/** Returns the result of a function; undefined if it throws a fault. */
export function unlessFault<Read>(read: () => Read): Read | undefined {
  let result: Read | undefined
  proofFaultOf(() => (result = read()))
  return result
}
