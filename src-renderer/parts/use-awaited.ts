import { computed } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { AwaitedCopy } from '../../shared/contract/workbench-tasks.ts'
import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActor } from '../session/use-actor.ts'
import { useWorkbenchChanges } from '../session/use-workbench-changes.ts'

/** Of whomever: the owner changes an item or runs a task, and the recipient gets it. */
const NAMES = ['item.updated', 'item.deleted', 'share.updated', 'share.created', 'share.accepted', 'share.deleted']

function concerns(event: WorkbenchEvent): boolean {
  return event.type === 'users' || (event.type === 'change' && (NAMES.includes(event.name) || isOfTask(event.name)))
}

const isOfTask = (name: string): boolean => name.startsWith('task.')

/**
 * The received copies of an actor that wait for what their owner changed, by item id. As far as it is known: of owners who are
 * signed in in this workspace.
 */
export function useAwaited(actor: string, wanted: () => boolean = () => true) {
  const { value, reload } = useLoaded(
    (signal) => call(workbenchTaskOperations.awaitedCopies, { params: { user_id: actor } }, signal),
    { whose: useActor(actor), of: () => (wanted() ? true : undefined), dropOnFailure: true },
  )
  useWorkbenchChanges(concerns, reload)
  const awaited = computed<ReadonlyMap<string, AwaitedCopy>>(
    () => new Map((value.value?.copies ?? []).map((copy) => [copy.item_id, copy])),
  )

  /** For `v-flash` in the row of a copy: it is highlighted when it waits no more. */
  function arrivalOf(itemId: string) {
    const quiet = awaited.value.has(itemId)
    return { of: itemId, is: String(quiet), quiet }
  }

  return { awaited, arrivalOf }
}
