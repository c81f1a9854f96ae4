import type { Connection } from '../../sqlite/database.ts'

/** The columns by which the list of definitions is searched and sorted. */
export interface DefinitionTitle {
  readonly id: string
  readonly name: string | null
  readonly purpose: string | null
  /** 1 if a scenario made it. */
  readonly of_scenario: 0 | 1
}

export interface IndexedDefinition {
  readonly id: string
  /** JSON of the definition with its id. */
  readonly text: string
  readonly created_at: string
  /** The name of the subscription key that made it; null if the key was deleted. */
  readonly created_by: string | null
  /** 1 if a scenario made it. */
  readonly of_scenario: 0 | 1
  readonly previous_id: string | null
}

/** A definition stored as text, so that replies keep the order of its members. */
interface StoredDefinition {
  readonly id: string
  /** JSON of the definition with its id. */
  readonly text: string
  /** The id of the subscription key that made it; never in an answer. */
  readonly created_by_key: string
  readonly created_at: string
}

export type PresentationDefinitionStore = ReturnType<typeof presentationDefinitionStore>

/** Presentation definitions on SQLite. */
export function presentationDefinitionStore(connection: Connection) {
  const insert = connection.prepare<StoredDefinition>(/* sql */ `
    INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
    VALUES (@id, @text, @created_by_key, @created_at)
  `)
  const find = connection
    .prepare<[string], string>('SELECT definition FROM presentation_definitions WHERE id = ?')
    .pluck()
  return {
    addDefinition: (definition: StoredDefinition) => void insert.run(definition),
    /** The text of a definition. */
    findDefinition: (id: string) => find.get(id),
  }
}

const WITH_KEYS =
  'presentation_definitions AS definitions LEFT JOIN subscription_keys AS keys ON keys.id = created_by_key'
const OF_SCENARIO = "keys.purpose IS 'scenarios' AS of_scenario"

export type DefinitionIndexStore = ReturnType<typeof definitionIndexStore>

/** The same definitions as a list (docs/contract/exchange.md, Definitions), on SQLite. */
export function definitionIndexStore(connection: Connection) {
  const titles = connection.prepare<[], DefinitionTitle>(/* sql */ `
    SELECT definitions.id, definition ->> '$.name' AS name, definition ->> '$.purpose' AS purpose,
      ${OF_SCENARIO}
    FROM ${WITH_KEYS} ORDER BY definitions.created_at DESC, definitions.rowid DESC
  `)
  const find = connection.prepare<[string], IndexedDefinition>(/* sql */ `
    SELECT definitions.id, definition AS text, definitions.created_at, keys.name AS created_by, previous_id,
      ${OF_SCENARIO}
    FROM ${WITH_KEYS}
    WHERE definitions.id = ?
  `)
  const savePrevious = connection.prepare<[string, string]>(
    'UPDATE presentation_definitions SET previous_id = ? WHERE id = ?',
  )
  const remove = connection.prepare<{ readonly id: string }>(/* sql */ `
    DELETE FROM presentation_definitions WHERE id = @id
      AND created_by_key = (SELECT id FROM subscription_keys WHERE purpose = 'scenarios')
      AND NOT EXISTS (SELECT 1 FROM presentation_definitions WHERE previous_id = @id)
  `)
  return {
    /** Newest first. */
    titles: () => titles.all(),
    find: (id: string) => find.get(id),
    savePrevious: (id: string, previousId: string) => void savePrevious.run(previousId, id),
    /** Deletes a definition of a scenario unless another was made from it. Returns whether it was deleted. */
    removeOfScenario: (id: string) => remove.run({ id }).changes === 1,
  }
}
