import { onScopeDispose, ref, shallowRef } from 'vue'
import { failureOf } from './refusal.ts'
import type { Failure } from '../ui/failure.ts'

/**
 * A signal for what is on its way. It is aborted when that is given up, and for good when the component or the store
 * that waits for it ends.
 */
export function useGiveUp() {
  let current = new AbortController()
  let ended = false
  onScopeDispose(() => {
    ended = true
    current.abort()
  }, true)

  /** Aborts current calls. Later ones get a new signal. */
  function giveUp(): void {
    current.abort()
    if (!ended) current = new AbortController()
  }

  return { signal: (): AbortSignal => current.signal, giveUp }
}

/**
 * How everything in the window is read that is kept on screen; what is read is held by the caller.
 *
 * - An answer or a refusal that comes after `giveUp` or `drop` is thrown away. Whoever reads anew instead of further
 *   calls `giveUp` first; the end of the component drops.
 * - It is busy until every reading that still counts has ended.
 * - A refusal stays beside what is held until a reading succeeds. What is no refusal is a bug and is thrown.
 *
 * @param forget empties what the caller holds.
 */
export function useReading(forget: () => void) {
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  let running = 0
  const { signal: currentSignal, giveUp: giveUpSignal } = useGiveUp()

  function giveUp(): void {
    giveUpSignal()
    running = 0
    busy.value = false
  }

  /** Aborts current calls and drops the value. */
  function drop(): void {
    giveUp()
    failure.value = undefined
    forget()
  }
  onScopeDispose(drop, true)

  /**
   * Runs one reading.
   *
   * @param ask its signal is for `call`, and says between several steps whether they still count
   * @returns whether the answer counted and was taken
   */
  async function read<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    take: (answer: Answer) => void,
  ): Promise<boolean> {
    const signal = currentSignal()
    running += 1
    busy.value = true
    try {
      const answer = await ask(signal)
      if (signal.aborted) return false
      failure.value = undefined
      take(answer)
      return true
    } catch (error) {
      if (!signal.aborted) failure.value = failureOf(error)
      return false
    } finally {
      if (!signal.aborted) {
        running -= 1
        busy.value = running > 0
      }
    }
  }

  return { failure, busy, read, giveUp, drop }
}
