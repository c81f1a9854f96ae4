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

/** The reason why a catalogue entry was not deleted: its uses, and what to do about them. */
function removalFailure(error: unknown): Failure {
  const isUsed = error instanceof CallError && error.code === 'in_use'
  return isUsed ? { ...failureOf(error), advice: text('operator.inUse') } : failureOf(error)
}

/** The message keys for the question before and the message after a deletion. */
const wordsOf = (group: Group) => ({
  title: oneOf('operator.{schemes,nodes,templates,slots,images}.removeTitle', group),
  text: oneOf('operator.{schemes,nodes,templates,slots,images}.removeText', group),
  confirm: oneOf('operator.{schemes,nodes,templates,slots,images}.removeConfirm', group),
  done: oneOf('operator.{schemes,nodes,templates,slots,images}.removed', group),
})

/** The action of a kind that deletes an entry of the catalogue. */
export function removalOf<Row>(group: Group, run: (row: Row) => Promise<unknown>): RecordAction<Row> {
  const { done, ...words } = wordsOf(group)
  const label = oneOf('operator.{schemes,nodes,templates,slots,images}.removeNamed', group)
  return { id: 'remove', label, icon: Trash2, asks: { ...words, refused: removalFailure }, run, done }
}

/** Deletes an entry that has no kind of record, after a question; a message with a link follows. */
export function useRemoval(group: Group, link: RouteLocationRaw) {
  const confirm = useConfirm()

  return async (values: Readonly<Record<string, string>>, remove: () => Promise<unknown>): Promise<void> => {
    const words = wordsOf(group)
    const question = { title: text(words.title, values), text: text(words.text), confirmLabel: text(words.confirm) }
    const answer = await confirm(question, remove, removalFailure)
    if (answer !== false) showToast({ text: text(words.done, values), link })
  }
}
