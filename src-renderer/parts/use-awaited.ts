import { Play } from '@lucide/vue'
import { computed, shallowReactive, watch } from 'vue'
import { clientTaskOperations } from '../../shared/contract/client-tasks.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { AwaitedCopy } from '../../shared/contract/workbench-tasks.ts'
import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { text } from '../i18n/i18n.ts'
import { useActor } from '../session/use-actor.ts'
import { useRoleLimits } from '../session/use-role-limits.ts'
import { useWorkbenchChanges } from '../session/use-workbench-changes.ts'
import { onWorkbenchEvent } from '../session/use-workbench.ts'
import { showToast } from '../ui/toasts.ts'

/** Events of any user: the owner changes an item or runs a task, and the recipient receives it. */
const NAMES = ['item.updated', 'item.deleted', 'share.updated', 'share.created', 'share.accepted', 'share.deleted']

function concerns(event: WorkbenchEvent): boolean {
  return event.type === 'users' || (event.type === 'change' && (NAMES.includes(event.name) || isOfTask(event.name)))
}

const isOfTask = (name: string): boolean => name.startsWith('task.')

/** Lets the owner send the values that a copy awaits. @returns the number of failed tasks */
export async function fetchAwaited(user_id: string, item_id: string): Promise<number> {
  return (await call(workbenchTaskOperations.awaitedCopyFetch, { params: { user_id, item_id } })).failed
}

/**
 * The received copies of an actor that wait for changes by their owner, by item id. Known only for owners who are
 * signed in in this workspace.
 */
export function useAwaited(actor: string, wanted: () => boolean = () => true) {
  const whyNot = useRoleLimits(actor)
  const who = useActor(actor)
  const { value, reload } = useLoaded(
    (signal) => call(workbenchTaskOperations.awaitedCopies, { params: { user_id: actor } }, signal),
    { whose: who, of: () => (wanted() ? true : undefined), dropOnFailure: true, kept: `awaited ${actor}` },
  )
  useWorkbenchChanges(concerns, reload)
  const awaited = computed<ReadonlyMap<string, AwaitedCopy>>(
    () => new Map((value.value?.copies ?? []).map((copy) => [copy.item_id, copy])),
  )
  /** Copies whose values arrived while they waited. */
  const written = new Set<string>()
  /** The number of times awaited values of a copy arrived. */
  const arrivals = shallowReactive(new Map<string, number>())

  onWorkbenchEvent((event) => {
    if (event.type !== 'change' || event.name !== 'share.updated' || event.item_id === null) return
    if (event.vault_user_id === who.user.value?.vault_user_id && awaited.value.has(event.item_id))
      written.add(event.item_id)
  })
  watch(value, noteArrivals, { flush: 'sync' })

  /** A copy also stops waiting when its owner signs out, or after a failed read, although nothing arrived. */
  function noteArrivals(now: typeof value.value): void {
    for (const id of written) {
      if (awaited.value.has(id)) continue
      written.delete(id)
      if (now !== undefined) arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
    }
  }

  /** Values for `v-flash` in the row of a copy: it is highlighted when the awaited values arrive. */
  const arrivalOf = (itemId: string) => ({ of: itemId, is: String(arrivals.get(itemId) ?? 0) })

  /** The action to fetch awaited values, for the row of a copy. */
  function actionsOf(itemId: string, label: string) {
    if (!awaited.value.has(itemId)) return []
    return [
      {
        id: 'fetch',
        label: text('parts.awaited.run'),
        icon: Play,
        whyNot: whyNot(clientTaskOperations.clientTaskQueuePut),
        run: () => fetchFromRow(itemId, label),
      },
    ]
  }

  async function fetchFromRow(itemId: string, item: string): Promise<void> {
    const reason = await fetchAwaited(actor, itemId).then(
      (failed) => (failed > 0 ? text('parts.awaited.failed') : undefined),
      (error: unknown) => failureOf(error).message,
    )
    if (reason === undefined) return
    const link = { name: 'items', params: { actor, id: itemId, mode: null } }
    showToast({ text: text('parts.awaited.refused', { item, reason }), tone: 'bad', link })
  }

  return { awaited, arrivalOf, actionsOf }
}
