import type { ChangedShare } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import { collectFaults, refuseFaultsInOrder } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { placeOf } from './create-shares.ts'
import type { EndShares } from './end-shares.ts'
import { plannedExpiry } from './new-share-rules.ts'
import { expiryLimit, loweredExpiries, orphanedShares } from './on-share-rules.ts'
import { reconfiguredEvents } from './share-events.ts'
import { feedsOf } from './share-feeds.ts'
import { requestedMode } from './share-rules.ts'
import type { ShareStore, ShareValue, StoredShare } from './share-store.ts'

interface ReconfigurerDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly endShares: EndShares
}

interface Entries {
  readonly list: string
  readonly entries: readonly ChangedShare[]
}

/** Changes expiry and on-sharing of shares (docs/contract/vault.md, Shares: reading and ending). */
export function createReconfigurer({ items, shares, copies, endShares }: ReconfigurerDependencies) {
  /** @throws {ServiceError} all faults of all entries in body order; nothing was written then */
  return function* reconfigure(
    change: Change,
    userId: string,
    { list, entries }: Entries,
  ): Steps<readonly StoredShare[]> {
    const ids = [...new Set(entries.map(({ share_id }) => share_id))]
    const known = new Map(shares.byIds(ids).map((share) => [share.id, share]))
    const faults = collectFaults()
    for (const [index, entry] of entries.entries()) {
      const fault = faults.at({ path: `${list}[${index}]` })
      const share = known.get(entry.share_id)
      if (share === undefined || !isPartyTo(share, userId)) fault('share_id', 'not_found', 'is no share of yours')
      else known.set(share.id, planChange(entry, share, { userId, now: change.now }, fault))
      yield
    }
    refuseFaultsInOrder(faults.list)
    for (const [itemId, changed] of Map.groupBy(known.values(), ({ item_id }) => item_id)) {
      yield* writeChanges(change, itemId, changed)
    }
    return shares.byIds(ids)
  }

  // eslint-disable-next-line max-params -- an entry, its share, who asks when, and where its faults go
  function planChange(
    entry: ChangedShare,
    share: StoredShare,
    { userId, now }: { readonly userId: string; readonly now: string },
    fault: AddFault,
  ): StoredShare {
    const sharing_mode = requestedMode(entry) ?? share.sharing_mode
    if (sharing_mode !== share.sharing_mode) noteModeFaults(entry, share, userId, fault)
    if (entry.expires_at === undefined) return { ...share, sharing_mode }
    if (share.sender_id !== userId) fault('expires_at', 'forbidden', 'is changed by the sender of the share only')
    const expires_at = plannedExpiry(
      entry.expires_at,
      { limit: expiryLimit(receivedBySender(share), share) ?? null, now },
      fault,
    )
    return { ...share, sharing_mode, expires_at }
  }

  // eslint-disable-next-line max-params -- as above
  function noteModeFaults(entry: ChangedShare, share: StoredShare, userId: string, fault: AddFault): void {
    const key = typeof entry.sharing_mode === 'string' ? 'sharing_mode' : 'onsharing_permitted'
    if (share.owner_id !== userId) {
      fault(key, 'not_item_owner', 'is changed by the owner of the item only')
    } else if (requestedMode(entry) === 'anyone' && !isVerifiable(valuesOf(share))) {
      fault(key, 'verification_data_missing', 'needs values with verification data: update the share first')
    }
  }

  function receivedBySender({ item_id, sender_id, owner_id }: StoredShare): readonly StoredShare[] {
    return sender_id === owner_id ? [] : shares.ofPlaces([{ itemId: item_id, recipientId: sender_id }])
  }

  function valuesOf(share: StoredShare): readonly Omit<ShareValue, 'slot_id'>[] {
    const copy = copies.find(placeOf(share))
    return share.values_in_copy === 1 && copy !== undefined ? items.slotsOfItem(copy.id) : shares.valuesOf(share.id)
  }

  /** Shares passed on from a share neither outlast it nor its permission to pass on. */
  function* writeChanges(change: Change, itemId: string, changed: readonly StoredShare[]): Steps<void> {
    const before = new Map(shares.ofItem(itemId).map((share) => [share.id, share]))
    for (const share of changed) {
      shares.update(share)
      yield
    }
    const after = shares.ofItem(itemId)
    const isShortened = after.some(({ id, expires_at }) => expires_at !== before.get(id)?.expires_at)
    for (const share of isShortened ? loweredExpiries(after) : []) {
      shares.update(share)
      yield
    }
    yield* endShares(change, orphanedShares(shares.ofItem(itemId)))
    const reconfigured = shares.ofItem(itemId).filter((share) => !isSameShare(share, before.get(share.id)))
    const peopleOf = feedsOf(copies, itemId, reconfigured)
    for (const share of reconfigured) {
      for (const event of reconfiguredEvents(share, peopleOf(share))) change.emit(event)
      yield
    }
  }
}

function isSameShare(one: StoredShare, other: StoredShare | undefined): boolean {
  return one.expires_at === other?.expires_at && one.sharing_mode === other.sharing_mode
}

function isPartyTo({ owner_id, sender_id, recipient_id }: StoredShare, userId: string): boolean {
  return [owner_id, sender_id, recipient_id].includes(userId)
}

function isVerifiable(values: readonly Omit<ShareValue, 'slot_id'>[]): boolean {
  return values.every((value) => value.encrypted_value === null || value.value_verification_hash !== null)
}
