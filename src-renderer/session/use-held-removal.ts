import { ref } from 'vue'
import { CallError } from '../../shared/contract/caller.ts'
import { failureOf } from '../api/refusal.ts'
import { useToasts } from '../ui/toasts.ts'

interface Removal {
  readonly id: string
  /** What the toast says while it can still be undone. */
  readonly text: string
  /** Sends the call. */
  readonly send: () => Promise<unknown>
  /** Says that it was refused, and why. */
  readonly refused: (reason: string) => string
}

/**
 * Removes rows with Undo: a row leaves the list at once, its call is sent when the countdown ends, and a refusal brings
 * it back. What is gone already is as good as removed.
 */
export function useHeldRemoval(afterwards: () => void) {
  const toasts = useToasts()
  /** Ids of rows that are not shown any more. */
  const removed = ref<ReadonlySet<string>>(new Set())

  function remove(removal: Removal): void {
    removed.value = new Set([...removed.value, removal.id])
    toasts.hold({
      text: removal.text,
      commit: () => void send(removal),
      undone: () => {
        bringBack(removal.id)
      },
    })
  }

  async function send(removal: Removal): Promise<void> {
    try {
      await removal.send()
    } catch (error) {
      if (!isGone(error)) {
        bringBack(removal.id)
        toasts.show({ text: removal.refused(failureOf(error).message), tone: 'bad' })
      }
    }
    afterwards()
  }

  function bringBack(id: string): void {
    removed.value = new Set([...removed.value].filter((one) => one !== id))
  }

  return { removed, remove }
}

/** The thing is not there any more, so nothing is left to remove. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_found'
}
