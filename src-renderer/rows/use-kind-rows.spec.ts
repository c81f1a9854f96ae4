// Proves docs/contract/window.md, Everywhere: lists.

import { Pencil, Trash2 } from '@lucide/vue'
import { expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { mountUi } from '../ui/testing/mount-ui.ts'
import type { RecordAction } from './record-kind.ts'
import { useRecordKind } from './record-kind.ts'
import { useKindRows } from './use-kind-rows.ts'

function mountList(actions: readonly RecordAction<string>[], inMenu?: true) {
  let made: ReturnType<typeof useKindRows<string>> | undefined
  mountUi(
    () => h('p'),
    () => {
      const words = { list: 'ui.more', one: 'ui.more', filter: 'ui.more', none: 'ui.more' }
      const fields = [{ label: 'ui.more' }] as const
      const described = { name: 'cranes', placeOf: () => '/', icon: Pencil, hint: '', words, fields, actions }
      const kind = useRecordKind<string>({ ...described, keyOf: (row) => row })
      const source = { rows: () => ['Big'], busy: ref(false), failure: ref(), reload: () => undefined }
      made = useKindRows(kind, source, inMenu && { inMenu })
    },
  )
  if (made === undefined) throw new Error('nothing was set up')
  return made.list.value
}

const edit = vi.fn()
const ACTIONS = [
  { id: 'edit', label: 'ui.copyId', icon: Pencil, run: edit },
  { id: 'remove', label: 'ui.copyLink', icon: Trash2, runAll: vi.fn() },
]

it('keeps what is done with a record in its menu, with its keys, where it should not stand in the row', () => {
  const list = mountList(ACTIONS, true)

  expect(list.actions).toBeUndefined()
  expect(list.menu?.('Big')).toMatchObject([
    { id: 'edit', shortcut: 'F2' },
    { separator: true },
    { id: 'remove', shortcut: 'Delete', tone: 'bad' },
  ])
})

it('edits by its key what can be edited now', () => {
  mountList([{ id: 'edit', label: 'ui.copyId', icon: Pencil, whyNot: () => 'Locked', run: edit }]).onEdit('Big')
  expect(edit).not.toHaveBeenCalled()

  const list = mountList(ACTIONS)
  list.onEdit('Big')

  expect(edit).toHaveBeenCalledExactlyOnceWith('Big')
  expect(list.menu).toBeUndefined()
})
