import type { DelegationInvitation } from '../../../shared/contract/delegation-invitations.ts'
import type { Cursor, Page, PageRequest } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A stored offer of a delegation. */
export interface StoredDelegationInvitation extends DelegationInvitation {
  readonly delegation_token: string
  /** The delegation under which it was made. */
  readonly made_by_delegation: string | null
  readonly created_at: string
}

/** Offers by the user, or offers to the user. */
export type OfferList = 'outgoing' | 'incoming'

const COLUMNS = `id, inviting_user_id, inviting_user_connection_id, invited_user_id, invited_user_connection_id,
  delegation_token, delegation_role, state, made_by_delegation, created_at`

const USER_OF: Readonly<Record<OfferList, string>> = { outgoing: 'inviting_user_id', incoming: 'invited_user_id' }

export type DelegationInvitationStore = ReturnType<typeof delegationInvitationStore>

/** Offers of delegations on SQLite. */
export function delegationInvitationStore(connection: Connection) {
  const insert = connection.prepare<StoredDelegationInvitation>(
    `INSERT INTO delegation_invitations ${inserted(COLUMNS)}`,
  )
  const byId = connection.prepare<
    { readonly id: string; readonly userId: string },
    StoredDelegationInvitation
  >(/* sql */ `
    SELECT ${COLUMNS} FROM delegation_invitations
    WHERE id = @id AND @userId IN (inviting_user_id, invited_user_id)
  `)
  const open = connection.prepare<[string]>(
    "SELECT 1 FROM delegation_invitations WHERE inviting_user_connection_id = ? AND +state = 'new'",
  )
  const setState = connection.prepare<[string, string]>('UPDATE delegation_invitations SET state = ? WHERE id = ?')
  const endOpen = (column: 'delegation_token' | 'made_by_delegation') =>
    connection
      .prepare<[string], string>(
        `UPDATE delegation_invitations SET state = 'deleted' WHERE ${column} = ? AND state = 'new' RETURNING id`,
      )
      .pluck()
  const endOpenByToken = endOpen('delegation_token')
  const endOpenMadeBy = endOpen('made_by_delegation')
  const page = statementCache<StoredDelegationInvitation>(connection)
  return {
    add: (offer: StoredDelegationInvitation) => void insert.run(offer),
    /** Finds an offer that the user made or received. */
    find: (userId: string, id: string) => byId.get({ id, userId }),
    /** Whether an offer awaits an answer, by the account owner's side of the connection. */
    isOpen: (connectionId: string) => open.get(connectionId) !== undefined,
    setState: (id: string, state: DelegationInvitation['state']) => void setState.run(state, id),
    /** Withdraws offers that await an answer. Returns the ids. */
    endOpenByToken: (token: string): readonly string[] => endOpenByToken.all(token),
    /** Like `endOpenByToken`, for offers a delegate made to others on behalf of the account owner. */
    endOpenMadeByDelegation: (token: string): readonly string[] => endOpenMadeBy.all(token),
    page(userId: string, list: OfferList, request: PageRequest): Page<StoredDelegationInvitation> {
      const rows = page(pageSql(list, request.after !== undefined)).all({
        ...request.after,
        userId,
        limit: request.perPage + 1,
      })
      return pageOf(rows, request.perPage, offerPlace)
    },
  }
}

/** Selects a page of offers; about the `+` see `rangeConditions`. */
function pageSql(list: OfferList, continued: boolean): string {
  const after = continued ? 'AND (created_at, id) > (+@sortValue, +@id)' : ''
  return `SELECT ${COLUMNS} FROM delegation_invitations WHERE ${USER_OF[list]} = +@userId ${after}
    ORDER BY created_at, id LIMIT +@limit`
}

const offerPlace = ({ created_at, id }: StoredDelegationInvitation): Cursor => ({ sortValue: created_at, id })
