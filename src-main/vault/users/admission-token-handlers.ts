import type { admissionTokenOperations } from '../../../shared/contract/admission-tokens.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AdmissionTokens } from '../../service/admission-tokens.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'

/** What the operator does with admission tokens (docs/contract/vault.md, Admission tokens). */
export function admissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'createForOperator' | 'findByToken'>,
  operatorEvents: OperatorEvents,
): HandlersFor<typeof admissionTokenOperations> {
  return {
    admissionTokensPost(call) {
      const admission_token = admissionTokens.createForOperator(call)
      operatorEvents.note(call, {
        name: 'admission_token.created',
        subject_type: 'admission_token',
        subject_id: admission_token.id,
        subject_label: null,
        user_id: null,
        note: null,
      })
      return { admission_token }
    },

    admissionTokensTokenValueGet(_, { params }) {
      const admission_token = admissionTokens.findByToken(params.token_value)
      if (admission_token === undefined) throw new ServiceError('not_found', 'There is no such admission token.')
      return { admission_token }
    },
  }
}
