import { computed } from 'vue'
import { useWorkbenchStore } from './workbench-store.ts'

/** Passphrases are kept only where the file is encrypted, or holds nothing real: elsewhere they would lie open. */
export function useMayRemember() {
  const store = useWorkbenchStore()
  return computed(() => {
    const current = store.status?.current
    return current !== null && current !== undefined && (current.protected || current.demo)
  })
}
