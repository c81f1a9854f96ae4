// Proves docs/contract/window.md, Everywhere: lists, Everywhere: exports.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, dialog, goTo, itemRow, runInPalette } from './support/window-steps.ts'

const heads = (page: Page) => page.getByRole('columnheader')
const filter = (page: Page) => page.getByRole('textbox', { name: 'Name, template or tag' })
const focusedRow = (page: Page) => page.locator('main [data-index]:focus')

async function saved(page: Page, format: string, where = page.locator('main')): Promise<string> {
  await button(where, /^Export/)
    .last()
    .click()
  const arriving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  return readFile(await (await arriving).path(), 'utf8')
}

test('a list is walked, searched, sorted, cut, kept and written to a file', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Items')

  // Keys start in the list, and what is typed there is looked for.
  await expect(focusedRow(page)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toHaveAttribute('data-index', '1')
  await page.keyboard.type('passp')
  await expect(filter(page)).toHaveValue('passp')
  await expect(itemRow(page, 'Passport')).toBeVisible()
  await expect(itemRow(page, 'Joint account')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(filter(page)).toHaveValue('')

  // The menu of a row gives the focus back to it.
  await itemRow(page, 'Camera').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Open/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(focusedRow(page)).toContainText('Camera')

  // Also what begins as a sequence of keys does; the sequence itself leads to its screen.
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toBeVisible()
  await page.keyboard.type('gym')
  await expect(filter(page)).toHaveValue('gym')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(focusedRow(page)).toBeVisible()
  await page.keyboard.type('gi')
  await expect(filter(page)).toHaveValue('')

  // Order and filter are in the address, and a choice of columns stays.
  await button(heads(page), 'Slots').click()
  await expect(page).toHaveURL(/sort=slots/)
  await button(heads(page), 'Slots').click()
  await expect(page).toHaveURL(/sort=-slots/)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('Family car')
  await button(page, 'Choose columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Shares', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(heads(page).filter({ hasText: 'Shares' })).toHaveCount(0)
  await button(page, 'Tag').click()
  await page.getByRole('menuitemcheckbox', { name: /^Family/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/tag=/)

  // The filter under a name, with its order.
  await button(page, 'Saved filters').click()
  await page.getByRole('textbox', { name: 'Filter name' }).fill('Family first')
  await button(page, 'Save filter').click()
  await button(page, 'Clear filters').click()
  await expect(itemRow(page, 'Passport')).toBeVisible()
  await page.reload()
  await expect(itemRow(page, 'Passport')).toBeVisible()
  await expect(heads(page).filter({ hasText: 'Shares' })).toHaveCount(0)
  await button(page, 'Saved filters').click()
  await button(page, 'Family first').click()
  await expect(itemRow(page, 'Passport')).toBeHidden()
  await expect(itemRow(page, 'Family car')).toBeVisible()
  await expect(page).toHaveURL(/sort=-slots/)
  await look(page, 'lists-items')

  // The file has the chosen columns of what passes the filter, and the message says so.
  const text = await saved(page, 'CSV')
  expect(text.split('\r\n')[0]).toBe('Name,Owner,Slots,Tags,Updated')
  expect(text).toContain('Family car,Own,9')
  expect(text).not.toContain('Passport')
  await expect(page.locator('[data-toast]').first()).toContainText('with Name, Owner, Slots, Tags, Updated')
  await button(page, 'Clear filters').click()

  // Of what is selected, that alone.
  await itemRow(page, 'Passport').getByRole('checkbox').check()
  await itemRow(page, 'Mika').getByRole('checkbox').check()
  const records = JSON.parse(await saved(page, 'JSON')) as readonly { readonly name: string }[]
  expect(records.map(({ name }) => name).toSorted()).toEqual(['Mika', 'Passport'])
  await button(page, 'Clear selection').click()

  // In the row: Ctrl Enter shares it.
  await itemRow(page, 'Passport').hover()
  await expect(button(itemRow(page, 'Passport'), 'Share')).toBeVisible()
  await itemRow(page, 'Email').click()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page, /Email/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(focusedRow(page)).toContainText('Email')

  // What is deleted gives its place to the next one, in list and pane.
  const order = await page.getByRole('grid').getByRole('row').allTextContents()
  const next = order[order.findIndex((row) => row.startsWith('Email')) + 1] ?? ''
  await page.keyboard.press('Delete')
  await expect(itemRow(page, 'Email')).toBeHidden()
  // A row may begin with what waits in it, and not with its name.
  const heading = page.getByRole('heading', { level: 2 }).first()
  await expect.poll(async () => next.includes((await heading.textContent())?.trim() || '-')).toBe(true)
})

test('shares that wait are answered in the list, and the next one opens', async ({ page }) => {
  await openSample(page)
  await runInPalette(page, '@Bob')
  await goTo(page, 'Sharing')
  const rows = page.getByRole('grid', { name: 'Pending' }).locator('[data-index]')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await rows.first().click()
  await rows.first().hover()
  await button(rows.first(), 'Accept').click()
  await expect(rows).toHaveCount(before - 1)
  expect(before).toBeGreaterThan(1)
  const pane = page.getByRole('region', { name: 'Share', exact: true })
  const next = (await rows.first().getByRole('rowheader').textContent())?.trim() ?? '-'
  await expect(pane.getByRole('heading', { level: 2 })).toHaveText(next)
})
