// Proves docs/contract/window.md, Settings.

import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { CallError } from '../../../shared/contract/caller.ts'
import { text } from '../../i18n/i18n.ts'
import { byRole, mountUi } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import FileCheck from './FileCheck.vue'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../api/call.ts', () => ({ call }))

beforeEach(() => {
  call.mockReset()
})

async function checked() {
  const { wrapper } = mountUi(() => h(FileCheck))
  await wrapper.get('button').trigger('click')
  await flushPromises()
  return wrapper.get('[role="status"]').text()
}

it('the check of the file › says when nothing is wrong', async () => {
  call.mockResolvedValue({ checked_at: '2026-01-01T10:00:00.000Z', damage: [] })

  expect(await checked()).toContain('No damage found.')
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ name: 'workspaceCheck' }), {}, expect.any(AbortSignal))
})

it('the check of the file › is not waited for any more where a person wants that, and a message says so', async () => {
  call.mockReturnValue(new Promise(() => undefined))
  expect(await checked()).toBe('')
  await vi.waitFor(() => expect(byRole('progressbar', text('settings.checking'))).toBeDefined())
  expect(byRole('progressbar', text('settings.checking')).getAttribute('aria-valuenow')).toBeNull()

  byRole('button', text('ui.cancel')).click()
  await flushPromises()

  expect(document.querySelector('[role=progressbar]')).toBeNull()
  expect(byRole('button', text('settings.check')).getAttribute('aria-busy')).not.toBe('true')
  expect(useToasts().toasts.at(-1)?.text).toBe('Cancelled; nothing was changed.')
})

it('the check of the file › shows what is damaged', async () => {
  call.mockResolvedValue({ checked_at: '2026-01-01T10:00:00.000Z', damage: ['page 7 is not as it was'] })

  expect(await checked()).toMatch(/The file is damaged.*page 7 is not as it was/s)
})

it('the check of the file › says why it could not be made', async () => {
  const entry = { error: 'storage_read_only', http_code: 507, message: 'the file cannot be checked now' }
  const language = { requested_language: 'en', message_in_requested_language: true }
  call.mockRejectedValue(new CallError('workspaceCheck', 507, [{ ...entry, ...language, extra_info: {} }]))

  expect(await checked()).toBe('The file cannot be checked now.')
})
