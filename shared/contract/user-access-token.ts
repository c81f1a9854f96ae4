import { z } from 'zod'
import { ReplyId, ReplyTime, namedObject } from './values.ts'

/** Whether a session belongs to an access token of this service, or to a JWT of an identity provider. */
export const SessionType = z.enum(['token', 'oidc']).meta({ id: 'SessionType' })

/** `token` is the presented one; the service stores only its hash. */
export const UserAccessToken = namedObject('UserAccessToken', {
  id: ReplyId,
  token: z.string(),
  client_identifier: z.string().nullable(),
  timezone: z.string().nullable(),
  expire_at: ReplyTime.nullable(),
})
