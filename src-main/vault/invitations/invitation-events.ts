import type { NewEvent } from '../../service/emitted-events.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import type { StoredInvitation, InvitationStore } from './invitation-store.ts'

const EVENT_TYPES = {
  'invitation.created': 'start',
  'invitation.deleted': 'stop',
  'invitation.expired': 'stop',
} as const

/** The event goes to the sender; the recipient has no feed yet. */
export function invitationEvent(
  name: keyof typeof EVENT_TYPES,
  invitation: Pick<StoredInvitation, 'id' | 'user_id' | 'integration_data'>,
): NewEvent {
  return {
    user_id: invitation.user_id,
    eventable_type: 'Connection',
    eventable_id: invitation.id,
    event_type: EVENT_TYPES[name],
    name,
    value: { invitation_id: invitation.id, intent: invitation.integration_data?.intent ?? null },
  }
}

/** Marks unused invitations as expired; senders still see them (docs/contract/vault.md, Invitations: confirming). */
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
