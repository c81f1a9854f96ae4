// Proves docs/contract/window.md, Everywhere: lists.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import CutChips from './CutChips.vue'
import { mountUi, settle } from './testing/mount-ui.ts'

// The test document has no layout; every chip is 60 px wide.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(60)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe(): void {
        this.#tell() // as with the first layout
      }
      disconnect(): void {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function shownIn(width: number): Promise<string> {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  const labels = ['travel', 'identity', 'work', 'home']
  mountUi(() => h(CutChips, { labels }, { default: ({ label }: { label: string }) => h('b', label) }))
  await settle()
  const [box] = document.querySelectorAll<HTMLElement>('[title="travel, identity, work, home"]')
  return [...(box?.children ?? [])]
    .filter((element) => !element.classList.contains('invisible'))
    .map(({ textContent }) => textContent.trim())
    .join(' ')
}

describe('CutChips', () => {
  it('shows all chips where there is room for them', async () => {
    expect(await shownIn(252)).toBe('travel identity work home')
  })

  it('counts those there is no room for', async () => {
    expect(await shownIn(200)).toBe('travel identity +2')
  })

  it('shows the first one in the narrowest place', async () => {
    expect(await shownIn(20)).toBe('travel +3')
  })
})
