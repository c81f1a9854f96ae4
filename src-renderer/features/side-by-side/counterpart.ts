import type { ForwardedAs } from '../../../shared/contract/workbench-forward.ts'
import type { Item } from '../../../shared/contract/items.ts'
import { itemOperations } from '../../../shared/contract/items.ts'
import type { Share } from '../../../shared/contract/shares.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { RouteLocation, RouteLocationNamedRaw, RouteParamsRawGeneric } from 'vue-router'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { allPages } from '../../api/all-pages.ts'
import { asUser, call, CallError, callService } from '../../api/call.ts'

/** One item as two users have it. */
export interface Counterpart {
  /** Id of the owner's item, which all copies have in common. */
  readonly originalId: string
  readonly label: string
  /** The id of the other user's copy; undefined if there is none. */
  readonly itemId: string | undefined
}

/**
 * Finds another user's version of an item: the original or a copy. Undefined if the first user does not have the item.
 *
 * @param isSameAccount true if one user is the delegate of the other, so that both have the same item
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

/** The item of a share, in the version of one of its users. */
export async function findSharedItem(user: string, shareId: string): Promise<string | undefined> {
  const as = asUser(user)
  const received = await ifFound(() => receivedItem(as, shareId))
  if (received !== undefined) return received
  const sent = await ifFound(() => callService(as, shareOperations.outgoingSharesIdGet, { params: { id: shareId } }))
  return sent && (await idAt(as, sent.share.item_id, false))
}

type Page = Pick<RouteLocation, 'name' | 'params'>

/**
 * The page of another user with the same content: the other side of a share, or an organization that both can see. For
 * other records, the list.
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

/**
 * The user to show beside another one: a workspace user with the same item, else one who is signed in, else anybody.
 */
export async function findPartner(
  users: readonly WorkbenchUser[],
  first: string,
  item_id: string | undefined,
): Promise<string | undefined> {
  const others = users.filter(({ id }) => id !== first)
  const sharing = new Set(item_id === undefined ? [] : await peopleOf(first, item_id))
  const found =
    others.find(({ vault_user_id }) => vault_user_id !== null && sharing.has(vault_user_id)) ??
    others.find(({ state }) => state === 'signed_in') ??
    others[0]
  return found?.id
}

/** The newest item that a user shares with another user of the workspace, with both users. */
export async function findSharedPair(
  users: readonly WorkbenchUser[],
  first: string,
): Promise<{ readonly second: string; readonly item: string } | undefined> {
  const byVaultUser = new Map(users.map(({ id, vault_user_id }) => [vault_user_id, id]))
  for (const direction of ['outgoing', 'incoming'] as const) {
    for (const { person, item_id } of await sharesOf(first, direction)) {
      const second = byVaultUser.get(person.user_id)
      if (item_id !== null && second !== undefined && second !== first) return { second, item: item_id }
    }
  }
  return undefined
}

async function sharesOf(user_id: string, direction: 'outgoing' | 'incoming') {
  const query = { direction, limit: 50 }
  const found = await ifAnswered(() => call(workbenchShareOperations.shareRows, { params: { user_id }, query }))
  return found?.rows ?? []
}

/** The vault users an item came from or was shared with; empty if it is missing or locked, which the page reports. */
async function peopleOf(user_id: string, item_id: string): Promise<readonly string[]> {
  const params = { user_id, item_id }
  const found = await ifAnswered(async () => {
    const { share } = await call(workbenchItemOperations.itemOpen, { params })
    if (share !== null) return [share.sender.user_id, ...(share.owner === null ? [] : [share.owner.user_id])]
    const { rows } = await call(workbenchShareOperations.itemShares, { params })
    return rows.map(({ person }) => person.user_id)
  })
  return found ?? []
}

/** The same screen and tab without ids, which belong to the first user. Tabs of an organization are left out, too. */
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
  const isMeant = (share: Share) => share.item_id === originalId && share.acceptance_required !== 'rejected'
  const [found] = await allPages(async (query) => {
    const page = await callService(as, shareOperations.incomingSharesGet, { query })
    return { rows: page.shares.filter(isMeant), next: page.next_page_after }
  }, 1)
  return found
}

async function receivedItem(as: ForwardedAs, id: string): Promise<string> {
  const { item } = await callService(as, shareOperations.incomingSharesIdItemGet, { params: { id } })
  return item.id
}

async function itemOf(as: ForwardedAs, id: string): Promise<Item | undefined> {
  return (await ifFound(() => callService(as, itemOperations.itemsIdGet, { params: { id } })))?.item
}

const ifFound = <Answer>(ask: () => Promise<Answer>) => ifAnswered(ask, ({ code }) => code === 'not_found')

/** The answer of a call; undefined if it was refused, for one of the given reasons or for any: a user may be locked. */
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
