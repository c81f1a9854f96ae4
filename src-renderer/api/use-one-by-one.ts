import { computed, shallowRef } from 'vue'
import { n, t } from '../i18n/i18n.ts'
import { failureOf } from './refusal.ts'

/** Results, refusals, and entries that were not tried because it was stopped. */
interface Outcome<One, Answer> {
  readonly done: ReadonlyMap<One, Answer>
  readonly refused: ReadonlyMap<One, string>
  readonly left: readonly One[]
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
    return { done, refused, left: many.slice(done.size + refused.size) }
  }

  return { progress: computed(() => progress.value), run, stop: (): void => void (stopped = true) }
}

/** The sentence about what was stopped, for the message about what was done; none if nothing is left. */
export function stoppedText(left: number, of: number): readonly string[] {
  return left === 0 ? [] : [t('ui.stopped', { tried: n(of - left), of: n(of), count: n(left) }, left)]
}
