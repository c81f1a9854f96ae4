import type { VerifierRequestStep } from '../../../../shared/contract/verifier-requests.ts'
import type { CallSummary } from '../../../../shared/contract/workbench.ts'

/** A step is written while its call runs, and both use the same clock. */
const NEAR_MS = 2000

type StepKind = VerifierRequestStep['kind']

type CallEnd = readonly [method: string, end: (requestId: string) => string]

const ANSWERED: readonly CallEnd[] = ['presentations', 'response'].map((end) => [
  'POST',
  (id) => `/requests/${id}/${end}`,
])

/** Method and end of the path of the calls that make a step; steps of the verifier itself have none. */
const CALLS: Readonly<Partial<Record<StepKind, readonly CallEnd[]>>> = {
  created: [['POST', () => '/requests']],
  definition_fetched: [
    ['GET', (id) => `/requests/${id}/definition`],
    ['GET', (id) => `/requests/${id}/request_object`],
    ['POST', (id) => `/requests/${id}/request_object`],
  ],
  presentation_received: ANSWERED,
  verified: ANSWERED,
  rejected: ANSWERED,
  refused: ANSWERED,
  declined: [['POST', (id) => `/requests/${id}/response`]],
  cancelled: [['DELETE', (id) => `/requests/${id}`]],
}

export function isStepOfCall({ kind }: Pick<VerifierRequestStep, 'kind'>): boolean {
  return CALLS[kind] !== undefined
}

/** The inspector's filter for calls like this one, without the window's own. */
export function filterOfCall({ method, path }: Pick<CallSummary, 'method' | 'path'>): string {
  return `method:${method.toLowerCase()} path:${path.slice(path.indexOf('/requests'))}`
}

/** The call in the journal that caused this step; undefined when the journal no longer has it. */
export function callOfStep(
  { kind, at }: Pick<VerifierRequestStep, 'kind' | 'at'>,
  requestId: string,
  calls: readonly CallSummary[],
): CallSummary | undefined {
  const ends = CALLS[kind] ?? []
  const fitting = calls.filter(({ method, path }) =>
    ends.some(([wanted, end]) => method === wanted && path.endsWith(end(requestId))),
  )
  const near = fitting.map((call) => ({ call, distance: distanceTo(call, Date.parse(at)) }))
  return near.filter(({ distance }) => distance <= NEAR_MS).sort((one, other) => one.distance - other.distance)[0]?.call
}

/** Milliseconds from the moment to the call; 0 while the call runs. The journal has the time when it ended. */
function distanceTo({ at, duration_ms }: CallSummary, moment: number): number {
  const end = Date.parse(at)
  return Math.max(0, end - duration_ms - moment, moment - end)
}
