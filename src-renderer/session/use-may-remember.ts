import { computed } from 'vue'
import { useWorkbenchStore } from './workbench-store.ts'

/** Passphrases may be stored only in an encrypted workspace, or in the sample: elsewhere anybody could read them. */
export function useMayRemember() {
  const store = useWorkbenchStore()
  return computed(() => {
    const current = store.status?.current
    return current !== null && current !== undefined && (current.protected || current.demo)
  })
}
