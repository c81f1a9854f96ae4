import { managementOperations } from '../../shared/contract/management.ts'
import { organizationMemberOperations } from '../../shared/contract/organization-members.ts'
import { organizationServiceOperations } from '../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../shared/contract/organizations.ts'
import { byId } from '../service/handler-table.ts'
import type { IssueSession } from '../service/sessions.ts'
import type { Connection } from '../sqlite/database.ts'
import type { ConnectionStore } from '../vault/connections/connection-store.ts'
import type { Connector } from '../vault/connections/connector.ts'
import type { OperatorEvents } from '../vault/operator-events/operator-record.ts'
import { createAgentLogins } from '../vault/organizations/agent-logins.ts'
import { managementHandlers } from '../vault/organizations/management-handlers.ts'
import { memberHandlers } from '../vault/organizations/member-handlers.ts'
import { createMembershipsOfConnections } from '../vault/organizations/memberships-of-connections.ts'
import { createOrganizationLeaver, createMemberships } from '../vault/organizations/memberships.ts'
import { createOrganizationAccess } from '../vault/organizations/organization-access.ts'
import { organizationHandlers } from '../vault/organizations/organization-handlers.ts'
import { organizationMemberStore } from '../vault/organizations/organization-member-store.ts'
import { organizationServiceStore } from '../vault/organizations/organization-service-store.ts'
import { organizationStore } from '../vault/organizations/organization-store.ts'
import { serviceHandlers } from '../vault/organizations/service-handlers.ts'
import type { UserStore } from '../vault/users/user-store.ts'

interface OrganizationWiring {
  readonly connection: Connection
  readonly users: UserStore
  readonly connections: ConnectionStore
  readonly issueSession: IssueSession
  readonly operatorEvents: OperatorEvents
}

/** Joins organizations, their members and services, and the operator's review with their tables. */
export function wireOrganizations(wiring: OrganizationWiring) {
  const { connection, users, connections, issueSession, operatorEvents } = wiring
  const organizations = organizationStore(connection)
  const services = organizationServiceStore(connection)
  const members = organizationMemberStore(connection)
  const access = createOrganizationAccess(organizations, services)
  const logins = createAgentLogins(issueSession, members)
  const memberships = createMemberships({ organizations, members, logins })
  const stores = { organizations, services, members, users, connections }
  return {
    forConnections: createMembershipsOfConnections({ ...stores, memberships, logins }),
    /** The handlers; members leave together with their connections. */
    handlers: (connector: Connector) => ({
      ...byId(organizationOperations, organizationHandlers({ ...stores, access, logins })),
      ...byId(organizationMemberOperations, memberHandlers({ ...stores, memberships, access, connector })),
      ...byId(organizationServiceOperations, serviceHandlers({ ...stores, access, logins })),
      ...byId(managementOperations, managementHandlers({ ...stores, operatorEvents })),
    }),
    isLastOwner: (userId: string) => members.isLastOwnerSomewhere(userId),
    /** Before a user is deleted, after the connections ended. */
    leave: createOrganizationLeaver({ ...stores, memberships }),
  }
}
