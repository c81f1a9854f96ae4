import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { useGatheredEvents } from '../../session/use-workbench-changes.ts'

const GATHER_MS = 300
const CONCERNS_ACCESS = /session|loginKey|keypair/i

/** Calls back, once for a burst, when any program may have changed sessions or keys. */
export function useAccessChanges(changed: () => void): void {
  useGatheredEvents(concernsAccess, changed, GATHER_MS)
}

/** Ignores reads: they change nothing, and the lists would be read again for ever. */
function concernsAccess(event: WorkbenchEvent): boolean {
  if (event.type !== 'call') return false
  const { method, status, operation } = event.call
  return method !== 'GET' && status < 400 && CONCERNS_ACCESS.test(operation ?? '')
}
