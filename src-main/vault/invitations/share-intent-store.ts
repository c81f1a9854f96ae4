import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { ShareIntent } from '../../../shared/contract/share-intents.ts'
import { pageOf } from '../../service/cursor.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A share intent as stored. */
export interface StoredShareIntent extends Omit<
  ShareIntent,
  'item_still_exists' | 'slot_still_exists' | 'onsharing_permitted'
> {
  /** The maker: the sender of the invitation. */
  readonly user_id: string
  /** Label of the item when the intent was made. */
  readonly item_label: string
  /** The delegation by which it was made. */
  readonly made_by_delegation: string | null
}

/** A share intent, and whether its item and slot still exist. */
export interface ReadShareIntent extends StoredShareIntent {
  readonly item_still_exists: boolean
  readonly slot_still_exists: boolean
}

interface Row extends Omit<ReadShareIntent, 'slot_values' | 'item_still_exists' | 'slot_still_exists'> {
  readonly slot_values: string
  readonly item_still_exists: 0 | 1
  readonly slot_still_exists: 0 | 1
}

const READ = /* sql */ `
  SELECT s.*,
    EXISTS (SELECT 1 FROM items i WHERE i.id = s.item_id AND +i.user_id = s.user_id) AS item_still_exists,
    s.slot_id IS NULL OR EXISTS (SELECT 1 FROM slots l WHERE l.id = s.slot_id AND +l.item_id = s.item_id)
      AS slot_still_exists
  FROM share_intents s
`

export type ShareIntentStore = ReturnType<typeof shareIntentStore>

/** Share intents on SQLite. */
export function shareIntentStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO share_intents ${inserted(`id, invitation_id, user_id, item_id, item_label, slot_id, slot_values,
      encrypted_dek, sharing_mode, acceptance_required, terms, expires_at, made_by_delegation, created_at`)}
  `)
  const byId = connection.prepare<[string, string], Row>(`${READ} WHERE s.id = ? AND s.user_id = ?`)
  const ofInvitation = connection.prepare<[string], Row>(
    `${READ} WHERE s.invitation_id = ? ORDER BY s.created_at, s.id`,
  )
  const madeBy = connection.prepare<[string], Row>(`${READ} WHERE s.made_by_delegation = ? ORDER BY s.id`)
  const page = statementCache<Row>(connection)
  const remove = connection.prepare<[string]>('DELETE FROM share_intents WHERE id = ?')
  const removeAll = connection.prepare<[string]>('DELETE FROM share_intents WHERE invitation_id = ?')
  return {
    add: (intent: StoredShareIntent) => void insert.run({ ...intent, slot_values: JSON.stringify(intent.slot_values) }),
    find(userId: string, id: string): ReadShareIntent | undefined {
      const row = byId.get(id, userId)
      return row && readRow(row)
    },
    page(userId: string, request: PageRequest): Page<ReadShareIntent> {
      const rows = page(shareIntentPageSql(request.after !== undefined)).all({
        ...request.after,
        userId,
        limit: request.perPage + 1,
      })
      return pageOf(rows.map(readRow), request.perPage, intentPlace)
    },
    /** The intents in order of creation. */
    ofInvitation: (invitationId: string): readonly ReadShareIntent[] => ofInvitation.all(invitationId).map(readRow),
    /** The intents a delegate made in unused invitations. */
    delegationTokenOf: (token: string): readonly ReadShareIntent[] => madeBy.all(token).map(readRow),
    delete: (id: string) => void remove.run(id),
    deleteOfInvitation: (invitationId: string) => void removeAll.run(invitationId),
  }
}

/** `+` before a parameter: SQLite may otherwise compile an ordered statement again whenever a value changes. */
function shareIntentPageSql(continued: boolean): string {
  const place = continued ? 'AND (s.created_at, s.id) > (+@sortValue, +@id)' : ''
  return `${READ} WHERE s.user_id = +@userId ${place} ORDER BY s.created_at, s.id LIMIT +@limit`
}

const intentPlace = ({ created_at, id }: ReadShareIntent): Cursor => ({ sortValue: created_at, id })

function readRow(row: Row): ReadShareIntent {
  return {
    ...row,
    // Written by this store only, from the contract's type.
    slot_values: JSON.parse(row.slot_values) as ReadShareIntent['slot_values'],
    item_still_exists: row.item_still_exists === 1,
    slot_still_exists: row.slot_still_exists === 1,
  }
}
