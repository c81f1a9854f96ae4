// Proves docs/contract/window.md, Everywhere, Everywhere: search.

import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, expectAccessible, expectContrastInTheDark, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, dialog, goTo, runInPalette } from './support/window-steps.ts'

async function search(page: Page, words: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  if (await box.isHidden()) await page.keyboard.press('Control+k')
  await box.fill(words)
}

const results = (page: Page, group: string) =>
  page.getByRole('listbox').getByRole('group', { name: group, exact: true })

test('search finds things from everywhere, and leads back to where one was', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Settings')

  await search(page, 'passport')
  const item = results(page, 'Items').getByRole('option').first()
  await expect(item).toContainText('Passport')
  await expect(item).toContainText('Alice Weber')
  await expectAccessible(page)
  await look(page, 'palette-found')
  await expectContrastInTheDark(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await item.click()
  await expect(page.getByRole('heading', { level: 2, name: /Passport/ })).toBeVisible()

  await search(page, 'bob')
  await expect(results(page, 'People').getByRole('option').first()).toContainText('Bob Okafor')
  await search(page, 'car hire')
  await expect(results(page, 'Requests').getByRole('option').first()).toContainText('Car hire')
  await expect(results(page, 'Definitions').getByRole('option').first()).toContainText('Car hire')
  await search(page, 'licence')
  await expect(results(page, 'Credentials').getByRole('option').first()).toContainText('Alice Weber')
  await search(page, 'clinic')
  await expect(results(page, 'Organizations').getByRole('option').first()).toContainText('Harbour Clinic')
  await search(page, '@')
  await expect(results(page, 'Users').getByRole('option', { name: /Bob Okafor/ })).toBeVisible()
  await search(page, '#')
  await expect(results(page, 'Tags').getByRole('option').first()).toBeVisible()
  await search(page, '/vault/items')
  await expect(results(page, 'API operations').getByRole('option').first()).toContainText('/vault/items')
  await page.keyboard.press('Escape')

  await goTo(page, 'Trust')
  await search(page, '')
  const places = results(page, 'Recent places').getByRole('option')
  await expect(places.first()).toContainText('Passport')
  await look(page, 'palette-empty')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Passport/ })).toBeVisible()
})

test('values are searched where a person switches that on, and the list says which rows they fit', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Items')
  const field = page.getByRole('textbox', { name: 'Name, template or tag' })
  await field.fill('C01X0006H')
  const offer = page.getByRole('main').getByText('Search values too')
  await look(page, 'values-offered')

  await offer.click()

  await expect(page.getByRole('row').filter({ hasText: 'Found in a value' })).toHaveCount(1)
  await expectAccessible(page)
  await look(page, 'values-found')
  await expectContrastInTheDark(page)
  await search(page, 'C01X0006H')
  await expect(results(page, 'Items').getByRole('option').first()).toContainText('Passport')
  await page.keyboard.press('Escape')
  await button(page, 'Search values too').click()
  await expect(page.getByRole('row').filter({ hasText: 'Found in a value' })).toHaveCount(0)
})

test('a message covers nothing of the page, and goes when another user acts', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await button(page, /Addresses of the service/).click()
  await page.getByRole('menuitem', { name: 'Copy base URL' }).click()
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(messages.getByText(/copied$/)).toBeVisible()
  await messages.hover() // One that is pointed at stays.
  await look(page, 'message')
  const [strip, content] = [await messages.boundingBox(), await page.locator('#content').boundingBox()]
  expect(strip?.y).toBeGreaterThanOrEqual((content?.y ?? 0) + (content?.height ?? Infinity) - 1)

  await runInPalette(page, '@bob')

  await expect(button(page.getByRole('banner'), 'Acting as Bob Okafor')).toBeVisible()
  await expect(messages).toBeHidden()
})

test(
  'everything new is made from any screen, and the key that locks works inside of a dialog',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await goTo(page, 'Trust')

    await runInPalette(page, 'new tag')
    const form = dialog(page, 'New tag')
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await runInPalette(page, 'new login key')
    await expect(dialog(page, /^New login key/)).toBeVisible()
    await page.keyboard.press('Escape')
    await runInPalette(page, 'new child user')
    await expect(dialog(page, /^New child user/)).toBeVisible()
    await page.keyboard.press('Escape')
    await runInPalette(page, 'new workspace')
    await expect(dialog(page, /^New workspace/)).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, /^Back to/).click()

    await runInPalette(page, 'new image')
    await expect(dialog(page, /^New image/)).toBeVisible()

    await page.keyboard.press('Control+l')
    await expect(dialog(page)).toBeHidden()
    await expect(
      button(page, 'Start')
        .or(button(page, /^Open|^Unlock/))
        .first(),
    ).toBeVisible()
  },
)
