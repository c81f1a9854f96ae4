import { Trash2 } from '@lucide/vue'
import type { RouteLocationRaw } from 'vue-router'
import { CallError } from '../../../../shared/contract/caller.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useConfirm } from '../../../api/use-confirm.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import type { RecordAction } from '../../../rows/record-kind.ts'
import type { Failure } from '../../../ui/failure.ts'
import { showToast } from '../../../ui/toasts.ts'

type Group = 'schemes' | 'nodes' | 'templates' | 'slots' | 'images'

/** Why something of the catalogue was not deleted: what uses it, and what to do about that. */
function removalFailure(error: unknown): Failure {
  const isUsed = error instanceof CallError && error.code === 'in_use'
  return isUsed ? { ...failureOf(error), advice: text('operator.inUse') } : failureOf(error)
}

/** The keys of what is asked before something of a group is deleted, and told afterwards. */
const wordsOf = (group: Group) => ({
  title: oneOf('operator.{schemes,nodes,templates,slots,images}.removeTitle', group),
  text: oneOf('operator.{schemes,nodes,templates,slots,images}.removeText', group),
  confirm: oneOf('operator.{schemes,nodes,templates,slots,images}.removeConfirm', group),
  done: oneOf('operator.{schemes,nodes,templates,slots,images}.removed', group),
})

/** Deleting something of the catalogue, as an action of its kind. */
export function removalOf<Row>(group: Group, run: (row: Row) => Promise<unknown>): RecordAction<Row> {
  const { done, ...words } = wordsOf(group)
  const label = oneOf('operator.{schemes,nodes,templates,slots,images}.removeNamed', group)
  return { id: 'remove', label, icon: Trash2, asks: { ...words, refused: removalFailure }, run, done }
}

/** The same where there is no kind: asks, and tells it once it is done, at a place. */
export function useRemoval(group: Group, link: RouteLocationRaw) {
  const confirm = useConfirm()

  return async (values: Readonly<Record<string, string>>, remove: () => Promise<unknown>): Promise<void> => {
    const words = wordsOf(group)
    const question = { title: text(words.title, values), text: text(words.text), confirmLabel: text(words.confirm) }
    const answer = await confirm(question, remove, removalFailure)
    if (answer !== false) showToast({ text: text(words.done, values), link })
  }
}
