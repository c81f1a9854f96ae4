// Proves docs/contract/window.md, Everywhere: undo.

import type { Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, dialog, goTo, itemRow, undoLast } from './support/window-steps.ts'

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
  await expect(page.locator('[data-toast]').first()).toContainText('Old car of Alice Weber saved')

  await expect(itemRow(page, 'Old car')).toBeVisible()
  await itemRow(page, 'Mika').hover()
  await button(itemRow(page, 'Mika'), 'Share').click()
  const share = dialog(page, /Mika/)
  await share.getByRole('option', { name: 'Carlos Ruiz' }).click()
  await button(share, /^Share with 1 person/).click()
  await expect(page.locator('[data-toast]').first()).toContainText('Alice Weber shared Mika with Carlos Ruiz')
  await expect(itemRow(page, 'Mika')).toContainText('1')

  await itemRow(page, 'Mika').focus()
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-toast]').first()).toContainText('Undone: Alice Weber shared Mika with Carlos Ruiz')
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
    .filter({ hasText: /^\d\d:\d\dOld car of Alice Weber saved/ })
  await expect(told).toContainText('Undone')
  await page.keyboard.press('Escape')

  // Nothing is left, and that is said.
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-toast]').first()).toContainText('nothing left to undo')
})

async function pressUndo(page: Page, said: string): Promise<void> {
  await undoLast(page)
  await expect(page.locator('[data-toast]').first()).toContainText(`Undone: ${said}`)
}

test('a tag, a changed share, a role and an item passed on are taken back', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  const lastMessage = page.locator('[data-toast]').first()

  await test.step('a tag', async () => {
    await goTo(page, 'Items')
    await itemRow(page, 'Family car').hover()
    await button(itemRow(page, 'Family car'), 'Add tag').click()
    await page.getByRole('textbox', { name: 'Add tag to Family car' }).fill('Borrowed')
    await page.keyboard.press('Enter')
    await expect(lastMessage).toContainText('Borrowed added to Family car')
    await expect(itemRow(page, 'Family car')).toContainText('Borrowed')
    await page.keyboard.press('Escape')
    await pressUndo(page, 'Borrowed added to Family car')
    await expect(itemRow(page, 'Family car')).not.toContainText('Borrowed')
  })

  await test.step('a changed share', async () => {
    await goTo(page, 'Sharing')
    await page.getByRole('tab', { name: 'Outgoing' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Driving licence' })
    const passing = page.getByRole('term').filter({ hasText: 'Resharing' }).locator('+ dd')
    await row.click()
    await expect(passing).not.toHaveText('Allowed')
    await button(page.getByRole('region', { name: 'Details' }).or(page.getByRole('main')), 'Change')
      .first()
      .click()
    const change = dialog(page, "Change Bob Okafor's share of Driving licence")
    await change.getByLabel('Resharing').selectOption({ label: 'Allowed' })
    await button(change, 'Change').click()
    const said = 'Alice Weber changed the share of Driving licence with Bob Okafor'
    await expect(lastMessage).toContainText(said)
    await expect(passing).toHaveText('Allowed')
    await pressUndo(page, said)
    await expect(passing).not.toHaveText('Allowed')
  })

  await test.step('a role', async () => {
    await goTo(page, 'Organizations')
    await page.getByRole('row').filter({ hasText: 'Harbour Clinic' }).click()
    await page.getByRole('tab', { name: /^Members/ }).click()
    const role = page.getByLabel("Carlos Ruiz's role")
    await role.selectOption({ label: 'Owner' })
    await expect(lastMessage).toContainText('Carlos Ruiz')
    await pressUndo(page, 'Carlos Ruiz')
    await expect(role).toHaveValue('admin')
  })

  await test.step('what was passed on', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Acting as/ })
      .click()
    await dialog(page, 'Act as')
      .getByRole('option', { name: /^Bob Okafor/ })
      .click()
    await goTo(page, 'Items')
    await itemRow(page, 'Lisbon in May').hover()
    await button(itemRow(page, 'Lisbon in May'), 'Share').click()
    const share = dialog(page, /Lisbon in May/)
    await share.getByRole('option', { name: 'Carlos Ruiz' }).click()
    await button(share, /with 1 person/).click()
    await expect(lastMessage).toContainText('Bob Okafor shared Lisbon in May with Carlos Ruiz')
    await pressUndo(page, 'Bob Okafor shared Lisbon in May with Carlos Ruiz')
    await goTo(page, 'Sharing')
    await page.getByRole('tab', { name: 'Outgoing' }).click()
    const outgoing = page.getByRole('grid', { name: 'Outgoing' })
    await expect(outgoing.getByRole('row').filter({ hasText: 'Passport' })).toBeVisible()
    await expect(outgoing.getByRole('row').filter({ hasText: 'Lisbon in May' })).toHaveCount(0)
  })
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
