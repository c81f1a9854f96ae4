import type { VerifierRequestStep } from '../../../../shared/contract/verifier-requests.ts'
import type { CallSummary } from '../../../../shared/contract/workbench.ts'

/** A step is written while its call runs, and both use the same clock. */
const NEAR_MS = 2000

type StepKind = VerifierRequestStep['kind']

/** Method and end of the path of the call that made a step; steps of the verifier itself have none. */
const CALLS: Readonly<Partial<Record<StepKind, readonly [method: string, end: (requestId: string) => string]>>> = {
  created: ['POST', () => '/requests'],
  definition_fetched: ['GET', (id) => `/requests/${id}/definition`],
  presentation_received: ['POST', (id) => `/requests/${id}/presentations`],
  verified: ['POST', (id) => `/requests/${id}/presentations`],
  rejected: ['POST', (id) => `/requests/${id}/presentations`],
  refused: ['POST', (id) => `/requests/${id}/presentations`],
  cancelled: ['DELETE', (id) => `/requests/${id}`],
}

export function isStepOfCall({ kind }: Pick<VerifierRequestStep, 'kind'>): boolean {
  return CALLS[kind] !== undefined
}

/** The inspector's filter for calls like that of this step, without the window's own. */
export function filterOfStep({ kind }: Pick<VerifierRequestStep, 'kind'>, requestId: string): string {
  const [method = '', end] = CALLS[kind] ?? []
  return end === undefined ? requestId : `method:${method.toLowerCase()} path:${end(requestId)}`
}

/** The call in the journal that caused this step; undefined when the journal no longer has it. */
export function callOfStep(
  { kind, at }: Pick<VerifierRequestStep, 'kind' | 'at'>,
  requestId: string,
  calls: readonly CallSummary[],
): CallSummary | undefined {
  const [wanted, end] = CALLS[kind] ?? []
  if (end === undefined) return undefined
  const fitting = calls.filter(({ method, path }) => method === wanted && path.endsWith(end(requestId)))
  const near = fitting.map((call) => ({ call, distance: distanceTo(call, Date.parse(at)) }))
  return near.filter(({ distance }) => distance <= NEAR_MS).sort((one, other) => one.distance - other.distance)[0]?.call
}

/** Milliseconds from the moment to the call; 0 while the call runs. The journal has the time when it ended. */
function distanceTo({ at, duration_ms }: CallSummary, moment: number): number {
  const end = Date.parse(at)
  return Math.max(0, end - duration_ms - moment, moment - end)
}
