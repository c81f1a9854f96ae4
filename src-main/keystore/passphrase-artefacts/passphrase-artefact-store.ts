import { inserted, replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

interface StoredPassphraseArtefact {
  readonly id: string
  readonly keystore_user_id: string
  readonly derivation_artefacts: string
  readonly verification_artefacts: string
  readonly created_at: string
}

const COLUMNS = 'id, keystore_user_id, derivation_artefacts, verification_artefacts, created_at'

export type PassphraseArtefactStore = ReturnType<typeof passphraseArtefactStore>

/** Passphrase artefacts on SQLite. */
export function passphraseArtefactStore(connection: Connection) {
  const find = connection.prepare<[string], StoredPassphraseArtefact>(
    `SELECT ${COLUMNS} FROM passphrase_derivation_artefacts WHERE keystore_user_id = ?`,
  )
  const put = connection
    .prepare<[StoredPassphraseArtefact], string>(/* sql */ `
      INSERT INTO passphrase_derivation_artefacts ${inserted(COLUMNS)}
      ON CONFLICT (keystore_user_id) DO UPDATE SET ${replaced('derivation_artefacts, verification_artefacts')}
      RETURNING id
    `)
    .pluck()
  return {
    find: (keystoreUserId: string) => find.get(keystoreUserId),
    /** Stores the artefacts of a user, replacing earlier ones under the same id. Returns the id. */
    // An upsert with RETURNING always returns its row.
    put: (artefact: StoredPassphraseArtefact) => put.get(artefact) ?? artefact.id,
  }
}
