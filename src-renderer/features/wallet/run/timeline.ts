import type { VerifierRequestStep } from '../../../../shared/contract/verifier-requests.ts'
import type { RunStep, WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import type { Tone } from '../../../ui/tone.ts'

/** One line of the timeline, recorded by the wallet or reported by the verifier. */
export interface TimelineStep {
  readonly key: string
  readonly party: 'wallet' | 'verifier'
  readonly kind: RunStep['kind'] | VerifierRequestStep['kind']
  readonly at: string
  readonly tone: Tone
  readonly http_status: number | null
  readonly bytes: number | null
  readonly duration_ms: number | null
  readonly detail: string | null
  /** The inspector's filter for its call; undefined for steps without one. */
  readonly calls: string | undefined
}

const BAD: ReadonlySet<TimelineStep['kind']> = new Set(['failed', 'rejected', 'action_failed'])
const GOOD: ReadonlySet<TimelineStep['kind']> = new Set(['verified', 'action_done'])
const QUIET: ReadonlySet<TimelineStep['kind']> = new Set(['refused', 'declined', 'expired', 'cancelled'])
/** The order of steps within one millisecond. */
const ORDER: readonly `${TimelineStep['party']} ${TimelineStep['kind']}`[] = [
  'verifier created',
  'wallet link_read',
  'wallet request_fetched',
  'verifier definition_fetched',
  'wallet definition_fetched',
  'wallet definition_checked',
  'wallet chosen',
  'wallet signed',
  'wallet submitted',
  'verifier presentation_received',
  'verifier verified',
  'verifier rejected',
  'verifier refused',
]

/**
 * The steps of a run and those of the request it answers, oldest first.
 */
export function timelineOf(
  run: Pick<WalletRun, 'id' | 'steps'>,
  request?: { readonly id: string; readonly timeline: readonly VerifierRequestStep[] },
): readonly TimelineStep[] {
  const ofVerifier = (request?.timeline ?? []).map((step, place) =>
    lineOf('verifier', place, { ...step, calls: verifierCalls(step, request?.id) }),
  )
  const ofWallet = run.steps.map((step, place) => lineOf('wallet', place, { ...step, calls: walletCalls(step) }))
  return [...ofVerifier, ...ofWallet].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || rankOf(a) - rankOf(b))
}

function lineOf(
  party: TimelineStep['party'],
  place: number,
  step: (RunStep | VerifierRequestStep) & Pick<TimelineStep, 'calls'>,
): TimelineStep {
  const { at, kind, http_status, bytes, duration_ms, detail, calls } = step
  const tone = toneOf({ kind, http_status })
  return { key: `${party} ${place}`, party, kind, at, tone, http_status, bytes, duration_ms, detail, calls }
}

function rankOf({ party, kind }: TimelineStep): number {
  const rank = ORDER.indexOf(`${party} ${kind}`)
  return rank === -1 ? ORDER.length : rank
}

function toneOf({ kind, http_status }: Pick<TimelineStep, 'kind' | 'http_status'>): Tone {
  if (BAD.has(kind) || (http_status ?? 0) >= 400) return 'bad'
  if (GOOD.has(kind)) return 'ok'
  return QUIET.has(kind) ? 'warn' : 'neutral'
}

function walletCalls({ method, url }: RunStep): string | undefined {
  if (method === null || url === null || !URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return `method:${method.toLowerCase()} path:${pathname}`
}

function verifierCalls({ kind }: VerifierRequestStep, id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  if (kind === 'definition_fetched') return `method:get path:/requests/${id}/definition`
  if (kind === 'verified' || kind === 'rejected') return 'method:post path:/presentations/verify'
  if (kind === 'presentation_received' || kind === 'refused') return `method:post path:/requests/${id}/presentations`
  return undefined
}
