import type { Send } from '../../shared/contract/caller.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { InputFor, ReplyFor } from '../../shared/contract/operation.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { deskOperations } from '../../shared/contract/workbench-exchange.ts'
import type { WorkspaceJournal } from './journal/journal.ts'
import { shownReply } from './journal/shown-reply.ts'

interface DeskOptions {
  /** Way into the service, without any key. */
  readonly send: Send
  readonly subscriptionKey: () => string
  readonly journal: Pick<WorkspaceJournal, 'observe' | 'asWindow'>
}

/** What the window does with the exchange and the verifier, as any program that holds a subscription key. */
export interface Desk {
  /** For work of this program that goes on with the answer; nothing is masked in it. */
  readonly send: Send
  /** @throws {ServiceError} `not_found` for an operation of another part */
  call(request: InputFor<typeof deskOperations.deskCall>['body']): Promise<ReplyFor<typeof deskOperations.deskCall>>
}

const deskOperationIds = new Set(
  serviceOperations.filter(({ api }) => api === 'exchange' || api === 'verifier').map(({ id }) => id),
)
/** A presentation is shown as it was sent: as a JSON Web Token it looks like a secret, and a claim may be named like one. */
const operationsShowingDocument: ReadonlySet<string> = new Set([verifierRequestOperations.getAttemptPresentation.id])

export function createDesk({ send, subscriptionKey, journal }: DeskOptions): Desk {
  const observed = journal.observe(send, null)
  const sendAsWindow: Send = (request) => {
    const headers = { 'service-subscription-key': subscriptionKey() }
    return journal.asWindow(() => observed({ ...request, headers }))
  }
  return {
    send: sendAsWindow,
    async call({ operation, params, query, body }) {
      if (!deskOperationIds.has(operation)) {
        throw new ServiceError('not_found', 'Neither the exchange nor the verifier has such an operation.')
      }
      const reply = await sendAsWindow({ operation, params, query, body })
      return shownReply(operation, reply, operationsShowingDocument)
    },
  }
}
