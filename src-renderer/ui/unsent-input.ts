import { onScopeDispose } from 'vue'

const holders = new Set<() => boolean>()

/**
 * Makes the window ask before it reloads or closes while `holds` returns true for unsent input. The guard lasts until
 * the surrounding scope ends.
 */
export function guardInput(holds: () => boolean): void {
  if (holders.size === 0) window.addEventListener('beforeunload', ask)
  holders.add(holds)
  onScopeDispose(() => {
    holders.delete(holds)
    if (holders.size === 0) window.removeEventListener('beforeunload', ask)
  })
}

/** Whether anything is typed that was not sent. */
export function holdsInput(): boolean {
  return [...holders].some((holds) => holds())
}

function ask(event: BeforeUnloadEvent): void {
  if (holdsInput()) event.preventDefault()
}
