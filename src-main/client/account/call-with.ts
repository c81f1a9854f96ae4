import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'

/** Calls with an access token. */
export function callWith(send: Send, token: string): Call {
  return callOver((request) => send({ ...request, headers: { ...request.headers, authorization: token } }))
}
