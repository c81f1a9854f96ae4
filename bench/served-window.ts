import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chooseTestBrowser, chosenTestBrowser } from '../scripts/test-browser.ts'
import { startChild } from './child.ts'
import type { Row } from './measure.ts'

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

/**
 * Opens a window over the sample workspace, and ends everything afterwards.
 *
 * @param prepare fills the folder before the program starts
 */
export async function inSampleWindow<Result>(
  work: (page: Page) => Promise<Result>,
  prepare: (directory: string) => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  await prepare(directory)
  const served = await servedSample(directory)
  const browser = await launchedBrowser()
  try {
    return await work(await openedWindow(browser, served.line.ui))
  } finally {
    await browser.close()
    await served.stop()
    rmSync(directory, { recursive: true })
  }
}

/** Measures a row at each speed of the page's processor. */
export async function rowAtEach<Rate extends number>(
  page: Page,
  speeds: readonly (readonly [name: string, rate: Rate])[],
  rowOf: (name: string, rate: Rate) => Promise<Row>,
): Promise<readonly Row[]> {
  const session = await page.context().newCDPSession(page)
  const rows: Row[] = []
  for (const [name, rate] of speeds) {
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    rows.push(await rowOf(name, rate))
  }
  return rows
}
