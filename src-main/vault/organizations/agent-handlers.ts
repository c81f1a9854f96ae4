import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AgentSession, OrganizationAgent, SuspendedBy } from '../../../shared/contract/organization-agents.ts'
import type { organizationAgentOperations } from '../../../shared/contract/organization-agents.ts'
import { mayCall } from '../../../shared/contract/organization-rights.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { lifetimeWithin } from '../../service/sessions.ts'
import type { SessionStore } from '../../service/sessions.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import { sessionDeleted } from '../users/session-events.ts'
import type { Leave } from '../users/delete-user.ts'
import type { AgentLogins } from './agent-logins.ts'
import type { AgentStore } from './agent-store.ts'
import type { OrganizationAccess } from './organization-access.ts'
import type { AgentChange } from './organization-events.ts'
import { organizationEvents, serviceEvents } from './organization-events.ts'
import type { OrganizationMemberStore } from './organization-member-store.ts'
import { partyOf, requireReinstatable, requireStatus } from './organization-rules.ts'
import type { OrganizationServiceStore, StoredService } from './organization-service-store.ts'
import type { OrganizationStore, ReadOrganization, StoredOrganization } from './organization-store.ts'

interface AgentDependencies {
  readonly agents: AgentStore
  readonly organizations: Pick<OrganizationStore, 'find' | 'ofAgent'>
  readonly services: Pick<OrganizationServiceStore, 'ofAgent' | 'delete'>
  readonly members: Pick<OrganizationMemberStore, 'ownerIds'>
  readonly sessions: Pick<SessionStore, 'deleteById'>
  readonly access: OrganizationAccess
  readonly logins: Pick<AgentLogins, 'logIn'>
  readonly operatorEvents: OperatorEvents
  readonly deleteUser: Leave
}

/** A validated organization or service, whose agent acts. */
type Acting =
  | { readonly kind: 'organization'; readonly record: StoredOrganization }
  | { readonly kind: 'service'; readonly record: StoredService }

interface Wanted {
  readonly suspended: boolean
  readonly by: SuspendedBy
}

type NewSession = { readonly name: string; readonly valid_for: number }

