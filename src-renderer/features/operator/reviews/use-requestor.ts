import { computed } from 'vue'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'

/** Who asked: the service tells the operator an id only; users of this workspace have names. */
export function useRequestor() {
  const store = useWorkbenchStore()
  const names = computed(() => new Map(store.users.map((user) => [user.vault_user_id, user.full_name])))
  const nameOf = (vaultUserId: string | null): string | undefined => names.value.get(vaultUserId ?? '')
  return { nameOf }
}
