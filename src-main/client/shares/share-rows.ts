import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { Share } from '../../../shared/contract/shares.ts'
import type { Person } from '../../../shared/contract/workbench-items.ts'
import type { ShareRow, workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { compareTexts } from '../../../shared/folded-text.ts'
import { matchesInTurns } from '../account/long-lists.ts'
import { NO_MATCH, rankOf, searchQuery, searchText } from '../../../shared/word-search.ts'

type RowsOperation = typeof workbenchShareOperations.shareRows
export type ShareRowsQuery = InputFor<RowsOperation>['query']
export type ShareRowsReply = ReplyFor<RowsOperation>

/** An item as far as shares show it, by the ids its owner knows it by. */
export interface SharedItem {
  /** The id of the user's copy. */
  readonly id: string
  readonly label: string
  readonly item_template_label: string
  /** The slots of the user's copy, by original slot id. */
  readonly slots: ReadonlyMap<string, { readonly id: string; readonly label: string }>
}

/** A row and its search text. */
export interface ShareEntry {
  readonly row: ShareRow
  readonly searched: string
}

export interface ShareSurroundings {
  readonly vaultUserId: string
  readonly person: (userId: string) => Person
  readonly item: (originalId: string) => SharedItem | undefined
}

/** The label of a share whose item is missing because the share was rejected or the item deleted. */
const NO_LABEL = ''

export function incomingEntry(share: Share, surroundings: ShareSurroundings): ShareEntry {
  const sender = surroundings.person(share.sender_id)
  const owner =
    share.owner_id === null || share.owner_id === share.sender_id ? null : surroundings.person(share.owner_id)
  const isReadable = share.acceptance_required === 'accepted' || share.acceptance_required === 'acceptance_not_required'
  return entryOf(share, surroundings, {
    direction: 'incoming',
    own: false,
    person: sender,
    via: owner,
    reencrypted: isReadable && share.encrypted_dek === null,
  })
}

export function outgoingEntry(share: Share, surroundings: ShareSurroundings): ShareEntry {
  return entryOf(share, surroundings, {
    direction: 'outgoing',
    own: share.owner_id === surroundings.vaultUserId,
    person: surroundings.person(share.recipient_id),
    via: share.sender_id === surroundings.vaultUserId ? null : surroundings.person(share.sender_id),
    reencrypted: null,
  })
}

function entryOf(
  share: Share,
  surroundings: ShareSurroundings,
  perspective: Pick<ShareRow, 'direction' | 'own' | 'person' | 'via' | 'reencrypted'>,
): ShareEntry {
  const item = surroundings.item(share.item_id)
  const slot = share.slot_id === null ? undefined : item?.slots.get(share.slot_id)
  const slotLabel = share.slot_id === null ? null : (slot?.label ?? NO_LABEL)
  const row: ShareRow = {
    ...perspective,
    share_id: share.id,
    item_id: item?.id ?? null,
    item_label: item?.label ?? NO_LABEL,
    item_template_label: item?.item_template_label ?? null,
    slot_id: slot?.id ?? null,
    slot_label: slotLabel,
    state: share.acceptance_required,
    onsharing_permitted: share.onsharing_permitted,
    terms: share.terms,
    expires_at: share.expires_at,
    created_at: share.created_at,
  }
  return { row, searched: searchText([row.item_label, slotLabel, row.person.name, row.via?.name, row.terms]) }
}

/** Answers a query from the ordered shares of its direction; `waiting` counts incoming ones. */
export async function answerShareRows(
  query: ShareRowsQuery,
  list: readonly ShareEntry[],
  waiting: number,
): Promise<ShareRowsReply> {
  const tests = testsOf(query)
  const sought = searchQuery(query.text ?? '')
  const rank = (entry: ShareEntry): number =>
    tests.every((fits) => fits(entry)) ? rankOf(entry.searched, sought) : NO_MATCH
  const matching = await matchesInTurns(list, rank, query.order_by === undefined ? 'best first' : 'as listed')
  return {
    rows: matching.slice(query.offset, query.offset + query.limit).map(({ row }) => row),
    matching: matching.length,
    total: list.length,
    waiting,
    people: peopleOf(list),
    complete: true,
  }
}

/** The people on the other side of these shares, by name. */
export function peopleOf(list: readonly ShareEntry[]): Person[] {
  const people = new Map(list.map(({ row }) => [row.person.user_id, row.person]))
  return [...people.values()].sort((a, b) => compareTexts(a.name, b.name))
}

type Test = (entry: ShareEntry) => boolean

function testsOf({ share_id, state, declined, person_id, item_id, onward }: ShareRowsQuery): readonly Test[] {
  const tests: Test[] = []
  if (share_id !== undefined) tests.push(({ row }) => row.share_id === share_id)
  if (state !== undefined) tests.push(({ row }) => row.state === state)
  if (declined !== undefined) tests.push(({ row }) => (row.state === 'rejected') === declined)
  if (person_id !== undefined) tests.push(({ row }) => row.person.user_id === person_id)
  if (item_id !== undefined) tests.push(({ row }) => row.item_id === item_id)
  if (onward !== undefined) tests.push(({ row }) => (row.direction === 'outgoing' && row.via !== null) === onward)
  return tests
}

type Compare = (a: ShareRow, b: ShareRow) => number

const COMPARE: Readonly<Record<NonNullable<ShareRowsQuery['order_by']>, Compare>> = {
  created_at: (a, b) => compareText(a.created_at, b.created_at),
  item_label: (a, b) => compareTexts(a.item_label, b.item_label),
  person: (a, b) => compareTexts(a.person.name, b.person.name),
  state: (a, b) => compareText(a.state, b.state),
  onward: (a, b) => Number(b.onsharing_permitted) - Number(a.onsharing_permitted),
  expires_at: (a, b) => compareText(a.expires_at ?? NEVER, b.expires_at ?? NEVER),
}
/** Sorts after every time. */
const NEVER = '~'

/** Compares two entries, and equal ones by id, so that the order is stable. */
export function shareOrderOf(
  orderBy: ShareRowsQuery['order_by'] = 'created_at',
  order: ShareRowsQuery['order'],
): (a: ShareEntry, b: ShareEntry) => number {
  const sign = order === 'asc' ? 1 : -1
  const compare = COMPARE[orderBy]
  return (a, b) => sign * (compare(a.row, b.row) || compareText(a.row.share_id, b.row.share_id))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
