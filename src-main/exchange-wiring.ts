import { presentationDefinitionOperations } from '../shared/contract/presentation-definitions.ts'
import { presentationDefinitionHandlers } from './exchange/presentation-definitions/presentation-definition-handlers.ts'
import { byId } from './service/handler-table.ts'
import type { Connection } from './sqlite/database.ts'
import { sqlitePresentationDefinitionStore } from './sqlite/presentation-definition-store.ts'

/** Joins the exchange with its tables. */
export function wireExchange(connection: Connection) {
  const definitions = sqlitePresentationDefinitionStore(connection)
  return {
    handlers: { ...byId(presentationDefinitionOperations, presentationDefinitionHandlers(definitions)) },
  }
}
