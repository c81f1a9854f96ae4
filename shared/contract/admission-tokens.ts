import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { ReplyId, namedObject } from './values.ts'

const AdmissionToken = namedObject('AdmissionToken', { id: ReplyId, token_value: z.string(), used: z.boolean() })

const admissionTokenReply = z.object({ admission_token: AdmissionToken })

const operator = { api: 'vault', auth: 'operator', delegation: 'ignored' } as const

/** Operations on admission tokens (docs/contract/vault.md, Admission tokens). */
export const admissionTokenOperations = defineOperations({
  admissionTokensPost: {
    ...operator,
    endpoint: 'POST /admission_tokens',
    summary: 'Make an admission token, with which anybody creates one vault account',
    success: { status: 201, body: admissionTokenReply },
  },
  admissionTokensTokenValueGet: {
    ...operator,
    endpoint: 'GET /admission_tokens/{token_value}',
    summary: 'An admission token, and whether it was used',
    params: z.object({ token_value: z.string() }),
    success: { status: 200, body: admissionTokenReply },
    errors: ['not_found'],
  },
})
