// Proves docs/contract/window.md, Everywhere, Files: screens, Folders.

import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { dropFiles, pasteFiles, png, saved } from './support/file-steps.ts'
import { look } from './support/look.ts'
import { openSample } from './support/sample-copy.ts'
import { button, createItem, dialog, goTo, itemRow, runInPalette, slotValue, undoLast } from './support/window-steps.ts'

const PICTURE = { name: 'boat.png', mimeType: 'image/png', buffer: png(300, 200) }
const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('The key is under the mat.') }

const folder = (page: Page): Locator => page.getByRole('region', { name: 'Folder', exact: true })
const folderRow = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Folders' }).getByRole('row').filter({ hasText: name })

test(
  'a folder is filled by dropping, linked to an item, shared, and read by its recipient',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await createItem(page, 'Boat papers', { slots: [{ label: 'Number', value: 'HH 12' }] })
    await goTo(page, 'Files')
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await page.getByRole('tab', { name: /^Folders/ }).click()
    await expect(folderRow(page, 'Car papers')).toContainText('3')
    await look(page, 'folders')

    await page.keyboard.press('Control+n')
    await dialog(page, 'New folder').getByLabel('Name').fill('Boat')
    await look(page, 'folders-new')
    await page.keyboard.press('Enter')
    await expect(folder(page)).toContainText('No files in this folder yet')
    await expect(folder(page)).toContainText('without an item is deleted with its files after 7 days')
    await dropFiles(folder(page).getByRole('region', { name: 'Files in the folder' }), PICTURE, LETTER)
    await expect(button(folder(page), 'Open letter.txt')).toBeVisible()
    await expect(button(folder(page), 'Open boat.png')).toBeVisible()
    await expect(folderRow(page, 'Boat')).toContainText('2')
    await expect(page.getByRole('progressbar', { name: 'Storage used' })).toBeVisible()

    await rename()
    await undoLast(page)
    await expect(folder(page).getByRole('heading', { name: 'Boat', exact: true })).toBeVisible()
    await rename()
    await button(folder(page), 'Link to an item…').click()
    await page.getByRole('textbox', { name: 'Find one of your items' }).fill('Boat papers')
    const offered = page.getByRole('listbox', { name: 'Your items' }).getByRole('option')
    await expect(offered).toHaveCount(1)
    await offered.click()
    await expect(folder(page).getByRole('link', { name: 'Boat papers' })).toBeVisible()
    await expect(button(folder(page), 'Delete folder')).toHaveCount(0)
    await look(page, 'folders-folder')

    await folder(page).getByRole('link', { name: 'Boat papers' }).click()
    await expect(slotValue(page, 'Our boat')).toContainText('boat.png')
    await look(page, 'folders-item')
    await button(page.getByRole('region', { name: 'Item', exact: true }), 'Share').click()
    const form = dialog(page, 'Share Boat papers')
    await form.getByRole('option', { name: 'Bob Okafor' }).click()
    await button(form, 'Share with 1 person').click()
    await expect(form).toBeHidden()

    await runInPalette(page, '@bob')
    await goTo(page, 'Items')
    await itemRow(page, 'Boat papers').click()
    await button(page, 'Open boat.png').click()
    await expect(dialog(page, 'boat.png').getByRole('img', { name: 'boat.png' })).toHaveJSProperty('width', 300)
    await page.keyboard.press('Escape')
    await button(page, 'Open letter.txt').click()
    await expect(dialog(page).getByRole('region', { name: 'Preview of letter.txt' })).toHaveText(
      'The key is under the mat.',
    )
    await page.keyboard.press('Escape')
    expect(await saved(page, 'letter.txt')).toEqual(LETTER.buffer)

    await runInPalette(page, '@alice')
    await goTo(page, 'Files')
    await page.getByRole('tab', { name: /^Folders/ }).click()
    await folderRow(page, 'Our boat').click()
    await button(folder(page), 'Delete letter.txt').click()
    await expect(page.getByRole('alertdialog')).toContainText('also for everyone the folder is shared with')
    await button(page.getByRole('alertdialog'), 'Delete file').click()
    await expect(button(folder(page), 'Open letter.txt')).toHaveCount(0)
    await expect(button(folder(page), 'Open boat.png')).toBeVisible()

    await folder(page).getByRole('link', { name: 'Boat papers' }).click()
    await button(page, /^Edit/).click()
    await button(page, 'Remove Our boat').click()
    await button(page, /^Save item/).click()
    await expect(slotValue(page, 'Our boat')).toHaveCount(0)
    await goTo(page, 'Files')
    await page.getByRole('tab', { name: /^Folders/ }).click()
    await folderRow(page, 'Our boat').click()
    await button(folder(page), 'Delete folder').click()
    await expect(page.getByRole('alertdialog')).toContainText('Its file is deleted, too. This cannot be undone.')
    await button(page.getByRole('alertdialog'), 'Delete folder').click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(folderRow(page, 'Our boat')).toHaveCount(0)

    async function rename(): Promise<void> {
      await button(folder(page), 'Rename folder').click()
      await dialog(page, 'Rename folder').getByLabel('Name').fill('Our boat')
      await button(dialog(page), 'Rename folder').click()
      await expect(folder(page).getByRole('heading', { name: 'Our boat' })).toBeVisible()
    }
  },
)

test(
  'files are dropped on the window, pasted, listed with their item, and saved',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await dropFiles(page.getByRole('heading', { level: 1 }), LETTER)
    await expect(dialog(page, 'Where should letter.txt go?')).toBeVisible()
    await look(page, 'files-drop')
    await button(dialog(page), 'Into a new item').click()
    await goTo(page, 'Items')
    await itemRow(page, 'letter.txt').click()
    await expect(slotValue(page, 'letter.txt')).toContainText('25 B')

    await dropFiles(page.getByRole('heading', { level: 1 }), PICTURE)
    await button(dialog(page), 'Into the open item').click()
    await expect(slotValue(page, 'boat.png')).toContainText('boat.png')
    await pasteFiles(page, { ...PICTURE, name: 'image.png' })
    const pasted = page.getByRole('region', { name: /^Slots\b/ }).getByText(/^Pasted image .*\.png$/)
    await expect(pasted.first()).toBeVisible()

    await goTo(page, 'Files')
    const rows = page.getByRole('grid', { name: 'In items' }).getByRole('row')
    await page.getByRole('textbox', { name: 'Filter files' }).fill('boat')
    await expect(rows.filter({ hasText: 'boat.png' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'Pasted' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Filter files' }).fill('')
    await rows.filter({ has: page.getByText('letter.txt', { exact: true }).nth(1) }).click()
    const file = page.getByRole('region', { name: 'File', exact: true })
    await expect(file.getByRole('link', { name: 'letter.txt' })).toBeVisible()
    await look(page, 'files-list')
    expect(await saved(page, 'letter.txt')).toEqual(LETTER.buffer)
    await file.getByRole('link', { name: 'letter.txt' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'letter.txt' })).toBeVisible()
  },
)

test('Back asks before it takes a dialog away with what was typed', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Tags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await goTo(page, 'Files')
  await button(page, /^New folder/).click()
  const name = dialog(page, 'New folder').getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill('Boat')

  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expectAccessible(page)
  await button(question, 'Keep typing').click()
  await expect(name).toHaveValue('Boat')
  await expect(page).toHaveURL(/\/files/)

  await page.goBack()
  await button(question, 'Discard').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Nothing was typed: nothing is asked.
  await page.goForward()
  await button(page, /^New folder/).click()
  await expect(name).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
})
