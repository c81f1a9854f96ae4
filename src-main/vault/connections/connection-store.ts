import type { Connection, IntegrationData } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { idList, inserted } from '../../sqlite/columns.ts'
import type { Connection as Database } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

type OwnSide = Connection['own']

/** One stored side of a connection, joined with fields of the other side. */
export interface StoredConnection extends OwnSide {
  readonly other_id: string
  readonly other_user_id: string
  readonly other_user_type: OwnSide['user_type']
  readonly other_user_public_key: string
  readonly other_user_keypair_external_id: string | null
  readonly other_connection_type: OwnSide['connection_type']
}

/** A user's side of a new connection. */
export interface NewSide {
  readonly id: string
  readonly user_id: string
  readonly user_public_key: string
  readonly user_keypair_external_id: string | null
  readonly encrypted_recipient_name: string | null
  readonly connection_type: OwnSide['connection_type']
}

/** The fields that both sides share. */
interface ConnectionTerms {
  readonly integration_data: IntegrationData | null
  readonly delegation_token: string | null
  readonly delegation_role: OwnSide['delegation_role']
}

type DelegationFilter = 'granted_to_the_other_user' | 'granted_to_me'

interface ConnectionFilter {
  readonly delegation?: DelegationFilter | undefined
  /** The users on the other side. */
  readonly user_ids?: readonly string[] | undefined
}

type Row = Omit<StoredConnection, 'integration_data'> & { readonly integration_data: string | null }

/** Joins a side with the other side and both users, in this order because of CROSS JOIN. */
const SIDES = /* sql */ `
  SELECT c.id, c.user_id, c.other_user_id, c.other_id, c.encrypted_recipient_name, c.user_public_key,
    c.user_keypair_external_id, c.connection_type, c.integration_data, c.delegation_token, c.delegation_role,
    c.created_at, u.user_type, ou.user_type AS other_user_type, o.user_public_key AS other_user_public_key,
    o.user_keypair_external_id AS other_user_keypair_external_id, o.connection_type AS other_connection_type
  FROM connections c
  CROSS JOIN connections o ON o.id = c.other_id
  CROSS JOIN users u ON u.id = c.user_id
  CROSS JOIN users ou ON ou.id = c.other_user_id
`

/** Conditions on the own side; the account owner's side has no connection type. */
const DELEGATIONS: Readonly<Record<DelegationFilter, string>> = {
  granted_to_me: "c.delegation_token IS NOT NULL AND c.connection_type = 'delegate'",
  granted_to_the_other_user:
    "c.delegation_token IS NOT NULL AND c.connection_type IS NULL AND o.connection_type = 'delegate'",
}

export type ConnectionStore = ReturnType<typeof connectionStore>

