import { computed } from 'vue'
import { usePeople } from '../../parts/use-people.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'

/** Names of people by their vault ids: as the actor calls them, else as they are called in this workspace. */
export function useNames(actor: string) {
  const store = useWorkbenchStore()
  const { names } = usePeople(actor)
  const inWorkspace = computed(
    () => new Map(store.users.map(({ vault_user_id, full_name }) => [vault_user_id, full_name])),
  )

  /** @param id null and ids nobody here knows are shown as they are */
  function nameOf(id: string | null): string {
    if (id === null) return '–'
    return inWorkspace.value.get(id) ?? names.value.get(id) ?? `…${id.slice(-6)}`
  }

  return { nameOf }
}
