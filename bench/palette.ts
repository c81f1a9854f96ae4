import type { Page } from '@playwright/test'
import { callWindow } from '../tests/journeys/support/window-calls.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems } from './fixture.ts'
import type { Row, Sample } from './measure.ts'
import { compare, median, secondsSince } from './measure.ts'
import { inSampleWindow, launchedBrowser, openedWindow, servedSample } from './served-window.ts'

export const ITEMS = 100_000
const NAME = 'Alice Weber'
const BOX = 'Search or run a command'
const ROUNDS = 20
/** A slot that the user makes in the window, and what it holds. */
const [LABEL, VALUE] = ['Behind the door', 'lantern on the second shelf']
/** What the keys before asked for has come by then. */
const SETTLED_MS = 500

/**
 * From a key press in the palette to the first result that is drawn: of 100,000 items, beside commands the window knows.
 * And how long the first search in their values takes, for which a thread opens them all.
 */
export function run(): Promise<readonly Row[]> {
  return inSampleWindow(measured, fillWorkspace)
}

async function measured(page: Page): Promise<readonly Row[]> {
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
  const values = await compare(
    'palette: first search in the values of 100,000 items',
    { name: 'words', measure: () => searched(page, false) },
    { name: 'values', measure: () => searched(page, true) },
    { rounds: 1 },
  )
  const shown = (list: readonly number[]): string => `${median(list).toFixed(0)} (p95 ${lateOf(list).toFixed(0)})`
  const note = `ms to commands ${shown(waits.commands)}, to items ${shown(waits.items)}, first search ${early.toFixed(0)}`
  return [{ ...row, note }, values]
}

const lateOf = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? NaN

/** Searches until everything was looked through, and ends the thread that opens values. */
async function searched(page: Page, values: boolean): Promise<Sample> {
  const { users } = await callWindow<{ users: { id: string; full_name: string }[] }>(page, 'GET', '/users')
  const path = `/users/${users.find(({ full_name }) => full_name === NAME)?.id ?? ''}`
  const start = process.hrtime.bigint()
  for (let complete = false; !complete;) {
    const query = `text=${VALUE.split(' ')[0] ?? ''}&limit=1&values=${values}`
    const found = await callWindow<{ complete: boolean; matching: number }>(page, 'GET', `${path}/item-rows?${query}`)
    complete = found.complete
    if (complete && values && found.matching < ITEMS) throw new Error(`values of ${found.matching} items were found`)
  }
  const seconds = secondsSince(start)
  await callWindow(page, 'DELETE', `${path}/item-values`)
  return { seconds, operations: 1 }
}

function kept(list: number[], ms: number): Sample {
  list.push(ms)
  return { seconds: ms / 1000, operations: 1 }
}

/** The sample workspace, in which one user has very many items. */
export async function fillWorkspace(directory: string): Promise<void> {
  const served = await servedSample(directory)
  const browser = await launchedBrowser()
  const page = await openedWindow(browser, served.line.ui)
  const { users } = await callWindow<{ users: { id: string; full_name: string; vault_user_id: string }[] }>(
    page,
    'GET',
    '/users',
  )
  const user = users.find(({ full_name }) => full_name === NAME)
  if (user === undefined) throw new Error('serve made no sample')
  const slots = [{ label: LABEL, slot_type_name: 'note_text', value: VALUE }]
  const item = { label: LABEL, slots }
  await callWindow(page, 'POST', `/users/${user.id}/items`, item)
  await browser.close()
  await served.stop()
  await changeClosedDatabase(directory, (connection) => {
    addManyItems({ connection, user: { userId: user.vault_user_id } }, ITEMS)
    giveValues(connection)
  })
}

/** Gives a slot of each item the name and the sealed value of one that the user made, so that the user's key opens it. */
function giveValues(connection: Connection): void {
  connection.exec(/* sql */ `
    UPDATE slots SET (name, slot_type_name, encrypted_value) =
      (SELECT name, slot_type_name, encrypted_value FROM slots WHERE label = '${LABEL}')
    WHERE name = 'slot_0'
  `)
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
