import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'

export type InvitationLook = ReplyFor<typeof workbenchPeopleOperations.invitationLook>

/** Reads the invitation of a link as its recipient sees it; undefined without a link. */
export function useInvitationLook(actor: string, link: () => string | undefined) {
  const { value, failure, reload } = useLoaded((_signal, given: string) => lookAt(actor, given), { of: link })
  return { look: value, failure, reload }
}

/** @throws {CallError} `invitation_link_invalid`, `not_found`, `invitation_expired` */
export function lookAt(actor: string, link: string): Promise<InvitationLook> {
  return call(workbenchPeopleOperations.invitationLook, { params: { user_id: actor }, body: { link } })
}
