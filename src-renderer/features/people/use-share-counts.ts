import { computed, watch } from 'vue'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useVaultChanges } from '../../session/use-vault-changes.ts'

/** How many shares there are between an actor and one person, by direction; undefined until they were counted. */
export function useShareCounts(actor: string, personId: () => string) {
  const { value, reload, drop } = useLoaded(async () => {
    const [outgoing, incoming] = await Promise.all([countOf('outgoing'), countOf('incoming')])
    return { outgoing, incoming }
  })

  async function countOf(direction: 'outgoing' | 'incoming'): Promise<number> {
    const { matching } = await call(workbenchShareOperations.shareRows, {
      params: { user_id: actor },
      query: { direction, person_id: personId(), limit: 1 },
    })
    return matching
  }

  watch(
    personId,
    () => {
      drop()
      void reload()
    },
    { immediate: true },
  )
  useVaultChanges(actor, () => void reload())
  return computed(() => value.value)
}
