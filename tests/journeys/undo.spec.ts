// Proves docs/contract/window.md, Everywhere: undo.

import { expect, test } from './support/served-window.ts'
import { button, dialog, goTo, itemRow, openSample } from './support/window-steps.ts'

test('an edit and a share are taken back by Ctrl Z, the last one first', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Items')
  await itemRow(page, 'Family car').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Family car' })).toBeVisible()
  await page.keyboard.press('F2')
  const label = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await label.fill('Old car')

  // In a field the key is the field's own.
  await page.keyboard.press('Control+z')
  await expect(label).not.toHaveValue('Old car')
  await label.fill('Old car')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name: 'Old car' })).toBeVisible()
  await expect(page.locator('[data-toast]').last()).toContainText('Old car saved')

  await itemRow(page, 'Mika').hover()
  await button(itemRow(page, 'Mika'), 'Share').click()
  const share = dialog(page, /Mika/)
  await share.getByRole('option', { name: 'Carlos Ruiz' }).click()
  await button(share, /^Share with 1 person/).click()
  await expect(page.locator('[data-toast]').last()).toContainText('Alice Weber shared Mika with Carlos Ruiz')
  await expect(itemRow(page, 'Mika')).toContainText('1')

  await itemRow(page, 'Mika').focus()
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-toast]').last()).toContainText('Undone: Alice Weber shared Mika with Carlos Ruiz')
  await goTo(page, 'Sharing')
  await page.getByRole('tab', { name: 'Outgoing' }).click()
  await expect(page.getByRole('grid', { name: 'Outgoing' }).getByText('Mika', { exact: true })).toHaveCount(0)

  await goTo(page, 'Items')
  await expect(itemRow(page, 'Old car')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(itemRow(page, 'Family car')).toBeVisible()

  // The list of messages keeps what was undone, and when.
  await button(page, 'Show messages').click()
  const told = page
    .getByRole('dialog', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: /^\d\d:\d\dOld car saved/ })
  await expect(told).toContainText('Undone')
  await page.keyboard.press('Escape')

  // Nothing is left, and that is said.
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-toast]').last()).toContainText('nothing left to undo')
})

test('what cannot be taken back says so before', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Items')
  await itemRow(page, 'Family car').click()
  await page.keyboard.press('F2')
  await expect(page.getByText('cannot be undone after saving')).toBeHidden()
  await button(page, /^Remove (?!tag)/)
    .first()
    .click()
  await expect(page.getByText('cannot be undone after saving')).toBeVisible()
})
