import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { AcceptanceState, SharingMode } from '../../../shared/contract/shares.ts'
import { ACCEPTANCE_STATES } from '../../../shared/contract/shares.ts'
import { pageOf } from '../../service/cursor.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../../service/merged-pages.ts'
import { assigned, bound, columnsOf, idList } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A share as stored. Expired ones are deleted before any call; a rejected one stays, without values. */
export interface StoredShare {
  readonly id: string
  readonly owner_id: string
  readonly sender_id: string
  readonly recipient_id: string
  /** The original. */
  readonly item_id: string
  /** The original slot, when only one is shared. */
  readonly slot_id: string | null
  readonly public_key: string
  readonly keypair_external_id: string | null
  readonly encrypted_dek: string | null
  readonly sharing_mode: SharingMode
  readonly acceptance_required: AcceptanceState
  readonly terms: string | null
  readonly expires_at: string | null
  readonly created_at: string
  /** Whether the values are in the slots of the recipient's copy; otherwise they wait in a table of their own. */
  readonly values_in_copy: 0 | 1
}

/** A share's value for one slot; all fields are null for an empty slot. */
export interface ShareValue {
  /** The original slot. */
  readonly slot_id: string
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
  readonly value_verification_hash: string | null
}

/** An original and one of its recipients: together they have one copy at most. */
export interface CopyPlace {
  readonly itemId: string
  readonly recipientId: string
}

export type ShareStore = ReturnType<typeof shareStore>

/** Shares of all users and the values that wait for a copy. Lists are in the order in which shares were made. */
export function shareStore(connection: Connection) {
  return {
    ...readStatements(connection),
    ...pageStatements(connection),
    ...writeStatements(connection),
    ...valueStatements(connection),
  }
}

/** Places as a JSON list of pairs. */
export const PLACES = `(SELECT value ->> 0 AS item_id, value ->> 1 AS user_id FROM json_each(?))`

export function placeList(places: readonly CopyPlace[]): string {
  return JSON.stringify(places.map(({ itemId, recipientId }) => [itemId, recipientId]))
}

function readStatements(connection: Connection) {
  const select = (condition: string) =>
    connection.prepare<[string], StoredShare>(`SELECT ${SHARE_COLUMNS} FROM shares ${condition}`)
  const byId = select('WHERE id = ?')
  const byIds = select('WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at, id')
  const ofItem = select('WHERE item_id = +? ORDER BY created_at, id')
  const ofPlaces = connection.prepare<[string], StoredShare>(/* sql */ `
    SELECT ${columnsOf('s', SHARE_COLUMNS)} FROM ${PLACES} place
    CROSS JOIN shares s ON s.item_id = place.item_id AND s.recipient_id = place.user_id ORDER BY s.created_at, s.id
  `)
  const passedOn = connection.prepare<[string], StoredShare>(PASSED_ON_SQL)
  const between = connection.prepare<[{ readonly one: string; readonly other: string }], StoredShare>(/* sql */ `
    SELECT ${SHARE_COLUMNS} FROM shares
    WHERE (sender_id = @one AND recipient_id = @other) OR (sender_id = @other AND recipient_id = @one)
    ORDER BY created_at, id
  `)
  const involving = connection
    .prepare<{ userId: string; limit: number }, string>(/* sql */ `
      SELECT id FROM (SELECT id FROM shares WHERE owner_id = @userId LIMIT @limit)
      UNION SELECT id FROM (SELECT id FROM shares WHERE sender_id = @userId LIMIT @limit)
      UNION SELECT id FROM (SELECT id FROM shares WHERE recipient_id = @userId LIMIT @limit)
    `)
    .pluck()
  const expired = select('WHERE expires_at <= ? ORDER BY expires_at, id')
  const earliest = connection
    .prepare<[], string | null>('SELECT min(expires_at) FROM shares WHERE expires_at IS NOT NULL')
    .pluck()
  return {
    find: (id: string) => byId.get(id),
    byIds: (ids: readonly string[]): readonly StoredShare[] => (ids.length === 0 ? [] : byIds.all(idList(ids))),
    ofItem: (itemId: string): readonly StoredShare[] => ofItem.all(itemId),
    ofPlaces: (places: readonly CopyPlace[]): readonly StoredShare[] => ofPlaces.all(placeList(places)),
    /** What these people passed on of the items that they received. */
    passedOnFrom: (places: readonly CopyPlace[]): readonly StoredShare[] => passedOn.all(placeList(places)),
    /** The shares in both directions. */
    between: (one: string, other: string): readonly StoredShare[] => between.all({ one, other }),
    /** Some of those the user owns the item of, sent or received. */
    someInvolving: (userId: string, limit: number): readonly StoredShare[] =>
      byIds.all(idList(involving.all({ userId, limit }).slice(0, limit))),
    expiredBy: (time: string): readonly StoredShare[] => expired.all(time),
    earliestExpiry: () => earliest.get() ?? null,
  }
}

