import { ServiceError } from '../../../shared/contract/errors.ts'
import type { externalAdmissionTokenOperations } from '../../../shared/contract/external-admission-tokens.ts'
import type { AdmissionTokens } from '../../service/admission-tokens.ts'
import type { HandlersFor } from '../../service/call.ts'

/** The token a key-store user needs for a vault account; there is one per user, ever (key-store contract 8). */
export function externalAdmissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'ofKeystoreUser'>,
): HandlersFor<typeof externalAdmissionTokenOperations> {
  return {
    externalAdmissionTokensGet(call) {
      const token = call.vaultUserId === null ? admissionTokens.ofKeystoreUser(call, call.keystoreUserId) : undefined
      if (token === undefined) throw new ServiceError('vault_account_exists', 'this user already got a vault account')
      return {
        external_admission_token: {
          vault_api_admission_token: token.token_value,
          passphrase_store_admission_token: null,
        },
      }
    },
  }
}
