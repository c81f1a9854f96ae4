/** What the list of definitions is searched and ordered by. */
export interface DefinitionTitle {
  readonly id: string
  readonly name: string | null
  readonly purpose: string | null
}

export interface IndexedDefinition {
  readonly id: string
  /** JSON of the definition with its id. */
  readonly text: string
  readonly created_at: string
  /** Name of the subscription key it was made with; null when that key is gone. */
  readonly created_by: string | null
  readonly previous_id: string | null
}

/** The definitions of a workspace as a list (exchange contract 2.1). */
export interface DefinitionIndexStore {
  /** Newest first. */
  titles(): readonly DefinitionTitle[]
  find(id: string): IndexedDefinition | undefined
  savePrevious(id: string, previousId: string): void
}
