/** One line of a DefinitionList. */
export interface Definition {
  readonly id: string
  readonly term: string
  readonly text?: string | undefined
  /** When something happened or will happen, instead of a text; the exact time is in its tooltip. */
  readonly time?: string
  readonly mono?: boolean
}
