import { computed } from 'vue'
import { useOperatorConsole } from '../../../session/use-operator-console.ts'
import type { Review } from '../../../session/review-queue.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'

/** Who asked: the service tells the operator an id only; users of this workspace have names. */
export function useRequestor() {
  const store = useWorkbenchStore()
  const operatorConsole = useOperatorConsole()
  const names = computed(() => new Map(store.users.map((user) => [user.vault_user_id, user.full_name])))
  const nameOf = (vaultUserId: string | null): string | undefined => names.value.get(vaultUserId ?? '')
  /** Whoever reviews asked for it too. Of a service the operator is not told who asked. */
  const isOwnRequest = ({ kind, record }: Review): boolean =>
    kind === 'organization' &&
    record.requestor_id !== null &&
    record.requestor_id === operatorConsole.recorder?.vault_user_id
  return { nameOf, isOwnRequest }
}
