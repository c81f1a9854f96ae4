// Proves docs/contract/window.md, Everywhere: lists, Home, Operator console.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addFirstUser,
  button,
  choosePerson,
  createWorkspace,
  dialog,
  goTo,
  PASSPHRASE,
} from './support/window-steps.ts'

/** A red square of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

const listed = (page: Page, list: string, text: string) =>
  page.getByRole('grid', { name: list }).getByRole('row').filter({ hasText: text })
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

test('the console is set up, closed, and opened with its password', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour', PASSPHRASE)
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Operator')
  await expect(page.getByRole('heading', { name: 'This workspace has no operator yet' })).toBeVisible()
  await look(page, 'operator-none')

  await button(page, 'Set an operator password').click()
  await look(page, 'operator-password')
  await button(dialog(page), 'Set password').click()
  const made = await page.getByRole('textbox', { name: 'Operator password' }).innerText()
  expect(made.length).toBeGreaterThan(20)
  await look(page, 'operator-password-once')
  await button(dialog(page), 'I have saved it').click()
  await expect(page.getByText('Signed in as operator')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing is waiting for review' })).toBeVisible()
  await look(page, 'operator-reviews-empty')

  await button(page, 'Sign out').click()
  await expect(page.getByRole('heading', { name: 'You are not signed in as operator' })).toBeVisible()
  await page.getByLabel('Operator password').fill('not the password')
  await button(page, 'Sign in as operator').click()
  await expect(page.getByText('This is not the operator password')).toBeVisible()
  await expect(page.getByLabel('Operator password')).toHaveValue('not the password')
  await look(page, 'operator-closed')
  await page.getByLabel('Operator password').fill(made)
  await page.getByRole('checkbox', { name: 'Keep the password in this workspace' }).check()
  await button(page, 'Sign in as operator').click()
  await expect(page.getByText('Signed in as operator')).toBeVisible()

  await button(page, 'More operator actions').click()
  await page.getByRole('menuitem', { name: 'New admission token' }).click()
  await button(dialog(page), 'Create token').click()
  await expect(page.getByRole('textbox', { name: 'Admission token' })).toHaveText(/^[0-9a-f]{40}$/)
  await look(page, 'operator-token')
  await button(dialog(page), 'Done').click()

  // Kept: the next time no password is asked for.
  await button(page, 'Sign out').click()
  await look(page, 'operator-kept')
  await button(page, 'Sign in as operator').click()
  await expect(page.getByText('Signed in as operator')).toBeVisible()

  await tab(page, 'Audit').click()
  await expect(page.getByText('The operator created an admission token')).toBeVisible()
  await look(page, 'operator-audit')
  await tab(page, 'Usage').click()
  await expect(page.getByText('Active in the last 30 days')).toBeVisible()
  await look(page, 'operator-usage')
  await button(page, 'Choose user').click()
  await page.getByRole('menuitem', { name: 'Alice Weber' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Alice Weber', exact: true })).toBeVisible()
  await look(page, 'operator-usage-user')
})

test('requests are reviewed, and whoever asked reads what was decided', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await expect(page.getByText(/requests? for the operator to review/).first()).toBeVisible()
  await look(page, 'home-reviews')
  await page.getByRole('link', { name: 'Review requests' }).click()
  const list = page.getByRole('grid', { name: 'Waiting for review' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('link', { name: /^Operator.*2 waiting$/ })).toBeVisible()
  await look(page, 'operator-reviews')

  // With keys only: to a row, open it, decide.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Pier Car Hire' })).toBeVisible()
  await choosePerson(page, 'Decisions are recorded as', 'Bob Okafor')
  await look(page, 'operator-review')
  await button(page, 'Reject organization').click()
  await dialog(page).getByLabel('Reason').fill('There is no such company in the register.')
  await look(page, 'operator-reject')
  await button(dialog(page), 'Reject organization').click()
  await expect(page.getByText('Pier Car Hire rejected').last()).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(2)

  await list.getByRole('row').last().click()
  await look(page, 'operator-review-service')
  await button(page, 'Approve service').click()
  await look(page, 'operator-approve')
  await button(page.getByRole('alertdialog'), 'Approve').click()
  await expect(page.getByRole('heading', { name: 'Nothing is waiting for review' })).toBeVisible()

  await tab(page, 'Audit').click()
  await expect(page.getByText('Bob Okafor rejected the organization Pier Car Hire').first()).toBeVisible()
  await look(page, 'operator-audit-decisions')
  await button(page, 'Action').click()
  await page.getByRole('menuitemcheckbox', { name: 'Organization rejected' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Operator actions' }).getByRole('row')).toHaveCount(3)
  await button(page, 'Export filtered').click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Bob Okafor rejected the organization Pier Car Hire: There is no such company')
  expect(lines[2]).toContain('Carlos Ruiz rejected the organization Tidewater Loans')

  await button(page.getByRole('banner'), /^Acting as/).click()
  await dialog(page, 'Act as')
    .getByRole('option', { name: /^Dana Novak/ })
    .click()
  await goTo(page, 'Home')
  await expect(page.getByText('The organization Pier Car Hire was rejected.')).toBeVisible()
  await expect(page.getByRole('main').getByText('There is no such company in the register.').first()).toBeVisible()
  await look(page, 'home-decided')
  await button(page, 'Mark as seen: Pier Car Hire').click()
  await expect(page.getByText('The organization Pier Car Hire was rejected.')).toBeHidden()
  await goTo(page, 'Events')
  await button(page, 'Kind').click()
  await page.getByRole('menuitemcheckbox', { name: 'Organizations' }).click()
  await page.keyboard.press('Escape')
  await expect(
    page.getByText(/The operator rejected the organization Pier Car Hire: There is no such company/).first(),
  ).toBeVisible()
  await look(page, 'events-organizations')
})

test(
  'several requests are approved at once, and who approves an own one is told before',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await page.getByRole('link', { name: 'Review requests' }).click()
    const list = page.getByRole('grid', { name: 'Waiting for review' })
    await expect(list.getByRole('row')).toHaveCount(3)
    await choosePerson(page, 'Decisions are recorded as', 'Dana Novak')
    for (const at of [1, 2]) await list.getByRole('row').nth(at).getByRole('checkbox').check()
    await button(page, 'Approve').last().click()

    const question = page.getByRole('alertdialog', { name: 'Approve 2 requests?' })
    await expect(question).toContainText('Dana Novak made this request, too.')
    await expect(question).toContainText('cannot be undone')
    await button(question, 'Approve').click()

    await expect(page.getByText('Pier Car Hire approved').last()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing is waiting for review' })).toBeVisible()
  },
)

test('the catalogue is filled, and what is in use stays', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Operator')

  await tab(page, 'Images').click()
  await expect(page.getByRole('heading', { name: 'No images yet' })).toBeVisible()
  await look(page, 'operator-images-empty')
  await button(page, 'New image').click()
  const picture = dialog(page).getByLabel('Image', { exact: true })
  await picture.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog(page).getByText('Choose a PNG, JPEG, GIF or WebP file')).toBeVisible()
  await picture.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(dialog(page).getByRole('img', { name: 'Preview of red.png' })).toBeVisible()
  await look(page, 'operator-image-new')
  await button(dialog(page), 'Add image').click()
  const shown = page.getByRole('img', { name: 'Image red.png' })
  await expect(shown).toBeVisible()
  await expect(shown).toHaveJSProperty('naturalWidth', 1)
  await look(page, 'operator-images')

  await tab(page, 'Schemes').click()
  await button(page, 'New scheme').click()
  await dialog(page).getByLabel('Label').fill('Ship')
  await look(page, 'operator-scheme-new')
  await button(dialog(page), 'Add scheme').click()
  await expect(page.getByRole('heading', { name: 'Ship' })).toBeVisible()
  await button(page, 'Add node').click()
  await dialog(page).getByLabel('Label', { exact: true }).fill('Sailing boat')
  await button(dialog(page), 'Add language').click()
  await dialog(page).getByLabel('Language code').fill('German')
  await dialog(page).getByLabel('Label there').fill('Segelboot')
  await dialog(page).getByLabel('Background colour').first().fill('#1d5bbf')
  await dialog(page).getByLabel('Image of the catalogue').selectOption({ label: 'red.png' })
  await button(dialog(page), 'Add node').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Type a language code such as de-de')
  await look(page, 'operator-node-new')
  await dialog(page).getByLabel('Language code').fill('de-de')
  await button(dialog(page), 'Add node').click()
  await expect(rowWith(page, 'Sailing boat')).toContainText('de-de: Segelboot')
  await look(page, 'operator-schemes')

  await tab(page, 'Templates').click()
  await button(page, 'New template').click()
  await dialog(page).getByLabel('Label', { exact: true }).fill('Ship papers')
  await dialog(page).getByLabel('Scheme').selectOption({ label: 'Ship' })
  await dialog(page).getByLabel('Node').selectOption({ label: 'Sailing boat' })
  await button(dialog(page), 'Add').click()
  await look(page, 'operator-template-new')
  await button(dialog(page), 'Add template').click()
  await expect(page.getByRole('heading', { name: 'Ship papers' })).toBeVisible()
  await button(page, 'Add slot').click()
  await dialog(page).getByLabel('Label', { exact: true }).fill('Built')
  await dialog(page).getByLabel('Type').selectOption({ label: 'Date' })
  await look(page, 'operator-slot-new')
  await button(dialog(page), 'Add slot').click()
  await expect(rowWith(page, 'Built')).toContainText('Date')
  await look(page, 'operator-templates')

  // What is in use stays, and the question says what uses it.
  await tab(page, 'Images').click()
  await button(page, 'Delete image red.png').click()
  await button(page.getByRole('alertdialog'), 'Delete image').click()
  await expect(page.getByRole('alertdialog')).toContainText('used by 1 node.')
  await look(page, 'operator-in-use')
  await button(page.getByRole('alertdialog'), 'Cancel').click()
  await tab(page, 'Schemes').click()
  await listed(page, 'Schemes', 'Ship').click()
  await rowWith(page, 'Sailing boat').hover()
  await button(page, 'Delete node Sailing boat').click()
  await button(page.getByRole('alertdialog'), 'Delete node').click()
  await expect(page.getByRole('alertdialog')).toContainText('used by 1 template.')
  await button(page.getByRole('alertdialog'), 'Cancel').click()
  await tab(page, 'Templates').click()
  await listed(page, 'Templates', 'Ship papers').click()
  await button(page, 'Delete slot Built').click()
  await button(page.getByRole('alertdialog'), 'Delete slot').click()
  await expect(rowWith(page, 'Built')).toHaveCount(0)
  await button(page.getByRole('region', { name: 'Template', exact: true }), 'Delete template Ship papers').click()
  await button(page.getByRole('alertdialog'), 'Delete template').click()
  await expect(listed(page, 'Templates', 'Ship papers')).toHaveCount(0)
  await tab(page, 'Audit').click()
  await expect(page.getByText('The operator deleted the template Ship papers')).toBeVisible()
})
