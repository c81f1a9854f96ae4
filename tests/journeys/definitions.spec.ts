// Proves docs/contract/window.md, Definitions.

import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, goTo, runInPalette } from './support/window-steps.ts'

/** The editor lives in a shadow tree, which locators look into. */
const jsonOf = (page: Page): Locator => page.getByRole('textbox', { name: 'JSON of the definition' })
const formOf = (page: Page): Locator => page.getByRole('region', { name: 'Form of the definition' })
const problemsOf = (page: Page): Locator => page.getByRole('region', { name: 'Problems' })
const underlined = (page: Page): Locator => page.locator('.cm-lintRange-error')

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const size of [
    { width: 1000, height: 700 },
    { width: 960, height: 640 },
  ]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Puts the cursor behind a text of the JSON, as with the search of the editor. */
async function putCursorBehind(page: Page, text: string): Promise<void> {
  await jsonOf(page).press('Control+f')
  const search = page.getByRole('textbox', { name: 'Find' })
  await search.press('Control+a')
  await search.pressSequentially(text)
  await search.press('Enter')
  await search.press('Escape')
  await jsonOf(page).press('ArrowRight')
}

test(
  'a template is broken in the JSON, mended in the form, stored, and changed as a new one',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    // The palette finds what is asked and who was asked, wherever somebody is.
    await runInPalette(page, 'Wine shop')
    await expect(page.getByRole('heading', { level: 2, name: 'Wine shop' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page.getByRole('heading', { level: 1, name: 'Definitions' })).toBeVisible()
    await expectFine(page)

    await page.getByRole('link', { name: 'Car hire' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Car hire' })).toBeVisible()
    await expect(problemsOf(page)).toContainText('No problems')

    await test.step('each problem is underlined in place and listed', async () => {
      await putCursorBehind(page, '"from": "A')
      await page.keyboard.type('BC')
      await putCursorBehind(page, '"uri": "https')
      await page.keyboard.type(' //')
      await expect(problemsOf(page)).toContainText('2 problems')
      await expect(problemsOf(page)).toContainText('Names a group that no descriptor is in.')
      await expect(problemsOf(page)).toContainText(/Input Driving licence, schema 1, uri: Must be an absolute URI\./)
      await expect(underlined(page).filter({ hasText: '"ABC"' })).toHaveCount(1)
      // What is typed into the editor is no shortcut of the window.
      await expect(page).toHaveURL(/definitions\/new/)
      await expectFine(page)
    })

    await test.step('a definition with problems is not stored', async () => {
      await button(page, /^Save(?! and)/).click()
      await expect(problemsOf(page).getByRole('alert')).toHaveText('Not saved: fix these problems first.')
      await expect(problemsOf(page)).toBeFocused()
    })

    await test.step('one click and the form mend it, and the JSON says the same', async () => {
      await button(problemsOf(page), /^Use “A”/).click()
      await expect(problemsOf(page)).toContainText('1 problem')
      await button(problemsOf(page), /^Go to line .* Must be an absolute URI/).click()
      await expect(jsonOf(page)).toBeFocused()
      const address = formOf(page).getByRole('textbox', { name: 'Schema 1' })
      await expect(address).toHaveAttribute('aria-invalid', 'true')
      await address.fill('https://schemas.vaultbench.example/driving-licence/1.0.0')
      await expect(problemsOf(page)).toContainText('No problems')
      await expect(jsonOf(page)).toContainText('"https://schemas.vaultbench.example/driving-licence/1.0.0"')
      await formOf(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('Van hire')
      await expect(jsonOf(page)).toContainText('"name": "Van hire"')
    })

    await test.step('one Undo for both, also from inside a field', async () => {
      await page.keyboard.press('Control+z')
      await expect(page.getByRole('heading', { level: 1, name: 'Car hire' })).toBeVisible()
      await page.keyboard.press('Control+y')
      await expect(page.getByRole('heading', { level: 1, name: 'Van hire' })).toBeVisible()
    })

    await test.step('broken JSON keeps the form as it was, and read-only', async () => {
      await jsonOf(page).press('Control+End')
      await page.keyboard.type('x')
      await expect(formOf(page)).toContainText(/The form waits until the JSON is valid again\. Line \d+/)
      await expect(formOf(page).getByRole('textbox', { name: 'Name', exact: true }).first()).toBeDisabled()
      await page.keyboard.press('Control+z')
      await expect(problemsOf(page)).toContainText('No problems')
    })

    await page.keyboard.press('Control+s')
    const detail = page.getByRole('region', { name: 'Definition', exact: true })
    await expect(detail.getByRole('heading', { name: 'Van hire' })).toBeVisible()
    await expect(detail).toContainText('Category is “B”, “C”, or “D”')
    await expect(page.getByRole('grid', { name: 'Stored definitions' })).toContainText('Van hire')
    await expectFine(page)

    await test.step('changing a stored one makes another, which remembers it', async () => {
      await detail.getByRole('link', { name: 'Edit as new definition' }).click()
      await expect(page.getByText('based on Van hire')).toBeVisible()
      await formOf(page).getByRole('textbox', { name: 'Name', exact: true }).first().fill('Truck hire')
      await goTo(page, 'Home')
      await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
      await button(page.getByRole('alertdialog'), 'Keep typing').click()
      await page.keyboard.press('Control+s')
      await expect(detail.getByRole('heading', { name: 'Truck hire' })).toBeVisible()
      await detail.getByRole('link', { name: 'Van hire' }).click()
      await expect(detail.getByRole('heading', { name: 'Van hire' })).toBeVisible()
    })

    await test.step('an address of nothing says so', async () => {
      await page.evaluate(() => (location.hash = '#/definitions/nothing'))
      await expect(page.getByRole('heading', { name: 'This definition does not exist' })).toBeVisible()
      await button(page, 'Show all definitions').click()
    })

    await test.step('the list is filtered by what is typed', async () => {
      await page.keyboard.press('Control+f')
      await page.keyboard.type('truck')
      await expect(page.getByRole('grid', { name: 'Stored definitions' })).not.toContainText('Van hire')
      await page.getByRole('textbox', { name: 'Filter definitions' }).fill('nothing like it')
      await expect(page.getByRole('heading', { name: 'No matching definitions' })).toBeVisible()
      await button(page, 'Clear filter').click()
      await expect(page.getByRole('grid', { name: 'Stored definitions' })).toContainText('Van hire')
    })

    await test.step('one click asks for it, another answers it oneself', async () => {
      await page.getByRole('grid', { name: 'Stored definitions' }).getByText('Van hire').click()
      await button(detail, 'Create request').click()
      await expect(page).toHaveURL(/#\/requests\/[\w-]{22}$/)
      await expect(page.getByRole('heading', { name: 'Van hire' }).first()).toBeVisible()
      await page.goBack()
      await expect(detail.getByRole('link', { name: '1 request' })).toBeVisible()
      await button(detail, 'Try in wallet').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
      await expect(page.getByText('Van hire').first()).toBeVisible()
    })
  },
)
