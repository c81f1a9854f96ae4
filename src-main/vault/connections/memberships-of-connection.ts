import type { IntegrationData } from '../../../shared/contract/connections.ts'
import type { Change, VaultCall } from '../../service/call.ts'
import type { StoredInvitation } from '../invitations/invitation-store.ts'
import type { StoredConnection } from './connection-store.ts'

/** Effects of connections on organizations; implemented by the feature that stores these. */
export interface MembershipsOfConnection {
  /** The organization or service for which an agent acts; it goes into the intent of its invitations. */
  actsFor(agentId: string): Pick<IntegrationData, 'organization_id' | 'service_id'>
  /** Notes in whose session of the agent an invitation was made; nothing for people. */
  noteInvitation(call: VaultCall, invitationId: string): void
  /**
   * Whether a user may use an invitation that makes members; every other invitation passes.
   *
   * @throws {ServiceError} `already_member`; `forbidden` for agents
   */
  requireJoinable(invitation: Pick<StoredInvitation, 'user_id' | 'connection_type'>, userId: string): void
  /** Makes the user a member, and records the membership in the intent. Does nothing for other invitations. */
  join(change: Change, invitation: StoredInvitation, userId: string): IntegrationData | null
  /**
   * Ends the membership that belongs to a member connection. Does nothing for other connections.
   *
   * @throws {ServiceError} `last_owner`
   */
  endOfConnection(change: Change, side: StoredConnection): void
}