function pageStatements(connection: Connection) {
  const page = statementCache<StoredShare>(connection)
  const place = (share: StoredShare): Cursor => ({ sortValue: share.created_at, id: share.id })
  const counts = connection.prepare<
    [string],
    { readonly total_count: number; readonly waiting_count: number }
  >(/* sql */ `
    SELECT coalesce(sum(shares_count), 0) AS total_count,
      coalesce(sum(shares_count) FILTER (WHERE acceptance_required = 'acceptance_required'), 0) AS waiting_count
    FROM share_counts WHERE recipient_id = ?
  `)
  return {
    /** Received shares of a user, and those that await acceptance. */
    countIncoming: (userId: string) => counts.get(userId) ?? { total_count: 0, waiting_count: 0 },
    pageOfIncoming(userId: string, filter: IncomingFilter, request: PageRequest): Page<StoredShare> {
      const values = { userId, share_ids: idList(filter.share_ids) }
      const { acceptance_required: state, share_ids } = filter
      const isNamed = share_ids !== undefined
      return mergedPage(
        {
          sources: isNamed || state !== undefined ? [state] : ACCEPTANCE_STATES,
          read: (one, range) =>
            page(incomingRangeSql({ isNamed, state: one }, range)).all({
              ...values,
              state: one,
              ...rangeValues(range),
            }),
          place,
        },
        request,
      )
    },
    /** `itemIds`: of originals or of the sender's own copies. */
    pageOfOutgoing(userId: string, itemIds: readonly string[] | undefined, request: PageRequest): Page<StoredShare> {
      const range = { ...request, until: undefined, limit: request.perPage + 1 }
      const sql = outgoingPageSql(itemIds !== undefined, range)
      const rows = page(sql).all({ userId, item_ids: idList(itemIds), ...rangeValues(range) })
      return pageOf(rows, request.perPage, place)
    },
  }
}

/**
 * The column is in no index: SQLite writes an index again that has one of the columns of an update, even where no value
 * changes.
 */
export const SET_KEY_SQL = 'UPDATE shares SET encrypted_dek = ? WHERE id = ?'

function writeStatements(connection: Connection) {
  const insert = connection.prepare<StoredShare>(/* sql */ `
    INSERT INTO shares (${SHARE_COLUMNS}, item_created_at)
    VALUES (${bound(SHARE_COLUMNS)}, (SELECT created_at FROM items WHERE id = @item_id))
  `)
  const update = connection.prepare<StoredShare>(/* sql */ `
    UPDATE shares SET ${assigned('encrypted_dek, sharing_mode, expires_at, acceptance_required, values_in_copy')}
    WHERE id = @id
  `)
  const setKey = connection.prepare<[string | null, string]>(SET_KEY_SQL)
  const remove = connection.prepare<[string]>('DELETE FROM shares WHERE id = ?')
  return {
    add: (share: StoredShare) => void insert.run(share),
    /** Updates key, acceptance, sharing mode, expiry and the place of the values; other fields never change. */
    update: (share: StoredShare) => void update.run(share),
    /** Updates only the key. */
    setKey: ({ id, encrypted_dek }: Pick<StoredShare, 'id' | 'encrypted_dek'>) => void setKey.run(encrypted_dek, id),
    delete: (id: string) => void remove.run(id),
  }
}

