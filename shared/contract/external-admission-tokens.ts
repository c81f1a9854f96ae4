import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { namedObject } from './values.ts'

const ExternalAdmissionTokens = namedObject('ExternalAdmissionTokens', {
  vault_api_admission_token: z.string(),
  passphrase_store_admission_token: z.string().nullable(),
})

/** The token for creating a vault account (docs/contract/keystore.md, External admission tokens). */
export const externalAdmissionTokenOperations = defineOperations({
  externalAdmissionTokensGet: {
    api: 'keystore',
    endpoint: 'GET /external_admission_tokens',
    auth: 'user',
    delegation: 'owner',
    summary: 'The one-time token that POST /me of the vault asks for',
    writesMayBeLost: true,
    success: answer(200, { external_admission_token: ExternalAdmissionTokens }),
    errors: ['vault_account_exists'],
  },
})
