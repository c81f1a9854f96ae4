import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { AgentLogin } from './organizations.ts'
import { Label, ReplyId, ReplyTime, ValidFor, namedObject } from './values.ts'

/** The party that suspended an agent, and so may reinstate it. */
export const SuspendedBy = z.enum(['operator', 'organization']).meta({ id: 'SuspendedBy' })
export type SuspendedBy = z.infer<typeof SuspendedBy>

/** The agent of an organization or of one of its validated services, and whether it is suspended. */
export const OrganizationAgent = namedObject('OrganizationAgent', {
  agent_id: ReplyId,
  /** Null for the agent of the organization itself. */
  service_id: ReplyId.nullable(),
  suspended_by: SuspendedBy.nullable(),
  suspended_at: ReplyTime.nullable(),
})
export type OrganizationAgent = z.infer<typeof OrganizationAgent>

/** A running session of an agent, without its token. */
export const AgentSession = namedObject('AgentSession', {
  id: ReplyId,
  service_id: ReplyId.nullable(),
  /** The program it was made for; null if a member acts as the agent in it. */
  name: z.string().nullable(),
  /** The member who opened it, with name. */
  opened_by_user_id: ReplyId,
  opened_by_name: z.string().nullable(),
  valid_from: ReplyTime,
  valid_till: ReplyTime,
})
export type AgentSession = z.infer<typeof AgentSession>

const base = { api: 'vault', auth: 'user', extension: true } as const
const read = { ...base, delegation: 'reader' } as const
const write = { ...base, delegation: 'owner' } as const
const REFUSALS = ['not_found', 'not_organization_member', 'role_not_sufficient', 'wrong_status'] as const

const newSession = {
  body: z.object({ name: Label, valid_for: ValidFor }),
  success: { status: 201, body: AgentLogin.extend({ session: AgentSession }) },
  errors: [...REFUSALS, 'invalid_params', 'param_missing', 'valid_for_invalid'],
} as const
const suspension = {
  body: z.object({ suspended: z.boolean() }),
  success: answer(200, { agent: OrganizationAgent }),
} as const

/** Operations for programs that act as an organization or service (docs/contract/vault.md, Organizations: programs). */
export const organizationAgentOperations = defineOperations({
  organizationsOrganizationIdAgentsGet: {
    ...read,
    endpoint: 'GET /organizations/{organization_id}/agents',
    summary: 'The agents of an organization and its services, and which of them are suspended',
    success: answer(200, { agents: z.array(OrganizationAgent) }),
    errors: ['not_found'],
  },
  organizationsOrganizationIdSessionsGet: {
    ...read,
    endpoint: 'GET /organizations/{organization_id}/sessions',
    summary: 'The running sessions of the agents that you may log in as, newest first',
    success: answer(200, { sessions: z.array(AgentSession) }),
    errors: REFUSALS,
  },
  organizationsOrganizationIdSessionsIdDelete: {
    ...write,
    endpoint: 'DELETE /organizations/{organization_id}/sessions/{id}',
    summary: 'End a session of an agent that you may log in as',
    errors: REFUSALS,
  },
  organizationsIdSessionsPost: {
    ...write,
    ...newSession,
    endpoint: 'POST /organizations/{id}/sessions',
    summary: 'Make a session, limited in time, for a program that acts as your organization',
  },
  organizationsOrganizationIdServicesIdSessionsPost: {
    ...write,
    ...newSession,
    endpoint: 'POST /organizations/{organization_id}/services/{id}/sessions',
    summary: 'Make a session, limited in time, for a program that acts as a service',
  },
  organizationsOrganizationIdServicesIdSuspensionPut: {
    ...write,
    ...suspension,
    endpoint: 'PUT /organizations/{organization_id}/services/{id}/suspension',
    summary: 'Suspend or reinstate a service of an organization you own',
    errors: [...REFUSALS, 'forbidden', 'invalid_params'],
  },
  organizationsOrganizationIdServicesIdAgentDelete: {
    ...write,
    endpoint: 'DELETE /organizations/{organization_id}/services/{id}/agent',
    summary: 'Delete a suspended service with its agent and everything the agent holds',
    errors: [...REFUSALS, 'forbidden'],
  },
  managementAgentsIdSuspensionPut: {
    ...suspension,
    api: 'vault',
    auth: 'operator_user',
    delegation: 'ignored',
    extension: true,
    endpoint: 'PUT /management/agents/{id}/suspension',
    summary: 'Suspend or reinstate an organization with its services, or one service, by the id of its agent',
    errors: ['not_found', 'invalid_params'],
  },
})
