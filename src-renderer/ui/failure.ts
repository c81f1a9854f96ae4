/** What went wrong, ready to be shown: what happened and why, what to do, and what support would ask for. */
export interface Failure {
  readonly message: string
  /** The same in the words of the service, where the message is in another language. */
  readonly original?: string | undefined
  readonly advice?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
}

/** One wrong field: where it is in the form (`slots.0.name`), what it is called, what is wrong with it. */
export interface FieldError {
  readonly path: string
  readonly label: string
  readonly text: string
}
