import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { button, goTo, itemRow, runInPalette } from './support/window-steps.ts'

/*
 * The pictures in README.md and docs, light and dark. Taken anew with `SCREENSHOTS=1 npm run journeys -- screenshots`;
 * `npm test` leaves them alone.
 */

const FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const MAX_BYTES = 200 * 1024

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(640, 20)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours change over a moment; a frame is drawn before they begin to.
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    })
    const path = join(FOLDER, `${name}-${colorScheme}.png`)
    await page.screenshot({ path })
    expect(statSync(path).size).toBeLessThan(MAX_BYTES)
  }
}

test('pictures of the main screens', async ({ page, app }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await picture(page, 'welcome')
  await button(page, 'Start').click()
  await expect(page.getByRole('region', { name: 'Recently changed' }).getByRole('listitem').first()).toBeVisible()
  await picture(page, 'home')
  await goTo(page, 'Items')
  await itemRow(page, 'Family car').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Family car' })).toBeVisible()
  await expect(page.getByText('Loading the file')).toHaveCount(0)
  await picture(page, 'items')
  await goTo(page, 'Sharing')
  await page.getByRole('tab', { name: 'Outgoing' }).click()
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await picture(page, 'sharing')
  await goTo(page, 'Home')
  await button(page, 'Open side by side').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Driving licence' })).toHaveCount(2)
  await picture(page, 'side-by-side')
  await button(page, 'Close').first().click()
  await runInPalette(page, '@Alice')
  await goTo(page, 'Wallet')
  await page.getByRole('link', { name: /^Car hire.*Accepted/ }).click()
  await button(page, 'Test a fault').click()
  await page.getByRole('radio', { name: 'Expired credential' }).check()
  await page.keyboard.press('Escape')
  await button(page, 'Run again').click()
  await expect(page.getByRole('region', { name: 'Checks', exact: true })).toContainText('As expected')
  await picture(page, 'wallet')
  await page.getByRole('tab', { name: 'Scenarios' }).click()
  await button(page, 'Run all').click()
  await expect(page.getByText('No failures', { exact: true }).first()).toBeVisible()
  await expect(button(page, 'Run all')).not.toHaveAttribute('aria-busy', 'true')
  await picture(page, 'scenarios')
  await goTo(page, 'Access')
  await expect(page.getByRole('grid', { name: /^Running sessions/ })).toBeVisible()
  await expect(page.getByText('this window').first()).toBeVisible()
  await picture(page, 'access')
  await fetch(`${app.vault}/version`)
  await fetch(`${app.vault}/items`)
  await goTo(page, 'Inspector')
  const refused = page.getByRole('row').filter({ hasText: '/vault/items' }).filter({ hasText: '401' })
  await refused.click()
  await expect(page.getByRole('region', { name: /^Call/ }).getByRole('tab', { name: 'Response' })).toBeVisible()
  await picture(page, 'inspector')
  await runInPalette(page, '@Dana')
  await goTo(page, 'Organizations')
  await page.getByRole('row').filter({ hasText: 'Harbour Clinic' }).click()
  await page.getByRole('tab', { name: /^Members/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Alice Weber' })).toBeVisible()
  await picture(page, 'organization')
  await goTo(page, 'Operator')
  await page.getByRole('row').filter({ hasText: 'Pier Car Hire' }).click()
  await expect(button(page, 'Approve organization')).toBeVisible()
  await picture(page, 'operator')
})
