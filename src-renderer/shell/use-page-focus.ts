import type { Ref } from 'vue'
import { nextTick, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { WindowView } from '../session/window-view.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** The number of frames to wait for the heading of a loading page. */
const MOST_FRAMES = 30
/** How long a list may read until its first row is there. */
const ROWS_WITHIN_MS = 30_000

/**
 * Moves the focus to the heading of an opened page, so that it is read out, and then to the page's own list, once it
 * has rows, so that arrow keys work in it. The focus stays when only a row or tab changes, or when the page focused a
 * field itself.
 */
export function usePageFocus(view: Readonly<Ref<WindowView>>): void {
  const route = useRoute()
  const store = useWorkbenchStore()
  const stateOfActor = (): string | undefined => {
    const { actor } = route.params
    return typeof actor === 'string' ? store.usersById.get(actor)?.state : undefined
  }
  watch([view, () => route.name, () => route.params['actor'], stateOfActor], async ([now], [before]) => {
    if (before === 'starting') return // reading starts at the top of the window
    const heading = await headingOfPage()
    if (now !== view.value || heading === undefined || isTaken(document.activeElement)) return
    heading.focus()
    const row = await firstRow(heading)
    if (document.activeElement === heading) row?.focus()
  })
}

async function headingOfPage(): Promise<HTMLElement | undefined> {
  await nextTick()
  for (let frame = 0; frame < MOST_FRAMES; frame += 1) {
    await new Promise(requestAnimationFrame) // a menu or dialog that closes gives the focus back first
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading !== null) return heading
  }
  return undefined
}

/** Waits for the first row of the page's own list; undefined if the page changed meanwhile, or there is no row. */
function firstRow(heading: HTMLElement): Promise<HTMLElement | undefined> {
  const there = rowNow()
  if (there !== undefined) return Promise.resolve(there)
  return new Promise((resolve) => {
    const end = (row?: HTMLElement): void => {
      changes.disconnect()
      clearTimeout(timer)
      resolve(row)
    }
    const changes = new MutationObserver(() => {
      const row = rowNow()
      if (row !== undefined || document.activeElement !== heading) end(row)
    })
    const timer = setTimeout(end, ROWS_WITHIN_MS)
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['tabindex'] })
  })
}

/** The row that is the tab stop of the page's own list, side by side that of the active side. */
function rowNow(): HTMLElement | undefined {
  const rows = document.querySelectorAll<HTMLElement>('main [role=grid] [data-index][tabindex="0"]')
  return [...rows].find((one) => one.closest('[data-side=idle]') === null)
}

/** Whether the focus must stay: it is in a dialog, or in a field. */
function isTaken(element: Element | null): boolean {
  if (element === null) return false
  return element.closest('[role=dialog], [role=alertdialog]') !== null || element instanceof HTMLInputElement
}