/** Handles sessions for programs, and the suspension of agents (docs/contract/vault.md, Organizations: programs). */
export function agentHandlers({
  agents,
  organizations,
  services,
  members,
  sessions,
  access,
  logins,
  operatorEvents,
  deleteUser,
}: AgentDependencies): HandlersFor<typeof organizationAgentOperations> {
  return {
    organizationsOrganizationIdAgentsGet: ({ userId }, { params }) => ({
      agents: [...agents.agentsOf(access.shown(userId, params.organization_id).id)],
    }),

    organizationsOrganizationIdSessionsGet(call, { params }) {
      const operation = 'organizationsOrganizationIdSessionsGet'
      return { sessions: sessionsFor(call, access.entitled(call.userId, params.organization_id, operation)) }
    },
    organizationsOrganizationIdSessionsIdDelete(call, { params }) {
      const operation = 'organizationsOrganizationIdSessionsIdDelete'
      const organization = access.entitled(call.userId, params.organization_id, operation)
      const session = sessionsFor(call, organization).find(({ id }) => id === params.id)
      if (session === undefined) throw new ServiceError('not_found', 'There is no running session with this id.')
      const { agent, agentId } = agentOf(organization, session.service_id)
      for (const id of sessions.deleteById(session.id)) call.emit(sessionDeleted(agentId, id))
      tell(call, 'session_ended', agent)
      return undefined
    },
    organizationsIdSessionsPost(call, { params, body }) {
      const record = access.entitled(call.userId, params.id, 'organizationsIdSessionsPost')
      return startSession(call, { kind: 'organization', record }, body)
    },
    organizationsOrganizationIdServicesIdSessionsPost(call, { params, body }) {
      const operation = 'organizationsOrganizationIdServicesIdSessionsPost'
      const { service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['validated'], 'service')
      return startSession(call, { kind: 'service', record: service }, body)
    },

    organizationsOrganizationIdServicesIdSuspensionPut(call, { params, body }) {
      const operation = 'organizationsOrganizationIdServicesIdSuspensionPut'
      const { service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['validated'], 'service')
      return { agent: setSuspended(call, { kind: 'service', record: service }, { ...body, by: 'organization' }) }
    },
    organizationsOrganizationIdServicesIdAgentDelete(call, { params }) {
      const operation = 'organizationsOrganizationIdServicesIdAgentDelete'
      const { service } = access.entitledToService(call.userId, params, operation)
      requireStatus(service, ['validated'], 'service')
      const agentId = idOf(service)
      const suspension = agents.findSuspension(agentId)
      if (suspension === undefined) {
        throw new ServiceError('wrong_status', 'The service is running; suspend it before you delete it.')
      }
      requireReinstatable(suspension)
      const owners = members.ownerIds(service.organization_id)
      services.delete(service.id)
      deleteUser(call, agentId)
      for (const event of serviceEvents('deleted', service, owners)) call.emit(event)
      return undefined
    },
    managementAgentsIdSuspensionPut(call, { params, body }) {
      const found = findAgent(params.id)
      const before = agents.findSuspension(params.id)?.suspended_by
      const agent = setSuspended(call, found, { ...body, by: 'operator' })
      if (before !== (agent.suspended_by ?? undefined)) note(call, found, body.suspended)
      return { agent }
    },
  }

  /** The sessions of the agents that the user may log in as. */
  function sessionsFor({ userId, now }: VaultCall, organization: ReadOrganization): AgentSession[] {
    const party = partyOf(userId, organization)
    const all = party !== undefined && mayCall(party, 'organizationsIdLoginPost')
    const running = agents.runningSessions({ organizationId: organization.id, now })
    return running.filter(({ service_id }) => all || service_id !== null)
  }

  function agentOf(organization: StoredOrganization, serviceId: string | null) {
    const agent = agents.agentsOf(organization.id).find(({ service_id }) => service_id === serviceId)
    if (agent === undefined) throw new Error('a session of no agent')
    return { agent: findAgent(agent.agent_id), agentId: agent.agent_id }
  }

  function findAgent(id: string): Acting {
    const service = services.ofAgent(id)
    if (service !== undefined) return { kind: 'service', record: service }
    const organization = organizations.ofAgent(id)
    if (organization !== undefined) return { kind: 'organization', record: organization }
    throw new ServiceError('not_found', 'There is no agent with this id.')
  }

  function startSession(call: VaultCall, agent: Acting, { name, valid_for }: NewSession) {
    const { record } = agent
    const organizationId = agent.kind === 'service' ? agent.record.organization_id : record.id
    const validForSeconds = lifetimeWithin(call.session, { path: 'valid_for', seconds: valid_for }, call.nowMs)
    const { session: started, ...login } = logins.logIn(call, organizationId, { ...record, validForSeconds })
    agents.nameSession(started.id, name)
    const session = agents.runningSessions({ organizationId, now: call.now }).find(({ id }) => id === started.id)
    if (session === undefined) throw new Error('a session ended as it began')
    tell(call, 'session_created', agent)
    return { ...login, session }
  }

  /** Members can neither reinstate an agent that the operator suspended, nor take over its suspension. */
  function setSuspended(call: VaultCall, agent: Acting, { suspended, by }: Wanted): OrganizationAgent {
    const agent_id = idOf(agent.record)
    const before = agents.findSuspension(agent_id)
    if (!suspended) {
      if (before !== undefined && by === 'organization') requireReinstatable(before)
      agents.reinstate(agent_id)
    } else if (before?.suspended_by !== 'operator' && before?.suspended_by !== by) {
      agents.suspend({ agent_id, suspended_by: by, suspended_at: call.now })
    }
    if ((before !== undefined) !== suspended) tell(call, suspended ? 'suspended' : 'reinstated', agent)
    const { suspended_by = null, suspended_at = null } = agents.findSuspension(agent_id) ?? {}
    return { agent_id, service_id: agent.kind === 'service' ? agent.record.id : null, suspended_by, suspended_at }
  }

  function tell(call: VaultCall, change: AgentChange, agent: Acting): void {
    const events =
      agent.kind === 'service'
        ? serviceEvents(change, agent.record, members.ownerIds(agent.record.organization_id))
        : organizationEvents(change, agent.record, members.ownerIds(agent.record.id))
    for (const event of events) call.emit(event)
  }

  function note(call: VaultCall, { kind, record }: Acting, suspended: boolean): void {
    operatorEvents.note(call, {
      name: `${kind}.${suspended ? 'suspended' : 'reinstated'}`,
      subject_type: kind,
      subject_id: record.id,
      subject_label: record.name,
      user_id: call.userId,
      note: null,
    })
  }
}

function idOf({ agent_id }: Pick<StoredService, 'agent_id'>): string {
  if (agent_id === null) throw new Error('it was validated without an agent')
  return agent_id
}
