// Proves docs/contract/window.md, Settings.

import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import RestoreFile from './RestoreFile.vue'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../api/call.ts', () => ({ call }))

it('RestoreFile › ends reading a file where a person wants that, and restores nothing', async () => {
  let answer: () => void = () => undefined
  call.mockReturnValueOnce(new Promise<void>((resolve) => (answer = resolve)))
  const { wrapper } = mountUi(() => h(RestoreFile))
  const input = wrapper.get('input[type=file]')
  const [first, second] = [new Uint8Array(9 * 2 ** 20), new Uint8Array(1)]
  Object.defineProperty(input.element, 'files', { value: [new File([first, second], 'all.pdvbackup')] })
  await input.trigger('change')
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce())

  byRole('button', text('ui.cancel')).click()
  answer()
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  await settle()

  expect(call.mock.lastCall?.[0]).toMatchObject({ name: 'backupTakenForget' })
  expect(document.querySelector('[role=progressbar], [role=dialog], [role=alert]')).toBeNull()
})
