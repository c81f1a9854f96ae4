import { computed, shallowRef } from 'vue'
import { failureOf } from './refusal.ts'

/** Results and refusals. Entries that were not tried are in neither. */
interface Outcome<One, Answer> {
  readonly done: ReadonlyMap<One, Answer>
  readonly refused: ReadonlyMap<One, string>
}

/** Runs an action for many entries, one after the other. It can be stopped between two of them. */
export function useOneByOne() {
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  let stopped = false
  const isStopped = (): boolean => stopped

  async function run<One, Answer>(
    many: readonly One[],
    act: (one: One) => Promise<Answer>,
    mayGoOn: () => boolean = () => true,
  ): Promise<Outcome<One, Answer>> {
    const done = new Map<One, Answer>()
    const refused = new Map<One, string>()
    stopped = false
    for (const [index, one] of many.entries()) {
      if (isStopped() || !mayGoOn()) break
      progress.value = { done: index, of: many.length }
      try {
        done.set(one, await act(one))
      } catch (error) {
        refused.set(one, failureOf(error).message)
      }
    }
    progress.value = undefined
    return { done, refused }
  }

  return { progress: computed(() => progress.value), run, stop: (): void => void (stopped = true) }
}
