import type { ConnectedUsers } from './item-rules.ts'

/** What items need to know of connections: owners are shown only to those they are connected to. */
export interface Acquaintances {
  /** Those of the users to whom the user is connected; read in one statement, and in none for an empty list. */
  idsConnectedAmong(userId: string, otherUserIds: readonly string[]): ConnectedUsers
}
