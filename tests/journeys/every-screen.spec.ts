// Proves docs/contract/window.md, Everywhere, Languages.

import type { Page } from '@playwright/test'
import { onEveryEmptyScreen, onEveryScreen } from './support/every-screen.ts'
import { onEveryState, openEmpty } from './support/every-state.ts'
import {
  cutTexts,
  leftInEnglish,
  ownTexts,
  settled,
  smallWindowFaults,
  speakPseudo,
  toldBy,
  unreachedByKeyboard,
} from './support/languages.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'

/*
 * Every screen, in the smallest window it is made for: sound to axe, by the keyboard alone and without a text that is cut,
 * in both themes and both languages, and in a language that is 40 % longer. Each theme and each language once in
 * `npm run test:full`, the rest, what no address leads to, and screens without anything, in `npm run test:deep`.
 * `SCREENS=directory` keeps a picture of each.
 */

test.describe.configure({ mode: 'parallel', timeout: 1_800_000 })
test.use({ viewport: { width: 1000, height: 700 } })

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name.replace(/[^a-z\d]+/gi, '-')}.png` })
}

for (const { locale, colorScheme, tag } of [
  { locale: 'en', colorScheme: 'light', tag: [] },
  { locale: 'en', colorScheme: 'dark', tag: ['@deep'] },
  { locale: 'de', colorScheme: 'light', tag: ['@deep'] },
  { locale: 'de', colorScheme: 'dark', tag: [] },
] as const) {
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    const lookAt = (page: Page) => async (screen: string) => {
      await picture(page, `${locale} ${colorScheme} ${screen}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      expect.soft(await unreachedByKeyboard(page), screen).toEqual([])
      expect.soft(await cutTexts(page), screen).toEqual([])
      expect.soft(await smallWindowFaults(page), screen).toEqual([])
      if (locale === 'de') expect.soft(await leftInEnglish(page), screen).toEqual([])
    }

    test(
      `every screen is accessible, and reached by the keyboard: ${locale}, ${colorScheme}`,
      { tag: [...tag] },
      async ({ page, app }) => {
        const look = lookAt(page)
        await settled(page)
        await look('welcome')
        await page.getByRole('main').getByRole('button').first().click()
        await page.waitForURL(/\/u\//)
        await onEveryScreen(page, look)
        await page.keyboard.press('Control+l')
        await settled(page)
        await look('locked')
        await page.goto(`${app.url}/docs`)
        await expect(page.locator('header output')).toHaveText(/^2\d\d /)
        await settled(page)
        await look('reference')
      },
    )

    test(`so is what no address leads to: ${locale}, ${colorScheme}`, { tag: '@deep' }, async ({ page, app }) => {
      await settled(page)
      await page.getByRole('main').getByRole('button').first().click()
      await page.waitForURL(/\/u\//)
      await onEveryState(page, app, lookAt(page))
    })

    test(`so is every screen without anything: ${locale}, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
      const look = lookAt(page)
      await settled(page)
      await onEveryEmptyScreen(page, await openEmpty(page, look), look)
    })
  })
}

test(
  'nothing is cut off, and nothing is said beside the messages, in a language that is 40 % longer',
  { tag: '@deep' },
  async ({ page }) => {
    const told = toldBy(page)
    const look = async (screen: string) => {
      await picture(page, `pseudo ${screen}`)
      expect.soft(await ownTexts(page, told), screen).toEqual([])
      expect.soft(await cutTexts(page), screen).toEqual([])
      await expectNoSidewaysScroll(page)
    }
    await page.reload() // what the first screen was told is heard from here on
    await page.getByRole('heading', { level: 1 }).waitFor()
    await speakPseudo(page)
    await settled(page)
    await look('welcome')
    await page.getByRole('main').getByRole('button').first().click()
    await page.waitForURL(/\/u\//)
    await onEveryScreen(page, look)
    await page.keyboard.press('Control+l')
    await settled(page)
    await look('locked')
  },
)
