import { onScopeDispose } from 'vue'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'

type Part = Extract<WorkbenchEvent, { readonly type: 'exchange' }>['part']

/** Changes that come together are answered by one reading. */
const GATHER_MS = 150

/** Reads again what changed, whoever changed it. */
export function useExchangeChanges(readers: Readonly<Partial<Record<Part, () => void>>>): void {
  const changed = new Set<Part>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'exchange' || readers[event.part] === undefined) return
    changed.add(event.part)
    timer ??= setTimeout(readChanged, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })

  function readChanged(): void {
    const parts = [...changed]
    timer = undefined
    changed.clear()
    for (const part of parts) readers[part]?.()
  }
}
