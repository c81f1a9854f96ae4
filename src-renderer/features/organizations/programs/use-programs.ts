import { computed } from 'vue'
import type { AgentSession, OrganizationAgent } from '../../../../shared/contract/organization-agents.ts'
import { organizationAgentOperations as operations } from '../../../../shared/contract/organization-agents.ts'
import { workbenchOrganizationOperations } from '../../../../shared/contract/workbench-organizations.ts'
import { asUser, call, callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useOperatorConsole } from '../../../session/use-operator-console.ts'
import { useOrganizationChanges } from '../organization-changes.ts'

/** The agent of an organization, or of one of its services, with the sessions of programs that act as it. */
export function usePrograms(
  actor: string,
  { organization, service, mayManage }: { organization: string; service: string | null; mayManage: () => boolean },
) {
  const user = asUser(actor)
  const whose = useActor(actor)
  const operatorConsole = useOperatorConsole()
  const params = { organization_id: organization }
  const agents = useLoaded(() => callService(user, operations.organizationsOrganizationIdAgentsGet, { params }), {
    whose,
  })
  const sessions = useLoaded(() => callService(user, operations.organizationsOrganizationIdSessionsGet, { params }), {
    whose,
    of: () => mayManage() || undefined,
  })
  async function reload(): Promise<void> {
    await Promise.all([agents.reload(), sessions.reload()])
  }
  useOrganizationChanges(reload)

  const isOfAgent = ({ service_id }: Pick<AgentSession, 'service_id'>): boolean => service_id === service
  const agent = computed(() => agents.value.value?.agents.find(isOfAgent))
  const organizationAgent = computed(() => agents.value.value?.agents.find(({ service_id }) => service_id === null))

  return {
    agent,
    /** Who suspended the agent; `carried` if only its organization is suspended, which suspends its services, too. */
    suspension: computed(
      () => agent.value?.suspended_by ?? (organizationAgent.value?.suspended_by ? 'carried' : undefined),
    ),
    sessions: computed(() => sessions.value.value?.sessions.filter(isOfAgent)),
    failure: computed(() => agents.failure.value ?? sessions.failure.value),
    reload,

    /** @throws {CallError} `valid_for_invalid`, `organization_key_missing`, `agent_suspended` */
    async start(name: string, valid_for: number) {
      const body = { service_id: service, name, valid_for }
      const input = { params: { user_id: actor, organization_id: organization }, body }
      const started = await call(workbenchOrganizationOperations.programSessionStart, input)
      void sessions.reload()
      return started
    },
    async end({ id }: AgentSession): Promise<void> {
      const input = { params: { ...params, id } }
      await callService(user, operations.organizationsOrganizationIdSessionsIdDelete, input)
      await sessions.reload()
    },
    /** @param by the party by whose right it is done; owners have none over the organization itself */
    async setSuspended(suspended: boolean, by: 'owner' | 'operator', { agent_id }: OrganizationAgent): Promise<void> {
      const body = { suspended }
      if (by === 'operator') {
        const operator = { as: 'operator', user_id: operatorConsole.recorder?.id } as const
        await callService(operator, operations.managementAgentsIdSuspensionPut, { params: { id: agent_id }, body })
      } else {
        const input = { params: { ...params, id: service ?? '' }, body }
        await callService(user, operations.organizationsOrganizationIdServicesIdSuspensionPut, input)
      }
      await agents.reload()
    },
    async remove(): Promise<void> {
      const input = { params: { ...params, id: service ?? '' } }
      await callService(user, operations.organizationsOrganizationIdServicesIdAgentDelete, input)
    },
  }
}

export type Programs = ReturnType<typeof usePrograms>
