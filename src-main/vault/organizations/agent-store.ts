import type { AgentSession, OrganizationAgent, SuspendedBy } from '../../../shared/contract/organization-agents.ts'
import { isSuspendedSql } from '../../service/credential-store.ts'
import type { Connection } from '../../sqlite/database.ts'

export interface Suspension {
  readonly agent_id: string
  readonly suspended_by: SuspendedBy
  readonly suspended_at: string
}

interface RunningSessions {
  readonly organizationId: string
  /** Sessions that end later. */
  readonly now: string
}

export type AgentStore = ReturnType<typeof agentStore>

/** Suspensions and sessions of the agents of organizations and services, on SQLite. */
export function agentStore(connection: Connection) {
  const ofOrganization = connection.prepare<[string, string], OrganizationAgent>(/* sql */ `
    SELECT a.agent_id, a.service_id, s.suspended_by, s.suspended_at
    FROM (
      SELECT agent_id, NULL AS service_id, '' AS made FROM organizations WHERE id = ?
      UNION ALL
      SELECT agent_id, id, id FROM organization_services WHERE organization_id = ? AND status = 'validated'
    ) a LEFT JOIN suspended_agents s ON s.agent_id = a.agent_id
    WHERE a.agent_id IS NOT NULL ORDER BY a.made
  `)
  const find = connection.prepare<[string], Suspension>(
    'SELECT agent_id, suspended_by, suspended_at FROM suspended_agents WHERE agent_id = ?',
  )
  const isSuspended = connection.prepare<{ agentId: string }>(`SELECT 1 WHERE ${isSuspendedSql('@agentId')}`)
  const suspend = connection.prepare<Suspension>(/* sql */ `
    INSERT INTO suspended_agents (agent_id, suspended_by, suspended_at)
    VALUES (@agent_id, @suspended_by, @suspended_at)
    ON CONFLICT (agent_id) DO UPDATE SET suspended_by = excluded.suspended_by, suspended_at = excluded.suspended_at
  `)
  const reinstate = connection.prepare<[string]>('DELETE FROM suspended_agents WHERE agent_id = ?')
  const sessions = connection.prepare<RunningSessions, AgentSession>(/* sql */ `
    SELECT s.id, v.id AS service_id, a.name, m.user_id AS opened_by_user_id, u.full_name AS opened_by_name,
      s.valid_from, s.valid_till
    FROM organization_members m
    JOIN agent_sessions a ON a.organization_member_id = m.id
    JOIN sessions s ON s.id = a.session_id
    JOIN users u ON u.id = m.user_id
    LEFT JOIN organization_services v ON v.agent_id = s.vault_user_id
    WHERE m.organization_id = @organizationId AND s.valid_till > @now AND s.ended = 0
    ORDER BY s.id DESC
  `)
  const nameSession = connection.prepare<[string, string]>('UPDATE agent_sessions SET name = ? WHERE session_id = ?')
  return {
    /** The agent of the organization first; none before it is validated. */
    agentsOf: (organizationId: string): readonly OrganizationAgent[] =>
      ofOrganization.all(organizationId, organizationId),
    findSuspension: (agentId: string): Suspension | undefined => find.get(agentId),
    /** An agent is suspended also where it belongs to an organization that is. */
    isSuspended: (agentId: string): boolean => isSuspended.get({ agentId }) !== undefined,
    suspend: (suspension: Suspension) => void suspend.run(suspension),
    reinstate: (agentId: string) => void reinstate.run(agentId),
    runningSessions: (of: RunningSessions): readonly AgentSession[] => sessions.all(of),
    nameSession: (id: string, name: string) => void nameSession.run(name, id),
  }
}
