import { z } from 'zod'
import { ReplyId, ReplyTime } from './values.ts'

/** How a session came about: by an access token of ours, or by a JWT of somebody else. */
export const SessionType = z.enum(['token', 'oidc']).meta({ id: 'SessionType' })

/** `token` is the presented one; the service keeps only its hash. */
export const UserAccessToken = z
  .object({
    id: ReplyId,
    token: z.string(),
    client_identifier: z.string().nullable(),
    timezone: z.string().nullable(),
    expire_at: ReplyTime.nullable(),
  })
  .meta({ id: 'UserAccessToken' })
