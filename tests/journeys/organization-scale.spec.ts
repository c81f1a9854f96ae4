// Proves docs/contract/window.md, Everywhere: lists, Sharing, Organizations.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { callWindow } from './support/window-calls.ts'
import { addFirstUser, createWorkspace, goTo, PASSPHRASE } from './support/window-steps.ts'

const FILL = fileURLToPath(new URL('../support/people/fill-organization.ts', import.meta.url))
const MEMBERS = 5_000
const SHARES = 10_000
/** A list mounts what is in view and little beyond it, however long it is. */
const MOST_MOUNTED = 120
/** Pixels a frame: about 100 rows a second. */
const STEP = 60
const FRAMES = 240

interface Scrolled {
  readonly frames: number
  readonly seconds: number
  readonly longestTaskMs: number
  readonly mounted: number
  readonly top: number
}

/** Scrolls a list a step each frame, and counts the frames the browser had time for. */
function scrollThrough(list: Locator): Promise<Scrolled> {
  return list.locator('[role=rowgroup][data-ring]').evaluate(
    async (scroller, { STEP, FRAMES }) => {
      const tasks: number[] = []
      const observer = new PerformanceObserver((entries) => {
        tasks.push(...entries.getEntries().map(({ duration }) => duration))
      })
      observer.observe({ type: 'longtask' })
      const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
      let mounted = 0
      const start = await nextFrame()
      let end = start
      for (let frame = 0; frame < FRAMES; frame += 1) {
        scroller.scrollTop += STEP
        end = await nextFrame()
        mounted = Math.max(mounted, scroller.querySelectorAll('[role=row]').length)
      }
      observer.disconnect()
      const seconds = (end - start) / 1000
      return { frames: FRAMES, seconds, longestTaskMs: Math.max(0, ...tasks), mounted, top: scroller.scrollTop }
    },
    { STEP, FRAMES },
  )
}

/** Processor time in seconds that the page's main thread works from now on; other programs do not change it. */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  }
  const before = await read()
  return async () => (await read()) - before
}

/** Rows in view are read, and no more are there than fit. How quick it was is printed: 50 frames a second are aimed at. */
async function expectSmooth(list: Locator, what: string, row: RegExp): Promise<void> {
  const work = await watchWork(list.page())
  const { frames, seconds, longestTaskMs, mounted, top } = await scrollThrough(list)
  const workMs = (1000 * (await work())) / frames
  const rate = frames / seconds
  const description = `${what}: ${rate.toFixed(1)} frames a second over ${frames} frames, ${workMs.toFixed(1)} ms of processor time each, longest task ${longestTaskMs.toFixed(0)} ms, ${mounted} rows mounted`
  test.info().annotations.push({ type: 'scrolling', description })
  console.log(description)
  expect(top).toBe(FRAMES * STEP)
  expect(mounted).toBeGreaterThan(0)
  expect(mounted).toBeLessThan(MOST_MOUNTED)
  await expect(list.getByRole('row', { name: row }).first()).toBeVisible()
}

interface User {
  readonly id: string
  readonly vault_user_id: string
}

/** An organization of the first user, and what its members shared with the user, straight into the tables. */
async function fill(
  page: Page,
  dataDirectory: string,
): Promise<{ readonly user: User; readonly organization: string }> {
  const { users } = await callWindow<{ users: User[] }>(page, 'GET', '/users')
  const [user] = users
  if (user === undefined) throw new Error('there is no user')
  await callWindow(page, 'POST', `/users/${user.id}/sign-out`, {})
  const { current } = await callWindow<{ current: { id: string } }>(page, 'GET', '/status')
  const database = join(dataDirectory, 'workspaces', current.id, 'vault.db')
  const options = [FILL, database, user.vault_user_id, String(MEMBERS), String(SHARES)]
  const { stdout: organization } = await promisify(execFile)(process.execPath, options)
  await callWindow(page, 'POST', `/users/${user.id}/sign-in`, { passphrase: PASSPHRASE })
  return { user, organization }
}

test('members and shares of a big organization open and scroll', { tag: '@deep' }, async ({ page, app }) => {
  await createWorkspace(page, 'Scale')
  await addFirstUser(page, 'Alice Weber')
  const { user, organization } = await fill(page, app.dataDirectory)

  await goTo(page, 'Sharing')
  await page.getByRole('tab', { name: 'Incoming' }).click()
  const shares = page.getByRole('grid', { name: 'Incoming' })
  await expect(shares.getByRole('row', { name: `Shared ${SHARES}`, exact: false }).first()).toBeVisible()
  await expect(shares).toHaveAttribute('aria-rowcount', String(SHARES + 1))
  await expect(page.getByText(/^Loading [\d,]+ more/)).toBeHidden()
  await expectSmooth(shares, `${SHARES} shares`, /Shared 9,?\d{3}/)

  const address = new URL(page.url())
  address.hash = `#/u/${user.id}/organizations/${organization}/members`
  await page.goto(address.href)
  const members = page.getByRole('grid', { name: 'Members' })
  await expect(members).toHaveAttribute('aria-rowcount', String(MEMBERS + 1))
  await expectSmooth(members, `${MEMBERS} members`, /Member \d{3}/)
})
