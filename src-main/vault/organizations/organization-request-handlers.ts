import type { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { UserStore } from '../users/user-store.ts'
import { withChanges } from '../with-changes.ts'
import type { OrganizationAccess } from './organization-access.ts'
import { organizationEvents } from './organization-events.ts'
import {
  renderOrganization,
  requireHuman,
  requireRequestor,
  requireStatus,
  requireUsableAgentKey,
} from './organization-rules.ts'
import type { OrganizationStore, ReadOrganization } from './organization-store.ts'

export interface OrganizationRequestDependencies {
  readonly organizations: Pick<OrganizationStore, 'add' | 'update' | 'delete'>
  readonly users: Pick<UserStore, 'findById'>
  readonly access: OrganizationAccess
}

/** Asking for an organization, until the operator has decided (docs/contract/vault.md, Organizations). */
export function organizationRequestHandlers({
  organizations,
  users,
  access,
}: OrganizationRequestDependencies): Pick<
  HandlersFor<typeof organizationOperations>,
  'organizationsPost' | 'organizationsIdPut' | 'organizationsIdDelete'
> {
  return {
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
