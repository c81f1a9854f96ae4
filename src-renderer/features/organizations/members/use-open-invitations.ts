import { computed, onScopeDispose } from 'vue'
import { invitationOperations } from '../../../../shared/contract/invitations.ts'
import type { InvitationRow } from '../../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { asUser } from '../../../api/as.ts'
import { call, callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { text } from '../../../i18n/i18n.ts'
import { useHeldRemoval } from '../../../session/use-held-removal.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'

/** Invitations of members that nobody used yet. They belong to the agent, so it must be signed in here. */
export function useOpenInvitations(organization: string) {
  const store = useWorkbenchStore()
  const agent = computed(() =>
    store.users.find(
      ({ agent: of, state }) => state === 'signed_in' && of?.organization_id === organization && of.service_id === null,
    ),
  )
  const loaded = useLoaded(
    async (_signal, user_id: string) =>
      (await call(workbenchPeopleOperations.invitationRows, { params: { user_id } })).rows,
    { of: () => agent.value?.id },
  )
  const { removed, remove } = useHeldRemoval(() => void loaded.reload())
  const rows = computed(() =>
    loaded.value.value?.filter(({ id, state }) => (state === 'new' || state === 'accepted') && !removed.value.has(id)),
  )

  function cancel({ id, name }: InvitationRow): void {
    const user = agent.value
    if (user === undefined) return
    remove({
      id,
      text: text('people.removal.invitation', { name, actor: user.full_name }),
      link: { name: 'people', params: { actor: user.id, tab: 'invitations', id: null } },
      send: () =>
        callService(asUser(user.id), invitationOperations.invitationsIdDelete, {
          params: { token: id },
        }),
      refused: (reason) => text('people.removal.invitationFailed', { name, reason }),
    })
  }

  onScopeDispose(
    onWorkbenchEvent((event) => {
      const mine = event.type === 'change' && event.vault_user_id === agent.value?.vault_user_id
      if (mine && /^(invitation|connection|member)\./.test(event.name)) void loaded.reload()
    }),
  )

  return { agent, rows, failure: loaded.failure, reload: loaded.reload, cancel }
}
