import type { Connection } from '../../../shared/contract/connections.ts'
import { connectionOperations } from '../../../shared/contract/connections.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { Person } from '../../../shared/contract/workbench-items.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { compareTexts } from '../../../shared/folded-text.ts'
import { bestMatches } from '../../../shared/word-search.ts'
import { formatOfPublicKey } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../account/change.ts'
import { readableKeyFingerprint } from '../account/key-fingerprint.ts'
import { sortedInTurns } from '../account/long-lists.ts'
import { pagesOf } from '../account/pages.ts'
import { piecesOf } from '../../../shared/pieces.ts'
import { openPrivateName } from '../items/private-text.ts'

/** A person connected to the user, and the public key for sealing shares. */
export interface ConnectedPerson {
  readonly row: ConnectionRow
  readonly publicKey: string
  /** The id that the other person has for that key pair. */
  readonly keypairExternalId: string | null
}

/** The user's connections, read once and again after a change. */
export interface People {
  /** Reads the connections if necessary. @returns an object that is replaced after every change */
  version(): Promise<unknown>
  rows(text: string | undefined): Promise<{ readonly rows: ConnectionRow[]; readonly total: number }>
  find(vaultUserId: string): Promise<ConnectedPerson | undefined>
  findConnection(connectionId: string): Promise<ConnectedPerson | undefined>
  /** Returns the person as last read. */
  known(vaultUserId: string): Person
  /** Reads only these people; users without a connection stay unknown. */
  meet(vaultUserIds: readonly string[]): Promise<void>
  noteChange(change: Change): void
}

export function createPeople(account: Account): People {
  let people = new Map<string, ConnectedPerson>()
  let reading: Promise<void> | undefined
  const met = createMetPeople(account)
  let isRead = false

  return {
    async version() {
      await read()
      return people
    },
    async rows(text) {
      await read()
      const all = [...people.values()].map(({ row }) => row)
      const rows = await sortedInTurns(all, (a, b) => compareTexts(a.name, b.name))
      return { rows: [...bestMatches(rows, text ?? '', ({ name }) => [name])], total: rows.length }
    },
    async find(vaultUserId) {
      await read()
      return people.get(vaultUserId)
    },
    async findConnection(connectionId) {
      await read()
      return [...people.values()].find(({ row }) => row.connection_id === connectionId)
    },
    known(vaultUserId) {
      const person = met.find(vaultUserId) ?? people.get(vaultUserId)
      const name = person?.row.name ?? placeholderName(vaultUserId)
      return { user_id: vaultUserId, name, connected: person !== undefined }
    },
    async meet(vaultUserIds) {
      if (!isRead) await met.read(vaultUserIds)
    },
    noteChange({ name }) {
      if (!name.startsWith('connection.')) return
      reading = undefined
      isRead = false
      met.clear()
    },
  }

  /** After a failure the next caller tries again. */
  function read(): Promise<void> {
    if (reading !== undefined) return reading
    const attempt = readAll().then(
      () => {
        if (reading === attempt) isRead = true
      },
      (error: unknown) => {
        if (reading === attempt) reading = undefined
        throw error
      },
    )
    reading = attempt
    return attempt
  }

  async function readAll(): Promise<void> {
    const found = new Map<string, ConnectedPerson>()
    const pages = pagesOf((page) => account.call(connectionOperations.connectionsGet, { query: page }))
    for await (const { connections } of pages)
      for (const connection of connections)
        found.set(connection.the_other_user.user_id, personOf(connection, account.keys()))
    people = found
    met.clear()
  }
}

/** Caches people who were looked up before all were read. */
function createMetPeople(account: Account) {
  /** Undefined for a user without a connection. */
  const met = new Map<string, ConnectedPerson | undefined>()
  return {
    find: (vaultUserId: string) => met.get(vaultUserId),
    clear: () => met.clear(),
    async read(vaultUserIds: readonly string[]): Promise<void> {
      const missing = vaultUserIds.filter((id) => !met.has(id))
      for (const ids of piecesOf(missing, MAX_PER_PAGE)) {
        const query = { user_ids: ids.join(','), per_page: ids.length }
        const { connections } = await account.call(connectionOperations.connectionsGet, { query })
        for (const id of ids) met.set(id, undefined)
        for (const connection of connections)
          met.set(connection.the_other_user.user_id, personOf(connection, account.keys()))
      }
    },
  }
}

/** The other side of a connection, with the name that the user gave it. */
export function personOf(connection: Connection, keys: DataKeys): ConnectedPerson {
  const { own, the_other_user: other } = connection
  const { name, problem } = nameOf(connection, keys)
  return {
    publicKey: other.user_public_key,
    keypairExternalId: other.user_keypair_external_id,
    row: {
      connection_id: own.id,
      user_id: other.user_id,
      name,
      name_problem: problem,
      user_type: other.user_type,
      format: formatOfPublicKey(other.user_public_key),
      own_format: formatOfPublicKey(own.user_public_key),
      own_key_fingerprint: readableKeyFingerprint(own.user_public_key),
      other_key_fingerprint: readableKeyFingerprint(other.user_public_key),
      connection_type: other.connection_type ?? own.connection_type,
      delegation_role: other.delegation_role ?? own.delegation_role,
      created_at: own.created_at,
    },
  }
}

function nameOf({ own, the_other_user }: Connection, keys: DataKeys) {
  const placeholder = placeholderName(the_other_user.user_id)
  if (own.encrypted_recipient_name === null) return { name: placeholder, problem: null }
  try {
    return { name: openPrivateName(keys, own.user_public_key, own.encrypted_recipient_name), problem: null }
  } catch (error) {
    if (error instanceof CryptoError) return { name: placeholder, problem: error.message }
    throw error
  }
}

const SHOWN_ID_CHARACTERS = 6

/** Uses the end of the id, because consecutive ids begin alike. */
function placeholderName(vaultUserId: string): string {
  return `Unknown person …${vaultUserId.slice(-SHOWN_ID_CHARACTERS)}`
}
