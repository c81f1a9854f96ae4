import { ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { useActorSwitch } from '../../session/use-actor-switch.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import type { Failure } from '../../ui/failure.ts'

/** Acting as an organization or one of its services: its agent becomes a user of the workspace, and the actor. */
export function useAgentOpening(actor: string, organization_id: string) {
  const router = useRouter()
  const switchTo = useActorSwitch()
  /** What is being opened: the id of a service, or of the organization. */
  const opening = ref<string>()
  const failure = shallowRef<Failure>()

  async function open(service_id: string | null): Promise<void> {
    if (opening.value !== undefined) return
    opening.value = service_id ?? organization_id
    failure.value = undefined
    try {
      const { user } = await call(workbenchOrganizationOperations.organizationAct, {
        params: { user_id: actor, organization_id },
        body: { service_id },
      })
      await refreshUsers()
      switchTo(user.id)
      await router.push({ name: 'home', params: { actor: user.id } })
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      opening.value = undefined
    }
  }

  return { opening, failure, open }
}

export type AgentOpening = ReturnType<typeof useAgentOpening>
