import { computed, ref, shallowRef } from 'vue'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { namesText, text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { useToasts } from '../../ui/toasts.ts'
import { sharingPlace } from './sharing-place.ts'

/** Why a share was left: its reason by share id. */
export type Reasons = ReadonlyMap<string, string>

/** Accepts many shares, one after the other, because each of them is opened; a person can stop it between two. */
export function useBulkAccept(actor: string) {
  const toasts = useToasts()
  const { usable, look } = useActor(actor)
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  const reasons = shallowRef<Reasons>(new Map())
  const stopping = ref(false)
  const isStopped = (): boolean => stopping.value || !usable.value

  /** @returns ids that were accepted; why the others were not is in `reasons`. */
  async function accept(shares: readonly ShareRow[]): Promise<ReadonlySet<string>> {
    const accepted: ShareRow[] = []
    const refused = new Map<string, string>()
    stopping.value = false
    progress.value = { done: 0, of: shares.length }
    let locked = 0
    for (const [index, share] of shares.entries()) {
      const { share_id } = share
      if (isStopped()) break
      try {
        const params = { user_id: actor, share_id }
        const { share: held } = await call(workbenchShareOperations.shareAccept, { params, body: {} })
        if (held?.needs_passphrase === true) locked += 1
        accepted.push(share)
      } catch (error) {
        refused.set(share_id, failureOf(error).message)
      }
      progress.value = { done: index + 1, of: shares.length }
    }
    progress.value = undefined
    reasons.value = refused
    tell(accepted, refused.size, locked)
    return new Set(accepted.map(({ share_id }) => share_id))
  }

  function tell(accepted: readonly ShareRow[], refused: number, locked: number): void {
    const items = namesText(accepted.map(({ item_label }) => item_label || text('parts.noItem')))
    const people = namesText([...new Set(accepted.map(({ person }) => person.name))])
    const parts = [
      ...(accepted.length > 0 ? [text('sharing.bulk.accepted', { items, people, name: look.value.name })] : []),
      ...(refused > 0 ? [text('sharing.bulk.refused', { count: refused })] : []),
      ...(locked > 0 ? [text('sharing.bulk.locked', { count: locked })] : []),
    ]
    const tone = refused > 0 ? 'warn' : 'ok'
    toasts.show({ text: parts.join(' '), tone, link: sharingPlace(actor, refused > 0 ? 'waiting' : 'incoming') })
  }

  return {
    progress: computed(() => progress.value),
    reasons,
    accept,
    stop: () => void (stopping.value = true),
  }
}
