import { childUserOperations } from '../../shared/contract/child-users.ts'
import { connectionOperations } from '../../shared/contract/connections.ts'
import { delegationInvitationOperations } from '../../shared/contract/delegation-invitations.ts'
import { eventOperations } from '../../shared/contract/events.ts'
import { invitationOperations } from '../../shared/contract/invitations.ts'
import { managementOperations } from '../../shared/contract/management.ts'
import { organizationAgentOperations } from '../../shared/contract/organization-agents.ts'
import { organizationMemberOperations } from '../../shared/contract/organization-members.ts'
import { organizationServiceOperations } from '../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../shared/contract/organizations.ts'
import { shareIntentOperations } from '../../shared/contract/share-intents.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import { hashToken, newDelegationToken, newSecretToken } from '../crypto/token.ts'
import type { Change } from '../service/call.ts'
import { byId } from '../service/handler-table.ts'
import type { IssueSession, SessionStore } from '../service/sessions.ts'
import type { Connection } from '../sqlite/database.ts'
import type { ClientTasks } from '../vault/client-tasks/requested-tasks.ts'
import { connectionHandlers } from '../vault/connections/connection-handlers.ts'
import type { ConnectionStore } from '../vault/connections/connection-store.ts'
import { createConnector } from '../vault/connections/connector.ts'
import type { Connector } from '../vault/connections/connector.ts'
import type { MembershipsOfConnection } from '../vault/connections/memberships-of-connection.ts'
import type { SharesOfConnection } from '../vault/connections/shares-of-connection.ts'
import { childUserHandlers } from '../vault/delegations/child-user-handlers.ts'
import { childUserStore } from '../vault/delegations/child-user-store.ts'
import { createChildren } from '../vault/delegations/children.ts'
import { delegationHandlers } from '../vault/delegations/delegation-handlers.ts'
import { delegationInvitationStore } from '../vault/delegations/delegation-invitation-store.ts'
import { createDelegations } from '../vault/delegations/vault-delegations.ts'
import type { KeystoreOfDelegations } from '../vault/delegations/keystore-of-delegations.ts'
import { eventFeedStore } from '../vault/events/event-feed-store.ts'
import { eventHandlers } from '../vault/events/event-handlers.ts'
import { expireInvitations } from '../vault/invitations/invitation-events.ts'
import { invitationHandlers } from '../vault/invitations/invitation-handlers.ts'
import { invitationStore } from '../vault/invitations/invitation-store.ts'
import type { InvitationTokens } from '../vault/invitations/invitation-tokens.ts'
import { shareIntentHandlers } from '../vault/invitations/share-intent-handlers.ts'
import { shareIntentStore } from '../vault/invitations/share-intent-store.ts'
import type { OperatorEvents } from '../vault/operator-events/operator-record.ts'
import { agentHandlers } from '../vault/organizations/agent-handlers.ts'
import { createAgentLogins } from '../vault/organizations/agent-logins.ts'
import { agentStore } from '../vault/organizations/agent-store.ts'
import { managementHandlers } from '../vault/organizations/management-handlers.ts'
import { memberHandlers } from '../vault/organizations/member-handlers.ts'
import {
  createMembershipsOfConnections,
  createOrganizationLeaver,
  createMemberships,
} from '../vault/organizations/memberships.ts'
import { createOrganizationAccess } from '../vault/organizations/organization-access.ts'
import { organizationHandlers } from '../vault/organizations/organization-handlers.ts'
import { organizationMemberStore } from '../vault/organizations/organization-member-store.ts'
import { organizationServiceStore } from '../vault/organizations/organization-service-store.ts'
import { organizationStore } from '../vault/organizations/organization-store.ts'
import { serviceHandlers } from '../vault/organizations/service-handlers.ts'
import type { Leave } from '../vault/users/delete-user.ts'
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
  readonly tasks: ClientTasks
  readonly keystore: KeystoreOfDelegations
  readonly sessions: SessionStore
  readonly deleteUser: Leave
}

/** Joins connections, invitations, share intents and the feed of events with their tables. */
export function wireConnections(wiring: ConnectionWiring) {
  const { connection, settings, localKey, users, connections, shares, memberships } = wiring
  const invitations = invitationStore(connection)
  const intents = shareIntentStore(connection)
  const tokens = invitationTokens(localKey)
  const children = childUserStore(connection)
  const offers = delegationInvitationStore(connection)
  const { tasks, keystore, sessions } = wiring
  const delegations = createDelegations({
    connections,
    tasks,
    keystore,
    sessions,
    invitations,
    intents,
    offers,
    children,
    users,
  })
  const connector = createConnector({ connections, invitations, intents, shares, memberships, delegations })
  const multistepInvitations = settings.multistepInvitations ?? false
  const common = { invitations, intents, tokens, connector, connections, delegations, multistepInvitations }
  return {
    handlers: {
      ...byId(connectionOperations, connectionHandlers({ ...common, keystore })),
      ...byId(invitationOperations, invitationHandlers({ ...common, users, memberships })),
      ...byId(eventOperations, eventHandlers({ events: eventFeedStore(connection), connections })),
      ...byId(delegationInvitationOperations, delegationHandlers({ connections, offers, delegations, tasks })),
      ...byId(childUserOperations, childUserHandlers({ users, connections, children, newToken: newDelegationToken })),
      ...byId(shareIntentOperations, shareIntentHandlers({ ...common, shares })),
    },
    connector,
    delegations,
    children: createChildren({ children, connections, delegations, keystore, users, deleteUser: wiring.deleteUser }),
    timedWork: [expireInvitations(invitations)],
    /** Ends the connections of a user who is about to be deleted. */
    leaveAtOnce: (change: Change, userId: string): void => {
      connector.leaveAtOnce(change, userId)
      delegations.leave(change, userId)
    },
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

interface OrganizationWiring {
  readonly connection: Connection
  readonly users: UserStore
  readonly connections: ConnectionStore
  readonly issueSession: IssueSession
  readonly operatorEvents: OperatorEvents
  readonly sessions: SessionStore
  readonly deleteUser: Leave
}

/** Joins organizations, their members and services, and the operator's review with their tables. */
export function wireOrganizations(wiring: OrganizationWiring) {
  const { connection, users, connections, issueSession, operatorEvents, sessions, deleteUser } = wiring
  const organizations = organizationStore(connection)
  const services = organizationServiceStore(connection)
  const members = organizationMemberStore(connection)
  const access = createOrganizationAccess(organizations, services)
  const agents = agentStore(connection)
  const logins = createAgentLogins(issueSession, members, agents.isSuspended)
  const memberships = createMemberships({ organizations, members, logins })
  const stores = { organizations, services, members, users, connections }
  return {
    forConnections: createMembershipsOfConnections({ ...stores, memberships, logins }),
    /** The handlers; members leave together with their connections. */
    handlers: (connector: Connector) => ({
      ...byId(organizationOperations, organizationHandlers({ ...stores, access, logins })),
      ...byId(organizationMemberOperations, memberHandlers({ ...stores, memberships, access, connector })),
      ...byId(organizationServiceOperations, serviceHandlers({ ...stores, access, logins })),
      ...byId(
        organizationAgentOperations,
        agentHandlers({ ...stores, agents, sessions, access, logins, operatorEvents, deleteUser }),
      ),
      ...byId(managementOperations, managementHandlers({ ...stores, operatorEvents })),
    }),
    isLastOwner: (userId: string) => members.isLastOwnerSomewhere(userId),
    /** Must be called before a user is deleted, after the connections ended. */
    leave: createOrganizationLeaver({ ...stores, memberships }),
  }
}
