import { ServiceError } from '../../../shared/contract/errors.ts'
import type { externalAdmissionTokenOperations } from '../../../shared/contract/external-admission-tokens.ts'
import type { AdmissionTokens } from '../../service/admission-tokens.ts'
import type { HandlersFor } from '../../service/call.ts'

/** The token a key-store user needs for a vault account, also after an earlier account was deleted. */
export function externalAdmissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'ofKeystoreUser'>,
): HandlersFor<typeof externalAdmissionTokenOperations> {
  return {
    externalAdmissionTokensGet(call) {
      if (call.vaultUserId !== null) throw new ServiceError('vault_account_exists', 'This user has a vault account.')
      const token = admissionTokens.ofKeystoreUser(call, call.keystoreUserId)
      return {
        external_admission_token: {
          vault_api_admission_token: token.token_value,
          passphrase_store_admission_token: null,
        },
      }
    },
  }
}
