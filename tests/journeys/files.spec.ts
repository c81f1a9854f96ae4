// Proves docs/contract/window.md, Files: screens.

import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import type { ChosenFile } from './support/file-steps.ts'
import { claimedPng, dropFiles, pasteFiles, png } from './support/file-steps.ts'
import { look } from './support/look.ts'
import { bombPdf, endlessPdf, hugePicturePdf, pdf } from './support/pdf-files.ts'
import { openSample } from './support/sample-copy.ts'
import { button, createItem, dialog, itemRow, goTo, runInPalette, slotValue } from './support/window-steps.ts'

async function addFiles(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(item(page), 'Add file').click()
  await (await chooser).setFiles([...files])
}

const item = (page: Page): Locator => page.getByRole('region', { name: 'Item', exact: true })

/** It is not shown, and why is said; it can be saved. */
async function expectNotShown(page: Page, name: string, why: string): Promise<void> {
  await button(page, `Open ${name}`).click()
  await expect(dialog(page)).toContainText('This file cannot be shown')
  await expect(dialog(page)).toContainText(why)
  await expect(dialog(page).locator('img, canvas, iframe')).toHaveCount(0)
  await expect(button(dialog(page), 'Save as')).toBeVisible()
  await page.keyboard.press('Escape')
}

test('files are added to an item, shown by what they are, and shared', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await createItem(page, 'Boat papers', { slots: [{ label: 'Number', value: 'HH 12' }] })
  await addFiles(page, { name: 'boat.png', mimeType: 'image/png', buffer: png(300, 200) })
  await dropFiles(slotValue(page, 'Number'), { name: 'papers.pdf', mimeType: 'application/pdf', buffer: pdf() })
  const note = { name: 'berth.txt', mimeType: 'text/plain', buffer: Buffer.from('Berth 4') }
  await dropFiles(item(page).getByRole('heading', { level: 2 }), note)
  await pasteFiles(page, { name: 'image.png', mimeType: 'image/png', buffer: png(30, 20) })
  await expect(slotValue(page, 'Pasted image .*').locator('img')).toBeVisible()
  await expect(slotValue(page, 'boat.png')).toContainText('boat.png')
  await expect(slotValue(page, 'berth.txt')).toContainText('berth.txt')
  await expect(slotValue(page, 'papers.pdf').locator('img')).toBeVisible()
  await expect(slotValue(page, 'boat.png').locator('img')).toBeVisible()
  await expect(item(page)).toContainText('A file cannot be replaced')
  await expect(itemRow(page, 'Boat papers').locator('img')).toBeVisible()
  await look(page, 'files-item')
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await expectNoSidewaysScroll(page)

  await button(page, 'Open boat.png').click()
  await expect(dialog(page, 'boat.png').getByRole('img', { name: 'boat.png' })).toHaveJSProperty('width', 300)
  await look(page, 'files-preview')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await button(page, 'Open papers.pdf').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Page 1 of 2')
  await button(dialog(page), 'Next page').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Page 2 of 2')
  await look(page, 'files-pdf')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await button(page, 'All files are stored').click()
  await expect(dialog(page)).toContainText('papers.pdf')
  await look(page, 'files-tray')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await button(item(page), 'Share').click()
  const form = dialog(page, 'Share Boat papers')
  await form.getByRole('option', { name: 'Bob Okafor' }).click()
  await button(form, 'Share with 1 person').click()
  await expect(form).toBeHidden()
  await runInPalette(page, '@bob')
  await goTo(page, 'Items')
  await itemRow(page, 'Boat papers').click()
  await button(page, 'Open boat.png').click()
  await expect(dialog(page, 'boat.png').getByRole('img', { name: 'boat.png' })).toHaveJSProperty('width', 300)
})

test('what a file claims to be is not believed', async ({ page }) => {
  await openSample(page)
  await createItem(page, 'From a stranger', { slots: [{ label: 'Number', value: '1' }] })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="taken"</script></svg>'
  await addFiles(
    page,
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>document.title="taken"</script>') },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n\0\u0001nothing of one') },
    { name: 'huge.png', mimeType: 'image/png', buffer: claimedPng(100_000, 100_000) },
    { name: 'bill\u202egnp.exe', mimeType: 'image/png', buffer: Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]) },
  )
  for (const name of ['page.png', 'drawing.svg']) {
    await button(page, `Open ${name}`).click()
    await expect(dialog(page).getByRole('region', { name: `Preview of ${name}` })).toContainText('<script>')
    await expect(dialog(page).locator('img, canvas, iframe')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await expectNotShown(page, 'broken.pdf', 'It is damaged')
  await expectNotShown(page, 'bill\ufffdgnp.exe', 'Files of this type have no preview')
  await expectNotShown(page, 'huge.png', 'over 40 megapixels')
  await expect(page).not.toHaveTitle('taken')
})

test('a document that would fill the memory or never ends is given up', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await createItem(page, 'From a stranger', { slots: [{ label: 'Number', value: '1' }] })
  const documents = {
    'bomb.pdf': bombPdf(),
    'endless.pdf': endlessPdf(),
    'huge.pdf': hugePicturePdf(),
    'good.pdf': pdf(),
  }
  for (const [name, buffer] of Object.entries(documents)) {
    await addFiles(page, { name, mimeType: 'application/pdf', buffer })
    await expect(button(page, `Open ${name}`)).toBeVisible()
  }
  await expectNotShown(page, 'bomb.pdf', 'took more than 20 seconds')
  await expectNotShown(page, 'endless.pdf', 'took more than 20 seconds')

  await button(page, 'Open huge.pdf').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Page 1 of 1')
  await page.keyboard.press('Escape')
  await button(page, 'Open good.pdf').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Page 1 of 2')
  await expect(dialog(page).getByRole('img', { name: 'good.pdf' })).toHaveJSProperty('width', 1600)
  await page.keyboard.press('Escape')
  // Its small picture did not wait for those of the others for ever.
  await expect(slotValue(page, 'good.pdf').locator('img')).toBeVisible()
  await expect(slotValue(page, 'bomb.pdf').locator('img')).toHaveCount(0)
})

test('a larger file is paused and goes on', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await createItem(page, 'Film', { slots: [{ label: 'Number', value: '1' }] })
  // The second part is held back, so that the person is in time.
  let andThen: () => void = () => undefined
  const paused = new Promise<void>((resolve) => (andThen = resolve))
  let parts = 0
  await page.route(/\/uploads\/[^/]+\/parts\//, async (route) => {
    parts += 1
    if (parts === 2) await paused
    await route.continue()
  })
  await addFiles(page, { name: 'film.bin', mimeType: 'video/mp4', buffer: Buffer.alloc(24 * 1024 * 1024, 7) })
  await button(page, /^one file/i).click()
  await button(dialog(page), 'Pause film.bin').click()
  await expect(dialog(page)).toContainText('Paused')
  andThen()
  await button(dialog(page), 'Resume film.bin').click()
  await expect(dialog(page)).toContainText('Done')
  await page.keyboard.press('Escape')
  await expect(slotValue(page, 'film.bin')).toContainText('25.2 MB')
})
