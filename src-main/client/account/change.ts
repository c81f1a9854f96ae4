/** The part of an event that the lists of a client use. */
export interface Change {
  readonly name: string
  readonly eventable_type: string
  readonly eventable_id: string
  readonly value: Readonly<Record<string, unknown>> | null
}
