import { shallowRef } from 'vue'
import { piecesOf } from '../../../shared/pieces.ts'
import type { ShareRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import { stoppedText, useOneByOne } from '../../api/use-one-by-one.ts'
import { sendPieces } from '../../parts/share-pieces.ts'
import { useAcceptedMessage } from '../../parts/use-share-answer.ts'
import { useActor } from '../../session/use-actor.ts'
import type { LongWork } from '../../ui/toasts.ts'

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

/** Few enough for a person to see how far it is, and to stop it. */
export const SHARES_PER_CALL = 100

export type Change = Partial<Pick<ShareRow, 'expires_at' | 'onsharing_permitted'>>

interface ChangedShares {
  readonly changed: readonly ShareRow[]
  readonly refused: Reasons
  /** How many were not tried, because it was stopped. */
  readonly left: number
}

/** Who may change which field of a sent share (docs/contract/vault.md, Shares: reading and ending). */
const MAY = {
  /** Only the sender changes it; onward shares of an own item have another sender. */
  expires_at: ({ via }: ShareRow): boolean => via === null,
  onsharing_permitted: ({ own }: ShareRow): boolean => own,
} as const satisfies Record<keyof Change, (share: ShareRow) => boolean>

/** The number of shares in which the acting user may change a field. */
export function changeableIn(shares: readonly ShareRow[], key: keyof Change): number {
  return shares.filter(MAY[key]).length
}

/** Changes sent shares of an actor: of each what the actor may change. Shares of which that is nothing are left out. */
export function changeShares(
  actor: string,
  shares: readonly ShareRow[],
  changeOf: (share: ShareRow) => Change,
): LongWork<ChangedShares> {
  const byChange = Map.groupBy(shares, (share) => JSON.stringify(permitted(share, changeOf(share))))
  byChange.delete('{}')
  const pieces = [...byChange].flatMap(([change, alike]) =>
    piecesOf(alike, SHARES_PER_CALL).map((some) => ({
      share_ids: some.map(({ share_id }) => share_id),
      ...(JSON.parse(change) as Change),
    })),
  )
  const work = sendPieces(pieces, async (body) => {
    const { failed } = await call(workbenchShareOperations.sharesChange, { params: { user_id: actor }, body })
    return failed
  })
  const ended = work.ended.then(({ refused, left }) => {
    const unchanged = new Set([...refused.keys(), ...left])
    const changed = [...byChange.values()].flat().filter(({ share_id }) => !unchanged.has(share_id))
    return { changed, refused, left: left.length }
  })
  return { ...work, ended }
}

/** The part of a change that the acting user may make to this share. */
function permitted(share: ShareRow, change: Change): Change {
  return {
    ...('expires_at' in change && MAY.expires_at(share) && { expires_at: change.expires_at }),
    ...('onsharing_permitted' in change &&
      MAY.onsharing_permitted(share) && { onsharing_permitted: change.onsharing_permitted }),
  }
}
