// Proves docs/contract/window.md, Everywhere.

import { text } from '../i18n/i18n.ts'
import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import { refusal } from '../session/testing/fake-bridge.ts'
import { byRole, mountUi, settle } from '../ui/testing/mount-ui.ts'
import { useConfirm } from './use-confirm.ts'

const QUESTION = { title: 'Delete Crane?', text: 'It is gone then.', confirmLabel: 'Delete crane' }

function mountAsker() {
  let confirm: ReturnType<typeof useConfirm> | undefined
  const { unmount } = mountUi(
    () => h('p'),
    () => (confirm = useConfirm()),
  )
  if (confirm === undefined) throw new Error('nothing was set up')
  return { confirm, unmount }
}

const dialog = (): Element | null => document.querySelector('[role=alertdialog]')

it('does what was asked about after a yes, and answers what came of it', async () => {
  const { confirm } = mountAsker()
  const act = vi.fn(() => Promise.resolve(3))

  const answer = confirm(QUESTION, act)
  await settle()
  expect(dialog()?.textContent).toContain('Delete Crane?')
  expect(act).not.toHaveBeenCalled()
  byRole('button', 'Delete crane').click()

  expect(await answer).toBe(3)
  await settle()
  expect([act.mock.calls.length, dialog()]).toEqual([1, null])
})

it('does nothing after a no', async () => {
  const { confirm } = mountAsker()
  const act = vi.fn(() => Promise.resolve())

  const answer = confirm(QUESTION, act)
  await settle()
  byRole('button', text('ui.cancel')).click()

  expect(await answer).toBe(false)
  expect(act).not.toHaveBeenCalled()
})

it('stays with a refusal in the words it was given, which the next question does not show', async () => {
  const { confirm } = mountAsker()
  const refused = () => Promise.reject(refusal('not_found', 404, 'there is none'))

  const first = confirm(QUESTION, refused, () => ({ code: 'x', message: 'Something uses it.' }))
  await settle()
  byRole('button', 'Delete crane').click()
  await settle()
  expect(dialog()?.textContent).toContain('Something uses it.')

  void confirm({ ...QUESTION, title: 'Delete Quay?' }, refused)
  await settle()
  expect(await first).toBe(false)
  expect(dialog()?.textContent).toContain('Delete Quay?')
  expect(dialog()?.textContent).not.toContain('Something uses it.')
})

it('goes with what asked', async () => {
  const { confirm, unmount } = mountAsker()

  const answer = confirm(QUESTION, () => Promise.resolve())
  await settle()
  unmount()
  await settle()

  expect([await answer, dialog()]).toEqual([false, null])
})
