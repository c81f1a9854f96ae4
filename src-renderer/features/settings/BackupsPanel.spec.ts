// Proves docs/contract/window.md, Settings.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import BackupsPanel from './BackupsPanel.vue'

const BACKUP = { id: 'b', workspace_id: 'w', workspace_name: 'Mine', protected: true, byte_size: 5 }
const MADE = { ...BACKUP, made_at: '2026-11-20T08:00:00.000Z', reason: 'daily' }

beforeEach(() => {
  resetBridge()
  answer('backupsGet', () => ({ backups: [MADE], problem: null }))
})

/** The operation goes on until the program is asked to end it. */
function goesOn(operation: string): void {
  const work = Promise.withResolvers<unknown>()
  answer(operation, () => work.promise)
  answer('backupEnd', () => work.reject(refusal('making_cancelled', 409)))
}

async function mountPanel() {
  const { workspaces } = aStatus('open')
  const { wrapper } = mountUi(() => h(BackupsPanel, { workspace: workspaces[0] as never })) // the sample has one
  await vi.waitFor(() => expect(byRole('button', /^Restore the backup/)).toBeDefined())
  return wrapper
}

const said = () => useToasts().toasts.map(({ text: one }) => one)

it('making a backup › is ended where a person wants that, and nothing is said to have failed', async () => {
  goesOn('backupMake')
  await mountPanel()
  byRole('button', text('settings.backups.make')).click()
  await vi.waitFor(() => expect(byRole('progressbar', text('settings.backups.making'))).toBeDefined())

  byRole('button', text('ui.cancel')).click()

  await vi.waitFor(() => expect(said()).toEqual(['Cancelled; nothing was changed.']))
  expect(askedFor('backupEnd')).toHaveLength(1)
  expect(document.querySelector('[role=progressbar], [role=alert]')).toBeNull()
})

it('making a backup › that fails says why, and was not cancelled', async () => {
  answer('backupMake', () => {
    throw refusal('storage_full', 507)
  })
  await mountPanel()
  byRole('button', text('settings.backups.make')).click()

  await vi.waitFor(() => expect(document.body.textContent).toContain(text('settings.backups.notMade')))
  expect([said(), askedFor('backupEnd')]).toEqual([[], []])
})

it('restoring a backup › is ended by Cancel of its dialog, which closes', async () => {
  goesOn('backupRestore')
  await mountPanel()
  byRole('button', /^Restore the backup/).click()
  await settle()
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input[type=password]')
  if (field) field.value = 'words'
  field?.dispatchEvent(new Event('input'))
  await settle()
  document.querySelector<HTMLElement>('[role=dialog] [type=submit]')?.click()
  await vi.waitFor(() => expect(askedFor('backupRestore')).toHaveLength(1))

  byRole('button', text('ui.cancel')).click()

  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(said()).toEqual(['Cancelled; nothing was changed.'])
})

it('restoring a backup › goes on when its screen is gone, as after a lock', async () => {
  goesOn('backupMake')
  const wrapper = await mountPanel()
  byRole('button', text('settings.backups.make')).click()
  await vi.waitFor(() => expect(askedFor('backupMake')).toHaveLength(1))

  wrapper.unmount()
  await settle()

  expect([said(), askedFor('backupEnd')]).toEqual([[], []])
})
