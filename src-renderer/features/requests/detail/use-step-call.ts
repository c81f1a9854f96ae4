import type { VerifierRequestStep } from '../../../../shared/contract/verifier-requests.ts'
import { journalOperations } from '../../../../shared/contract/workbench.ts'
import { call } from '../../../api/call.ts'
import { useFrame } from '../../../frame/frame-store.ts'
import { useInspectorFilter } from '../../../session/inspector-filter.ts'
import { callOfStep, filterOfStep } from './call-of-step.ts'

/** As many of the newest calls as are given at once. */
const CALLS_READ = 500

/** Opens the call behind a step of a request in the inspector. */
export function useStepCall(requestId: string) {
  const frame = useFrame()
  const inspector = useInspectorFilter()

  /** @returns false when the inspector does not hold the call any more */
  async function openCall(step: VerifierRequestStep): Promise<boolean> {
    const { calls } = await call(journalOperations.callsGet, { query: { limit: CALLS_READ } })
    const found = callOfStep(step, requestId, calls)
    if (found === undefined) return false
    inspector.show(found.number, filterOfStep(step, requestId))
    frame.drawerOpen = true
    return true
  }

  return { openCall }
}
