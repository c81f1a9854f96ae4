import type { Ref } from 'vue'
import { nextTick, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { WindowView } from '../session/window-view.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** A page that is being loaded has this long to show its heading. */
const MOST_FRAMES = 30

/**
 * Moves the focus to the heading of a page that was opened, so that it is read out and keys start there. Moving inside
 * of a page (another row, another tab) leaves the focus alone, and so does a page that put it into a field itself.
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
    if (now === view.value && !isTaken(document.activeElement)) heading?.focus()
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

/** A dialog over the page owns the focus, and so does a field in it that asked for it. */
function isTaken(element: Element | null): boolean {
  if (element === null) return false
  return element.closest('[role=dialog], [role=alertdialog]') !== null || element instanceof HTMLInputElement
}
