// Proves docs/contract/window.md, Files: screens, Items.

import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import type { ChosenFile } from './support/file-steps.ts'
import { claimedPng, dragFiles, dropFiles, pasteFiles, png } from './support/file-steps.ts'
import { look } from './support/look.ts'
import { bombPdf, endlessPdf, hugePicturePdf, pdf } from './support/pdf-files.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addSlot,
  button,
  chooseTemplate,
  createItem,
  dialog,
  goTo,
  itemRow,
  runInPalette,
  slotValue,
} from './support/window-steps.ts'

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

test('an item is made in order with a file, read large, and joined by one of a dropped set', async ({ page }) => {
  const secret = 'paper:Lantern58 O0l1'
  await openSample(page)
  await goTo(page, 'Items')
  await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
  await page.keyboard.press('Control+n')
  await chooseTemplate(page, 'Custom')
  const editor = page.getByRole('form', { name: 'New item' })
  const slots = editor.getByRole('region', { name: 'Slots' }).getByRole('listitem')
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour office')

  await addSlot(editor, { label: 'Mail', type: 'Email', value: 'not-mail' })
  await expect(slots.first()).toContainText('This does not look like an email address')
  await slots.first().getByLabel('Value', { exact: true }).fill('office@harbour.example')
  await expect(slots.first()).not.toContainText('does not look like')
  await addSlot(editor, { label: 'Website', type: 'Web address', value: 'https://harbour.example/berths' })
  await addSlot(editor, { label: 'Colour', type: 'Colour', value: '#1D5BBF' })
  await expect(slots.last().getByLabel('Choose the colour of Colour')).toHaveValue('#1d5bbf')
  await slots.last().getByLabel('Choose the colour of Colour').fill('#8a3fa0')
  await expect(slots.last().getByLabel('Value', { exact: true })).toHaveValue('#8a3fa0')
  await addSlot(editor, { label: 'Gate', type: 'Password', value: secret })
  await button(editor, 'Add slot').click()
  await slots.last().getByLabel('Label', { exact: true }).fill('Plan')
  await slots.last().getByLabel('Type', { exact: true }).selectOption({ label: 'File' })
  const chooser = page.waitForEvent('filechooser')
  await button(slots.last(), 'Choose a file').click()
  await (await chooser).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: png(300, 200) })
  await expect(slots.last()).toContainText('plan.png')
  for (const slot of await slots.all()) expect((await slot.boundingBox())?.height).toBeLessThan(132)

  // Gate by the keys, from its field, in which the focus stays; the last one by the pointer, above all others.
  await slots.nth(3).getByLabel('Value', { exact: true }).press('Alt+ArrowUp')
  await expect(slots.nth(2).getByLabel('Value', { exact: true })).toBeFocused()
  const [handle, first] = [await button(slots.last(), 'Move Plan').boundingBox(), await slots.first().boundingBox()]
  await page.mouse.move((handle?.x ?? 0) + 8, (handle?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((handle?.x ?? 0) + 8, (first?.y ?? 0) + 4, { steps: 8 })
  await page.mouse.up()
  await expect(button(slots.first(), 'Move Plan')).toBeVisible()
  await look(page, 'item-editor')
  await button(editor, /^Create item/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Harbour office' })).toBeVisible()
  await expect(item(page).getByRole('term')).toContainText(['Plan', 'Mail', 'Website', 'Gate', 'Colour'])
  await expect(slotValue(page, 'Plan').locator('img')).toBeVisible()

  await item(page).getByRole('link', { name: 'https://harbour.example/berths' }).click()
  const question = page.getByRole('alertdialog', { name: 'Open harbour.example in your browser?' })
  await expect(question).toContainText('https://harbour.example/berths')
  await look(page, 'item-leaving')
  await button(question, 'Stay here').click()
  await expect(question).toBeHidden()
  await expect(item(page).getByRole('link', { name: 'office@harbour.example' })).toBeVisible()

  await button(page, 'Reveal Gate').click()
  const shown = slotValue(page, 'Gate').getByText(secret)
  await expect(shown).toBeVisible()
  expect((await shown.boundingBox())?.height).toBeLessThan(30)
  await button(page, 'Show Gate large').click()
  await expect(dialog(page, 'Gate').getByRole('listitem')).toHaveCount(secret.length)
  await look(page, 'item-secret')
  await page.keyboard.press('Escape')

  const set = [1, 2, 3].map((number) => ({
    name: `berth ${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.of(65),
  }))
  const list = itemRow(page, 'Harbour office')
  await dragFiles(list, 'dragenter', ...set)
  await expect(page.getByText('Drop files here and choose where they go')).toBeVisible()
  await dragFiles(list, 'drop', ...set)
  await expect(page.getByText('Drop files here and choose where they go')).toBeHidden()
  const where = dialog(page, 'Where should these files go?')
  await expect(button(where, 'Into the open item')).toBeFocused()
  await look(page, 'item-set')
  await button(where, 'Into one new item').click()
  await itemRow(page, 'berth 1.txt and 2 more').click()
  await expect(item(page).getByRole('term')).toHaveCount(3 + 3)
  await expect(slotValue(page, 'berth 3.txt')).toContainText('1 B')
})

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
