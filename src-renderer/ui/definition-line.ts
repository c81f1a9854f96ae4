/** One line of a DefinitionList. */
export interface Definition {
  readonly id: string
  readonly term: string
  /** Null: there is none, and the line is left out. */
  readonly text?: string | null | undefined
  /** When something happened or will happen, instead of a text; the exact time is in its tooltip. Null as of a text. */
  readonly time?: string | null
  readonly mono?: boolean
}
