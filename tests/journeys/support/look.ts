import type { Page } from '@playwright/test'
import { expectAccessible, expectContrastInTheDark, expectNoSidewaysScroll } from './served-window.ts'

const SMALL = [
  { width: 1000, height: 700 },
  { width: 960, height: 640 },
]
const pictures = process.env.SCREENS

/** Accessible in both themes, and nothing scrolls sideways in small windows; `SCREENS=directory` keeps pictures. */
export async function look(page: Page, name: string): Promise<void> {
  const picture = async (variant: string) => {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${variant}.png` })
  }
  await expectAccessible(page)
  await picture('light')
  await expectContrastInTheDark(page)
  await picture('dark')
  // A window that has the whole screen has no other size.
  const whole = await page.evaluate(() => document.fullscreenElement !== null)
  for (const size of whole ? [] : SMALL) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await picture(String(size.width))
  }
  if (!whole) await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}