/** Connections on SQLite. */
export function connectionStore(connection: Database) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO connections ${inserted(`id, user_id, other_user_id, other_id, encrypted_recipient_name,
      user_public_key, user_keypair_external_id, connection_type, integration_data, delegation_token, delegation_role,
      created_at`)}
  `)
  const byId = connection.prepare<[string, string], Row>(`${SIDES} WHERE c.id = ? AND c.user_id = ?`)
  const among = connection.prepare<[string, string], Row>(
    `${SIDES} WHERE c.user_id = ? AND c.other_user_id IN (SELECT value FROM json_each(?))`,
  )
  const idsAmong = connection
    .prepare<[string, string], string>(
      `SELECT other_user_id FROM connections
       WHERE user_id = ? AND other_user_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const byIds = connection.prepare<[string, string], Row>(
    `${SIDES} WHERE +c.user_id = ? AND c.id IN (SELECT value FROM json_each(?)) ORDER BY c.created_at, c.id`,
  )
  const ofUser = connection.prepare<[string, number], Row>(
    `${SIDES} WHERE c.user_id = ? ORDER BY c.created_at, c.id LIMIT ?`,
  )
  const withDelegation = connection.prepare<[string], Row>(
    `${SIDES} WHERE c.user_id = ? AND c.delegation_token IS NOT NULL ORDER BY +c.created_at, +c.id`,
  )
  const page = statementCache<Row>(connection)
  const giveKind = connection.prepare<[string, string | null, string, string]>(
    'UPDATE connections SET connection_type = ?, integration_data = ? WHERE id IN (?, ?)',
  )
  const byDelegation = connection.prepare<[string], Row>(
    `${SIDES} WHERE c.delegation_token = ? AND c.connection_type = 'delegate'`,
  )
  const setDelegation = connection.prepare(/* sql */ `
    UPDATE connections SET connection_type = @connection_type, integration_data = @data, delegation_token = @token,
      delegation_role = @role
    WHERE id = @id
  `)
  const rename = connection.prepare<[string | null, string]>(
    'UPDATE connections SET encrypted_recipient_name = ? WHERE id = ?',
  )
  const remove = connection.prepare<[string, string]>('DELETE FROM connections WHERE id IN (?, ?)')

  const sidesAmong = (userId: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : among.all(userId, JSON.stringify([...new Set(ids)])).map(stored)
  return {
    /** Adds both sides. */
    add(sides: readonly [NewSide, NewSide], terms: ConnectionTerms, created_at: string) {
      const [one, other] = sides
      const common = { ...terms, integration_data: terms.integration_data && JSON.stringify(terms.integration_data) }
      insert.run({ ...one, ...common, created_at, other_id: other.id, other_user_id: other.user_id })
      insert.run({ ...other, ...common, created_at, other_id: one.id, other_user_id: one.user_id })
    },
    /** Finds a side of a user by its id. */
    find(userId: string, id: string): StoredConnection | undefined {
      const row = byId.get(id, userId)
      return row && stored(row)
    },
    /** The user's side of the connection to another user. */
    findBetween: (userId: string, otherUserId: string) => sidesAmong(userId, [otherUserId])[0],
    /** The user's sides of connections to any of these users, by the other user's id. */
    connectedAmong: (userId: string, otherUserIds: readonly string[]): ReadonlyMap<string, StoredConnection> =>
      new Map(sidesAmong(userId, otherUserIds).map((side) => [side.other_user_id, side])),
    /** Which of these users the user is connected to. */
    idsConnectedAmong: (userId: string, otherUserIds: readonly string[]): ReadonlySet<string> =>
      new Set(otherUserIds.length === 0 ? [] : idsAmong.all(userId, JSON.stringify(otherUserIds))),
    /** The sides of a user with these ids, oldest first; unknown ids are ignored. */
    byIds: (userId: string, ids: readonly string[]): readonly StoredConnection[] =>
      ids.length === 0 ? [] : byIds.all(userId, JSON.stringify(ids)).map(stored),
    /** The oldest sides of a user. */
    someOfUser: (userId: string, atMost: number): readonly StoredConnection[] => ofUser.all(userId, atMost).map(stored),
    /** The sides of a user that carry a delegation. */
    withDelegation: (userId: string): readonly StoredConnection[] => withDelegation.all(userId).map(stored),
    page(userId: string, filter: ConnectionFilter, request: PageRequest): Page<StoredConnection> {
      const rows = page(connectionPageSql(filter, request.after !== undefined)).all({
        ...request.after,
        userId,
        user_ids: idList(filter.user_ids),
        limit: request.perPage + 1,
      })
      return pageOf(rows.map(stored), request.perPage, connectionPlace)
    },
    /** Changes the name that the user of this side has given the other user. */
    rename: (id: string, name: string | null) => void rename.run(name, id),
    /** Turns a plain connection into a member or service connection, on both sides. */
    giveKind: (
      { id, other_id }: Pick<StoredConnection, 'id' | 'other_id'>,
      kind: NonNullable<OwnSide['connection_type']>,
      data: IntegrationData | null,
    ) => void giveKind.run(kind, data && JSON.stringify(data), id, other_id),
    /** The delegate's side of the connection with this delegation token. */
    findByDelegation(token: string): StoredConnection | undefined {
      const row = byDelegation.get(token)
      return row && stored(row)
    },
    /** Makes one side the delegate of the other, with a role. */
    setDelegation(
      { ownerSideId, delegateSideId }: { readonly ownerSideId: string; readonly delegateSideId: string },
      { token, role }: { readonly token: string; readonly role: DelegationRole },
    ) {
      const data = JSON.stringify(delegationIntent(token, role))
      setDelegation.run({ id: ownerSideId, connection_type: null, data, token, role })
      setDelegation.run({ id: delegateSideId, connection_type: 'delegate', data, token, role })
    },
    /** Removes the delegation from both sides. */
    makePlain({ id, other_id }: Pick<StoredConnection, 'id' | 'other_id'>) {
      for (const one of [id, other_id]) {
        setDelegation.run({ id: one, connection_type: null, data: null, token: null, role: null })
      }
    },
    /** Deletes both sides. */
    delete: ({ id, other_id }: Pick<StoredConnection, 'id' | 'other_id'>) => void remove.run(id, other_id),
  }
}

/** Selects a page of connections; about the `+` see `rangeConditions`. */
export function connectionPageSql({ delegation, user_ids }: ConnectionFilter, continued: boolean): string {
  const place = user_ids === undefined ? 'c.created_at, c.id' : '+c.created_at, +c.id'
  const conditions = [
    // A few users are looked up one by one; everything else is read in the order of an index.
    user_ids === undefined ? 'c.user_id = +@userId' : 'c.user_id = @userId',
    ...(user_ids === undefined ? [] : ['c.other_user_id IN (SELECT value FROM json_each(@user_ids))']),
    ...(delegation === undefined ? [] : [DELEGATIONS[delegation]]),
    ...(continued ? [`(${place}) > (+@sortValue, +@id)`] : []),
  ]
  const isDelegation = delegation !== undefined && user_ids === undefined
  const sides = isDelegation
    ? SIDES.replace('connections c', 'connections c INDEXED BY connections_with_delegation')
    : SIDES
  return `${sides} WHERE ${conditions.join(' AND ')} ORDER BY ${place} LIMIT +@limit`
}

function stored(row: Row): StoredConnection {
  const { integration_data: json } = row
  // Only this store writes the column, from this type.
  return { ...row, integration_data: json === null ? null : (JSON.parse(json) as StoredConnection['integration_data']) }
}

/** The integration data of a delegation, the same on both sides. */
export function delegationIntent(token: string, role: DelegationRole): IntegrationData {
  return { intent: 'delegate', role, delegation_token: token }
}

const connectionPlace = ({ created_at, id }: StoredConnection): Cursor => ({ sortValue: created_at, id })
