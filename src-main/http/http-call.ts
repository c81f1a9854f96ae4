import type { RequestHeaders } from '../service/headers.ts'
import { KNOWN_HEADER_NAMES } from '../service/headers.ts'

/** A request whose first line and headers were read, and whose body was not. */
export interface HttpCall {
  readonly method: string
  /** As sent: path and query, or anything else a client may put there. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** How many Host lines there were; more than one is an attempt to be understood in two ways. */
  readonly hostLines: number
  /** Port the connection came in on. */
  readonly localPort: number
  /** Ends when the caller is gone or the server stops. */
  readonly signal: () => AbortSignal
  /**
   * Reads the body.
   *
   * @throws {ServiceError} `payload_too_large` as soon as more than `maxBytes` are declared or arrive.
   * @throws {CallerGone} when the connection ends before the body does.
   */
  readBody(maxBytes: number): Promise<Uint8Array>
}

/** An answer, ready to be written. A stream is written as it comes. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | undefined
}

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {
  constructor() {
    super('the caller closed the connection before the request was complete')
    this.name = 'CallerGone'
  }
}

export function headerOf(call: Pick<HttpCall, 'headers'>, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The headers the service may see; all others end here. */
export function knownHeaders(call: Pick<HttpCall, 'headers'>): RequestHeaders {
  const known: Record<string, string> = {}
  for (const name of KNOWN_HEADER_NAMES) {
    const value = call.headers[name]
    if (typeof value === 'string') known[name] = value
  }
  return known
}
