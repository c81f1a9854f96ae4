import { computed, ref, shallowRef } from 'vue'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { useToasts } from '../../ui/toasts.ts'

/** Why a share was left: its reason by share id. */
export type Reasons = ReadonlyMap<string, string>

/** Accepts many shares, one after the other, because each of them is opened; a person can stop it between two. */
export function useBulkAccept(actor: string) {
  const toasts = useToasts()
  const { usable } = useActor(actor)
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  const reasons = shallowRef<Reasons>(new Map())
  const stopping = ref(false)
  const isStopped = (): boolean => stopping.value || !usable.value

  /** @returns ids that were accepted; why the others were not is in `reasons`. */
  async function accept(shares: readonly ShareRow[]): Promise<ReadonlySet<string>> {
    const accepted = new Set<string>()
    const refused = new Map<string, string>()
    stopping.value = false
    progress.value = { done: 0, of: shares.length }
    let locked = 0
    for (const [index, { share_id }] of shares.entries()) {
      if (isStopped()) break
      try {
        const params = { user_id: actor, share_id }
        const { share } = await call(workbenchShareOperations.shareAccept, { params, body: {} })
        if (share?.needs_passphrase === true) locked += 1
        accepted.add(share_id)
      } catch (error) {
        refused.set(share_id, failureOf(error).message)
      }
      progress.value = { done: index + 1, of: shares.length }
    }
    progress.value = undefined
    reasons.value = refused
    tell(accepted.size, refused.size, locked)
    return accepted
  }

  function tell(accepted: number, refused: number, locked: number): void {
    const parts = [
      text('sharing.bulk.accepted', { count: accepted }),
      ...(refused > 0 ? [text('sharing.bulk.refused', { count: refused })] : []),
      ...(locked > 0 ? [text('sharing.bulk.locked', { count: locked })] : []),
    ]
    toasts.show({ text: parts.join(' '), tone: refused > 0 ? 'warn' : 'ok' })
  }

  return {
    progress: computed(() => progress.value),
    reasons,
    accept,
    stop: () => void (stopping.value = true),
  }
}
