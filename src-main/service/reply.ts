import type { ErrorEntry } from '../../shared/contract/errors.ts'
import type { ServiceError } from '../../shared/contract/errors.ts'
import { messageFields } from '../../shared/phrase.ts'
import type { RequestHeaders } from './headers.ts'
import { requestedLanguage } from './wanted-languages.ts'

/** A call as every transport passes it on: plain data that survives cloning. */
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
  /** Set where a known caller acted for somebody else, or was refused to. For the journal only. */
  readonly acting?: ActingUsers | undefined
}

export interface SuccessReply extends AnyReply {
  readonly ok: true
  readonly status: number
  /** Undefined with status 204. */
  readonly body: unknown
  /** `body` is a `Media`: over HTTP its bytes are sent. */
  readonly media?: true
  /** `body` is a `FileRange`: over HTTP all bytes that were asked for are sent. */
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

/** The answer, as plain data. A failure is data too. */
export type ServiceReply = SuccessReply | FailureReply

/** Renders a failure. Messages exist in English only, whatever language was requested. */
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
