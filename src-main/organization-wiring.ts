import { managementOperations } from '../shared/contract/management.ts'
import { organizationOperations } from '../shared/contract/organizations.ts'
import { byId } from './service/handler-table.ts'
import type { IssueSession } from './service/sessions.ts'
import type { Connection } from './sqlite/database.ts'
import { sqliteOrganizationMemberStore } from './sqlite/organization-member-store.ts'
import { sqliteOrganizationServiceStore } from './sqlite/organization-service-store.ts'
import { sqliteOrganizationStore } from './sqlite/organization-store.ts'
import type { OperatorEvents } from './vault/operator-events/operator-events.ts'
import { createAgentLogins } from './vault/organizations/agent-logins.ts'
import { managementHandlers } from './vault/organizations/management-handlers.ts'
import { createOrganizationAccess } from './vault/organizations/organization-access.ts'
import { organizationHandlers } from './vault/organizations/organization-handlers.ts'
import type { UserStore } from './vault/users/user-store.ts'

interface OrganizationWiring {
  readonly connection: Connection
  readonly users: UserStore
  readonly issueSession: IssueSession
  readonly operatorEvents: OperatorEvents
}

/** Joins organizations, their members and services, and the operator's review with their tables. */
export function wireOrganizations({ connection, users, issueSession, operatorEvents }: OrganizationWiring) {
  const organizations = sqliteOrganizationStore(connection)
  const services = sqliteOrganizationServiceStore(connection)
  const members = sqliteOrganizationMemberStore(connection)
  const access = createOrganizationAccess(organizations, services)
  const logins = createAgentLogins(issueSession, members)
  return {
    handlers: {
      ...byId(organizationOperations, organizationHandlers({ organizations, services, users, access, logins })),
      ...byId(managementOperations, managementHandlers({ organizations, services, members, users, operatorEvents })),
    },
  }
}
