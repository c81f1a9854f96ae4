import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { MemberRole } from '../../../../shared/contract/organization-rights.ts'
import { workbenchOrganizationOperations } from '../../../../shared/contract/workbench-organizations.ts'
import { workbenchPeopleOperations } from '../../../../shared/contract/workbench-sharing.ts'
import type { WorkbenchUser } from '../../../../shared/contract/workbench-users.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { signInToAccept } from '../../../parts/invitations/new-invitation.ts'
import type { Failure } from '../../../ui/failure.ts'

/** The outcome of adding one person as a member. */
export interface Added {
  readonly user: WorkbenchUser
  readonly outcome: 'member' | 'already' | Failure
}

/** Makes users of this workspace members, one after the other, until it is stopped; a refusal stops nobody else. */
export function useAddingMembers(member: string, organization: { readonly id: string; readonly name: string }) {
  /** The user being added now. */
  const adding = shallowRef<WorkbenchUser>()
  const results = ref<readonly Added[]>()
  const stopping = ref(false)
  const stop = (): void => void (stopping.value = true)
  onScopeDispose(stop)

  async function add(users: readonly WorkbenchUser[], role: MemberRole): Promise<void> {
    const found: Added[] = []
    try {
      for (const user of users) {
        if (stopping.value) break
        adding.value = user
        found.push({ user, outcome: await outcomeOf(user, role) })
      }
    } finally {
      adding.value = undefined
      results.value = found
    }
  }

  async function outcomeOf(user: WorkbenchUser, role: MemberRole): Promise<Added['outcome']> {
    try {
      await signInToAccept(user)
      const { link } = await call(workbenchOrganizationOperations.memberInvite, {
        params: { user_id: member, organization_id: organization.id },
        body: { name: user.full_name, role, expires_in_days: 1 },
      })
      const { existed_already } = await call(workbenchPeopleOperations.invitationAccept, {
        params: { user_id: user.id },
        body: { link, name: organization.name, passphrase: null, compatible: false },
      })
      return existed_already ? 'already' : 'member'
    } catch (error) {
      return failureOf(error)
    }
  }

  return { adding, results, add, stopping: computed(() => stopping.value), stop }
}
