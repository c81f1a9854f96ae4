import { z } from 'zod'
import { defineOperations } from './operation.ts'

/** What a key-store user needs to get a vault account (key-store contract 8). */
export const externalAdmissionTokenOperations = defineOperations({
  externalAdmissionTokensGet: {
    api: 'keystore',
    method: 'GET',
    path: '/external_admission_tokens',
    auth: 'user',
    delegation: 'owner',
    summary: 'The one-time token that POST /me of the vault asks for',
    writesOnRead: true,
    success: {
      status: 200,
      body: z.object({
        external_admission_token: z.object({
          vault_api_admission_token: z.string(),
          passphrase_store_admission_token: z.string().nullable(),
        }),
      }),
    },
    errors: ['vault_account_exists'],
  },
})
