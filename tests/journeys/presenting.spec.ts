// Proves docs/contract/window.md, Presenting, Who shares what with whom.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { button, dialog, goTo, openSample } from './support/window-steps.ts'

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
  await expect(button(page, /^Stop presenting/)).toBeVisible()
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
  await expect(page.getByText(/^0 red$/).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'as expected', exact: true }).first()).toBeVisible()

  await button(page, 'Show as one picture').click()
  await expect(dialog(page).getByRole('img', { name: /scenarios as expected, 0 red/ })).toBeVisible()
  await look(page, 'matrix')
  const svg = (await saved(page, 'Save as SVG')).toString('utf8')
  expect(svg).toMatch(/^<svg xmlns/)
  expect(svg).not.toContain('var(')
  const png = await saved(page, 'Save as PNG')
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 900])
})

test('who shares what with whom is drawn, said as a table, and seen as another user', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Sharing')
  await page.getByRole('tab', { name: 'Graph' }).click()
  const table = page.getByRole('table', { name: 'Who shares what with whom' })
  await expect(table.getByRole('row').filter({ hasText: 'Bob Okafor' }).first()).toBeVisible()
  await look(page, 'share-graph')

  await button(page, 'See this screen as another user').click()
  await page.getByRole('menuitem', { name: 'Bob Okafor' }).click()
  const bob = page.getByRole('region', { name: 'Acting as Bob Okafor', exact: true })
  await expect(bob.getByRole('table', { name: 'Who shares what with whom' })).toBeVisible()
  await expectAccessible(page)
})
