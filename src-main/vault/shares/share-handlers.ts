import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Page } from '../../../shared/contract/paging.ts'
import type { MadeShare, NewShare, Share, shareOperations } from '../../../shared/contract/shares.ts'
import type { MixedHandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ClientTasks } from '../client-tasks/requested-tasks.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Steps } from '../../../shared/steps.ts'
import { getItem, getOwnItem } from '../items/get-item.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { ItemViews } from '../items/item-views.ts'
import type { ItemReader } from '../items/read-items.ts'
import type { CopyStore } from './copy-store.ts'
import { placeOf } from './create-shares.ts'
import type { ShareMaker } from './create-shares.ts'
import type { EndShares } from './end-shares.ts'
import { originalId } from './new-share-rules.ts'
import type { createReencrypter } from './re-encrypt-item.ts'
import type { RecipientCopies } from './recipient-copies.ts'
import type { createReconfigurer } from './reconfigure-shares.ts'
import { answeredEvents } from './share-events.ts'
import { feedsOf } from './share-feeds.ts'
import { renderShare, withoutValues, accepted, isActive, isGranted, rejected } from './share-rules.ts'
import type { ShareStore, StoredShare } from './share-store.ts'
import type { createShareUpdater } from './update-shares.ts'

type Connected = Pick<ConnectionStore, 'idsConnectedAmong'>

export interface ShareDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly connections: Connected
  readonly recipientCopies: RecipientCopies
  readonly maker: ShareMaker
  readonly endShares: EndShares
  readonly updateShares: ReturnType<typeof createShareUpdater>
  readonly reencrypt: ReturnType<typeof createReencrypter>
  readonly reconfigure: ReturnType<typeof createReconfigurer>
  readonly tasks: Pick<ClientTasks, 'applyChanges'>
  readonly reader: ItemReader
  readonly views: ItemViews
}

/** Shares of the acting user, sent and received (docs/contract/vault.md, Shares). */
export function shareHandlers(dependencies: ShareDependencies): MixedHandlersFor<typeof shareOperations> {
  return { ...ownerHandlers(dependencies), ...recipientHandlers(dependencies), ...senderHandlers(dependencies) }
}

type Handlers = MixedHandlersFor<typeof shareOperations>

type OwnerPart = Pick<Handlers, 'itemsIdSharesPost' | 'itemsSharesPost' | 'itemsIdSharesGet' | 'itemsIdSharesPut'>

function ownerHandlers(dependencies: ShareDependencies): OwnerPart {
  const { items, shares, maker, updateShares, tasks, connections } = dependencies
  const render = shareRenderer(connections)
  const renderMade = madeShareRenderer(dependencies)
  return {
    itemsIdSharesPost: {
      *steps(call, { params, body }) {
        const item = getItem(items, call.userId, params.id)
        const entries = { list: 'shares', entries: body.shares, itemId: item.id }
        return { shares: renderMade(call, yield* maker.makeShares(call, call.userId, entries)) }
      },
    },
    itemsSharesPost: {
      *steps(call, { body }) {
        const made = yield* maker.makeShares(call, call.userId, { list: 'shares', entries: body.shares })
        return { shares: renderMade(call, made) }
      },
    },
    itemsIdSharesGet({ userId }, { params }) {
      return { shares: shares.ofItem(getOwnItem(items, userId, params.id).id).filter(isActive) }
    },
    itemsIdSharesPut: {
      *steps(call, { params, body }) {
        const item = getOwnItem(items, call.userId, params.id)
        const updated = yield* updateShares(call, item, body)
        tasks.applyChanges(call, call.userId, body.client_tasks ?? [])
        return { shares: render(call, updated) }
      },
    },
  }
}

type RecipientPart = Pick<
  Handlers,
  | 'itemsIdEncryptPost'
  | 'incomingSharesGet'
  | 'incomingSharesIdGet'
  | 'incomingSharesIdItemGet'
  | 'incomingSharesIdAcceptPut'
  | 'incomingSharesIdRejectPut'
>

function recipientHandlers(dependencies: ShareDependencies): RecipientPart {
  const { items, shares, copies, connections, reencrypt, reader, views } = dependencies
  const render = shareRenderer(connections)
  const answer = shareAnswerer(dependencies)
  return {
    itemsIdEncryptPost(call, { params, body }) {
      const item = getItem(items, call.userId, params.id)
      reencrypt(call, item, body)
      return reader.readItem(call, item)
    },
    incomingSharesGet(call, { query }) {
      const request = readPageRequest(query)
      const page = shares.pageOfIncoming(call.userId, query, request)
      return {
        shares: render(call, page.rows),
        ...shares.countIncoming(call.userId),
        ...pagingFields(page, request),
      }
    },
    incomingSharesIdGet(call, { params }) {
      return { share: render.one(call, received(call.userId, params.id)) }
    },
    incomingSharesIdItemGet(call, { params }) {
      const share = received(call.userId, params.id)
      const copy = copies.find(placeOf(share))
      if (copy === undefined || !isActive(share)) throw new ServiceError('not_found', 'You rejected this share.')
      const reply = reader.readItem(call, copy)
      views.report(call, copy)
      const connectedTo = new Set(reply.item.owner_id === null ? [] : [reply.item.owner_id]) // asked for the item
      return {
        ...(isGranted(share) ? reply : withoutValues(reply)),
        share: renderShare(share, { userId: call.userId, connectedTo }),
        item_shared_via_another_share_id: copy.share_id === share.id ? null : copy.share_id,
      }
    },
    incomingSharesIdAcceptPut(call, { params }) {
      const share = received(call.userId, params.id)
      return { share: render.one(call, answer(call, share, accepted(share))) }
    },
    incomingSharesIdRejectPut(call, { params }) {
      const share = received(call.userId, params.id)
      return { share: render.one(call, answer(call, share, rejected(share))) }
    },
  }

  function received(userId: string, id: string): StoredShare {
    const share = shares.find(id)
    if (share?.recipient_id === userId) return share
    throw new ServiceError('not_found', 'You received no share with this id.')
  }
}

