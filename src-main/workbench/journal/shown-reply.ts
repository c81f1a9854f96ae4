import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type { ServiceReply } from '../../service/reply.ts'
import { maskValue } from './mask.ts'

/**
 * What the window gets of a reply of the service. The window shows nobody the tokens that calls were made with.
 *
 * @param shown operations whose replies the window shows as they are
 */
export function shownReply(
  operation: string,
  reply: ServiceReply,
  shown: ReadonlySet<string>,
): ReplyFor<typeof workbenchUserOperations.userCall> {
  if (!reply.ok) return { ok: false, status: reply.status, body: { errors: [...reply.body.errors] } }
  return { ok: true, status: reply.status, body: shown.has(operation) ? reply.body : maskValue(reply.body) }
}
