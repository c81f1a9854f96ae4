// Proves docs/contract/window.md, Home.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { button, goTo, slotValue, startSample } from './support/window-steps.ts'

/*
 * The four stories of the first steps, one after the other as somebody does them by hand. What counts is the pointer: each
 * time it is pressed, also to get into a field before typing.
 */

const MOST_CLICKS = 12

/** Counts from now on how often the pointer is pressed in the page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(globalThis, 'clicks', 0)
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) Reflect.set(globalThis, 'clicks', Number(Reflect.get(globalThis, 'clicks')) + 1)
    }
    addEventListener('pointerdown', count, { capture: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'clicks')))
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

test(
  'the sample: an item from two sides, an edit that arrives, an answer, and a broken one',
  { tag: '@quick' },
  async ({ page }) => {
    await expect(button(page, 'Start')).toBeVisible()
    const clicks = await countClicks(page)
    const began = performance.now()
    await startSample(page)

    await button(page, 'Open side by side').click()
    const side = (name: string) => page.getByRole('region', { name: `Acting as ${name}`, exact: true })
    const [alice, bob] = [side('Alice Weber'), side('Bob Okafor')]
    await button(bob, 'Accept').click()
    await expect(slotValue(bob, 'Document number')).toContainText('B072RRE2I55')

    await button(alice, /^Edit/).click()
    await typeInto(page, alice.getByRole('textbox', { name: 'Document number', exact: true }), 'B072RRE2I56')
    await page.keyboard.press('Control+s')
    await button(page, 'Run now').first().click()
    await expect(slotValue(bob, 'Document number')).toContainText('B072RRE2I56')

    await goTo(page, 'Home')
    await button(page, 'Open wallet').click()
    await button(page, 'Submit').click()
    const checks = page.getByRole('region', { name: 'Checks', exact: true })
    await expect(page.getByText('Accepted').first()).toBeVisible()

    await button(page, 'Test a fault').click()
    await page.getByRole('radio', { name: 'Expired credential' }).check()
    await page.keyboard.press('Escape')
    await button(page, 'Run again').click()
    await expect(checks).toContainText('As expected')

    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    test.info().annotations.push({ type: 'time', description: `four stories in ${seconds} s` })
    console.log(`first minute, four stories in ${seconds} s`)
    expect(await clicks()).toBeLessThanOrEqual(MOST_CLICKS)
  },
)
