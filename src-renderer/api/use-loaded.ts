import { ref, shallowRef } from 'vue'
import { failureOf } from './refusal.ts'
import type { Failure } from '../ui/failure.ts'

/** Something read from the service. The last value stays while it is read again, also when that fails. */
export function useLoaded<Value>(read: () => Promise<Value>) {
  const value = shallowRef<Value>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  let turn = 0

  /** Reads again. An answer that was overtaken by a later reading is dropped. */
  async function reload(): Promise<void> {
    const mine = ++turn
    busy.value = true
    try {
      const next = await read()
      if (mine !== turn) return
      value.value = next
      failure.value = undefined
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    } finally {
      if (mine === turn) busy.value = false
    }
  }

  function drop(): void {
    turn += 1
    value.value = undefined
    failure.value = undefined
    busy.value = false
  }

  return { value, failure, busy, reload, drop }
}
