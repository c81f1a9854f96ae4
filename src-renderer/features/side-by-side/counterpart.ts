import type { ForwardedAs } from '../../../shared/contract/workbench-forward.ts'
import type { Item } from '../../../shared/contract/items.ts'
import { itemOperations } from '../../../shared/contract/items.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Share } from '../../../shared/contract/shares.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { RouteLocation, RouteLocationNamedRaw, RouteParamsRawGeneric } from 'vue-router'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { asUser } from '../../api/as.ts'
import { callService, CallError } from '../../api/call.ts'

/** One item as two users have it. */
export interface Counterpart {
  /** Id of the owner's item, which all copies have in common. */
  readonly originalId: string
  readonly label: string
  /** The other user's id of it; undefined where they do not have it. */
  readonly itemId: string | undefined
}

/**
 * Finds the item of one user at another one: the original, or that user's copy. Undefined when the first has none.
 *
 * @param isSameAccount one of the two acts for the other: both have the very same item
 */
export async function findCounterpart(
  from: string,
  itemId: string,
  to: string,
  isSameAccount = false,
): Promise<Counterpart | undefined> {
  const item = await itemOf(asUser(from), itemId)
  if (item === undefined) return undefined
  const originalId = item.original_id ?? item.id
  if (isSameAccount) return { originalId, label: item.label, itemId }
  return { originalId, label: item.label, itemId: await idAt(asUser(to), originalId, item.own) }
}

/** The item of a share as one of its users has it. */
export async function findSharedItem(user: string, shareId: string): Promise<string | undefined> {
  const as = asUser(user)
  const received = await ifFound(() => receivedItem(as, shareId))
  if (received !== undefined) return received
  const sent = await ifFound(() => callService(as, shareOperations.outgoingSharesIdGet, { params: { id: shareId } }))
  return sent && (await idAt(as, sent.share.item_id, false))
}

type Page = Pick<RouteLocation, 'name' | 'params'>

/**
 * The page of another user that shows what this one shows: a share from its other side, an organization that both see.
 * Of what only the first one has, the list.
 */
export async function findPageBeside(page: Page, to: string): Promise<RouteLocationNamedRaw> {
  const { share, organization } = page.params
  const list = listOf(page, to)
  if (typeof share === 'string' && share !== '') {
    const tab = await ifAnswered(() => tabOfShare(asUser(to), share))
    return tab === undefined ? list : { ...list, params: { ...list.params, tab, share } }
  }
  if (typeof organization !== 'string' || organization === '') return list
  const ask = () => callService(asUser(to), organizationOperations.organizationsIdGet, { params: { id: organization } })
  return (await ifAnswered(ask)) === undefined ? list : { ...list, params: { ...page.params, actor: to } }
}

/** Ids are those of the first user: only the screen and its tab are the same. The tabs of an organization are its own. */
function listOf({ name, params }: Page, actor: string) {
  const none: RouteParamsRawGeneric = Object.fromEntries(Object.keys(params).map((key) => [key, null]))
  const tab = 'tab' in params && !('organization' in params) ? { tab: params['tab'] } : {}
  return { name: name ?? undefined, params: { ...none, ...tab, actor } }
}

/** The list in which a user has a share. */
async function tabOfShare(as: ForwardedAs, id: string): Promise<'incoming' | 'waiting' | 'outgoing'> {
  const received = await ifFound(() => callService(as, shareOperations.incomingSharesIdGet, { params: { id } }))
  if (received !== undefined) {
    return received.share.acceptance_required === 'acceptance_required' ? 'waiting' : 'incoming'
  }
  await callService(as, shareOperations.outgoingSharesIdGet, { params: { id } })
  return 'outgoing'
}

async function idAt(as: ForwardedAs, originalId: string, isElsewhere: boolean): Promise<string | undefined> {
  const share = await incomingShareOf(as, originalId)
  if (share !== undefined) return ifFound(() => receivedItem(as, share.id))
  return isElsewhere ? undefined : (await itemOf(as, originalId))?.id
}

async function incomingShareOf(as: ForwardedAs, originalId: string): Promise<Share | undefined> {
  let after: string | undefined
  do {
    const query = { per_page: MAX_PER_PAGE, ...(after !== undefined && { next_page_after: after }) }
    const page = await callService(as, shareOperations.incomingSharesGet, { query })
    const found = page.shares.find(
      ({ item_id, acceptance_required }) => item_id === originalId && acceptance_required !== 'rejected',
    )
    if (found !== undefined) return found
    after = page.next_page_after ?? undefined
  } while (after !== undefined)
  return undefined
}

async function receivedItem(as: ForwardedAs, id: string): Promise<string> {
  const { item } = await callService(as, shareOperations.incomingSharesIdItemGet, { params: { id } })
  return item.id
}

async function itemOf(as: ForwardedAs, id: string): Promise<Item | undefined> {
  return (await ifFound(() => callService(as, itemOperations.itemsIdGet, { params: { id } })))?.item
}

const ifFound = <Answer>(ask: () => Promise<Answer>) => ifAnswered(ask, ({ code }) => code === 'not_found')

/** Undefined where it was refused, for whatever reason or for those that are meant: somebody may be locked. */
async function ifAnswered<Answer>(
  ask: () => Promise<Answer>,
  isMeant: (refusal: CallError) => boolean = () => true,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CallError && isMeant(error)) return undefined
    throw error
  }
}
