import type { Invitation, invitationOperations } from '../../../shared/contract/invitations.ts'
import { isUuid } from '../../../shared/contract/values.ts'
import { delegationTokenOf } from '../../service/acting-for-another.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { requireUsableKey } from '../connections/connection-rules.ts'
import type { Delegations } from '../delegations/vault-delegations.ts'
import type { UserStore } from '../users/user-store.ts'
import { confirmationHandlers } from './confirmation-handlers.ts'
import type { ConfirmationDependencies } from './confirmation-handlers.ts'
import { invitationEvent } from './invitation-events.ts'
import {
  delegationIn,
  invitationFilter,
  mayPassOn,
  newInvitation,
  noInvitation,
  renderInvitation,
  requireNew,
  requireReadable,
} from './invitation-rules.ts'
import type { ReadInvitation } from './invitation-store.ts'
import { renderCompactIntent } from './share-intent-rules.ts'
import type { ShareIntentStore } from './share-intent-store.ts'

interface InvitationDependencies extends Omit<ConfirmationDependencies, 'forSender'> {
  readonly intents: Pick<ShareIntentStore, 'ofInvitation'>
  readonly users: Pick<UserStore, 'findById'>
  readonly delegations: Pick<Delegations, 'requireOffered' | 'requireAcceptable'>
}

/** Handles invitations, for their senders and for holders of their tokens (docs/contract/vault.md, Invitations). */
export function invitationHandlers(dependencies: InvitationDependencies): HandlersFor<typeof invitationOperations> {
  const { invitations, intents, tokens, users, memberships, delegations } = dependencies
  return {
    invitationsPost(call, { body }) {
      requireUsableKey(body.public_key)
      const sender = users.findById(call.userId)
      if (sender === undefined) throw new Error('a call of a vault user who does not exist')
      const terms = delegationIn(body.invitation ?? {})
      if (terms !== undefined) delegations.requireOffered(call, terms, 'invitation.delegation_token')
      const id = call.newId()
      const invitation = newInvitation(body.invitation ?? {}, {
        id,
        nowMs: call.nowMs,
        sender,
        actsFor: sender.user_type === 'human' ? undefined : memberships.actsFor(sender.id),
        key: body.public_key,
        expires_in: body.expires_in,
        token: tokens.create(id),
        made_by_delegation: delegationTokenOf(call),
      })
      invitations.add(invitation)
      memberships.noteInvitation(call, id)
      call.emit(invitationEvent('invitation.created', invitation))
      return { invitation: forSender(call, { ...invitation, sender, shares_to_be_created: 0 }) }
    },
    invitationsGet(call, { query }) {
      const request = readPageRequest(query)
      const page = invitations.page(
        call.userId,
        invitationFilter(query, (token) => tokens.hash(token)),
        request,
      )
      return { invitations: page.rows.map((one) => forSender(call, one)), ...pagingFields(page, request) }
    },
    invitationsIdGet(call, { params: { token } }) {
      const own = findSent(call.userId, token)
      const invitation = own ?? invitations.findByTokenHash(tokens.hash(token))
      if (invitation === undefined) throw noInvitation()
      if (own === undefined) requireReadable(invitation)
      const view = own === undefined ? 'T' : 'S'
      return {
        invitation: own === undefined ? renderInvitation(invitation, token, 'T') : forSender(call, own),
        share_intents: intents.ofInvitation(invitation.id).map((intent) => renderCompactIntent(intent, view)),
        recipient_public_key: own?.acceptance?.public_key ?? null,
      }
    },
    invitationsIdDelete(call, { params: { token } }) {
      const invitation = findSent(call.userId, token)
      if (invitation === undefined) throw noInvitation()
      requireNew(invitation)
      invitations.delete(invitation.id)
      call.emit(invitationEvent('invitation.deleted', invitation))
      return undefined
    },
    ...confirmationHandlers({ ...dependencies, forSender }),
  }

  /** Finds an invitation of this sender by id or token. */
  function findSent(userId: string | undefined, idOrToken: string): ReadInvitation | undefined {
    if (userId === undefined) return undefined
    const id = idOrToken.toLowerCase()
    if (isUuid(id)) return invitations.find(userId, id)
    const found = invitations.findByTokenHash(tokens.hash(idOrToken))
    return found?.user_id === userId ? found : undefined
  }

  function forSender(call: Partial<Pick<VaultCall, 'delegation' | 'session'>>, invitation: ReadInvitation): Invitation {
    if (!mayPassOn(call, invitation)) return renderInvitation(invitation, '', 'D')
    return renderInvitation(invitation, tokens.open(invitation), 'S')
  }
}
