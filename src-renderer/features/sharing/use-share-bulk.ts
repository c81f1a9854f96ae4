import { shallowRef } from 'vue'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { stoppedText, useOneByOne } from '../../api/use-one-by-one.ts'
import { useAcceptedMessage } from '../../parts/use-share-answer.ts'
import { useActor } from '../../session/use-actor.ts'

/** The reasons why shares were not changed, by id. */
export type Reasons = ReadonlyMap<string, string>

/** Accepts many shares, one after the other, because each of them is opened; a person can stop it between two. */
export function useBulkAccept(actor: string) {
  const { usable } = useActor(actor)
  const tell = useAcceptedMessage(actor)
  const { progress, run, stop } = useOneByOne()
  const reasons = shallowRef<Reasons>(new Map())

  /** @returns ids that were accepted; why the others were not is in `reasons`. */
  async function accept(shares: readonly ShareRow[]): Promise<ReadonlySet<string>> {
    const { done, refused, left } = await run(
      shares,
      ({ share_id }) => call(workbenchShareOperations.shareAccept, { params: { user_id: actor, share_id }, body: {} }),
      () => usable.value,
    )
    reasons.value = new Map([...refused].map(([{ share_id }, reason]) => [share_id, reason]))
    tell(
      [...done].map(([share, opened]) => ({ share, opened })),
      refused.size,
      stoppedText(left.length, shares.length),
    )
    return new Set([...done.keys()].map(({ share_id }) => share_id))
  }

  return { progress, reasons, accept, stop }
}
