import { readonly, ref, shallowRef } from 'vue'
import type { Workspace } from '../../../shared/contract/workbench.ts'
import { failureOf } from '../../api/refusal.ts'
import { openWorkspace } from '../../session/use-workspaces.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useWorkspaceChoice } from '../../session/workspace-choice.ts'
import type { Failure } from '../../ui/failure.ts'

/** Opening a workspace of the list: at once, or by way of its passphrase. */
export function useOpening() {
  const store = useWorkbenchStore()
  const choice = useWorkspaceChoice()
  const opening = ref<string>()
  const refused = shallowRef<{ readonly workspace: Workspace; readonly failure: Failure }>()

  async function open(workspace: Workspace): Promise<void> {
    if (opening.value !== undefined) return
    refused.value = undefined
    if (isOpen(workspace)) choice.done()
    else if (workspace.protected) choice.unlock(workspace.id)
    else await openAtOnce(workspace)
  }

  async function openAtOnce(workspace: Workspace): Promise<void> {
    opening.value = workspace.id
    try {
      await openWorkspace(workspace.id, null)
    } catch (error) {
      refused.value = { workspace, failure: failureOf(error) }
    } finally {
      opening.value = undefined
    }
  }

  function isOpen({ id }: Workspace): boolean {
    return store.status?.state === 'open' && store.status.current?.id === id
  }

  return { opening: readonly(opening), refused, open }
}
