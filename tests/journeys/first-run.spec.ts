// Proves docs/contract/window.md, Everywhere, Users, Items.

import { expect, test } from './support/served-window.ts'
import {
  addFirstUser,
  addSlot,
  button,
  createItem,
  createWorkspace,
  goTo,
  itemRow,
  PASSPHRASE,
  runInPalette,
  slotValue,
} from './support/window-steps.ts'

test.use({ hashes: 'real' })

const WORKSPACE_PASSPHRASE = 'staple battery horse'
const PIN = 'Zx-81-Spectrum'

const SLOTS = [
  { label: 'Nickname', value: 'Blue folder' },
  { label: 'PIN', type: 'Password', value: PIN },
  { label: 'Remarks', type: 'Note', value: 'First line\nsecond line' },
  { label: 'Valid until', type: 'Date', value: '2031-04-02' },
  { label: 'Appointment', type: 'Date and time', value: '2027-05-06T07:08' },
  { label: 'Insured', type: 'Yes or no', value: 'Yes' },
  { label: 'Contact', type: 'Email', value: 'desk@example.org' },
  { label: 'Hotline', type: 'Phone number', value: '+61 2 5550 1234' },
  { label: 'Portal', type: 'Web address', value: 'https://example.org/portal' },
  { label: 'Cover', type: 'Colour', value: '#1d5bbf' },
  { label: 'Class', type: 'Choice', value: 'Comfort' },
  { label: 'Extras', type: 'Several choices', value: 'Tyres, Glass' },
] as const

