/** Moves the focus to the next visible pane of the window, in the order of the page, and around. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isVisible)
  const from = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  panes[(from + 1) % panes.length]?.focus()
}

/** Moves the focus to the filter of the current list: the last one that is visible, on the active side if there are two. */
export function focusPageFilter(): void {
  const side = document.querySelector('[data-side=active]') ?? document
  const filter = [...side.querySelectorAll<HTMLInputElement>('[data-page-filter]')].findLast(isVisible)
  filter?.focus()
  filter?.select()
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility()
}
