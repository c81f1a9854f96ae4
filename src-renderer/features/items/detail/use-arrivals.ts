import { onScopeDispose, shallowReactive, watch } from 'vue'
import type { OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import type { AwaitedCopy } from '../../../../shared/contract/workbench-tasks.ts'
import { FLASH_MS } from '../../../ui/flash.ts'

/** The value before the new one; null if hidden. */
type Before = string | null

/**
 * The slots of a received item whose new value arrived while the item is open, as long as they are marked.
 *
 * A readable value shows the change itself. A hidden one counts once it is no longer awaited and was written since.
 */
export function useArrivals(slots: () => readonly OpenedSlot[], awaited: () => AwaitedCopy | undefined) {
  const arrived = shallowReactive(new Map<string, Before>())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** Awaited hidden slots, with the time of their last write before that. */
  const hidden = new Map<string, string>()

  watch(slots, (now, before) => {
    const known = new Map(before.map((slot) => [slot.id, slot]))
    for (const slot of now) {
      const old = known.get(slot.id)
      if (old?.state === 'readable' && isShown(slot) && old.value !== slot.value) note(slot.id, old.value)
    }
  })
  watch(
    awaited,
    (now) => {
      const waits = new Set(now?.slot_ids)
      for (const { id, state, updated_at } of slots()) {
        const since = hidden.get(id)
        if (since !== undefined && !waits.has(id)) {
          hidden.delete(id)
          if (since !== updated_at) note(id, null)
        } else if (since === undefined && waits.has(id) && state === 'hidden') hidden.set(id, updated_at)
      }
    },
    { immediate: true },
  )

  function note(id: string, before: Before): void {
    clearTimeout(timers.get(id))
    arrived.set(id, before)
    timers.set(
      id,
      setTimeout(() => arrived.delete(id), FLASH_MS),
    )
  }

  onScopeDispose(() => {
    for (const timer of timers.values()) clearTimeout(timer)
    arrived.clear()
  })
  return arrived
}

const isShown = ({ state }: OpenedSlot): boolean => state === 'readable' || state === 'empty'
