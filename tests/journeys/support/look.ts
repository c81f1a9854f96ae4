import type { Page } from '@playwright/test'
import { expectAccessible, expectContrastInTheDark, expectNoSidewaysScroll } from './served-window.ts'

const pictures = process.env.SCREENS

/** Accessible in both themes, and nothing scrolls sideways in a small window; `SCREENS=directory` keeps pictures. */
export async function look(page: Page, name: string): Promise<void> {
  const picture = async (variant: string) => {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${variant}.png` })
  }
  await expectAccessible(page)
  await picture('light')
  await expectContrastInTheDark(page)
  await picture('dark')
  await page.setViewportSize({ width: 1000, height: 700 })
  await expectNoSidewaysScroll(page)
  await picture('1000')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}
