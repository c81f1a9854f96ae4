import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** The message to the schema thread, posted by schema-threads.ts. */
export interface SchemaTask {
  readonly credential: JsonObject
  readonly credentialSchema: JsonObject
  readonly isStated: boolean
  /** The revision of the registries, which tells whether compiled schemas are still valid. */
  readonly revision: number
}