/** Stores the recipient's answer to an open share, and shows or removes what hangs on it. */
function shareAnswerer({ shares, copies, recipientCopies }: ShareDependencies) {
  return (
    call: VaultCall,
    share: StoredShare,
    acceptance_required: StoredShare['acceptance_required'],
  ): StoredShare => {
    if (acceptance_required === share.acceptance_required) return share
    const answered = { ...share, acceptance_required }
    const people = feedsOf(copies, share.item_id, [share])(share)
    shares.update(answered)
    if (!isActive(answered)) shares.deleteValues(share.id)
    recipientCopies.settle(call, placeOf(share))
    for (const event of answeredEvents(answered, people)) call.emit(event)
    return shares.find(share.id) ?? answered
  }
}

type SenderPart = Pick<
  Handlers,
  'outgoingSharesGet' | 'outgoingSharesIdGet' | 'sharesIdDelete' | 'sharesPut' | 'sharesPatch'
>

function senderHandlers(dependencies: ShareDependencies): SenderPart {
  const { items, shares, connections, endShares, reconfigure, maker } = dependencies
  const render = shareRenderer(connections)
  const renderMade = madeShareRenderer(dependencies)
  return {
    outgoingSharesGet(call, { query }) {
      const request = readPageRequest(query)
      const page: Page<StoredShare> = shares.pageOfOutgoing(call.userId, query.item_ids, request)
      return { shares: render(call, page.rows), ...pagingFields(page, request) }
    },
    outgoingSharesIdGet(call, { params }) {
      const share = shares.find(params.id)
      if (share === undefined || (share.sender_id !== call.userId && share.owner_id !== call.userId)) {
        throw new ServiceError('not_found', 'You sent no share with this id.')
      }
      return { share: render.one(call, share) }
    },
    sharesIdDelete: {
      *steps(call, { params }) {
        yield* endShares(call, [ofParty(call.userId, params.id)])
        return undefined
      },
    },
    sharesPut: {
      *steps(call, { body }) {
        const changed = yield* reconfigure(call, call.userId, { list: 'shares', entries: body.shares })
        return { shares: render(call, changed) }
      },
    },
    sharesPatch: {
      *steps(call, { body }) {
        yield* endShares(
          call,
          [...new Set(body.shares_to_delete)].map((id) => ofParty(call.userId, id)),
        )
        const changed = yield* reconfigure(call, call.userId, {
          list: 'shares_to_reconfigure',
          entries: body.shares_to_reconfigure ?? [],
        })
        const created = yield* create(call, body.item_to_share_id ?? null, body.shares_to_create ?? [])
        return { shares: renderMade(call, [...changed, ...created]) }
      },
    },
  }

  function ofParty(userId: string, id: string): StoredShare {
    const share = shares.find(id)
    if (share !== undefined && [share.owner_id, share.sender_id, share.recipient_id].includes(userId)) return share
    throw new ServiceError('not_found', 'You have no share with this id.')
  }

  function* create(
    call: VaultCall,
    itemId: string | null,
    entries: readonly NewShare[],
  ): Steps<readonly StoredShare[]> {
    if (itemId === null || entries.length === 0) return []
    const item = getItem(items, call.userId, itemId)
    return yield* maker.makeShares(call, call.userId, { list: 'shares_to_create', entries, itemId: item.id })
  }
}

/** Renders shares for the caller, whose connections are read once. */
function shareRenderer(connections: Connected) {
  const render = ({ userId }: VaultCall, rows: readonly StoredShare[]): Share[] => {
    const owners = new Set(rows.map(({ owner_id }) => owner_id))
    owners.delete(userId)
    const connectedTo = owners.size === 0 ? owners : connections.idsConnectedAmong(userId, [...owners])
    return rows.map((share) => renderShare(share, { userId, connectedTo }))
  }
  return Object.assign(render, {
    one(call: VaultCall, share: StoredShare): Share {
      const [rendered] = render(call, [share])
      if (rendered === undefined) throw new Error('one share renders to one share')
      return rendered
    },
  })
}

/**
 * Renders shares for their maker, each with the other share that provides the copy: null also where the caller may not
 * see that share, so that nobody learns what others shared.
 */
function madeShareRenderer({ shares, copies, connections }: ShareDependencies) {
  const render = shareRenderer(connections)
  return (call: VaultCall, rows: readonly StoredShare[]): MadeShare[] => {
    const ids = holderIds(rows)
    const visible = new Set(
      shares
        .byIds([...new Set(ids)].filter((id) => id !== null))
        .filter(({ owner_id, sender_id }) => owner_id === call.userId || sender_id === call.userId)
        .map(({ id }) => id),
    )
    const shown = (id: string | null | undefined) => (typeof id === 'string' && visible.has(id) ? id : null)
    return render(call, rows).map((share, index) => ({
      ...share,
      item_shared_via_another_share_id: shown(ids[index]),
    }))
  }

  /** Finds for each share the other share that provides its copy. */
  function holderIds(rows: readonly StoredShare[]): readonly (string | null)[] {
    const found = copies.ofPlaces(rows.map(placeOf))
    const holders = new Map(found.map((copy) => [`${originalId(copy)} ${copy.user_id}`, copy.share_id]))
    return rows.map(({ id, item_id, recipient_id }) => {
      const holder = holders.get(`${item_id} ${recipient_id}`) ?? null
      return holder === id ? null : holder
    })
  }
}
