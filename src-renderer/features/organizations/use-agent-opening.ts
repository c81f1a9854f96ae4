import { ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { useActorSwitch } from '../../session/use-actor-switch.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import type { Failure } from '../../ui/failure.ts'

/**
 * Lets a user of the workspace act as an organization, or as one of its services: its agent becomes a user too, and the
 * one who acts.
 *
 * @throws {CallError} `organization_key_missing`, `role_not_sufficient`
 */
export function useAgentEntry() {
  const router = useRouter()
  const switchTo = useActorSwitch()

  return async (actor: string, organization_id: string, service_id: string | null): Promise<void> => {
    const { user } = await call(workbenchOrganizationOperations.organizationAct, {
      params: { user_id: actor, organization_id },
      body: { service_id },
    })
    await refreshUsers()
    switchTo(user.id)
    await router.push({ name: 'home', params: { actor: user.id } })
  }
}

/** Acting as one organization or its services, with what a page shows meanwhile. */
export function useAgentOpening(actor: string, organization: string) {
  const enter = useAgentEntry()
  /** What is being opened: the id of a service, or of the organization. */
  const opening = ref<string>()
  /** What was opened last: what a failure is about. */
  const tried = ref<string>()
  const failure = shallowRef<Failure>()

  async function open(service: string | null): Promise<void> {
    if (opening.value !== undefined) return
    opening.value = service ?? organization
    tried.value = opening.value
    failure.value = undefined
    try {
      await enter(actor, organization, service)
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      opening.value = undefined
    }
  }

  return { opening, tried, failure, open }
}

export type AgentOpening = ReturnType<typeof useAgentOpening>
