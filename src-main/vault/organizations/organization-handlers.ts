import type { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { UserStore } from '../users/user-store.ts'
import { withChanges } from '../with-changes.ts'
import type { AgentLogins } from './agent-logins.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { organizationEvents } from './organization-events.ts'
import {
  renderOrganization,
  renderService,
  requireHuman,
  requireRequestor,
  requireStatus,
  requireUsableAgentKey,
} from './organization-rules.ts'
import type { OrganizationServiceStore } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization } from './organization-store.ts'

interface OrganizationDependencies {
  readonly organizations: OrganizationStore
  readonly users: Pick<UserStore, 'findById'>
  readonly access: OrganizationAccess
  readonly services: Pick<OrganizationServiceStore, 'validatedOf'>
  readonly logins: Pick<AgentLogins, 'logIn'>
}

/**
 * Organizations for everybody, asking for one until the operator has decided, and login as their agent
 * (docs/contract/vault.md, Organizations).
 */
export function organizationHandlers({
  organizations,
  services,
  users,
  access,
  logins,
}: OrganizationDependencies): HandlersFor<typeof organizationOperations> {
  return {
    organizationsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = organizations.page(userId, query.mode ?? 'validated', request)
      const validated = page.rows.filter(({ status }) => status === 'validated')
      return {
        organizations: page.rows.map(renderOrganization),
        services: services.validatedOf(validated.map(({ id }) => id)).map(renderService),
        ...pagingFields(page, request),
      }
    },
    organizationsIdGet({ userId }, { params }) {
      const organization = access.shown(userId, params.id)
      return {
        organization: renderOrganization(organization),
        services: services.validatedOf([organization.id]).map(renderService),
      }
    },
    organizationsIdLoginPost(call, { params }) {
      const organization = access.entitled(call.userId, params.id, 'organizationsIdLoginPost')
      const { session: _, ...login } = logins.logIn(call, organization.id, organization)
      return login
    },
    organizationsPost(call, { body: { public_key, name, description, url, email } }) {
      const requestor = users.findById(call.userId)
      if (requestor === undefined) throw new Error('a call of a vault user who does not exist')
      requireHuman(requestor, 'request an organization')
      requireUsableAgentKey(public_key, 'public_key')
      const id = call.newId()
      organizations.add({
        id,
        name,
        description: description ?? null,
        url: url ?? null,
        email: email ?? null,
        public_key,
        requestor_id: requestor.id,
        created_at: call.now,
      })
      const organization = access.shown(call.userId, id)
      for (const event of organizationEvents('requested', organization, [])) call.emit(event)
      return { organization: renderOrganization(organization) }
    },
    organizationsIdPut({ userId }, { params, body }) {
      const organization = requested(userId, params.id)
      requireStatus(organization, ['requested'], 'organization')
      organizations.update(withChanges(organization, body.organization))
      return { organization: renderOrganization(access.shown(userId, organization.id)) }
    },
    organizationsIdDelete(call, { params }) {
      const organization = requested(call.userId, params.id)
      requireStatus(organization, ['requested', 'rejected'], 'organization')
      organizations.delete(organization.id)
      for (const event of organizationEvents('deleted', organization, [])) call.emit(event)
      return undefined
    },
  }

  function requested(userId: string, id: string): ReadOrganization {
    const organization = access.shown(userId, id)
    requireRequestor(userId, organization)
    return organization
  }
}
