import type { managementOperations } from '../../../shared/contract/management.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import type { StoredUser, UserStore } from '../users/user-store.ts'
import { organizationEvents, serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import { noOrganization, noService, renderOrganization, renderService, requireStatus } from './organization-rules.ts'
import type { OrganizationServiceStore, StoredService } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization, StoredOrganization } from './organization-store.ts'

interface ManagementDependencies {
  readonly organizations: Pick<OrganizationStore, 'find' | 'page' | 'update'>
  readonly services: Pick<OrganizationServiceStore, 'find' | 'requestedPage' | 'update'>
  readonly members: Pick<OrganizationMemberStore, 'add' | 'ownerIds'>
  readonly users: Pick<UserStore, 'addAgent'>
  readonly operatorEvents: OperatorEvents
}

/** The operator's review of organizations and services, in the session of a user. */
export function managementHandlers(dependencies: ManagementDependencies): HandlersFor<typeof managementOperations> {
  const { organizations, services } = dependencies
  const review = createReview(dependencies)
  return {
    managementRequestedOrganizationsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = organizations.page(userId, 'to_review', request)
      return { organizations: page.rows.map(renderOrganization), ...pagingFields(page, request) }
    },
    managementRequestedOrganizationsIdValidatePut(call, { params }) {
      review.validateOrganization(call, organization(call.userId, params.id))
      return { organization: renderOrganization(organization(call.userId, params.id)) }
    },
    managementRequestedOrganizationsIdRejectDelete(call, { params, body }) {
      review.rejectOrganization(call, organization(call.userId, params.id), reasonOrNull(body.reason))
      return { organization: renderOrganization(organization(call.userId, params.id)) }
    },
    managementRequestedOrganizationServicesGet(_, { query }) {
      const request = readPageRequest(query)
      const page = services.requestedPage(undefined, request)
      return { services: page.rows.map(renderService), ...pagingFields(page, request) }
    },
    managementRequestedOrganizationServicesIdValidatePut(call, { params }) {
      review.validateService(call, service(params.id))
      return { service: renderService(service(params.id)) }
    },
    managementRequestedOrganizationServicesIdRejectDelete(call, { params, body }) {
      review.rejectService(call, service(params.id), reasonOrNull(body.reason))
      return { service: renderService(service(params.id)) }
    },
  }

  /** The operator can access every organization, in anybody's session. */
  function organization(userId: string, id: string): ReadOrganization {
    const found = organizations.find(userId, id)
    if (found === undefined) throw noOrganization()
    return found
  }

  function service(id: string): StoredService {
    const found = services.find(id)
    if (found === undefined) throw noService()
    return found
  }
}

/** An empty reason counts as absent. */
function reasonOrNull(reason: string | null | undefined): string | null {
  return reason === undefined || reason === '' ? null : reason
}

/** The operator's decisions on requests. All require the state `requested`, else they throw `wrong_status`. */
function createReview({ organizations, services, members, users, operatorEvents }: ManagementDependencies) {
  return { validateOrganization, rejectOrganization, validateService, rejectService }

  /** Makes the requestor the owner, and creates the agent of the organization. */
  function validateOrganization(call: VaultCall, organization: StoredOrganization): void {
    requireStatus(organization, ['requested'], 'organization')
    const { requestor_id } = organization
    if (requestor_id === null) throw new Error('a request outlived its requestor')
    const validated = { ...organization, ...approved(call, addAgent(call, 'organization_agent', organization.name)) }
    organizations.update(validated)
    const membership = { id: call.newId(), organization_id: organization.id, user_id: requestor_id }
    members.add({ ...membership, role: 'owner', created_at: call.now })
    report(call, validated)
  }

  function rejectOrganization(call: VaultCall, organization: StoredOrganization, reason: string | null): void {
    requireStatus(organization, ['requested'], 'organization')
    const rejected = { ...organization, ...refused(call, reason) }
    organizations.update(rejected)
    report(call, rejected)
  }

  function validateService(call: VaultCall, service: StoredService): void {
    requireStatus(service, ['requested'], 'service')
    const validated = { ...service, ...approved(call, addAgent(call, 'service_agent', service.name)) }
    services.update(validated)
    reportService(call, validated)
  }

  function rejectService(call: VaultCall, service: StoredService, reason: string | null): void {
    requireStatus(service, ['requested'], 'service')
    const rejected = { ...service, ...refused(call, reason) }
    services.update(rejected)
    reportService(call, rejected)
  }

  function addAgent(call: VaultCall, user_type: Exclude<StoredUser['user_type'], 'human'>, full_name: string): string {
    const id = call.newId()
    users.addAgent({ id, user_type, full_name, joined_at: call.now })
    return id
  }

  function report(call: VaultCall, organization: StoredOrganization & Reviewed): void {
    const owners = members.ownerIds(organization.id)
    for (const event of organizationEvents(organization.status, organization, owners)) call.emit(event)
    record(call, 'organization', organization)
  }

  function reportService(call: VaultCall, service: StoredService & Reviewed): void {
    const owners = members.ownerIds(service.organization_id)
    for (const event of serviceEvents(service.status, service, owners)) call.emit(event)
    record(call, 'service', service)
  }

  function record(call: VaultCall, subject_type: 'organization' | 'service', subject: Recorded): void {
    operatorEvents.note(call, {
      name: `${subject_type}.${subject.status}`,
      subject_type,
      subject_id: subject.id,
      subject_label: subject.name,
      user_id: call.userId,
      note: subject.rejection_reason,
    })
  }
}

interface Reviewed {
  readonly status: 'validated' | 'rejected'
}

type Recorded = Pick<StoredOrganization, 'id' | 'name' | 'rejection_reason'> & Reviewed

function approved(call: VaultCall, agent_id: string) {
  return { status: 'validated', agent_id, validated_at: call.now, validated_by_id: call.userId } as const
}

function refused(call: VaultCall, rejection_reason: string | null) {
  return { status: 'rejected', rejection_reason, validated_by_id: call.userId } as const
}
