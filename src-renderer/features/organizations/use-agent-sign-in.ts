import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import { call } from '../../api/call.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { useActorSwitch } from '../../session/use-actor-switch.ts'
import { refreshUsers } from '../../session/use-workbench.ts'

/**
 * Signs in the agent of an organization, or of one of its services: it becomes a user of the workspace, too.
 *
 * @param actor user of the workspace who holds the key
 * @throws {CallError} `organization_key_missing`, `role_not_sufficient`
 */
export async function signInAgent(actor: string, organization_id: string, service_id: string | null) {
  const { user } = await call(workbenchOrganizationOperations.organizationAct, {
    params: { user_id: actor, organization_id },
    body: { service_id },
  })
  await refreshUsers()
  return user
}

/** Lets a user of the workspace act as an organization, or as one of its services. @throws as `signInAgent` does */
export function useAgentEntry() {
  const router = useRouter()
  const switchTo = useActorSwitch()

  return async (actor: string, organization_id: string, service_id: string | null): Promise<void> => {
    const user = await signInAgent(actor, organization_id, service_id)
    switchTo(user.id)
    await router.push({ name: 'home', params: { actor: user.id } })
  }
}

/** Acts as an organization or its services, with the state a page shows meanwhile. */
export function useAgentSignIn(actor: string, organization: string) {
  const enter = useAgentEntry()
  const { busy, failure, subject, run } = useAttempt((id: string) =>
    enter(actor, organization, id === organization ? null : id),
  )

  return {
    /** The id of the service or organization being opened. */
    opening: computed(() => (busy.value ? subject.value : undefined)),
    /** The last one tried, to which a failure refers. */
    tried: subject,
    failure,
    open: (service: string | null) => run(service ?? organization),
  }
}

export type AgentSignIn = ReturnType<typeof useAgentSignIn>
