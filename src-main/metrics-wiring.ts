import { metricsOperations } from '../shared/contract/metrics.ts'
import { byId } from './service/handler-table.ts'
import type { Log } from './service/ports.ts'
import { createSessionUses } from './service/session-uses.ts'
import type { Connection } from './sqlite/database.ts'
import { sqliteMetricsStore } from './sqlite/metrics-store.ts'
import { sqliteSessionUseStore } from './sqlite/session-use-store.ts'
import { metricsHandlers } from './vault/metrics/metrics-handlers.ts'
import type { UserStore } from './vault/users/user-store.ts'

interface MetricsWiring {
  readonly connection: Connection
  readonly users: UserStore
  readonly log: Log
}

/** Joins usage numbers with their tables. */
export function wireMetrics({ connection, users, log }: MetricsWiring) {
  return {
    handlers: byId(metricsOperations, metricsHandlers({ metrics: sqliteMetricsStore(connection), users })),
    uses: createSessionUses(sqliteSessionUseStore(connection), log),
  }
}