const VALUE_COLUMNS = 'slot_id, encrypted_value, encrypted_value_verification_key, value_verification_hash'

function valueStatements(connection: Connection) {
  const select = connection.prepare<[string], ShareValue>(
    `SELECT ${VALUE_COLUMNS} FROM share_values WHERE share_id = ?`,
  )
  const insert = connection.prepare<ShareValue & { readonly shareId: string }>(
    `INSERT INTO share_values (share_id, ${VALUE_COLUMNS}) VALUES (@shareId, ${bound(VALUE_COLUMNS)})`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM share_values WHERE share_id = ?')
  const removeSlot = connection.prepare<[string, string]>(
    'DELETE FROM share_values WHERE slot_id = ? AND share_id IN (SELECT id FROM shares WHERE item_id = ?)',
  )
  return {
    valuesOf: (shareId: string): readonly ShareValue[] => select.all(shareId),
    addValue: (shareId: string, value: ShareValue) => void insert.run({ ...value, shareId }),
    deleteValues: (shareId: string) => void remove.run(shareId),
    /** Deletes them in every share of the item. */
    deleteValuesOfSlot: (itemId: string, slotId: string) => void removeSlot.run(slotId, itemId),
  }
}

interface IncomingFilter {
  readonly acceptance_required?: AcceptanceState | undefined
  readonly share_ids?: readonly string[] | undefined
}

const SHARE_COLUMNS = `id, owner_id, sender_id, recipient_id, item_id, slot_id, public_key, keypair_external_id,
  encrypted_dek, sharing_mode, acceptance_required, terms, expires_at, created_at, values_in_copy`

export const PASSED_ON_SQL = /* sql */ `
  SELECT ${columnsOf('s', SHARE_COLUMNS)} FROM ${PLACES} place
  CROSS JOIN shares s ON s.item_id = place.item_id AND s.sender_id = place.user_id AND s.sender_id <> s.owner_id
  ORDER BY s.created_at, s.id
`

interface IncomingSource {
  /** True to look shares up by id, in any state unless one is given. */
  readonly isNamed: boolean
  readonly state: AcceptanceState | undefined
}

/** Received shares of one state in the order of their index, or those with given ids. */
function incomingRangeSql({ isNamed, state }: IncomingSource, range: PageRange): string {
  const conditions = [
    ...(isNamed
      ? ['id IN (SELECT value FROM json_each(@share_ids)) AND +recipient_id = @userId']
      : ['recipient_id = +@userId']),
    ...(state === undefined ? [] : [isNamed ? '+acceptance_required = @state' : 'acceptance_required = +@state']),
    ...rangeConditions(range),
  ]
  return `SELECT ${SHARE_COLUMNS} FROM shares WHERE ${conditions.join(' AND ')} ${rangeOrder(range)}`
}

/** A page of sent shares, of all items or of those with the sender's ids. */
export function outgoingPageSql(ofItems: boolean, range: PageRange): string {
  const originals = `SELECT value FROM json_each(@item_ids)
    UNION SELECT original_id FROM items WHERE user_id = @userId AND id IN (SELECT value FROM json_each(@item_ids))`
  const conditions = [
    ofItems ? `+sender_id = @userId AND item_id IN (${originals})` : 'sender_id = +@userId',
    ...rangeConditions(range),
  ]
  return `SELECT ${SHARE_COLUMNS} FROM shares WHERE ${conditions.join(' AND ')} ${rangeOrder(range)}`
}
