import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { ReplyId } from './values.ts'

const AdmissionToken = z.object({
  admission_token: z.object({ id: ReplyId, token_value: z.string(), used: z.boolean() }),
})

const operator = { api: 'vault', auth: 'operator', delegation: 'ignored' } as const

/** Vault contract 3.2, E7 and E8. */
export const admissionTokenOperations = defineOperations({
  admissionTokensPost: {
    ...operator,
    method: 'POST',
    path: '/admission_tokens',
    summary: 'Make an admission token, with which anybody creates one vault account',
    success: { status: 201, body: AdmissionToken },
    errors: [],
  },
  admissionTokensTokenValueGet: {
    ...operator,
    method: 'GET',
    path: '/admission_tokens/{token_value}',
    summary: 'An admission token, and whether it was used',
    params: z.object({ token_value: z.string() }),
    success: { status: 200, body: AdmissionToken },
    errors: ['not_found'],
  },
})
