import { serviceOperations } from '../../../shared/contract/index.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'

/** Events that change what waits for review. */
const QUEUE_EVENTS = /^(?:organization|service)\./
/** Calls that do, also where nobody is told by an event: a request can be changed. */
const QUEUE_PATHS = /^\/organizations(?!.*\/(?:members|login)\b)/
const CATALOGUE_PATH = /^\/system\//

type Part = Extract<WorkbenchEvent, { type: 'operator' }>['part']

/** Which parts of the operator's desk a writing operation changes, by id. */
const partsChangedBy: ReadonlyMap<string, readonly Part[]> = new Map(
  serviceOperations
    .filter(({ api, method }) => api === 'vault' && method !== 'GET' && method !== 'HEAD')
    .map((operation) => [operation.id, partsOf(operation)]),
)

function partsOf({ auth, path }: Operation): readonly Part[] {
  if (QUEUE_PATHS.test(path)) return ['queue']
  if (auth !== 'operator' && auth !== 'operator_user') return []
  return CATALOGUE_PATH.test(path) ? ['catalogue', 'audit'] : ['audit']
}

/** Tells the window which part of the operator's desk changed, whoever changed it. */
export function createOperatorNotices(announce: (event: WorkbenchEvent) => void) {
  const waiting = new Set<Part>()

  /** One notice for everything a call did: each user concerned has an event. */
  function tell(part: Part): void {
    if (waiting.size === 0) {
      queueMicrotask(() => {
        const parts = [...waiting]
        waiting.clear()
        for (const one of parts) announce({ type: 'operator', part: one })
      })
    }
    waiting.add(part)
  }

  return {
    noteEvent({ name }: { readonly name: string }): void {
      if (QUEUE_EVENTS.test(name)) tell('queue')
    },
    noteWrite(operationId: string): void {
      for (const part of partsChangedBy.get(operationId) ?? []) tell(part)
    },
  }
}
