/** The texts of a field besides its value. */
export interface FieldTexts {
  readonly label: string
  readonly name?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** A warning about a value that is accepted all the same. */
  readonly warning?: string | undefined
  readonly optional?: boolean
  readonly hideLabel?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
}
