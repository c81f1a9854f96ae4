// Proves docs/contract/window.md, Settings.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { button, createWorkspace, dialog, goTo, PASSPHRASE } from './support/window-steps.ts'

const words = (page: Page) => dialog(page).getByRole('textbox', { name: 'Workspace passphrase' })

const message = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)

test('a workspace is backed up, saved as a file, and restored from both', async ({ page }) => {
  await createWorkspace(page, 'Harbour', PASSPHRASE)
  await goTo(page, 'Settings')
  const panel = page.getByRole('region', { name: 'Backups' })
  await expect(panel.getByText('There is no backup yet.')).toBeVisible()
  await button(panel, 'Back up now').click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await page.setViewportSize({ width: 960, height: 640 })
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.scrollIntoViewIfNeeded()
  await button(panel, /^Restore the backup of/).click()
  await words(page).fill('another passphrase')
  await button(dialog(page), 'Restore').click()
  await expect(dialog(page)).toContainText('This passphrase does not open the backup.')
  await expectAccessible(page, '[role=dialog]')
  await words(page).fill(PASSPHRASE)
  await button(dialog(page), 'Restore').click()
  await expect(message(page, 'Restored as “Harbour 2”.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(2)

  await button(panel, /^Save the backup of/)
    .first()
    .click()
  await words(page).fill(PASSPHRASE)
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const download = page.waitForEvent('download', { timeout: 120_000 })
  await button(dialog(page), 'Save as…').click()
  const saved = await (await download).path()
  await expect(message(page, 'The backup is saved.')).toBeVisible()
  expect(readFileSync(saved).subarray(0, 12).toString()).toBe('pdv.backup.1')

  await button(panel, /^Remove the backup of/)
    .first()
    .click()
  await button(page.getByRole('alertdialog'), 'Remove backup').click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)

  await button(page.getByRole('banner'), /^Workspace Harbour/).click()
  await page.getByRole('menuitem', { name: 'Switch workspace' }).click()
  await page.locator('input[accept=".pdvbackup"]').setInputFiles(saved)
  await words(page).fill(PASSPHRASE)
  await button(dialog(page), 'Restore').click()
  await expect(page.getByRole('status').filter({ hasText: 'Restored as “Harbour 3”.' }).first()).toBeVisible()
  await expect(button(page.getByRole('main'), /Harbour 3/).first()).toBeVisible()
  await page
    .locator('input[accept=".pdvbackup"]')
    .setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText('x.txt cannot be restored')).toBeVisible()
})
