import type {
  PresentationDefinitionStore,
  StoredDefinition,
} from '../exchange/presentation-definitions/presentation-definition-store.ts'
import type { Connection } from './database.ts'

/** Presentation definitions on SQLite; one primary-key look-up per call. */
export function sqlitePresentationDefinitionStore(connection: Connection): PresentationDefinitionStore {
  const insert = connection.prepare<StoredDefinition>(/* sql */ `
    INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
    VALUES (@id, @text, @created_by_key, @created_at)
  `)
  const find = connection
    .prepare<[string], string>('SELECT definition FROM presentation_definitions WHERE id = ?')
    .pluck()
  return {
    addDefinition: (definition) => void insert.run(definition),
    findDefinition: (id) => find.get(id),
  }
}
