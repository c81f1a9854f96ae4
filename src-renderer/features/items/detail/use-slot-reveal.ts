import { onScopeDispose, shallowReactive, watch } from 'vue'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useGiveUp } from '../../../api/use-reading.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { useActor } from '../../../session/use-actor.ts'

/** The number of seconds after which a copied value is removed from the clipboard. */
export const CLEAR_CLIPBOARD_SECONDS = 30

/** The revealed values of one item. They are kept only here. */
export function useSlotReveal(actor: string, itemId: () => string) {
  const values = shallowReactive(new Map<string, string>())
  const busy = shallowReactive(new Set<string>())
  const errors = shallowReactive(new Map<string, string>())
  const { signal: currentSignal, giveUp } = useGiveUp()

  async function read(slot_id: string): Promise<string | undefined> {
    const signal = currentSignal()
    busy.add(slot_id)
    errors.delete(slot_id)
    try {
      const params = { user_id: actor, item_id: itemId(), slot_id }
      const { value } = await call(workbenchItemOperations.slotReveal, { params }, signal)
      return signal.aborted ? undefined : (value ?? '')
    } catch (error) {
      if (!signal.aborted) errors.set(slot_id, failureOf(error).message)
      return undefined
    } finally {
      busy.delete(slot_id)
    }
  }

  async function reveal(slotId: string): Promise<void> {
    const value = await read(slotId)
    if (value !== undefined) values.set(slotId, value)
  }

  function hide(slotId: string): void {
    values.delete(slotId)
  }

  /** Copies a value without showing it. */
  async function copy(slotId: string): Promise<boolean> {
    const value = values.get(slotId) ?? (await read(slotId))
    if (value === undefined) return false
    await copyText(value, CLEAR_CLIPBOARD_SECONDS)
    return true
  }

  function drop(): void {
    giveUp()
    values.clear()
    busy.clear()
    errors.clear()
  }

  useActor(actor).whenLocked(drop)
  watch(itemId, drop, { flush: 'sync' })
  onScopeDispose(drop)

  return { values, busy, errors, reveal, hide, copy }
}

export type SlotReveal = ReturnType<typeof useSlotReveal>
