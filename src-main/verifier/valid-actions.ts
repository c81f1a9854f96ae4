import { CallError } from '../../shared/contract/caller.ts'
import { asPhrase, ServiceError, messageFields } from '../../shared/contract/errors.ts'
import type { Message } from '../../shared/contract/errors.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { Clock, Log } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { DisclosedField } from './disclosed-fields.ts'
import { disclosedFields } from './disclosed-fields.ts'
import type { RequestBook } from './request-book.ts'
import type { StoredRequest, VerifierRequestStore } from './verifier-request-store.ts'
import { WebhookError } from './webhook.ts'

/** Stores disclosed claims in the vault of a workspace user. @returns what was done, as a sentence */
export type StoreItem = (
  userId: string,
  item: { readonly label: string; readonly fields: readonly DisclosedField[] },
) => Promise<string>

interface ValidActionsOptions {
  readonly requests: Pick<VerifierRequestStore, 'find' | 'unfinishedActions'>
  readonly book: Pick<RequestBook, 'acted'>
  /** Posts a signed body to an address of this computer. @returns what was done, as a sentence */
  readonly callWebhook: (url: string, content: unknown) => Promise<string>
  readonly storeItem: StoreItem
  readonly change: (write: () => void) => void
  readonly clock: Clock
  readonly log: Log
}

/** A valid answer that has been stored. */
interface ValidAnswer {
  readonly request: StoredRequest
  readonly sent: JsonObject | string
  readonly verification: Verification
}

export type ValidActions = ReturnType<typeof createValidActions>

/**
 * Runs the action after a valid answer (docs/contract/exchange.md, After a valid answer): only once, after the answer
 * is durable. An interrupted action counts as failed. The outcome does not change the state of the request.
 */
export function createValidActions(options: ValidActionsOptions) {
  const { requests, book, change, clock, log } = options
  const running = new Set<Promise<void>>()
  let isClosed = false

  return {
    begin(answer: ValidAnswer): void {
      if (answer.request.on_valid.kind === 'none') return
      const work = act(answer).then(
        (message) => end(answer.request.id, true, message),
        (fault: unknown) => end(answer.request.id, false, messageOf(fault, log)),
      )
      const settled = work.catch((fault: unknown) => log.error('the outcome of an action could not be stored', fault))
      running.add(settled)
      void settled.then(() => running.delete(settled))
    },

    /** Marks actions of an earlier run of the program as failed. Must be called when the database is opened. */
    endInterrupted(): void {
      for (const { id } of requests.unfinishedActions()) {
        end(id, false, 'the program ended before this was done; it is not done again')
      }
    },

    /** Resolves when nothing is running. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },

    /** Later outcomes are not stored; the next start marks those actions as failed. */
    close: () => (isClosed = true),
  }

  async function act({ request, sent, verification }: ValidAnswer): Promise<string> {
    const { on_valid } = request
    const fields = disclosedFields(sent, verification)
    if (on_valid.kind === 'webhook') {
      const { verification_id, valid } = verification
      return options.callWebhook(on_valid.url, { request_id: request.id, verification_id, valid, fields })
    }
    if (on_valid.kind === 'none') return 'nothing was to be done'
    const label = request.name ?? request.definition_name ?? 'Presentation'
    return options.storeItem(on_valid.user_id, { label, fields })
  }

  function end(requestId: string, done: boolean, words: Message): void {
    if (isClosed) return
    change(() => {
      const request = requests.find(requestId)
      if (request !== undefined) book.acted(request, { at: isoTime(clock.nowMs()), done, ...messageFields(words) })
    })
  }
}

const MAX_MESSAGE_LENGTH = 200

/** Shows only messages that cannot contain disclosed data; any other fault is logged. */
function messageOf(fault: unknown, log: Log): Message {
  if (fault instanceof ServiceError || fault instanceof CallError || fault instanceof WebhookError) {
    return fault.message.length > MAX_MESSAGE_LENGTH ? fault.message.slice(0, MAX_MESSAGE_LENGTH) : asPhrase(fault)
  }
  log.error('the action after a valid answer failed', fault)
  return 'it failed'
}
