import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../ui/failure.ts'
import { failureOf } from './refusal.ts'

export interface AttemptOptions {
  /** Converts an error to a failure; an error that is no refusal is a bug and is rethrown. */
  readonly read?: (error: unknown) => Failure
  /** Called with a refusal that is not shown in place. */
  readonly refused?: (failure: Failure) => void
}

/**
 * An action of a button. One call runs at a time, `busy` meanwhile; a refusal is kept until the next attempt.
 *
 * @param act the action; it receives the subject that was passed to `run`
 */
export function useAttempt<Subject = void, Answer = void>(
  act: (subject: Subject) => Promise<Answer>,
  { read = failureOf, refused }: AttemptOptions = {},
) {
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  /** The subject of the last attempt, which is busy or failed. */
  const subject = shallowRef<Subject>()

  /** @returns the result; undefined if the action was refused or is already running */
  async function run(next: Subject): Promise<Answer | undefined> {
    if (busy.value) return undefined
    busy.value = true
    failure.value = undefined
    subject.value = next
    try {
      return await act(next)
    } catch (error) {
      failure.value = read(error)
      refused?.(failure.value)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return { busy, failure, subject, run, isBusyWith: (one: Subject): boolean => busy.value && subject.value === one }
}

/** An action that has to be confirmed: `ask` opens the ConfirmDialog that `dialog` is bound to. */
export function useQuestion<Subject>(act: (subject: Subject) => Promise<unknown>, options: AttemptOptions = {}) {
  const { busy, failure, run } = useAttempt(act, options)
  const open = ref(false)
  /** The subject of the question. Its name is in the dialog, so it stays while the dialog closes. */
  const asked = shallowRef<Subject>()

  function setOpen(next: boolean): void {
    open.value = next
    failure.value = undefined
  }

  function ask(subject: Subject): void {
    asked.value = subject
    setOpen(true)
  }

  async function confirm(): Promise<void> {
    if (asked.value === undefined) return
    await run(asked.value)
    if (failure.value === undefined) open.value = false
  }

  const dialog = computed(() => ({
    open: open.value,
    'onUpdate:open': setOpen,
    busy: busy.value,
    failure: failure.value,
    onConfirm: confirm,
  }))

  return { asked, ask, dialog }
}

/** The props of a ConfirmDialog. */
export type QuestionDialog = ReturnType<typeof useQuestion>['dialog']['value']
