import type { Page } from '@playwright/test'
import { inSampleWindow, rowAtEach } from './served-window.ts'
import type { Row, Side } from './measure.ts'
import { compare, median } from './measure.ts'

const ROUNDS = 5
/** A page that changes nothing for so long is drawn; slow computers take longer between two changes. */
const QUIET_MS = 400

/**
 * From the click on a section of the rail to the last change of its page, for the slowest section: on this computer, and
 * on one with a sixth of its speed.
 */
export function run(): Promise<readonly Row[]> {
  return inSampleWindow((page) => rowAtEach(page, SPEEDS, (name, rate) => slowestRow(page, name, rate)))
}

const SPEEDS = [
  ['slowest switch of sections', 1],
  ['slowest switch of sections, a sixth of the speed', 6],
] as const

async function slowestRow(page: Page, name: string, rate: number): Promise<Row> {
  const sections = await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').all()
  const names = await Promise.all(
    sections.map(async (link) => ((await link.textContent()) ?? '').replace(/\d.*/s, '').trim()),
  )
  const took = new Map<string, number[]>(names.map((name) => [name, []]))
  const product: Side = {
    name: 'slowest section',
    async measure() {
      for (const [place, link] of sections.entries()) {
        const drawn = page.evaluate<number>(watching(QUIET_MS * Math.min(rate, 3)))
        await link.click()
        took.get(names[place] ?? '')?.push(await drawn)
      }
      const slowest = Math.max(...[...took.values()].map((list) => list.at(-1) ?? 0))
      return { seconds: slowest / 1000, operations: 1 }
    },
  }
  const floor: Side = {
    name: 'a frame',
    measure: async () => ({ seconds: (await page.evaluate<number>(FRAME)) / 1000, operations: 1 }),
  }
  const row = await compare(name, floor, product, { rounds: ROUNDS })
  const each = [...took]
    .map(([name, list]) => [name, median(list.slice(1)), list[0] ?? 0] as const)
    .sort((a, b) => b[1] - a[1])
    .map(([name, again, first]) => `${name} ${again.toFixed(0)} (first ${first.toFixed(0)})`)
  return { ...row, note: `ms: ${each.join(', ')}` }
}

/** Runs in the page: from the next click to the frame after the last change before so many quiet milliseconds. */
const watching = (quietMs: number): string => `new Promise((resolve) => {
  let clicked
  let last
  addEventListener('click', () => (last = clicked = performance.now()), { capture: true, once: true })
  const changes = new MutationObserver(() => requestAnimationFrame(() => (last = performance.now())))
  changes.observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true })
  const look = () => {
    if (last === undefined || performance.now() - last < ${quietMs}) return setTimeout(look, 20)
    changes.disconnect()
    resolve(last - clicked)
  }
  look()
})`

const FRAME = `new Promise((resolve) => requestAnimationFrame((from) => requestAnimationFrame((to) => resolve(to - from))))`
