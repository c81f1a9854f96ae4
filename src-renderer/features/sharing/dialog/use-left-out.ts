import { computed, shallowRef } from 'vue'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { LeavesOut } from './share-order.ts'

/** Why some of the items are not shared with a chosen person, and how many. */
export interface LeftOut {
  readonly person_id: string
  readonly reason: 'owns' | 'has'
  readonly count: number
}

const PER_PAGE = 500
const LIVE: ReadonlySet<string> = new Set(['accepted', 'acceptance_not_required', 'acceptance_required'])

/**
 * Tells which items are left out for which people: items that they own, and, if several items are shared at once, items
 * that the actor already shares with them as a whole. A single item can be shared again, with other terms. The shares
 * of a person are read when the person is chosen; if that is refused, nothing counts as shared.
 */
export function useLeftOut(actor: string, subjects: () => readonly ShareSubject[], chosen: () => ReadonlySet<string>) {
  /** The ids of the items that are shared with each person already. */
  const had = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const person = useActor(actor)
  const wanted = computed(() => (subjects().length > 1 ? [...chosen()].sort().join(' ') : ''))
  const reading = useLoaded((signal, ids: string) => readAll(ids.split(' '), signal), {
    whose: person,
    of: () => wanted.value || undefined,
    stays: () => true,
  })
  person.whenLocked(() => (had.value = new Map()))

  async function readAll(ids: readonly string[], signal: AbortSignal): Promise<void> {
    for (const id of ids.filter((one) => !had.value.has(one))) {
      const items = await readItems(id, signal).catch(() => undefined)
      if (signal.aborted) return
      if (items !== undefined) had.value = new Map(had.value).set(id, items)
    }
  }

  async function readItems(person_id: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const items = new Set<string>()
    for (let offset = 0, matching = 1; offset < matching; offset += PER_PAGE) {
      const query = { direction: 'outgoing', person_id, onward: false, offset, limit: PER_PAGE } as const
      const page = await call(workbenchShareOperations.shareRows, { params: { user_id: actor }, query }, signal)
      for (const { item_id, slot_id, slot_label, state } of page.rows)
        if (item_id !== null && slot_id === null && slot_label === null && LIVE.has(state)) items.add(item_id)
      matching = page.matching
    }
    return items
  }

  const owns = (person_id: string): number => subjects().filter(({ owner_id }) => owner_id === person_id).length
  const has = (person_id: string, { item_id, slot_id, owner_id }: ShareSubject): boolean =>
    subjects().length > 1 &&
    slot_id === undefined &&
    owner_id !== person_id &&
    had.value.get(person_id)?.has(item_id) === true

  const leftOut = computed<readonly LeftOut[]>(() =>
    [...chosen()]
      .flatMap((person_id) => [
        { person_id, reason: 'owns' as const, count: owns(person_id) },
        { person_id, reason: 'has' as const, count: subjects().filter((one) => has(person_id, one)).length },
      ])
      .filter(({ count }) => count > 0),
  )
  const leftOutCount = computed(() => leftOut.value.reduce((sum, { count }) => sum + count, 0))
  /** The number of shares to make. */
  const planned = computed(() => subjects().length * chosen().size - leftOutCount.value)
  const byItem = computed(() => new Map(subjects().map((subject) => [subject.item_id, subject])))
  const leavesOut: LeavesOut = ({ item_id }, person_id) => {
    const subject = byItem.value.get(item_id)
    return subject !== undefined && (subject.owner_id === person_id || has(person_id, subject))
  }

  return { leftOut, leftOutCount, planned, owns, leavesOut, read: reading.reload }
}
