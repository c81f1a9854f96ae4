// Proves docs/contract/window.md, Trust.

import { expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { useToasts } from '../../ui/toasts.ts'
import { mountUi, settle } from '../../ui/testing/mount-ui.ts'
import SettingsPanel from './SettingsPanel.vue'
import { ADJUSTABLE_CHECKS } from './trust-settings-form.ts'
import type { HeldSettings } from './use-trust.ts'

it('shows the levels of all checks in one table, and saves what is chosen there', async () => {
  const save = vi.fn(() => Promise.resolve())
  const settings = ref({ allow_inline_contexts: false, policy: {} })
  const held = { settings, failure: ref(), save, reload: vi.fn() } as unknown as HeldSettings
  mountUi(() => h(SettingsPanel, { held }))
  await settle()

  expect(document.querySelectorAll('select')).toHaveLength(0)
  expect(document.querySelectorAll('table tbody tr')).toHaveLength(ADJUSTABLE_CHECKS.length)
  const expiry = [...document.querySelectorAll('tbody tr')].find((row) => row.textContent.includes('credential.expiry'))
  const other = [...(expiry?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])].find((one) => !one.checked)
  other?.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
  document.querySelector('form')?.requestSubmit()

  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save).toHaveBeenCalledWith(
    expect.objectContaining({ policy: { 'credential.expiry': expect.stringMatching(/fail|warn|off/) as string } }),
  )

  expect(await useToasts().undoLast()).toMatchObject({
    undone: true,
    toast: { text: text('ui.savedNamed', { name: text('trust.settings.name') }) },
  })
  expect(save).toHaveBeenLastCalledWith({ allow_inline_contexts: false, policy: {} })
})
