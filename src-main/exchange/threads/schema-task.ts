import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** What the validating thread gets; posted by schema-threads.ts, nobody else. */
export interface SchemaTask {
  readonly credential: JsonObject
  readonly credentialSchema: JsonObject
  readonly isStated: boolean
  /** The revision of the registries: what was compiled before holds as long as it stays the same. */
  readonly revision: number
}