test('a workspace, a user and an item with every type of slot, kept over a lock', async ({ page }) => {
  await page.clock.install()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await expect(button(page, 'Start')).toBeVisible()
  await createWorkspace(page, 'Harbour tests', WORKSPACE_PASSPHRASE)

  const secret = await addFirstUser(page, 'Alice Weber')
  expect(secret).toMatch(/^\S{20,}$/)
  await expect(page.getByText(secret)).toHaveCount(0)

  await goTo(page, 'Items')
  await expect(page.getByText('No items yet')).toBeVisible()
  await createItem(page, 'Car insurance', { slots: SLOTS, tags: ['car', 'contracts'] })
  await createItem(page, 'Passport')

  const filter = page.getByRole('textbox', { name: 'Name, template or tag' })
  await page.keyboard.press('Control+f')
  await expect(filter).toBeFocused()
  await filter.fill('insur')
  await expect(itemRow(page, 'Passport')).toHaveCount(0)
  await itemRow(page, 'Car insurance').click()
  await expect(slotValue(page, 'Nickname')).toContainText('Blue folder')
  await expect(slotValue(page, 'Remarks')).toContainText('First line')
  await expect(slotValue(page, 'Valid until')).toContainText('2031')
  await expect(slotValue(page, 'Appointment')).toContainText('2027')
  await expect(slotValue(page, 'Insured')).toContainText('Yes')
  await expect(slotValue(page, 'Contact')).toContainText('desk@example.org')
  await expect(slotValue(page, 'Hotline')).toContainText('+61 2 5550 1234')
  await expect(slotValue(page, 'Portal')).toContainText('https://example.org/portal')
  await expect(slotValue(page, 'Cover')).toContainText('#1d5bbf')
  await expect(slotValue(page, 'Class')).toContainText('Comfort')
  await expect(slotValue(page, 'Extras')).toContainText('Tyres, Glass')

  // A password shows for 30 s, and can be copied without showing.
  await expect(page.getByText(PIN)).toHaveCount(0)
  await button(page, 'Reveal PIN').click()
  await expect(slotValue(page, 'PIN')).toContainText(PIN)
  await page.clock.runFor(15_000)
  await expect(slotValue(page, 'PIN')).toContainText(PIN)
  await page.clock.runFor(16_000)
  await expect(page.getByText(PIN)).toHaveCount(0)
  await button(page, 'Copy PIN').click()
  await expect(page.getByText('PIN copied; the clipboard is cleared after 30 seconds').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PIN)
  await page.clock.runFor(31_000)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('')

  await button(page, /^Edit/).click()
  const editor = page.getByRole('form', { name: 'Edit Car insurance' })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Car insurance 2027')
  await editor.getByRole('textbox', { name: 'Nickname' }).fill('Red folder')
  await button(editor, 'Remove Extras').click()
  await addSlot(editor, { label: 'Policy number', value: 'HB-77' })
  await button(editor, /^Save item/).click()
  await expect(slotValue(page, 'Nickname')).toContainText('Red folder')
  await expect(slotValue(page, 'Policy number')).toContainText('HB-77')
  await expect(slotValue(page, 'Extras')).toHaveCount(0)
  await button(page, 'Reveal PIN').click()
  await expect(slotValue(page, 'PIN')).toContainText(PIN)

  // Deleting waits for Undo, and is final after that.
  await filter.fill('')
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete item' }).click()
  await expect(itemRow(page, 'Car insurance 2027')).toHaveCount(0)
  await button(page, /^Undo/).click()
  await expect(itemRow(page, 'Car insurance 2027')).toBeVisible()
  await itemRow(page, 'Passport').click()
  await button(page, 'More').click()
  const deleted = page.waitForRequest((request) => request.postData()?.includes('itemsIdDelete') ?? false)
  await page.getByRole('menuitem', { name: 'Delete item' }).click()
  await expect(itemRow(page, 'Passport')).toHaveCount(0)
  await page.clock.runFor(9_000)
  expect((await (await deleted).response())?.status()).toBe(200)
  await expect(itemRow(page, 'Passport')).toHaveCount(0)

  await itemRow(page, 'Car insurance 2027').click()
  const address = page.url()
  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock Harbour tests' })).toBeVisible()
  await expect(page.getByText('Red folder')).toHaveCount(0)

  const passphrase = page.getByLabel('Passphrase', { exact: true })
  await passphrase.fill('staple battery house')
  await button(page, 'Unlock').click()
  await expect(page.getByText(/This passphrase does not open Harbour tests/)).toBeVisible()
  await expect(passphrase).toHaveValue('staple battery house')
  await expect(passphrase).toBeFocused()
  await passphrase.fill(WORKSPACE_PASSPHRASE)
  await passphrase.press('Enter')
  // The keys of a user are dropped with everything else; signing in leads back to the page.
  await page.getByLabel("Alice Weber's passphrase").fill(PASSPHRASE)
  await button(page.getByRole('main'), 'Sign in').click()
  await expect(slotValue(page, 'Nickname')).toContainText('Red folder')
  expect(page.url()).toBe(address)
})

test('create, find and edit with the keyboard alone', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Keys')
  await addFirstUser(page, 'Alice Weber')

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeFocused()
  await page.keyboard.press('Control+n')
  const search = page.getByRole('combobox', { name: 'Search templates' })
  const options = page.getByRole('option')
  await expect(search).toBeFocused()
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('form', { name: 'New item' })
  await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Library card')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name: 'Library card' })).toBeVisible()
  await page.keyboard.press('Control+n')
  await expect(search).toBeFocused()
  await page.keyboard.type('passp')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(editor.getByLabel('Passport number')).toBeVisible()
  await page.keyboard.type('Passport')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name: 'Passport' })).toBeVisible()

  await page.keyboard.press('Control+f')
  await page.keyboard.type('library')
  await expect(itemRow(page, 'Passport')).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await page.keyboard.press('ArrowDown')
  await expect(itemRow(page, 'Library card')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Library card' })).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.getByRole('form', { name: 'Edit Library card' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.type(' of Bob')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name: 'Library card of Bob' })).toBeVisible()

  await runInPalette(page, 'Passport')
  await expect(page.getByRole('heading', { level: 2, name: 'Passport' })).toBeVisible()
})
