import { covers, isGranted } from './share-rules.ts'
import type { StoredShare } from './share-store.ts'

type PassableShare = Pick<StoredShare, 'acceptance_required' | 'sharing_mode' | 'slot_id'>

/**
 * Whether the recipient of a share may pass the item on, or the one slot (docs/contract/vault.md, Shares: making,
 * Shares: on-sharing): the share is granted, its sender wrote `anyone`, and a share of one slot passes on just that
 * slot.
 */
export function mayPassOn(received: PassableShare | undefined, slotId: string | null): boolean {
  return onShareRefusal(received, slotId) === undefined
}

/** The reason why an item may not be passed on, as the rest of a sentence; undefined if it may. */
export function onShareRefusal(received: PassableShare | undefined, slotId: string | null): string | undefined {
  if (received === undefined) return 'is an item that no share gives you any more'
  if (received.sharing_mode !== 'anyone') return 'is an item that its sender does not let you pass on'
  if (received.acceptance_required === 'rejected') return 'is an item whose share you rejected'
  if (!isGranted(received)) return 'is an item whose share you have to accept before you pass it on'
  return covers(received, slotId) ? undefined : 'is an item of which you may pass on only the one slot you received'
}

/**
 * Finds shares of an item whose sender is neither the owner nor has a valid share that permits passing it on
 * (docs/contract/vault.md, Shares: on-sharing). They end with the share they depended on. Validity is computed from the
 * owner down, so that two on-sharers cannot keep each other's shares alive.
 *
 * @param isValid which shares are valid whatever the others are: those of the owner, if all shares are given
 */
export function orphanedShares(
  shares: readonly StoredShare[],
  isValid = ({ sender_id, owner_id }: StoredShare) => sender_id === owner_id,
): readonly StoredShare[] {
  const bySender = Map.groupBy(shares, ({ sender_id }) => sender_id)
  const carried = new Set<string>()
  const waiting = shares.filter(isValid)
  for (let share = waiting.pop(); share !== undefined; share = waiting.pop()) {
    if (carried.has(share.id)) continue
    carried.add(share.id)
    for (const onward of bySender.get(share.recipient_id) ?? []) {
      if (mayPassOn(share, onward.slot_id)) waiting.push(onward)
    }
  }
  return shares.filter(({ id }) => !carried.has(id))
}

/** Compares expiries; null means never. */
export function isLater(time: string | null, limit: string | null): boolean {
  if (limit === null) return false
  return time === null || time > limit
}

/**
 * Shares of one item after some expire earlier: an on-share never outlives every share it can be passed on from
 * (docs/contract/vault.md, Shares: on-sharing).
 *
 * @returns only those that change
 */
export function loweredExpiries(shares: readonly StoredShare[]): readonly StoredShare[] {
  const current = new Map(shares.map((share) => [share.id, share]))
  const changed = new Map<string, StoredShare>()
  for (let again = true; again;) {
    again = false
    for (const share of current.values()) {
      const limit = expiryLimit([...current.values()], share)
      if (limit === undefined || !isLater(share.expires_at, limit)) continue
      const lowered = { ...share, expires_at: limit }
      current.set(share.id, lowered)
      changed.set(share.id, lowered)
      again = true
    }
  }
  return [...changed.values()]
}

/** The latest expiry of the shares an on-share can be passed on from; undefined for the owner's own shares. */
export function expiryLimit(shares: readonly StoredShare[], onShare: StoredShare): string | null | undefined {
  if (onShare.sender_id === onShare.owner_id) return undefined
  const received = shares.filter(
    (share) => share.recipient_id === onShare.sender_id && mayPassOn(share, onShare.slot_id),
  )
  if (received.length === 0) return undefined
  return received.map(({ expires_at }) => expires_at).reduce((latest, time) => (isLater(time, latest) ? time : latest))
}
