/** A failure, ready to be shown: what happened and why, what to do, and details for support. */
export interface Failure {
  readonly message: string
  /** The service's original message, if the shown one is in another language. */
  readonly original?: string | undefined
  readonly advice?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
}

/** A field with an error: its path in the form (`slots.0.name`), its label, and the error. */
export interface FieldError {
  readonly path: string
  readonly label: string
  readonly text: string
}
