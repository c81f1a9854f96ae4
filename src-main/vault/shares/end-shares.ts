import type { Change } from '../../service/call.ts'
import { allAtOnce } from '../../../shared/steps.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import type { CopyStore } from './copy-store.ts'
import { placeOf } from './create-shares.ts'
import { orphanedShares } from './on-share-rules.ts'
import type { RecipientCopies } from './recipient-copies.ts'
import { endedEvents } from './share-events.ts'
import { feedsOf } from './share-feeds.ts'
import type { ShareStore, StoredShare } from './share-store.ts'

interface ShareEnderDependencies {
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly recipientCopies: RecipientCopies
}

export type EndShares = (
  change: Change,
  ended: readonly StoredShare[],
  name?: 'share.deleted' | 'share.expired',
) => Steps<void>

/**
 * Ends shares with everything that depends on them: shares passed on from them, and copies that no other share provides
 * (docs/contract/vault.md, Shares: one copy, Shares: on-sharing).
 */
export function createShareEnder({ shares, copies, recipientCopies }: ShareEnderDependencies): EndShares {
  return function* endShares(change, ended, name = 'share.deleted') {
    for (const [itemId, ofItem] of Map.groupBy(ended, ({ item_id }) => item_id)) {
      const allEnded = withOnShares(itemId, ofItem)
      const peopleOf = feedsOf(copies, itemId, allEnded)
      for (const { id } of allEnded) {
        shares.delete(id)
        yield
      }
      const places = new Map(allEnded.map((share) => [share.recipient_id, placeOf(share)]))
      for (const place of places.values()) {
        recipientCopies.settle(change, place)
        yield
      }
      for (const share of allEnded) {
        for (const event of endedEvents(share, name, peopleOf(share))) change.emit(event)
        yield
      }
    }
  }

  /** Reads only what was passed on from ended shares, directly or not: no other share of the item depends on them. */
  function withOnShares(itemId: string, ended: readonly StoredShare[]): readonly StoredShare[] {
    const placesOf = (people: readonly string[]) => [...new Set(people)].map((recipientId) => ({ itemId, recipientId }))
    const seen = new Set(ended.map(({ id }) => id))
    const below = new Map<string, StoredShare>()
    for (let some = ended; some.length > 0;) {
      const passedOn = shares.passedOnFrom(placesOf(some.map(({ recipient_id }) => recipient_id)))
      some = passedOn.filter(({ id }) => !seen.has(id))
      for (const share of some) {
        seen.add(share.id)
        below.set(share.id, share)
      }
    }
    if (below.size === 0) return ended
    const received = shares.ofPlaces(placesOf([...below.values()].map(({ sender_id }) => sender_id)))
    const valid = received.filter(({ id }) => !seen.has(id))
    const orphaned = orphanedShares([...valid, ...below.values()], ({ id }) => !below.has(id))
    return [...ended, ...shares.byIds(orphaned.map(({ id }) => id))]
  }
}

/** Ends shares at their expiry. */
export function endExpiredShares(
  shares: Pick<ShareStore, 'earliestExpiry' | 'expiredBy'>,
  endShares: EndShares,
): TimedWork {
  return {
    earliest: () => shares.earliestExpiry(),
    run: (change) => allAtOnce(endShares(change, shares.expiredBy(change.now), 'share.expired')),
  }
}
