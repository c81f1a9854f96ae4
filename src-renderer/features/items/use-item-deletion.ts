import { itemOperations } from '../../../shared/contract/items.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { ItemRow, OpenedItem } from '../../../shared/contract/workbench-items.ts'
import { asUser, callService } from '../../api/call.ts'
import { n, text } from '../../i18n/i18n.ts'
import { useShareEnding } from '../../parts/use-share-ending.ts'
import { showToast } from '../../ui/toasts.ts'
import { useActor } from '../../session/use-actor.ts'
import { useHeldRemoval } from '../../session/use-held-removal.ts'
import { itemPlace } from './item-place.ts'

/** An own item to delete, or a received copy, which is removed by ending its share. */
export type Removable = Pick<ItemRow, 'id' | 'label' | 'own' | 'share_id' | 'share_state' | 'sender'>

export function removableOf({ item: { id, label, own }, share }: OpenedItem): Removable {
  const { share_id = null, state: share_state = null, sender = null } = share ?? {}
  return { id, label, own, share_id, share_state, sender }
}

/** A received copy that is to be accepted or declined first. */
export const waits = ({ share_state }: Pick<Removable, 'share_state'>): boolean => share_state === 'acceptance_required'

/** The call that removes it. */
export function removalOf(item: Removable) {
  if (item.own) return itemOperations.itemsIdDelete
  return waits(item) ? shareOperations.incomingSharesIdRejectPut : shareOperations.sharesIdDelete
}

/**
 * Deletes own items of one actor, and ends the shares of received ones: they disappear at once, and the calls are sent
 * when the time for Undo is over.
 */
export function useItemDeletion(actor: string) {
  const { removeAll } = useHeldRemoval(() => undefined, actor)
  const { look } = useActor(actor)
  const { end } = useShareEnding(actor)

  /** @returns ids of the items that disappeared */
  function remove(items: readonly Removable[]): readonly string[] {
    const [own, received] = [items.filter((item) => item.own), items.filter((item) => !item.own)]
    const ending = received.flatMap((item) => endingOf(item) ?? [])
    if (ending.length < received.length)
      showToast({ text: text('items.deletion.noShare'), tone: 'warn', link: itemPlace(actor) })
    for (const how of ['leave', 'decline'] as const)
      end(
        how,
        ending.filter((one) => one.how === how),
      )
    removeOwn(own)
    return [...own.map(({ id }) => id), ...ending.map(({ copy_id }) => copy_id)]
  }

  function removeOwn(own: readonly Removable[]): void {
    if (own.length === 0) return
    removeAll({
      ids: own.map(({ id }) => id),
      text: textFor(own, look.value.name),
      link: itemPlace(actor),
      send: (id) => callService(asUser(actor), itemOperations.itemsIdDelete, { params: { id } }),
      refused: (reasons) =>
        text('items.deletion.refused', { count: reasons.size, reason: [...reasons.values()].at(-1) ?? '' }),
    })
  }

  return { remove }
}

/** The call that ends a received copy's share; undefined if the share is unknown. */
function endingOf(item: Removable) {
  const { id: copy_id, label: item_label, share_id, sender: person } = item
  if (share_id === null || person === null) return undefined
  return { how: waits(item) ? ('decline' as const) : ('leave' as const), share_id, item_label, person, copy_id }
}

function textFor(items: readonly Removable[], name: string): string {
  const [first] = items
  if (items.length === 1 && first) return text('items.deletion.one', { label: first.label, name })
  return text('items.deletion.many', { count: n(items.length), name })
}
