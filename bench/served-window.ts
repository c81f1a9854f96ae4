import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chooseTestBrowser, chosenTestBrowser } from '../scripts/test-browser.ts'
import { startChild } from './child.ts'

/** The built program, which serves its window over the sample workspace in a folder. */
export const servedSample = (directory: string) =>
  startChild<{ readonly ui: string }>([
    'dist/main/vaultbench.js',
    'serve',
    '--window',
    '--demo',
    ...['--port', '0', '--data', directory],
  ])

export async function launchedBrowser(): Promise<Browser> {
  await chooseTestBrowser(console.error)
  return chromium.launch(chosenTestBrowser())
}

export async function openedWindow(browser: Browser, ui: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(ui)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return page
}
