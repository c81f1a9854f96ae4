import { getCurrentInstance, h, onScopeDispose, ref, render, shallowRef } from 'vue'
import ConfirmDialog from '../ui/ConfirmDialog.vue'
import type { Failure } from '../ui/failure.ts'
import { failureOf } from './refusal.ts'
import { useAttempt } from './use-attempt.ts'

/** A confirmation of an action that cannot be undone. */
export interface Question {
  readonly title: string
  /** What will be lost, by name. */
  readonly text: string
  /** A verb with its object. */
  readonly confirmLabel: string
  readonly keepLabel?: string
  /** A name that must be typed before the button works. */
  readonly typedName?: string
  readonly danger?: boolean
}

/**
 * Asks for confirmation of an action, and runs it. The dialog stays open while the action runs, and shows a refusal. It
 * is closed together with the component that asked.
 *
 * @returns `confirm`, which resolves to the result of the action, or to false if it was not done. Its last parameter
 * replaces the text of some refusals. An error that is not a refusal is a bug and is rethrown.
 */
export function useConfirm() {
  const appContext = getCurrentInstance()?.appContext ?? null
  const box = document.createElement('div')
  const open = ref(false)
  const asked = shallowRef<{
    readonly question: Question
    readonly act: () => Promise<void>
    readonly leave: () => void
  }>()
  let read: (error: unknown) => Failure = failureOf
  const { busy, failure, run } = useAttempt((act: () => Promise<void>) => act(), { read: (error) => read(error) })

  async function act(): Promise<void> {
    if (asked.value === undefined) return
    await run(asked.value.act)
    if (failure.value === undefined) close()
  }

  /** No effect after a successful action, whose result was already returned. */
  function close(): void {
    open.value = false
    asked.value?.leave()
  }

  const Asking = () =>
    h(ConfirmDialog, {
      title: '',
      text: '',
      confirmLabel: '',
      ...asked.value?.question,
      open: open.value,
      busy: busy.value,
      failure: failure.value,
      'onUpdate:open': (next: boolean) => !next && close(),
      onConfirm: act,
    })
  onScopeDispose(() => {
    render(null, box)
    asked.value?.leave()
  })

  return function confirm<Answer>(
    question: Question,
    act: () => Promise<Answer>,
    words = failureOf,
  ): Promise<Answer | false> {
    return new Promise((answer) => {
      asked.value?.leave()
      asked.value = { question, act: async () => answer(await act()), leave: () => answer(false) }
      read = words
      failure.value = undefined
      open.value = true
      const dialog = h(Asking)
      dialog.appContext = appContext
      render(dialog, box)
    })
  }
}
