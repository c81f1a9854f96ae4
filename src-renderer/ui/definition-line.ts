import type { RouteLocationRaw } from 'vue-router'

/** One line of a DefinitionList. */
export interface Definition {
  readonly id: string
  readonly term: string
  /** Null leaves the line out. */
  readonly text?: string | null | undefined
  /** A time instead of a text; the exact time is in its tooltip. Null leaves the line out. */
  readonly time?: string | null
  readonly mono?: boolean
  /** Makes the text a link. */
  readonly to?: RouteLocationRaw | undefined
  /** The label of a button that copies the text. */
  readonly copy?: string | undefined
}
