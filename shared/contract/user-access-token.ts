import { z } from 'zod'
import { ReplyId, ReplyTime } from './values.ts'

/** Vault contract 2.16, key-store contract 7.4. `token` is the presented one; the service keeps only its hash. */
export const UserAccessToken = z.object({
  id: ReplyId,
  token: z.string(),
  client_identifier: z.string().nullable(),
  timezone: z.string().nullable(),
  expire_at: ReplyTime.nullable(),
})
