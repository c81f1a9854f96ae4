import { computed } from 'vue'
import { useOperatorConsole } from '../../../session/use-operator-console.ts'
import type { Review } from '../../../session/review-queue.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'

/** The requestor: the service gives the operator only an id; users of this workspace have names. */
export function useRequestor() {
  const store = useWorkbenchStore()
  const operatorConsole = useOperatorConsole()
  const names = computed(() => new Map(store.users.map((user) => [user.vault_user_id, user.full_name])))
  const nameOf = (vaultUserId: string | null): string | undefined => names.value.get(vaultUserId ?? '')
  /** True if the reviewer is the requestor. The requestor of a service is unknown to the operator. */
  const isOwnRequest = ({ kind, record }: Review): boolean =>
    kind === 'organization' &&
    record.requestor_id !== null &&
    record.requestor_id === operatorConsole.recorder?.vault_user_id
  return { nameOf, isOwnRequest }
}
