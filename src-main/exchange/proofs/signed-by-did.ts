import type { DidRegistry } from '../registries/registry.ts'
import { algorithmOf, hasUnsupportedMembers, isJwsValid, readCompactJws } from './jws.ts'
import { ProofFault, proofFaultOf } from './proof-fault.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'

/**
 * Verifies a compact JWS by the key of a DID that its `kid` names, from the registry or in the DID itself.
 *
 * @returns the fault, or undefined for a signature that holds
 */
type CheckSignedByDid = (jws: string) => ProofFault | undefined

export function didSignatureChecker(dids: DidRegistry): CheckSignedByDid {
  return (text) =>
    proofFaultOf(() => {
      const jws = readCompactJws(text)
      const algorithm = algorithmOf(jws.header)
      if (hasUnsupportedMembers(jws.header)) throw new ProofFault('jws_header_invalid', 'crit and b64 must be absent')
      const method = findVerificationMethod(jws.header['kid'], ['authentication', 'assertionMethod'], dids)
      if (isJwsValid(jws, keyFor(method, algorithm), algorithm)) return
      throw new ProofFault('signature_invalid', 'the signature does not fit what it covers')
    })
}
