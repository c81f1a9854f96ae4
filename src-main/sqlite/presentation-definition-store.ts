import type {
  DefinitionIndexStore,
  DefinitionTitle,
  IndexedDefinition,
} from '../exchange/presentation-definitions/definition-index-store.ts'
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

/** The same definitions as a list, on SQLite. */
export function sqliteDefinitionIndexStore(connection: Connection): DefinitionIndexStore {
  const titles = connection.prepare<[], DefinitionTitle>(/* sql */ `
    SELECT id, definition ->> '$.name' AS name, definition ->> '$.purpose' AS purpose
    FROM presentation_definitions ORDER BY created_at DESC, rowid DESC
  `)
  const find = connection.prepare<[string], IndexedDefinition>(/* sql */ `
    SELECT definitions.id, definition AS text, definitions.created_at, keys.name AS created_by, previous_id
    FROM presentation_definitions AS definitions LEFT JOIN subscription_keys AS keys ON keys.id = created_by_key
    WHERE definitions.id = ?
  `)
  const savePrevious = connection.prepare<[string, string]>(
    'UPDATE presentation_definitions SET previous_id = ? WHERE id = ?',
  )
  return {
    titles: () => titles.all(),
    find: (id) => find.get(id),
    savePrevious: (id, previousId) => void savePrevious.run(previousId, id),
  }
}
