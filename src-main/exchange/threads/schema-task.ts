import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** What the validating thread gets; posted by schema-threads.ts, nobody else. */
export interface SchemaTask {
  /** In its normalised form. */
  readonly credential: JsonObject
  readonly credentialSchema: JsonObject
  /** What its proof covers in its plain form, where it was written in another one. */
  readonly plain: JsonObject | undefined
  /** Of the registries: what was compiled before holds as long as it stays the same. */
  readonly revision: number
}
