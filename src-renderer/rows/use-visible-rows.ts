import { useResizeObserver } from '@vueuse/core'
import type { Ref } from 'vue'
import { ref, watch } from 'vue'
import { useRowHeight } from '../ui/row-height.ts'

/** Rows to read beyond the visible ones, so that slow scrolling never meets a placeholder. */
const MARGIN_ROWS = 20

/**
 * The rows of the list inside `box` that are in view, measured at its scrolling element.
 *
 * @returns `follow` for the scroll events, which must be captured because they do not bubble.
 */
export function useVisibleRows(
  box: Readonly<Ref<HTMLElement | null>>,
  show: (first: number, last: number) => void,
  scroll: (isAwayFromTop: boolean) => void,
) {
  const rowHeight = useRowHeight()
  const top = ref(0)
  const height = ref(0)

  function follow(event: Event): void {
    if (!(event.target instanceof HTMLElement)) return
    top.value = event.target.scrollTop
    height.value = event.target.clientHeight
  }

  useResizeObserver(box, () => (height.value = box.value?.clientHeight ?? 0))

  function tell(): void {
    const first = Math.floor(top.value / rowHeight.value)
    const shown = Math.ceil(height.value / rowHeight.value)
    show(Math.max(0, first - MARGIN_ROWS), first + shown + MARGIN_ROWS)
  }

  watch([top, height, rowHeight], tell)
  watch(top, (now) => scroll(now > 0))
  return { follow, tell }
}
