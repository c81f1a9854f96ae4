import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { checkSrpRegistration } from '../../crypto/srp-server.ts'
import type { SrpAccount } from '../../crypto/srp-server.ts'

/** Validates salt and verifier for storing. @throws {ServiceError} `invalid_params` for the verifier */
export function readRegistration(sent: SrpAccount): SrpAccount {
  try {
    return checkSrpRegistration(sent)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    // The form of the salt was checked before, so the fault is in the verifier.
    throw faultyFieldsError([{ path: 'srp_verifier', code: 'invalid_params', rule: 'is not a value of the SRP group' }])
  }
}
