import { onScopeDispose, ref, shallowRef } from 'vue'
import { failureOf } from './refusal.ts'
import type { Failure } from '../ui/failure.ts'

/**
 * An abort signal for the current calls. `giveUp` aborts it and makes a new one; the end of the component or store
 * aborts it for good.
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
 * Runs the reads of a value that is kept on screen. The caller holds the value.
 *
 * - An answer or refusal after `giveUp` or `drop` is ignored. Call `giveUp` before starting over, but not before
 *   reading further pages. The end of the component calls `drop`.
 * - `busy` is true until every read that still counts has ended.
 * - A refusal is kept beside the value until a read succeeds. An error that is not a refusal is a bug and is thrown.
 *
 * @param forget drops the value that the caller holds
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
   * Runs one read.
   *
   * @param ask makes the calls; its signal is for `call`, and tells between several steps whether to go on
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
