import type { ConnectionKey, CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { Change } from '../../service/call.ts'
import { allAtOnce } from '../../../shared/steps.ts'
import type { Steps } from '../../../shared/steps.ts'
import { isPlain } from '../delegations/delegated-connection.ts'
import type { Delegations } from '../delegations/vault-delegations.ts'
import type { InvitationStore, StoredInvitation } from '../invitations/invitation-store.ts'
import type { ShareIntentStore, StoredShareIntent } from '../invitations/share-intent-store.ts'
import { connectionCreated, connectionDeleted, connectionUpdated } from './connection-events.ts'
import type { ConnectionStore, NewSide, StoredConnection } from './connection-store.ts'
import type { MembershipsOfConnection } from './memberships-of-connection.ts'
import type { PreparedIntent, SharesOfConnection } from './shares-of-connection.ts'

interface ConnectingStores {
  readonly connections: ConnectionStore
  readonly invitations: Pick<InvitationStore, 'update' | 'rejectAcceptedBy'>
  readonly intents: Pick<ShareIntentStore, 'ofInvitation' | 'deleteOfInvitation'>
  readonly shares: SharesOfConnection
  readonly memberships: Pick<MembershipsOfConnection, 'join' | 'endOfConnection'>
  readonly delegations: Pick<Delegations, 'requireAcceptable' | 'grant' | 'askForKey' | 'endOfConnection'>
}

/** The user who accepts an invitation. */
export interface Recipient {
  readonly userId: string
  readonly key: ConnectionKey
  /** The sender's name, encrypted by the recipient. */
  readonly encrypted_recipient_name: string | null
}

interface MadeConnection {
  readonly recipientSide: StoredConnection
  readonly senderSide: StoredConnection
  readonly existedAlready: boolean
  readonly report: CreatedShareReport[]
}

export type Connector = ReturnType<typeof createConnector>

/** Connects two users through an invitation, which is used up. */
export function createConnector({
  connections,
  invitations,
  intents,
  shares,
  memberships,
  delegations,
}: ConnectingStores) {
  return { connect, disconnect, leaveAtOnce, leave }

  /**
   * If the two are already connected, their connection stays; a plain one takes on the kind of the invitation.
   * @throws {ServiceError} `already_member`; for an invitation to act for its sender also `delegation_exists`,
   *   `wrong_status`, `forbidden`
   * @param prepare adapts a share intent to the recipient, who is now known
   */
  function connect(
    change: Change,
    { invitation: used, recipient }: { readonly invitation: StoredInvitation; readonly recipient: Recipient },
    prepare: (intent: StoredShareIntent) => PreparedIntent = (intent) => intent,
  ): MadeConnection {
    const sender = used.user_id
    const existing = connections.findBetween(recipient.userId, sender)
    delegations.requireAcceptable(used, recipient.userId, existing)
    const invitation = { ...used, integration_data: memberships.join(change, used, recipient.userId) }
    const existedAlready = existing !== undefined
    if (existing === undefined) addSides(change, invitation, recipient)
    else if (isPlain(existing)) giveKind(change, existing, invitation)
    const recipientSide = sideOf(recipient.userId, sender)
    const senderSide = sideOf(sender, recipient.userId)
    if (!existedAlready) {
      for (const side of [senderSide, recipientSide]) change.emit(connectionCreated(side, invitation.id))
      if (invitation.connection_type === 'delegate') {
        delegations.askForKey(change, { userId: sender, sideId: senderSide.id })
      }
    }
    const report = intents
      .ofInvitation(invitation.id)
      .map((intent) => shares.createFromIntent(change, prepare(intent), senderSide))
    intents.deleteOfInvitation(invitation.id)
    invitations.update({ ...invitation, state: 'connected', invited_user_id: recipient.userId })
    return { recipientSide, senderSide, existedAlready, report }
  }

  function addSides(change: Change, invitation: StoredInvitation, recipient: Recipient): void {
    const { integration_data, delegation_token, delegation_role, connection_type } = invitation
    const senderSide: NewSide = {
      id: change.newId(),
      user_id: invitation.user_id,
      user_public_key: invitation.user_public_key,
      user_keypair_external_id: invitation.keypair_external_id,
      encrypted_recipient_name: invitation.encrypted_recipient_name,
      // The recipient acts for the sender, not vice versa.
      connection_type: connection_type === 'delegate' ? null : connection_type,
    }
    const recipientSide: NewSide = {
      id: change.newId(),
      user_id: recipient.userId,
      user_public_key: recipient.key.public_key,
      user_keypair_external_id: recipient.key.keypair_external_id ?? null,
      encrypted_recipient_name: recipient.encrypted_recipient_name,
      connection_type,
    }
    connections.add([senderSide, recipientSide], { integration_data, delegation_token, delegation_role }, change.now)
  }

  function giveKind(change: Change, side: StoredConnection, invitation: StoredInvitation): void {
    const { connection_type, integration_data, delegation_token: token, delegation_role: role } = invitation
    if (connection_type === null) return
    if (token !== null && role !== null) {
      delegations.grant(change, sideOf(invitation.user_id, side.user_id), { token, role })
      return
    }
    connections.giveKind(side, connection_type, integration_data)
    for (const event of connectionUpdated(side, integration_data?.organization_member_role ?? null)) change.emit(event)
  }

  function sideOf(userId: string, otherUserId: string): StoredConnection {
    const side = connections.findBetween(userId, otherUserId)
    if (side === undefined) throw new Error('a connection that was just created is missing')
    return side
  }

  /**
   * Ends a connection on both sides, with all shares between the two users and its membership or delegation
   * (docs/contract/vault.md, Connections: ending).
   *
   * @throws {ServiceError} `last_owner`
   */
  function* disconnect(change: Change, side: StoredConnection): Steps<void> {
    memberships.endOfConnection(change, side)
    delegations.endOfConnection(change, side)
    yield* shares.deleteBetween(change, side.user_id, side.other_user_id)
    connections.delete(side)
    for (const event of connectionDeleted(side)) change.emit(event)
  }

  /** Ends delegations, and invitations that could become connections, before a user is deleted. */
  function leaveAtOnce(change: Change, userId: string): void {
    for (const side of connections.withDelegation(userId)) allAtOnce(disconnect(change, side))
    invitations.rejectAcceptedBy(userId)
  }

  /** Ends connections of a user who is being deleted. Returns how many. */
  function leave(change: Change, userId: string, atMost: number): number {
    const some = connections.someOfUser(userId, atMost)
    for (const side of some) allAtOnce(disconnect(change, side))
    return some.length
  }
}
