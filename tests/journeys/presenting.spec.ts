// Proves docs/contract/window.md, Presenting, Who shares what with whom.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, dialog, goTo, slotValue } from './support/window-steps.ts'

const presenting = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-presenting'))
/** As long as it has the whole screen, and until it has left it, the browser keeps F11 to itself. */
const hasScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null)

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return readFile(await download.path())
}

test('a request is shown to a room, and the window with it', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Requests')
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'Waiting' }).first().click()
  await button(page, 'Show large').click()
  const large = dialog(page)
  await expect(large.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(large.getByText(/:\/\//).first()).toBeVisible()
  await expectAccessible(page)
  await large.getByText('Dark', { exact: true }).click()
  await expect(large).toHaveAttribute('data-theme', 'dark')
  await look(page, 'qr-dark')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect.poll(() => hasScreen(page)).toBe(false)

  await page.keyboard.press('F11')
  await expect.poll(() => presenting(page)).toBe(true)
  await expect.poll(() => hasScreen(page)).toBe(true)
  await expect(button(page, /^Leave presentation mode/)).toBeVisible()
  await button(page, 'Copy deep link').first().click()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await look(page, 'presenting')
  await page.keyboard.press('F11')
  await expect.poll(() => presenting(page)).toBe(false)
})

test('all scenarios are one picture, which is saved', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: /^Scenarios/ }).click()
  await button(page, 'Run all').click()
  await expect(button(page, 'Export as JSON')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Running scenarios' })).toBeHidden()
  await expect(page.getByText(/^No failures$/).first()).toBeVisible()

  await button(page, 'Show as a picture').click()
  await expect(dialog(page).getByRole('img', { name: /scenarios as expected, 0 failed/ })).toBeVisible()
  await look(page, 'matrix')
  const svg = (await saved(page, 'Save as SVG')).toString('utf8')
  expect(svg).toMatch(/^<svg xmlns/)
  expect(svg).not.toContain('var(')
  const png = await saved(page, 'Save as PNG')
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 900])
})

test(
  'who shares what with whom is drawn, said as a table, and seen as another user',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await goTo(page, 'Sharing')
    await page.getByRole('tab', { name: 'Graph' }).click()
    const table = page.getByRole('table', { name: 'Shares between people' })
    await expect(table.getByRole('row').filter({ hasText: 'Bob Okafor' }).first()).toBeVisible()
    await look(page, 'share-graph')

    await button(page, 'See this screen as another user').click()
    await page.getByRole('option', { name: 'Bob Okafor' }).click()
    const bob = page.getByRole('region', { name: 'Acting as Bob Okafor', exact: true })
    await expect(bob.getByRole('table', { name: 'Shares between people' })).toBeVisible()
    await expectAccessible(page)
  },
)

/** What only programs and their makers read: ids, addresses, status codes, names of checks and of errors. */
const FOR_MAKERS = [
  String.raw`\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b`,
  String.raw`\b[a-z][a-z\d+.-]*://`,
  String.raw`\bdid:[a-z]+:`,
  String.raw`\b127\.0\.0\.1\b|\blocalhost\b`,
  String.raw`\bHTTP \d{3}\b|^[2-5]\d\d$|\b(GET|POST|PUT|PATCH|DELETE) /`,
  String.raw`\b(presentation|credential|submission|descriptor)\.[a-z_]+\b`,
  String.raw`\b[a-z]+_[a-z_]+\b`,
]

/** Such texts that can be seen now, in fields, too. */
function textsForMakers(page: Page): Promise<readonly string[]> {
  return page.evaluate((patterns) => {
    const isForMakers = (text: string) => patterns.some((pattern) => new RegExp(pattern).test(text.trim()))
    const isSeen = (element: Element | null) =>
      element !== null && element.closest('.sr-only') === null && element.checkVisibility()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      if (isSeen(parentElement)) texts.push((textContent ?? '').trim())
    }
    for (const field of document.querySelectorAll('input, textarea')) {
      if (isSeen(field)) texts.push((field as HTMLInputElement).value, (field as HTMLInputElement).placeholder)
    }
    return [...new Set(texts.filter(isForMakers))]
  }, FOR_MAKERS)
}

/** Ids, addresses and codes on the screen; `place` says where. */
async function expectNothingForMakers(page: Page, place: string): Promise<void> {
  expect.soft(await textsForMakers(page), place).toEqual([])
}

test('a story that is presented shows names, and no ids, addresses or codes', async ({ page }) => {
  await openSample(page)
  await expect(page.getByText('http://', { exact: false }).first()).toBeVisible()
  await page.keyboard.press('F11')
  await expect.poll(() => presenting(page)).toBe(true)
  await expect(button(page, 'Expand sections')).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await expectNothingForMakers(page, 'Home')

  await button(page, 'Open side by side').click()
  const side = (name: string) => page.getByRole('region', { name: `Acting as ${name}`, exact: true })
  const bob = side('Bob Okafor')
  await button(bob, 'Accept').click()
  await expect(slotValue(bob, 'Document number')).toBeVisible()
  await expectNothingForMakers(page, 'side by side')

  await goTo(page, 'Home')
  await button(page, 'Open wallet').click()
  await expect(button(page, 'Submit')).toBeVisible()
  await expectNothingForMakers(page, 'question on the phone')
  await button(page, 'Submit').click()
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  await expect(page.getByText('Accepted').first()).toBeVisible()
  await checks.locator('summary').first().click()
  await expect(checks.locator('details[open] li').first()).toBeVisible()
  await expectNothingForMakers(page, 'answer')

  for (const scenario of ['Expired credential', 'Changed claim']) {
    await button(page, /^(Test a fault|Fault: )/).click()
    await expectNothingForMakers(page, 'what can be broken')
    await page.getByRole('radio', { name: scenario }).check()
    await page.keyboard.press('Escape')
    await button(page, 'Run again').click()
    await expect(button(page, `Fault: ${scenario}`)).toBeVisible()
    await expect(checks).toContainText('As expected')
    await expectNothingForMakers(page, scenario)
  }
  await page.getByRole('link', { name: 'Open request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expectNothingForMakers(page, 'request')

  for (const screen of ['Items', 'Requests', 'Definitions', 'People', 'Sharing']) {
    await goTo(page, screen)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await expect(
      page
        .getByRole('region', { name: 'Details' })
        .or(page.getByRole('heading', { level: 2 }))
        .first(),
    ).toBeVisible()
    await expectNothingForMakers(page, screen)
    if (screen !== 'People') continue
    // Fingerprints are drawn, and only some look like codes.
    const fingerprint = page.getByRole('textbox', { name: /^Fingerprint: /, includeHidden: true }).first()
    await expect(fingerprint).toBeAttached()
    await expect(fingerprint).toBeHidden()
  }
  await goTo(page, 'Wallet')
  await expectNothingForMakers(page, 'phone')
  await page.getByRole('tab', { name: /^Scenarios/ }).click()
  await expect(page.getByRole('table').getByRole('row').nth(50)).toBeVisible()
  await expectNothingForMakers(page, 'scenarios')
  await page.getByRole('tab', { name: /^Credentials/ }).click()
  await page.getByRole('grid').getByRole('row').nth(1).click()
  await expectNothingForMakers(page, 'credential')
  await goTo(page, 'Trust')
  await expect(page.getByText('Harbour Registry').first()).toBeVisible()
  await expectNothingForMakers(page, 'Trust')
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectNothingForMakers(page, 'Trust, settings')
  for (const screen of ['Organizations', 'Users', 'Access']) {
    await goTo(page, screen)
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
    await expectNothingForMakers(page, screen)
  }
})
