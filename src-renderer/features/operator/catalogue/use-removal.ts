import type { RouteLocationRaw } from 'vue-router'
import { CallError } from '../../../../shared/contract/caller.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Question } from '../../../api/use-confirm.ts'
import { useConfirm } from '../../../api/use-confirm.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useToasts } from '../../../ui/toasts.ts'

/** Why something of the catalogue was not deleted: what uses it, and what to do about that. */
export function removalFailure(error: unknown): Failure {
  const isUsed = error instanceof CallError && error.code === 'in_use'
  return isUsed ? { ...failureOf(error), advice: text('operator.inUse') } : failureOf(error)
}

/** Asks before something of the catalogue is deleted, and says `done` once it is, at a place. */
export function useRemoval(link: RouteLocationRaw) {
  const confirm = useConfirm()
  const toasts = useToasts()

  return async (question: Question, remove: () => Promise<unknown>, done: string): Promise<void> => {
    const answer = await confirm(question, remove, removalFailure)
    if (answer !== false) toasts.show({ text: done, link })
  }
}
