// Proves docs/contract/window.md, Everywhere: lists.

import type { Page } from '@playwright/test'
import { onEveryList } from './support/every-screen.ts'
import { settled } from './support/languages.ts'
import { expect, test } from './support/served-window.ts'

/** What names a row or a pane is read in full before anything else has room. */
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

for (const [width, locale] of [
  [1000, 'en'],
  [1000, 'de'],
  [1440, 'en'],
] as const) {
  test.describe(`${width} pixels, ${locale}`, () => {
    test.use({ viewport: { width, height: 760 }, locale })

    test(`no list and no pane cuts a name that has room, and no page its title, at ${width} pixels: ${locale}`, async ({
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
      })

      expect(lists.length).toBeGreaterThan(40)
    })
  })
}
