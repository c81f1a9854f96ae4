import { serviceOperations } from '../../shared/contract/index.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'

/** Events that change what waits for review. */
const QUEUE_EVENTS = /^(?:organization|service)\./
const CATALOGUE_PATH = '/system/'

const writingOperations = new Map(
  serviceOperations
    .filter(({ method, auth }) => method !== 'GET' && (auth === 'operator' || auth === 'operator_user'))
    .map((operation) => [operation.id, operation]),
)

/** Tells the window which part of the operator's desk changed, whoever changed it. */
export function createOperatorNotices(announce: (event: WorkbenchEvent) => void) {
  let isQueueAnnounced = false

  return {
    /** One notice for all events of a change: each user concerned has one. */
    noteEvent({ name }: { readonly name: string }): void {
      if (isQueueAnnounced || !QUEUE_EVENTS.test(name)) return
      isQueueAnnounced = true
      queueMicrotask(() => {
        isQueueAnnounced = false
        announce({ type: 'operator', part: 'queue' })
      })
    },
    noteWrite(operationId: string): void {
      const operation = writingOperations.get(operationId)
      if (operation === undefined) return
      if (operation.path.startsWith(CATALOGUE_PATH)) announce({ type: 'operator', part: 'catalogue' })
      announce({ type: 'operator', part: 'audit' })
    },
  }
}
