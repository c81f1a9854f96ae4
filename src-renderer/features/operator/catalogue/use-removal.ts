import { ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { CallError } from '../../../../shared/contract/caller.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useToasts } from '../../../ui/toasts.ts'

/** Asks before something of the catalogue is deleted; a refusal stays in the question, with what uses it. */
export function useRemoval<Row>(remove: (row: Row) => Promise<void>, doneText: (row: Row) => string) {
  const { t } = useI18n()
  const toasts = useToasts()
  const asked = shallowRef<Row>()
  const open = ref(false)
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  watch(open, () => (failure.value = undefined))

  function ask(row: Row): void {
    asked.value = row
    open.value = true
  }

  async function confirm(): Promise<void> {
    const row = asked.value
    if (row === undefined) return
    busy.value = true
    failure.value = undefined
    try {
      await remove(row)
      open.value = false
      toasts.show({ text: doneText(row) })
    } catch (error) {
      failure.value = withAdvice(error, failureOf(error))
    } finally {
      busy.value = false
    }
  }

  function withAdvice(error: unknown, seen: Failure): Failure {
    const isUsed = error instanceof CallError && error.code === 'in_use'
    return isUsed ? { ...seen, advice: t('operator.inUse') } : seen
  }

  return { asked, open, busy, failure, ask, confirm }
}
