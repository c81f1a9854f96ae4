import type { ErrorEntry } from '../../shared/contract/errors.ts'
import type { ServiceError } from '../../shared/contract/errors.ts'
import { messageFields } from '../../shared/phrase.ts'
import type { RequestHeaders } from './headers.ts'
import { requestedLanguage } from './wanted-languages.ts'

/** A call as plain data that survives cloning, the same for every transport. */
export interface ServiceRequest {
  /** Id of the operation, for example `vault.itemsPost`. */
  readonly operation: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: RequestHeaders
}

/** The user who makes a call and the one it is made for, by their ids in the vault. */
export interface ActingUsers {
  readonly delegateId: string
  readonly accountOwnerId: string
}

interface AnyReply {
  /** Set if a known caller acted for somebody else, or was refused to. Only for the journal. */
  readonly acting?: ActingUsers | undefined
}

export interface SuccessReply extends AnyReply {
  readonly ok: true
  readonly status: number
  /** Undefined with status 204. */
  readonly body: unknown
  /** Marks a `body` of type `Media`, whose bytes are sent over HTTP. */
  readonly media?: true
  /** Marks a `body` of type `FileRange`; over HTTP all requested bytes are sent. */
  readonly file?: true
  /** Headers over HTTP besides those of every reply. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface FailureReply extends AnyReply {
  readonly ok: false
  readonly status: number
  readonly body: { readonly errors: readonly ErrorEntry[] }
  readonly retryAfterSeconds?: number
  /** Headers over HTTP besides those of every reply. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The answer, which is plain data even if the call failed. */
export type ServiceReply = SuccessReply | FailureReply

/** Renders a failure. Messages exist only in English. */
export function failureReply(error: ServiceError, headers: RequestHeaders): FailureReply {
  const language = requestedLanguage(headers)
  const isEnglish = language === 'en' || language.startsWith('en-')
  const entry = (one: ServiceError): ErrorEntry => ({
    error: one.code,
    http_code: one.status,
    ...messageFields(one),
    requested_language: language,
    message_in_requested_language: isEnglish,
    extra_info: { ...one.extraInfo },
  })
  return {
    ok: false,
    status: error.status,
    body: { errors: [entry(error), ...error.others.map(entry)] },
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.headers && { headers: error.headers }),
  }
}
