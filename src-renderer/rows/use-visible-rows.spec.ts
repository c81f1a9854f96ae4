// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import { mountUi } from '../ui/testing/mount-ui.ts'
import { useVisibleRows } from './use-visible-rows.ts'

const ROW = 40

function aList() {
  const show = vi.fn<(first: number, last: number) => void>()
  const scroll = vi.fn<(isAwayFromTop: boolean) => void>()
  const made: { rows?: ReturnType<typeof useVisibleRows> } = {}
  mountUi(
    () => h('p'),
    () => {
      made.rows = useVisibleRows(ref(null), show, scroll)
    },
  )
  const element = document.createElement('div')
  Object.defineProperty(element, 'clientHeight', { value: 10 * ROW })
  const scrollTo = async (row: number) => {
    element.scrollTop = row * ROW
    const event = new Event('scroll')
    Object.defineProperty(event, 'target', { value: element })
    made.rows?.follow(event)
    await nextTick()
  }
  return { show, scroll, scrollTo }
}

it('what is in view › is told with twenty rows beyond its edges', async () => {
  const { show, scrollTo } = aList()
  await scrollTo(100)
  expect(show).toHaveBeenLastCalledWith(80, 130)

  await scrollTo(3)

  expect(show).toHaveBeenLastCalledWith(0, 33)
})

it('the top › is told apart from everywhere else', async () => {
  const { scroll, scrollTo } = aList()
  await scrollTo(1)
  await scrollTo(0)

  expect(scroll.mock.calls).toEqual([[true], [false]])
})
