import type { IntegrationData } from '../../../shared/contract/connections.ts'
import type { Change, VaultCall } from '../../service/call.ts'
import type { StoredInvitation } from '../invitations/invitation-store.ts'
import type { StoredConnection } from './connection-store.ts'

/** The effects of connections on organizations, which implement this interface. */
export interface MembershipsOfConnection {
  /** The organization or service for which an agent acts, for the intent of its invitations. */
  actsFor(agentId: string): Pick<IntegrationData, 'organization_id' | 'service_id'>
  /** Records the member in whose session of an agent an invitation was made. Does nothing for people. */
  noteInvitation(call: VaultCall, invitationId: string): void
  /**
   * Requires that a user may use an invitation to become a member. Other invitations always pass.
   *
   * @throws {ServiceError} `already_member`; `forbidden` for agents
   */
  requireJoinable(invitation: Pick<StoredInvitation, 'user_id' | 'connection_type'>, userId: string): void
  /** Makes the user a member, and returns the intent with the membership. Does nothing for other invitations. */
  join(change: Change, invitation: StoredInvitation, userId: string): IntegrationData | null
  /**
   * Ends the membership of a member connection. Does nothing for other connections.
   *
   * @throws {ServiceError} `last_owner`
   */
  endOfConnection(change: Change, side: StoredConnection): void
}
