import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { Invitation, invitationOperations } from '../../../shared/contract/invitations.ts'
import { requireDelegateRole } from '../../service/acting-for-another.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { renderConnection, requireUsableKey } from '../connections/connection-rules.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Connector } from '../connections/connector.ts'
import type { MembershipsOfConnection } from '../connections/memberships-of-connection.ts'
import type { PreparedIntent } from '../connections/shares-of-connection.ts'
import type { Delegations } from '../delegations/vault-delegations.ts'
import { noInvitation, renderInvitation, requireAccepted, requireSteps, requireUsableBy } from './invitation-rules.ts'
import type { InvitationStore, ReadInvitation, StoredAcceptance } from './invitation-store.ts'
import type { InvitationTokens } from './invitation-tokens.ts'
import type { StoredShareIntent } from './share-intent-store.ts'

type Handlers = HandlersFor<typeof invitationOperations>

export interface ConfirmationDependencies {
  readonly invitations: InvitationStore
  readonly tokens: InvitationTokens
  readonly connector: Pick<Connector, 'connect'>
  readonly delegations: Pick<Delegations, 'requireAcceptable'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
  readonly memberships: Pick<MembershipsOfConnection, 'actsFor' | 'noteInvitation' | 'requireJoinable'>
  /** The sender of an invitation has to confirm who accepted it. */
  readonly multistepInvitations: boolean
  readonly forSender: (call: VaultCall, invitation: ReadInvitation) => Invitation
}

/**
 * Handles invitations whose sender has to confirm: accept, then confirm or cancel; or reject (docs/contract/vault.md,
 * Invitations: confirming). Used only if the service is configured so.
 */
export function confirmationHandlers({
  invitations,
  tokens,
  connector,
  memberships,
  delegations,
  connections,
  forSender,
  multistepInvitations,
}: ConfirmationDependencies): Pick<
  Handlers,
  | 'invitationsInvitationTokenAcceptPost'
  | 'invitationsInvitationIdConfirmPost'
  | 'invitationsInvitationTokenRejectDelete'
  | 'invitationsInvitationIdCancelDelete'
> {
  return {
    invitationsInvitationTokenAcceptPost({ userId }, { params, body: { public_key, invitation: sent = {} } }) {
      requireSteps('several', multistepInvitations)
      requireUsableKey(public_key)
      const invitation = usable(userId, params.invitation_token)
      memberships.requireJoinable(invitation, userId)
      delegations.requireAcceptable(invitation, userId, connections.findBetween(userId, invitation.user_id))
      const accepted: ReadInvitation = {
        ...invitation,
        state: 'accepted',
        invited_user_id: userId,
        // Encrypted for the sender, who re-encrypts it with the confirmation.
        encrypted_recipient_name: sent.encrypted_recipient_name ?? invitation.encrypted_recipient_name,
        recipient_to_sender_data: sent.recipient_to_sender_data ?? {},
        acceptance: {
          public_key: public_key.public_key,
          keypair_external_id: public_key.keypair_external_id ?? null,
          encrypted_recipient_name: sent.encrypted_sender_name ?? null,
          accept_shares: sent.accept_shares ?? false,
        },
      }
      invitations.update(accepted)
      return { invitation: renderInvitation(accepted, params.invitation_token, 'T') }
    },
    invitationsInvitationIdConfirmPost(call, { params, body }) {
      const { invitation, recipient, acceptance } = awaiting(call.userId, params.invitation_id)
      if (invitation.delegation_token !== null) requireDelegateRole(call.delegation, 'owner')
      const dek = requireDek(invitation, body.encrypted_dek)
      const made = connector.connect(
        call,
        {
          invitation: {
            ...invitation,
            encrypted_recipient_name: body.encrypted_recipient_name ?? invitation.encrypted_recipient_name,
          },
          recipient,
        },
        (intent) => confirmedIntent(intent, acceptance, dek),
      )
      return { invitation: reread(call, invitation.id), connection: renderConnection(made.senderSide) }
    },
    invitationsInvitationTokenRejectDelete({ userId }, { params }) {
      requireSteps('several', multistepInvitations)
      const rejected: ReadInvitation = { ...usable(userId, params.invitation_token), state: 'rejected' }
      invitations.update(rejected)
      return { invitation: renderInvitation(rejected, params.invitation_token, 'T') }
    },
    invitationsInvitationIdCancelDelete(call, { params }) {
      const { invitation } = awaiting(call.userId, params.invitation_id)
      invitations.update({ ...invitation, state: 'cancelled' })
      return { invitation: reread(call, invitation.id) }
    },
  }

  function usable(userId: string, token: string): ReadInvitation {
    const invitation = invitations.findByTokenHash(tokens.hash(token))
    if (invitation === undefined) throw noInvitation()
    requireUsableBy(userId, invitation)
    return invitation
  }

  /** An invitation of the sender that somebody accepted. */
  function awaiting(senderId: string, id: string) {
    requireSteps('several', multistepInvitations)
    const invitation = invitations.find(senderId, id)
    if (invitation === undefined) throw noInvitation()
    requireAccepted(invitation)
    const { acceptance, invited_user_id: userId } = invitation
    if (acceptance === null || userId === null) throw new Error('nobody accepted an invitation that was accepted')
    const { public_key, keypair_external_id, encrypted_recipient_name } = acceptance
    return {
      invitation,
      acceptance,
      recipient: { userId, key: { public_key, keypair_external_id }, encrypted_recipient_name },
    }
  }

  function reread(call: VaultCall, id: string): Invitation {
    const invitation = invitations.find(call.userId, id)
    if (invitation === undefined) throw noInvitation()
    return forSender(call, invitation)
  }
}

/** @throws {ServiceError} `param_missing`: the shares could not be read without it. */
function requireDek(
  { shares_to_be_created }: ReadInvitation,
  encrypted_dek: string | null | undefined,
): string | undefined {
  if (shares_to_be_created === 0 || typeof encrypted_dek === 'string') return encrypted_dek ?? undefined
  const rule = "is missing: encrypt the key of the shares with the recipient's public key"
  throw faultyFieldsError([{ path: 'encrypted_dek', code: 'param_missing', rule }])
}

function confirmedIntent(
  intent: StoredShareIntent,
  { accept_shares }: StoredAcceptance,
  encrypted_dek = intent.encrypted_dek,
): PreparedIntent {
  const accepted = accept_shares && intent.acceptance_required === 'acceptance_required'
  return { ...intent, encrypted_dek, acceptance_required: accepted ? 'accepted' : intent.acceptance_required }
}
