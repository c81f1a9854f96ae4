import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { hasUnsupportedMembers, isJwsValid } from './jws.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf } from './proof-outcome.ts'
import type { ProofOutcome } from './proof-outcome.ts'
import { issuerKeyOf } from './issuer-key.ts'
import type { IssuerKeyContext } from './issuer-key.ts'
import { sdJwtFormatOf } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'

/**
 * Verifies what the issuer signed (RFC 9901, 7.1).
 *
 * @returns also the key identifiers of the authorities that certify the issuer, when the signature holds
 */
export async function verifyIssued(
  sdJwt: SdJwt,
  context: IssuerKeyContext,
): Promise<{ readonly proof: ProofOutcome; readonly authorities: readonly string[] }> {
  const { jwt } = sdJwt
  let authorities: readonly string[] = []
  const proof = await outcomeOf((notes) => {
    notes.type = textOf(memberOf(jwt.header, 'alg'))
    if (sdJwtFormatOf(sdJwt) === undefined || hasUnsupportedMembers(jwt.header)) {
      throw new ProofFault('jws_header_invalid', 'typ must be dc+sd-jwt or vc+sd-jwt, crit and b64 absent')
    }
    const { key, algorithm, signer, authorities: found } = issuerKeyOf(jwt, ['assertionMethod'], context)
    notes.signer = signer
    if (!isJwsValid(jwt, key, algorithm)) {
      throw new ProofFault('signature_invalid', 'the signature does not fit what it covers')
    }
    authorities = found
  })
  return { proof, authorities }
}
