import type { admissionTokenOperations } from '../../../shared/contract/admission-tokens.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AdmissionTokens } from '../../service/admission-tokens.ts'
import type { HandlersFor } from '../../service/call.ts'

/** What the operator does with admission tokens (vault contract 3.2). */
export function admissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'createForOperator' | 'findByToken'>,
): HandlersFor<typeof admissionTokenOperations> {
  return {
    admissionTokensPost: (call) => ({ admission_token: admissionTokens.createForOperator(call) }),

    admissionTokensTokenValueGet(_, { params }) {
      const admission_token = admissionTokens.findByToken(params.token_value)
      if (admission_token === undefined) throw new ServiceError('not_found', 'there is no such admission token')
      return { admission_token }
    },
  }
}
