import { onScopeDispose } from 'vue'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'

const GATHER_MS = 300
const CONCERNS_ACCESS = /session|loginKey|keypair/i

/** Tells, once for a burst, that somebody may have changed sessions or keys: any program can, at any time. */
export function useAccessChanges(changed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkbenchEvent((event) => {
    if (!concernsAccess(event)) return
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
}

/** Reading changes nothing; otherwise reading the lists would go on for ever. */
function concernsAccess(event: WorkbenchEvent): boolean {
  if (event.type !== 'call') return false
  const { method, status, operation } = event.call
  return method !== 'GET' && status < 400 && CONCERNS_ACCESS.test(operation ?? '')
}
