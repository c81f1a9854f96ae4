import { itemOperations } from '../../../shared/contract/items.ts'
import { asUser } from '../../api/as.ts'
import { callService, CallError } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { text } from '../../i18n/i18n.ts'
import { useToasts } from '../../ui/toasts.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useActor } from '../../session/use-actor.ts'
import { itemPlace } from './item-place.ts'

interface Deletable {
  readonly id: string
  readonly label: string
  readonly own: boolean
}

/** Deletes items of one actor: they disappear at once, and the calls are sent when the time for Undo is over. */
export function useItemDeletion(actor: string) {
  const pending = usePendingRemovals()
  const toasts = useToasts()
  const { look } = useActor(actor)

  /** @returns ids of the items that disappeared: the actor's own ones. */
  function remove(items: readonly Deletable[]): readonly string[] {
    const own = items.filter((item) => item.own)
    const ids = own.map(({ id }) => id)
    if (own.length < items.length)
      toasts.show({ text: text('items.deletion.onlyOwn'), tone: 'warn', link: itemPlace(actor) })
    if (ids.length === 0) return ids
    pending.add(actor, ids)
    toasts.hold({
      text: textFor(own, look.value.name),
      link: itemPlace(actor),
      commit: () => void send(actor, ids),
      undone: () => pending.remove(actor, ids),
    })
    return ids
  }

  /** Sends the calls one after the other. What was refused comes back into the list, and the toast says why. */
  async function send(as: string, ids: readonly string[]): Promise<void> {
    const refused: string[] = []
    let reason = ''
    for (const id of ids) {
      try {
        await callService(asUser(as), itemOperations.itemsIdDelete, { params: { id } })
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_found') continue // gone already, as was wanted
        refused.push(id)
        reason = failureOf(error).message
      }
    }
    if (refused.length === 0) return
    pending.remove(as, refused)
    const words = text('items.deletion.refused', { count: refused.length, reason })
    toasts.show({ text: words, tone: 'bad', link: itemPlace(as, refused.length === 1 ? refused[0] : undefined) })
  }

  return { remove }
}

function textFor(items: readonly Deletable[], name: string): string {
  const [first] = items
  if (items.length === 1 && first) return text('items.deletion.one', { label: first.label, name })
  return text('items.deletion.many', { count: items.length, name })
}
