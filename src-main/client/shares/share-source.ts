import { vaultOperations } from '../../../shared/contract/index.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Share } from '../../../shared/contract/shares.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import { createMutex } from '../../../shared/mutex.ts'
import type { Account } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Change } from '../account/change.ts'
import { pagesOf } from '../account/pages.ts'
import { piecesOf } from '../../../shared/pieces.ts'
import type { SharedItem } from './share-rows.ts'
import { sharedItemsOf } from './items-in-shares.ts'

/** A user's shares by id, and their items by original id. */
export interface KnownShares {
  readonly incoming: ReadonlyMap<string, Share>
  /** Sent by the user, or on-shares of the user's items by others. */
  readonly outgoing: ReadonlyMap<string, Share>
  readonly items: ReadonlyMap<string, SharedItem>
  /** Incremented after every reading. */
  readonly version: number
}

/** Reads all shares of a user once, and afterwards those that events name. */
export interface ShareSource {
  read(): Promise<KnownShares>
  /** Whether all shares have been read. */
  isLoaded(): boolean
  noteChange(change: Change): void
}

/** Above this number the whole list is read again, because a list of 500 costs less than 500 calls. */
const MAX_READ_SINGLY = 100

export function createShareSource(account: Account): ShareSource {
  const known = { incoming: new Map<string, Share>(), outgoing: new Map<string, Share>() }
  const items = createSharedItems(account)
  const changed = new Set<string>()
  const exclusively = createMutex()
  let version = 0
  let isLoaded = false

  return {
    async read() {
      // Parallel readings would read everything twice and mix old data with new.
      await exclusively(readOnce)
      return { ...known, items: items.byOriginalId, version }
    },
    isLoaded: () => isLoaded,
    noteChange(change) {
      const shareId = change.value?.['share_id']
      if (typeof shareId === 'string') changed.add(shareId)
      items.noteChange(change)
    },
  }

  async function readOnce(): Promise<void> {
    if (!isLoaded) {
      await loadIncoming()
      await loadOutgoing()
      isLoaded = true
      version += 1
    }
    if (changed.size > 0 || items.isChanged()) await readChanged()
  }

  async function loadIncoming(): Promise<void> {
    const found = new Map<string, Share>()
    for await (const { shares } of pagesOf((page) => account.call(shareOperations.incomingSharesGet, { query: page })))
      for (const share of shares) found.set(share.id, share)
    if (found.size > 0) await items.readReceived()
    known.incoming = found
  }

  async function loadOutgoing(): Promise<void> {
    const found = new Map<string, Share>()
    for await (const { shares } of pagesOf((page) => account.call(shareOperations.outgoingSharesGet, { query: page })))
      for (const share of shares) found.set(share.id, share)
    known.outgoing = found
    await items.readMissing([...found.values()].map(({ item_id }) => item_id))
    await loadOnward([...found.values()])
  }

  /** Reads on-shares of the user's items, which exist only where on-sharing is permitted. */
  async function loadOnward(shares: readonly Share[]): Promise<void> {
    const onshareable = shares.filter((share) => share.onsharing_permitted && share.owner_id === account.vaultUserId)
    for (const id of new Set(onshareable.map(({ item_id }) => item_id))) {
      const reply = await allowNotFound(account.call(shareOperations.itemsIdSharesGet, { params: { id } }))
      for (const share of reply?.shares ?? []) if (!known.outgoing.has(share.id)) await readOutgoing(share.id)
    }
  }

  /** Changes that could not be read stay recorded for the next attempt. */
  async function readChanged(): Promise<void> {
    await items.readChanged()
    const ids = [...changed]
    await readShares(ids)
    for (const id of ids) changed.delete(id)
    version += 1
  }

  async function readShares(ids: readonly string[]): Promise<void> {
    const received = new Map<string, Share>()
    for (const some of piecesOf(ids, MAX_PER_PAGE)) {
      const { shares } = await account.call(shareOperations.incomingSharesGet, {
        query: { share_ids: some.join(','), per_page: MAX_PER_PAGE },
      })
      for (const share of shares) received.set(share.id, share)
    }
    const others = ids.filter((id) => !received.has(id))
    for (const id of others) known.incoming.delete(id)
    for (const [id, share] of received) known.incoming.set(id, share)
    if (others.length > MAX_READ_SINGLY) await loadOutgoing()
    else for (const id of others) await readOutgoing(id)
  }

  async function readOutgoing(id: string): Promise<void> {
    const reply = await allowNotFound(account.call(shareOperations.outgoingSharesIdGet, { params: { id } }))
    if (reply === undefined) known.outgoing.delete(id)
    else known.outgoing.set(id, reply.share)
    if (reply !== undefined) await items.readMissing([reply.share.item_id])
  }
}

/** Caches the items of shares. */
function createSharedItems(account: Account) {
  const byOriginalId = new Map<string, SharedItem>()
  /** Original ids by the id of the user's copy. */
  const originalIds = new Map<string, string>()
  const changed = new Set<string>()

  return {
    byOriginalId,
    isChanged: () => changed.size > 0,
    noteChange({ name, eventable_type, eventable_id, value }: Change): void {
      const itemId = value?.['item_id']
      if (typeof itemId === 'string') note(name, itemId)
      if (eventable_type === 'Item') note(name, eventable_id)
    },
    async readChanged(): Promise<void> {
      const ids = [...changed]
      await readItems(ids)
      for (const id of ids) changed.delete(id)
    },
    readMissing: (ids: readonly string[]) => readItems([...new Set(ids)].filter((id) => !byOriginalId.has(id))),
    async readReceived(): Promise<void> {
      const pages = pagesOf((page) => account.call(vaultOperations.itemsGet, { query: { ...page, own: false } }))
      for await (const page of pages) addPage(page)
    },
  }

  /** Events of shares may name unknown items; other events matter only for known ones. */
  function note(name: string, itemId: string): void {
    if (name.startsWith('share.') || originalIds.has(itemId)) changed.add(itemId)
  }

  /** Reads items, and drops those that no longer exist. */
  async function readItems(ids: readonly string[]): Promise<void> {
    for (const some of piecesOf(ids, MAX_PER_PAGE)) {
      const page = await account.call(vaultOperations.itemsGet, {
        query: { item_ids: some.join(','), per_page: MAX_PER_PAGE },
      })
      for (const id of some) forget(id)
      addPage(page)
    }
  }

  function forget(id: string): void {
    const originalId = originalIds.get(id)
    if (originalId !== undefined) byOriginalId.delete(originalId)
    originalIds.delete(id)
  }

  function addPage(page: Parameters<typeof sharedItemsOf>[0]): void {
    for (const [originalId, item] of sharedItemsOf(page)) {
      byOriginalId.set(originalId, item)
      originalIds.set(item.id, originalId)
    }
  }
}
