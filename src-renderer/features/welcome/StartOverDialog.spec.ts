// Proves docs/contract/window.md, Welcome.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useStartOver } from '../../session/start-over.ts'
import { byRole, mountUi } from '../../ui/testing/mount-ui.ts'
import StartOverDialog from './StartOverDialog.vue'

const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? ''

beforeEach(async () => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  mountUi(() => h(StartOverDialog))
  useStartOver().ask()
  await vi.waitFor(() => expect(shown()).toContain(text('welcome.startOver.title')))
})

it('closes without a complaint when the making is cancelled', async () => {
  const making = Promise.withResolvers<never>()
  answer('sampleWorkspaceRenew', () => making.promise)
  answer('sampleWorkspaceCancel', () => making.reject(refusal('making_cancelled', 409)))
  byRole('button', text('welcome.startOver.confirm')).click()
  await vi.waitFor(() => expect(shown()).toContain(text('welcome.sample.making')))

  byRole('button', text('ui.cancel')).click()

  await vi.waitFor(() => expect(shown()).toBe(''))
  expect(askedFor('sampleWorkspaceCancel')).toHaveLength(1)
})

it('stays, and says why, when the making fails', async () => {
  answer('sampleWorkspaceRenew', () => {
    throw refusal('storage_full', 507)
  })

  byRole('button', text('welcome.startOver.confirm')).click()

  await vi.waitFor(() => expect(shown()).toContain(text('welcome.sample.failed')))
})
