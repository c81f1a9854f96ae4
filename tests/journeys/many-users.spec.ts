// Proves docs/contract/window.md, Everywhere: search, Users, Items, Organizations, Organizations: programs, Sharing.

import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { copiedSample, openSample } from './support/sample-copy.ts'
import {
  addSlot,
  button,
  chooseTemplate,
  dialog,
  goTo,
  itemRow,
  message,
  runInPalette,
  slotValue,
} from './support/window-steps.ts'

/* Finding, services and items where one workspace has 500 more users than the sample and its first user 20,000 items. */

const FILL = fileURLToPath(new URL('../support/workbench/big-workspace.ts', import.meta.url))
const [USERS, ITEMS] = [500, 20_000]

let filled = ''
test.beforeAll(async () => {
  filled = copiedSample()
  await promisify(execFile)(process.execPath, [FILL, filled, String(USERS), String(ITEMS)])
})
test.afterAll(() => {
  rmSync(filled, { recursive: true, force: true })
})

const open = (page: Page): Promise<void> => openSample(page, filled, (name) => !name.startsWith('Pat Quill'))
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('items and users are found by their words, the best first, and who acted lately comes before the others', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  for (const words of ['kestrel router 17321', '17321 KESTRÉL']) {
    await box.fill(words)
    await expect(options(page).first()).toContainText('Kestrel router 17321')
  }
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Kestrel router 17321' })).toBeVisible()

  await goTo(page, 'Items')
  await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('1999 router')
  await expect(page.getByText(/^12 of 20,0\d\d items/)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Items' }).getByRole('row').last()).toContainText('Kestrel router 11999')

  // The switcher fits into the window, and finds by typing.
  await runInPalette(page, '@bob')
  await expect(button(page.getByRole('banner'), 'Acting as Bob Okafor')).toBeVisible()
  await page.keyboard.press('Control+Shift+u')
  const find = page.getByRole('combobox', { name: 'Find a user' })
  await expect(find).toBeFocused()
  await expect(options(page).nth(0)).toContainText('Bob Okafor')
  await expect(options(page).nth(1)).toContainText('Alice Weber')
  const box1 = await dialog(page, 'Act as').boundingBox()
  expect(box1 === null ? Infinity : box1.y + box1.height).toBeLessThanOrEqual(800)
  await expect(button(dialog(page, 'Act as'), 'Add user')).toBeInViewport()
  await expectAccessible(page)
  await find.fill('pat 417')
  await expect(options(page)).toHaveCount(1)
  await find.press('Enter')
  await expect(button(page.getByRole('banner'), 'Acting as Pat Quill 417')).toBeVisible()
})

test('members are found among everybody and added together, and a service gets a kit and is suspended', async ({
  page,
}) => {
  await open(page)
  await runInPalette(page, '@dana')
  await goTo(page, 'Organizations')
  await page.getByRole('grid', { name: 'Yours' }).getByText('Harbour Clinic', { exact: true }).click()
  await page.getByRole('tab', { name: /^Members/ }).click()
  await button(page, 'Add members').click()
  const adding = dialog(page, 'Add members to Harbour Clinic')
  for (const name of ['Pat Quill 250', 'Pat Quill 499']) {
    await adding.getByRole('textbox', { name: 'Find a user' }).fill(name)
    await adding.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  }
  await expectAccessible(page)
  await button(adding, 'Add 2 members').click()
  await expect(adding.getByText('2 of 2 added')).toBeVisible()
  await button(adding, 'Done').click()
  const members = page.getByRole('grid', { name: 'Members' })
  await expect(members.getByText('Pat Quill 250')).toBeVisible()
  await members.getByText('Pat Quill 499').click()
  await expect(page.getByText(/^No. Pat Quill 499 cannot/)).toBeVisible()

  await page.getByRole('tab', { name: /^Services/ }).click()
  await page.getByRole('link', { name: 'Appointments' }).click()
  await button(page, 'Make a kit').click()
  await dialog(page).getByLabel('Name of the program').fill('Reminders')
  await button(dialog(page), 'Make a kit').click()
  await button(dialog(page), 'Done').click()
  const sessions = page.getByRole('table', { name: 'Running sessions' })
  await expect(sessions.getByText('Reminders')).toBeVisible()
  await button(page, 'Suspend').click()
  await button(page.getByRole('alertdialog'), 'Suspend').click()
  await expect(page.getByText('by an owner')).toBeVisible()
  await expect(button(page, 'Make a kit')).toHaveAttribute('aria-disabled', 'true')
})

test('an item is made, looked at and shared among very many others', async ({ page }) => {
  await open(page)
  await goTo(page, 'Items')
  await page.keyboard.press('Control+n')
  await chooseTemplate(page, 'Custom')
  const editor = page.getByRole('form', { name: 'New item' })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Aurora panel')
  await addSlot(editor, { label: 'Admin page', type: 'Web address', value: 'panel.example/login' })
  await addSlot(editor, { label: 'Code', type: 'Password', value: 'paper:Lantern:58' })
  await button(editor, /^Create item/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Aurora panel', exact: true })).toBeVisible()
  await expect(itemRow(page, 'Aurora panel')).toBeVisible()

  // Found by the label of a slot; its address is a link, its secret is shown large.
  await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('admin aurora')
  await expect(page.getByText(/^1 of 20,0\d\d items/)).toBeVisible()
  await expect(slotValue(page, 'Admin page').getByRole('link')).toHaveAttribute('href', 'https://panel.example/login')
  await button(page, 'Reveal Code').click()
  await button(page, 'Show Code large').click()
  await expect(dialog(page, 'Code')).toContainText('16')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  // Of many, what the person has already is left out and counted.
  await button(page.getByRole('region', { name: 'Item', exact: true }), 'Share').click()
  await options(page).filter({ hasText: 'Bob Okafor' }).click()
  await button(dialog(page), 'Share with 1 person').click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('aurora')
  await itemRow(page, 'Aurora panel').getByRole('checkbox').check()
  await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('router 1999')
  for (const number of [1999, 19990]) await itemRow(page, `Kestrel router ${number}`).getByRole('checkbox').check()
  await button(page.getByRole('toolbar', { name: '3 selected' }), 'Share').click()
  await options(page).filter({ hasText: 'Bob Okafor' }).click()
  await expect(dialog(page)).toContainText('Bob Okafor already has 1 of these items; it is left out.')
  await expect(dialog(page)).toContainText('2 shares will be made.')
  await expectAccessible(page)
  await button(dialog(page), 'Share with 1 person').click()
  await expect(message(page, '1 left out')).toBeVisible()
})
