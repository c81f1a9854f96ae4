import { connectionOperations } from '../../shared/contract/connections.ts'
import { eventOperations } from '../../shared/contract/events.ts'
import { invitationOperations } from '../../shared/contract/invitations.ts'
import { shareIntentOperations } from '../../shared/contract/share-intents.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import { hashToken, newSecretToken } from '../crypto/token.ts'
import { byId } from '../service/handler-table.ts'
import type { Connection } from '../sqlite/database.ts'
import { connectionHandlers } from '../vault/connections/connection-handlers.ts'
import type { ConnectionStore } from '../vault/connections/connection-store.ts'
import { createConnector } from '../vault/connections/connector.ts'
import type { MembershipsOfConnection } from '../vault/connections/memberships-of-connection.ts'
import type { SharesOfConnection } from '../vault/connections/shares-of-connection.ts'
import { eventFeedStore } from '../vault/events/event-feed-store.ts'
import { eventHandlers } from '../vault/events/event-handlers.ts'
import { expireInvitations } from '../vault/invitations/invitation-events.ts'
import { invitationHandlers } from '../vault/invitations/invitation-handlers.ts'
import { invitationStore } from '../vault/invitations/invitation-store.ts'
import type { InvitationTokens } from '../vault/invitations/invitation-tokens.ts'
import { shareIntentHandlers } from '../vault/invitations/share-intent-handlers.ts'
import { shareIntentStore } from '../vault/invitations/share-intent-store.ts'
import type { UserStore } from '../vault/users/user-store.ts'

export interface ConnectionSettings {
  /** The sender of an invitation has to confirm who accepted it. Default false. */
  readonly multistepInvitations?: boolean
}

interface ConnectionWiring {
  readonly connection: Connection
  readonly settings: ConnectionSettings
  readonly localKey: LocalKey
  readonly users: UserStore
  readonly connections: ConnectionStore
  readonly shares: SharesOfConnection
  readonly memberships: MembershipsOfConnection
}

/** Joins connections, invitations, share intents and the feed of events with their tables. */
export function wireConnections(wiring: ConnectionWiring) {
  const { connection, settings, localKey, users, connections, shares, memberships } = wiring
  const invitations = invitationStore(connection)
  const intents = shareIntentStore(connection)
  const tokens = invitationTokens(localKey)
  const connector = createConnector({ connections, invitations, intents, shares, memberships })
  const multistepInvitations = settings.multistepInvitations ?? false
  const common = { invitations, intents, tokens, connector, multistepInvitations }
  return {
    handlers: {
      ...byId(connectionOperations, connectionHandlers({ ...common, connections })),
      ...byId(invitationOperations, invitationHandlers({ ...common, users, memberships })),
      ...byId(eventOperations, eventHandlers({ events: eventFeedStore(connection), connections })),
      ...byId(shareIntentOperations, shareIntentHandlers({ ...common, shares })),
    },
    connector,
    timedWork: [expireInvitations(invitations)],
    /** Before a user is deleted. */
    leave: connector.leave,
  }
}

function invitationTokens(localKey: LocalKey): InvitationTokens {
  const place = (id: string) => ({ table: 'invitations', id })
  return {
    create(id) {
      const token = newSecretToken()
      const content = Buffer.from(token, 'utf8')
      return { token_hash: hashToken(token), sealed_token: sealRecord(localKey, place(id), content) }
    },
    hash: hashToken,
    open: ({ id, sealed_token }) => Buffer.from(openRecord(localKey, place(id), sealed_token)).toString('utf8'),
  }
}
