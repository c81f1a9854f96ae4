import type { TimedWork } from '../../service/timed-work.ts'
import { invitationEvent } from './invitation-events.ts'
import type { InvitationStore } from './invitation-store.ts'

/** New invitations expire; they are kept for their senders (docs/contract/vault.md, Invitations: confirming). */
export function expireInvitations(
  invitations: Pick<InvitationStore, 'earliestExpiry' | 'newExpiredBy' | 'update'>,
): TimedWork {
  return {
    earliest: () => invitations.earliestExpiry(),
    run(change) {
      for (const invitation of invitations.newExpiredBy(change.now)) {
        invitations.update({ ...invitation, state: 'expired' })
        change.emit(invitationEvent('invitation.expired', invitation))
      }
    },
  }
}
