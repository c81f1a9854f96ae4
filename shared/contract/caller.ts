import type { Phrase } from '../phrase.ts'
import type { ErrorEntry } from './errors.ts'
import type { Operation, OperationDefinition, ReplyFor, RequestFor } from './operation.ts'

/** Sends a call over a transport: plain data in, plain data out. */
export type Send = (request: {
  readonly operation: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}) => Promise<
  | {
      readonly ok: true
      readonly status: number
      readonly body: unknown
      /** Headers besides those of every answer, such as `Location`. */
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly ok: false
      readonly status: number
      readonly body: { readonly errors: readonly ErrorEntry[] }
      readonly retryAfterSeconds?: number
    }
>

/** A refused call, for callers that treat a refusal as an exception. */
export class CallError extends Error {
  readonly status: number
  readonly errors: readonly ErrorEntry[]
  /** How long to wait before the next try, where the transport says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(operation: string, status: number, errors: readonly ErrorEntry[], retryAfterSeconds?: number) {
    super(errors[0]?.message ?? `${operation} answered ${status}`)
    this.name = 'CallError'
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The template and values of the first error's message. */
  get phrase(): Phrase | undefined {
    return this.errors[0]?.phrase
  }

  /** Code of the first error. */
  get code(): string {
    return this.errors[0]?.error ?? 'internal_error'
  }
}

/** Calls an operation. It takes the operation object, so that "go to definition" lands in the contract. */
export type Call = <D extends OperationDefinition>(
  operation: Operation<D>,
  request: RequestFor<D>,
  headers?: Readonly<Record<string, string>>,
) => Promise<ReplyFor<D>>

/**
 * Makes a typed caller over a transport.
 *
 * @returns a function that answers the reply body, or throws {@link CallError} with the service's errors.
 */
export function callOver(send: Send): Call {
  return async (operation, request, headers) => {
    const reply = await send(Object.assign({ operation: operation.id }, request, headers && { headers }))
    if (!reply.ok) throw new CallError(operation.id, reply.status, reply.body.errors, reply.retryAfterSeconds)
    // The service filtered the body by this operation's reply schema before it answered.
    return reply.body as ReplyFor<typeof operation>
  }
}
