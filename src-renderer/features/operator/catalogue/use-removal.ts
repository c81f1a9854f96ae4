import { useI18n } from 'vue-i18n'
import type { RouteLocationRaw } from 'vue-router'
import { CallError } from '../../../../shared/contract/caller.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useQuestion } from '../../../api/use-attempt.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useToasts } from '../../../ui/toasts.ts'

/** Asks before something of the catalogue is deleted; a refusal stays in the question, with what uses it. */
export function useRemoval<Row>(
  remove: (row: Row) => Promise<void>,
  doneText: (row: Row) => string,
  link: RouteLocationRaw,
) {
  const { t } = useI18n()
  const toasts = useToasts()

  async function removeNow(row: Row): Promise<void> {
    await remove(row)
    toasts.show({ text: doneText(row), link })
  }

  function withAdvice(error: unknown): Failure {
    const isUsed = error instanceof CallError && error.code === 'in_use'
    return isUsed ? { ...failureOf(error), advice: t('operator.inUse') } : failureOf(error)
  }

  return useQuestion(removeNow, { read: withAdvice })
}
