import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { ReplyFor } from '../../../../shared/contract/operation.ts'
import { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { call } from '../../../api/call.ts'
import { n, t } from '../../../i18n/i18n.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'
import type { LeavesOut, RefusedShare, Shareable, ShareOrder } from './share-order.ts'
import { callsFor, callsForRefused } from './share-order.ts'

type Warning = ReplyFor<typeof workbenchShareOperations.shareCreate>['warnings'][number]
type Terms = Omit<ShareOrder, 'items' | 'recipient_ids'>
type PlannedCall = Pick<ShareOrder, 'items' | 'recipient_ids'>

/** The result so far; `refused` can be tried again. */
export interface ShareOutcome {
  readonly created: number
  readonly share_ids: readonly string[]
  readonly refused: readonly RefusedShare[]
  readonly warnings: readonly Warning[]
  /** The number of shares that were not tried because it was stopped. */
  readonly left: number
}

/** Shares as an actor, call by call, with live progress, until it is stopped; refused shares can be tried again with the same terms. */
export function useShareRun(actor: string) {
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  const outcome = shallowRef<ShareOutcome>()
  let terms: Terms | undefined
  /** The number of shares in the answered calls of this run. */
  const before = ref(0)
  const stopping = ref(false)
  const isStopping = (): boolean => stopping.value
  const stop = (): void => void (stopping.value = true)
  onScopeDispose(stop)

  onWorkbenchEvent((event) => {
    if (event.type !== 'share-run' || event.user_id !== actor || progress.value === undefined) return
    progress.value = { ...progress.value, done: before.value + event.done }
  })

  /** @throws {CallError} if a call was refused as a whole; `outcome` has the results of the calls before it */
  async function share(
    items: readonly Shareable[],
    recipients: readonly string[],
    chosen: Terms,
    leavesOut?: LeavesOut,
  ): Promise<void> {
    terms = chosen
    outcome.value = undefined
    await send(callsFor(items, recipients, leavesOut))
  }

  /** Tries the refused ones again. @throws {CallError} */
  async function retry(): Promise<void> {
    const last = outcome.value
    if (last === undefined || terms === undefined) return
    const refused = last.refused
    await send(callsForRefused(refused), { ...last, refused: [] }, refused)
  }

  async function send(
    calls: readonly PlannedCall[],
    base: ShareOutcome = { created: 0, share_ids: [], refused: [], warnings: [], left: 0 },
    untried: readonly RefusedShare[] = [],
  ): Promise<void> {
    let sofar = base
    before.value = 0
    const of = calls.reduce((sum, one) => sum + sharesOf(one), 0)
    progress.value = { done: 0, of }
    stopping.value = false
    try {
      for (const one of calls) {
        if (isStopping()) break
        const body = { ...terms, ...one }
        const reply = await call(workbenchShareOperations.shareCreate, { params: { user_id: actor }, body })
        before.value += sharesOf(one)
        progress.value = { done: before.value, of }
        sofar = {
          created: sofar.created + reply.created,
          share_ids: [...sofar.share_ids, ...reply.share_ids],
          refused: [...sofar.refused, ...reply.failed],
          warnings: [...sofar.warnings, ...reply.warnings],
          left: base.left + of - before.value,
        }
      }
      outcome.value = sofar
    } catch (error) {
      // After a failed call, the shares to retry are kept.
      if (untried.length > 0 || sofar.created > 0) outcome.value = { ...sofar, refused: [...sofar.refused, ...untried] }
      throw error
    } finally {
      progress.value = undefined
    }
  }

  return {
    progress: computed(() => progress.value),
    outcome: computed(() => outcome.value),
    stopping: computed(() => stopping.value),
    share,
    retry,
    stop,
  }
}

/** What was made of all, when it was stopped. */
export function stoppedShares({ created, refused, left }: ShareOutcome): string | undefined {
  const of = created + refused.length + left
  return left === 0 ? undefined : t('sharing.dialog.stopped', { made: n(created), of: n(of), left: n(left) }, left)
}

const sharesOf = ({ items, recipient_ids }: PlannedCall): number => items.length * recipient_ids.length
