// Proves docs/contract/window.md, Everywhere: dates.

import type { Page } from '@playwright/test'
import { textOf, visit } from './support/languages.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'

/** The same figures are another day in another language. */
for (const { locale, typed, shown } of [
  { locale: 'en-US', typed: '7/4/2026', shown: '07/04/2026' },
  { locale: 'en-GB', typed: '4/7/2026', shown: '04/07/2026' },
  { locale: 'de-DE', typed: '4.7.26', shown: '04.07.2026' },
]) {
  test.describe(locale, () => {
    test.use({ locale })

    test(`a day is typed as in ${locale}, or chosen in a month by keys`, async ({ page }) => {
      await page.getByRole('main').getByRole('button').first().click()
      await page.waitForURL(/\/u\//)
      await visit(page, `${/\/u\/[^/]+/.exec(page.url())?.[0] ?? ''}/events`)
      await expect(page.locator('input[type^=date]')).toHaveCount(0)
      const name = await textOf(page, 'events.filter.day')
      const field = page.getByRole('textbox', { name })

      await field.fill(typed)
      await page.keyboard.press('Tab')
      await expect(field).toHaveValue(shown)

      const opener = page.getByRole('button', { name: await textOf(page, 'ui.date.choose', { label: name }) })
      await expect(opener).toBeFocused()
      await page.keyboard.press('Enter')
      const chosen = page.locator('[data-value="2026-07-04"][data-selected]')
      await expect(chosen).toBeFocused()
      await expectBothThemes(page)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(opener).toBeFocused()
      await expect(field).toHaveValue(shown.replace('04', '12'))

      await field.fill('31.31.2026')
      await page.keyboard.press('Tab')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.press('Alt+ArrowDown')
      await page.getByRole('button', { name: await textOf(page, 'ui.date.today') }).click()
      await expect(field).not.toHaveAttribute('aria-invalid', 'true')
      await expect(field).not.toHaveValue('')
    })
  })
}

async function expectBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}
