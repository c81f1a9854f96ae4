// Proves docs/contract/window.md, Languages.

import { visit } from './support/languages.ts'
import { expect, test } from './support/served-window.ts'
import { button } from './support/window-steps.ts'

test.describe('a system that speaks German', () => {
  test.use({ locale: 'de-DE' })

  test('the window follows it, until another language is chosen, at once and for good', async ({ page }) => {
    const texts: string[] = []
    page.on('request', (request) => {
      const [language] = /english|german/.exec(request.url()) ?? []
      if (language !== undefined) texts.push(language)
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Willkommen' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Willkommen' })).toBeVisible()
    expect(texts).toEqual(['german'])
    await button(page, 'Starten').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()
    await visit(page, '/settings')

    await page.getByText('English', { exact: true }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('radio', { name: 'English' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

    await page.getByRole('group', { name: 'Language' }).getByText('System').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  })
})
