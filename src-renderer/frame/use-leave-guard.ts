import { ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { guardInput } from '../ui/unsent-input.ts'

/** Asks before typed input is lost by another page, a reload, or closing the window. */
export function useLeaveGuard(mayLoseInput: () => boolean) {
  const asking = ref(false)
  let answer: ((leave: boolean) => void) | undefined

  /** Whether to leave: immediately if nothing would be lost, else by the person's answer. */
  function mayLeave(): boolean | Promise<boolean> {
    if (!mayLoseInput()) return true
    answer?.(false)
    asking.value = true
    return new Promise((resolve) => (answer = resolve))
  }

  function reply(leave: boolean): void {
    asking.value = false
    answer?.(leave)
    answer = undefined
  }

  guardInput(mayLoseInput)
  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate(mayLeave)
  return { asking, reply }
}
