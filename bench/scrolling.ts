import type { Page } from '@playwright/test'
import type { Row, Side } from './measure.ts'
import { compare } from './measure.ts'
import { fillWorkspace, ITEMS } from './palette.ts'
import { inSampleWindow, rowAtEach } from './served-window.ts'

const ROUNDS = 3
const SPEEDS = [
  ['longest frame while scrolling 100,000 items', 1],
  ['longest frame while scrolling 100,000 items, a sixth of the speed', 6],
] as const
/** Notches of a wheel as a person turns it, then leaps through the whole list. */
const [NOTCHES, NOTCH_PX, LEAPS] = [60, 120, 60]
const LEAP_PX = Math.ceil((ITEMS * 40) / LEAPS)
/** Between two turns of the wheel. */
const PAUSE_MS = 30

/** The longest time between two frames while the wheel goes through a list, and the longest task in it. */
export function run(): Promise<readonly Row[]> {
  return inSampleWindow(async (page) => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Items' }).click()
    await page.locator('[role=grid] [data-index="0"]').waitFor()
    return rowAtEach(page, SPEEDS, (name) => rowOf(page, name))
  }, fillWorkspace)
}

async function rowOf(page: Page, name: string): Promise<Row> {
  const tasks: number[] = []
  const product: Side = {
    name: 'longest frame',
    async measure() {
      const { frame, task } = await scrolled(page)
      tasks.push(task)
      return { seconds: frame / 1000, operations: 1 }
    },
  }
  const floor: Side = {
    name: 'longest frame at rest',
    async measure() {
      await page.evaluate(WATCH)
      await page.waitForTimeout((NOTCHES + LEAPS) * PAUSE_MS)
      return { seconds: (await page.evaluate<Longest>('stopWatching()')).frame / 1000, operations: 1 }
    },
  }
  const row = await compare(name, floor, product, { rounds: ROUNDS })
  return { ...row, note: `longest tasks, ms: ${tasks.map((task) => task.toFixed(0)).join(', ')}` }
}

interface Longest {
  readonly frame: number
  readonly task: number
}

async function scrolled(page: Page): Promise<Longest> {
  await page.keyboard.press('Home')
  const box = await page.getByRole('grid').boundingBox()
  if (box === null) throw new Error('no list')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate('document.querySelector("[role=grid] [role=rowgroup]:last-child").scrollTop = 0')
  await page.waitForTimeout(1000)
  await page.evaluate(WATCH)
  for (let turn = 0; turn < NOTCHES + LEAPS; turn += 1) {
    await page.mouse.wheel(0, turn < NOTCHES ? NOTCH_PX : LEAP_PX)
    await page.waitForTimeout(PAUSE_MS)
  }
  const longest = await page.evaluate<Longest>('stopWatching()')
  await page.locator(`[role=grid] [data-index="${ITEMS}"]`).waitFor() // the sample has more
  return longest
}

/** Runs in the page. */
const WATCH = `(() => {
  let frame = 0, task = 0, before, handle
  const tasks = new PerformanceObserver((list) => list.getEntries().forEach((one) => (task = Math.max(task, one.duration))))
  tasks.observe({ entryTypes: ['longtask'] })
  const tick = (now) => {
    frame = Math.max(frame, now - (before ?? now))
    before = now
    handle = requestAnimationFrame(tick)
  }
  handle = requestAnimationFrame(tick)
  window.stopWatching = () => (cancelAnimationFrame(handle), tasks.disconnect(), { frame, task })
})()`
