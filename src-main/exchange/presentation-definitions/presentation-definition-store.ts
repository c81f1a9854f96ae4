/** A definition as it is kept: the text that is answered, so that it comes back member for member. */
export interface StoredDefinition {
  readonly id: string
  /** JSON of the definition with its id. */
  readonly text: string
  /** Id of the subscription key that made it; never answered. */
  readonly created_by_key: string
  readonly created_at: string
}

export interface PresentationDefinitionStore {
  addDefinition(definition: StoredDefinition): void
  /** The text of a definition. */
  findDefinition(id: string): string | undefined
}
