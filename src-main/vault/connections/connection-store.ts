import type { Connection, IntegrationData } from '../../../shared/contract/connections.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

type OwnSide = Connection['own']

/** One side of a connection as stored, with what is read from the other side. */
export interface StoredConnection extends OwnSide {
  readonly other_id: string
  readonly other_user_id: string
  readonly other_user_type: OwnSide['user_type']
  readonly other_user_public_key: string
  readonly other_user_keypair_external_id: string | null
  readonly other_connection_type: OwnSide['connection_type']
}

/** What one of the two users brings into a connection. */
export interface NewSide {
  readonly id: string
  readonly user_id: string
  readonly user_public_key: string
  readonly user_keypair_external_id: string | null
  readonly encrypted_recipient_name: string | null
  readonly connection_type: OwnSide['connection_type']
}

/** What both sides have in common. */
export interface ConnectionTerms {
  readonly integration_data: IntegrationData | null
  readonly delegation_token: string | null
  readonly delegation_role: OwnSide['delegation_role']
}

export type DelegationFilter = 'granted_to_the_other_user' | 'granted_to_me'

export interface ConnectionFilter {
  readonly delegation?: DelegationFilter | undefined
  /** The users at the other side. */
  readonly user_ids?: readonly string[] | undefined
}

export interface ConnectionStore {
  /** Adds both sides. */
  add(sides: readonly [NewSide, NewSide], terms: ConnectionTerms, createdAt: string): void
  /** The side of a user by its id. */
  find(userId: string, id: string): StoredConnection | undefined
  /** The user's side of the connection to another user. */
  findBetween(userId: string, otherUserId: string): StoredConnection | undefined
  /** The user's sides of connections to any of the other users, by the other user's id; read in one statement. */
  connectedAmong(userId: string, otherUserIds: readonly string[]): ReadonlyMap<string, StoredConnection>
  /** Those of the other users to whom the user is connected, where no more is asked; read in one statement. */
  idsConnectedAmong(userId: string, otherUserIds: readonly string[]): ReadonlySet<string>
  /** Sides of a user by their ids, in order of creation; what is not there is left out. */
  byIds(userId: string, ids: readonly string[]): readonly StoredConnection[]
  page(userId: string, filter: ConnectionFilter, request: PageRequest): Page<StoredConnection>
  /** All sides of a user. */
  ofUser(userId: string): readonly StoredConnection[]
  /** Turns a plain connection into a member or service connection, on both sides. */
  giveKind(
    side: Pick<StoredConnection, 'id' | 'other_id'>,
    kind: NonNullable<OwnSide['connection_type']>,
    integrationData: IntegrationData | null,
  ): void
  /** Deletes both sides. */
  delete(side: Pick<StoredConnection, 'id' | 'other_id'>): void
}
