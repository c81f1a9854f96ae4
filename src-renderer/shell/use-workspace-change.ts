import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { useInspectorFilter } from '../session/inspector-filter.ts'
import { useOpenWorkspace } from '../session/use-open-workspace.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/**
 * Shows the first page after a change of workspace, because users and calls differ; unlocking the same workspace
 * returns to the page before. Dialogs about users are closed with their workspace.
 */
export function useWorkspaceChange(): void {
  const store = useWorkbenchStore()
  const router = useRouter()
  const dialogs = useUserDialogs()
  const inspector = useInspectorFilter()
  useOpenWorkspace().whenLeft(() => {
    inspector.forget()
  })
  watch(
    () => store.status?.current?.id,
    (now, before) => {
      if (before !== undefined && now !== before) void router.replace({ name: 'start' })
    },
  )
  watch(
    () => store.status?.state === 'open' && !store.locking,
    (isOpen) => {
      if (!isOpen) dialogs.close()
    },
    { flush: 'sync' },
  )
}
