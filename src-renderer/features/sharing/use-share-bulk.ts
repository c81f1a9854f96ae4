import { computed, ref, shallowRef } from 'vue'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import type { AcceptedShare } from '../../parts/use-share-answer.ts'
import { useAcceptedMessage } from '../../parts/use-share-answer.ts'
import { useActor } from '../../session/use-actor.ts'

/** Why a share was left: its reason by share id. */
export type Reasons = ReadonlyMap<string, string>

/** Accepts many shares, one after the other, because each of them is opened; a person can stop it between two. */
export function useBulkAccept(actor: string) {
  const { usable } = useActor(actor)
  const tell = useAcceptedMessage(actor)
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  const reasons = shallowRef<Reasons>(new Map())
  const stopping = ref(false)
  const isStopped = (): boolean => stopping.value || !usable.value

  /** @returns ids that were accepted; why the others were not is in `reasons`. */
  async function accept(shares: readonly ShareRow[]): Promise<ReadonlySet<string>> {
    const accepted = new Map<string, AcceptedShare>()
    const refused = new Map<string, string>()
    stopping.value = false
    progress.value = { done: 0, of: shares.length }
    for (const [index, share] of shares.entries()) {
      const { share_id } = share
      if (isStopped()) break
      try {
        const params = { user_id: actor, share_id }
        accepted.set(share_id, {
          share,
          opened: await call(workbenchShareOperations.shareAccept, { params, body: {} }),
        })
      } catch (error) {
        refused.set(share_id, failureOf(error).message)
      }
      progress.value = { done: index + 1, of: shares.length }
    }
    progress.value = undefined
    reasons.value = refused
    tell([...accepted.values()], refused.size)
    return new Set(accepted.keys())
  }

  return {
    progress: computed(() => progress.value),
    reasons,
    accept,
    stop: () => void (stopping.value = true),
  }
}
