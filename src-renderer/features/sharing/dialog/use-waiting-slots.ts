import { computed } from 'vue'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import type { ShareSubject } from '../../../session/share-dialog.ts'
import { useActor } from '../../../session/use-actor.ts'

/** A recipient for whom a single slot would have to wait. */
export interface WaitingSlot {
  readonly slot_label: string
  readonly person: string
  /** The slot of the item that the person has already. */
  readonly shown: string
}

/**
 * Finds the chosen people who already have another slot of the same item. A person has one copy of an item, through one
 * share, so a further slot waits until that share ends; the service reports this only afterwards. Nothing is reported
 * for items whose shares cannot be read.
 */
export function useWaitingSlots(
  actor: string,
  subjects: () => readonly ShareSubject[],
  chosen: () => ReadonlySet<string>,
) {
  const slots = computed(() => subjects().filter(({ slot_id }) => slot_id !== undefined))
  const itemIds = computed(() => [...new Set(slots.value.map(({ item_id }) => item_id))].join(' '))
  const { value: rows } = useLoaded((signal, ids: string) => readShares(signal, ids.split(' ')), {
    whose: useActor(actor),
    of: () => (itemIds.value === '' ? undefined : itemIds.value),
    stays: () => true,
  })

  async function readShares(signal: AbortSignal, ids: readonly string[]): Promise<readonly ShareRow[]> {
    const replies = await Promise.allSettled(
      ids.map((item_id) => call(workbenchShareOperations.itemShares, { params: { user_id: actor, item_id } }, signal)),
    )
    return replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.rows : []))
  }

  return computed(() => slots.value.flatMap((subject) => waitingFor(subject, chosen(), rows.value ?? [])))
}

function waitingFor(subject: ShareSubject, chosen: ReadonlySet<string>, rows: readonly ShareRow[]): WaitingSlot[] {
  const ofItem = rows.filter(({ item_id, person }) => item_id === subject.item_id && chosen.has(person.user_id))
  const byPerson = Map.groupBy(ofItem, ({ person }) => person.user_id)
  return [...byPerson.values()].flatMap((shares) => {
    const holder = holderOf(shares)
    if (holder === undefined || holder.slot_label === null || holder.slot_id === subject.slot_id) return []
    return [{ slot_label: subject.slot_label ?? '', person: holder.person.name, shown: holder.slot_label }]
  })
}

/** The share through which somebody reads the item: one of the whole item before one of a slot, then the oldest. */
function holderOf(shares: readonly ShareRow[]): ShareRow | undefined {
  const granted = shares
    .filter(({ state }) => state === 'accepted' || state === 'acceptance_not_required')
    .toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1))
  return granted.find(({ slot_label }) => slot_label === null) ?? granted[0]
}
