import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chooseTestBrowser, chosenTestBrowser } from '../scripts/test-browser.ts'
import { callWindow } from '../tests/journeys/support/window-calls.ts'
import { startChild } from './child.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems } from './fixture.ts'
import type { Row, Sample } from './measure.ts'
import { compare, median } from './measure.ts'

const ITEMS = 100_000
const NAME = 'Alice Weber'
const BOX = 'Search or run a command'
const ROUNDS = 15
/** What the keys before asked for has come by then. */
const SETTLED_MS = 500

/** From a key press in the palette to the first result that is drawn: of 100,000 items, beside commands the window knows. */
export async function run(): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  await fillWorkspace(directory)
  const served = await serve(directory)
  const browser = await launched()
  const page = await opened(browser, served.line.ui)
  const waits: { commands: number[]; items: number[] } = { commands: [], items: [] }
  // Right after signing in: the items are still being read, and what is there is found.
  const early = await keyToResult(page, 'Item 5', '7', 'Item 57')
  await page.getByRole('combobox', { name: BOX }).fill('Nothing has this name')
  await page.getByText('Nothing found').waitFor()
  const row = await compare(
    'palette: key press to first items drawn, 100,000 items',
    {
      name: 'commands',
      measure: async () => kept(waits.commands, await keyToResult(page, '>Lock', ' ', 'Lock workspace')),
    },
    {
      name: 'items',
      measure: async () => kept(waits.items, await keyToResult(page, 'Item 4', '2', 'Item 42')),
    },
    { rounds: ROUNDS },
  )
  await browser.close()
  await served.stop()
  rmSync(directory, { recursive: true })
  const shown = (list: readonly number[]): string => `${median(list).toFixed(0)} (most ${Math.max(...list).toFixed(0)})`
  const note = `ms to commands ${shown(waits.commands)}, to items ${shown(waits.items)}, first search ${early.toFixed(0)}`
  return [{ ...row, note }]
}

function kept(list: number[], ms: number): Sample {
  list.push(ms)
  return { seconds: ms / 1000, operations: 1 }
}

const serve = (directory: string) =>
  startChild<{ readonly ui: string }>([
    'dist/main/vaultbench.js',
    'serve',
    '--window',
    '--demo',
    ...['--port', '0', '--data', directory],
  ])

async function launched(): Promise<Browser> {
  await chooseTestBrowser(console.error)
  return chromium.launch(chosenTestBrowser())
}

async function opened(browser: Browser, ui: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(ui)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return page
}

/** The sample workspace, in which one user has very many items. */
async function fillWorkspace(directory: string): Promise<void> {
  const served = await serve(directory)
  const browser = await launched()
  const page = await opened(browser, served.line.ui)
  const { users } = await callWindow<{ users: { full_name: string; vault_user_id: string }[] }>(page, 'GET', '/users')
  await browser.close()
  await served.stop()
  const userId = users.find(({ full_name }) => full_name === NAME)?.vault_user_id
  if (userId === undefined) throw new Error('serve made no sample')
  await changeClosedDatabase(directory, (connection) => {
    addManyItems({ connection, user: { userId } }, ITEMS)
  })
}

/** Runs in the page, which is another world with other globals. */
const WATCHING = (result: string): string => `new Promise((resolve) => {
  let pressed = NaN
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true, once: true })
  const look = () => {
    const found = [...document.querySelectorAll('[role=option]')].some((one) =>
      one.textContent.includes(${JSON.stringify(result)}))
    if (found && !Number.isNaN(pressed)) requestAnimationFrame(() => resolve(performance.now() - pressed))
    else requestAnimationFrame(look)
  }
  look()
})`

/** Milliseconds from the last key to the frame in which a result with this text is drawn. */
async function keyToResult(page: Page, typed: string, key: string, result: string): Promise<number> {
  if (await page.getByRole('combobox', { name: BOX }).isHidden()) await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: BOX })
  await box.fill(typed)
  await page.waitForTimeout(SETTLED_MS)
  const measured = page.evaluate<number>(WATCHING(result))
  await box.press(key)
  return measured
}
