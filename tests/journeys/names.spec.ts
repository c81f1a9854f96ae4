// Proves docs/contract/window.md, Everywhere, Everywhere: lists.

import type { Page } from '@playwright/test'
import { onEveryList } from './support/every-screen.ts'
import { settled } from './support/languages.ts'
import { expect, test } from './support/served-window.ts'

/** What names a row or a pane is read in full before anything else has room, and rows begin right below the head of a page. */
test.describe.configure({ mode: 'parallel' })

/** Pixels after which a name leaves the rest to other columns: 36 rem. */
const MOST = 576

/** Names that are cut: in a pane, or in a row while another cell beside them has room. */
function cutNames(page: Page): Promise<readonly string[]> {
  return page.evaluate((most) => {
    const isCut = (part: Element): boolean =>
      part.clientWidth > 1 &&
      getComputedStyle(part).overflow !== 'visible' &&
      (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
    const parts = (element: Element): readonly Element[] => [element, ...element.querySelectorAll('*')]
    const roomIn = (cell: Element): number => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return cell.clientWidth - text.getBoundingClientRect().width
    }
    const isBeside = (name: Element) => (cell: Element) => {
      const [one, other] = [name.getBoundingClientRect(), cell.getBoundingClientRect()]
      return cell !== name && other.width > 0 && other.top < one.bottom && other.bottom > one.top
    }
    const rows = [...document.querySelectorAll('main [role=rowheader]')].filter((name) => {
      const cells = [
        ...(name.closest('[role=row]')?.querySelectorAll('[role=gridcell]:not(:has(button, input))') ?? []),
      ]
      return (
        name.clientWidth < most &&
        parts(name).some(isCut) &&
        cells.filter(isBeside(name)).some((cell) => roomIn(cell) > 24)
      )
    })
    const titles = [...document.querySelectorAll('main header :is(h1, h2)')].filter((title) => parts(title).some(isCut))
    return [...rows, ...titles].map(({ textContent }) => textContent.trim())
  }, MOST)
}

/** What stands between the head of the page and the heads of its columns, as far as it is as wide as the list. */
function barsAbove(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const list = document.querySelector('main [role=grid]')
    const head = document.querySelector('main header:has(h1)')
    if (list === null || head === null) return ['no head']
    // Below others it stands in a card, which has a head of its own.
    if (list.getBoundingClientRect().left > head.getBoundingClientRect().left + 8) return []
    const bars: string[] = []
    for (let part: Element = list; !part.contains(head) && part.parentElement !== null; part = part.parentElement) {
      for (let before = part.previousElementSibling; before !== null; before = before.previousElementSibling) {
        const { width, height } = before.getBoundingClientRect()
        const isBar = height > 1 && width >= list.clientWidth - 1 && !before.contains(head)
        if (isBar) bars.push(before.textContent.trim())
      }
    }
    return bars
  })
}

/** What a head with tabs says beside its title, where it has no width. */
function squeezedInHead(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main header:has(h1):has([role=tablist]) h1 ~ span')]
      .filter((said) => said.getBoundingClientRect().width < 16)
      .map((said) => said.textContent),
  )
}

for (const [width, locale] of [
  [1000, 'en'],
  [1000, 'de'],
  [1440, 'en'],
] as const) {
  test.describe(`${width} pixels, ${locale}`, () => {
    test.describe.configure({ timeout: 1_800_000 }) // it goes through every list
    test.use({ viewport: { width, height: 760 }, locale })

    test(`no list and no pane cuts a name that has room, no page its title, and one bar is above the rows, at ${width} pixels: ${locale}`, async ({
      page,
    }) => {
      await settled(page)
      await page.getByRole('main').getByRole('button').first().click()
      await page.waitForURL(/\/u\//)
      const actor = /\/u\/([^/]+)/.exec(page.url())?.[1] ?? ''
      const lists: string[] = []

      await onEveryList(page, actor, async (screen) => {
        lists.push(screen)
        expect.soft(await cutNames(page), screen).toEqual([])
        if (screen.includes('opened')) return
        expect.soft((await barsAbove(page)).length, screen).toBeLessThan(2)
        if (width > 1000) expect.soft(await squeezedInHead(page), screen).toEqual([])
      })

      expect(lists.length).toBeGreaterThan(40)
    })
  })
}
