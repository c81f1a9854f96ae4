import { AsyncLocalStorage } from 'node:async_hooks'
import type { Send } from '../../shared/contract/caller.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { httpRequestFor } from '../../shared/contract/http-request.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { CallDetail, CallSummary } from '../../shared/contract/workbench.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import { maskedJson, maskHeaders, maskPath } from './mask.ts'

/** A call as it happened, secrets and all; none of it is kept in this form. */
export interface ObservedCall {
  readonly source: CallSummary['source']
  readonly transport: CallSummary['transport']
  readonly api: string
  readonly operation: Operation | undefined
  readonly method: string
  /** With mount and query. */
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly userId: string | null
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** The same as `JSON.stringify` wrote it, where the transport did that. */
  readonly responseText?: string | undefined
}

export interface Journal {
  record(call: ObservedCall): void
  list(query: { readonly before?: number | undefined; readonly limit: number }): {
    readonly calls: CallSummary[]
    readonly kept: number
    readonly total: number
  }
  /** @throws {ServiceError} `not_found` when the call was never made or is not kept any more */
  get(number: number): CallDetail
  clear(): void
  /** Drops what the calls carried and keeps that they were made; done when a workspace is locked. */
  forgetBodies(): void
  /**
   * Wraps a way in so that its calls are recorded as made for this user of the workspace.
   *
   * @param by whose calls they are, whoever caused them; without it those of the client, or of the window
   */
  observe(send: Send, userId: string | null, by?: CallSummary['source']): Send
  /** Runs work whose calls over HTTP count as made by the simulated wallet of this user of the workspace. */
  asWallet<Result>(userId: string, work: () => Promise<Result>): Promise<Result>
  /** Who makes the call that is being answered, where that is known; undefined: another program. */
  caller(): Caller | undefined
  /** Runs work whose calls count as made by the window itself. */
  asWindow<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Who makes a call. */
export interface Caller {
  readonly source: CallSummary['source']
  readonly userId: string | null
}

export interface JournalOptions {
  readonly clock: Clock
  /** Real time in milliseconds, for durations. */
  readonly elapsedMs: () => number
  /** Address of the server, for curl. */
  readonly baseUrl: () => string | undefined
  readonly announce: (call: CallSummary) => void
  readonly limits?: Partial<typeof LIMITS>
}

interface KeptCall {
  readonly summary: CallSummary
  readonly headers: Record<string, string>
  requestBody: string | null
  responseBody: string | null
  truncated: boolean
}

const LIMITS = {
  calls: 5_000,
  bodyCharacters: 64 * 1024,
  /** Of all kept bodies together; beyond it the oldest bodies are dropped. */
  allBodyCharacters: 32 * 1024 * 1024,
}

const operationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/**
 * The last calls of the service, for the inspector: in memory only, at most 5,000. Secrets are masked before a call is
 * kept, and only as much of a body is looked at as is kept, so a large body costs no more than a small one.
 */
export function createJournal(options: JournalOptions): Journal {
  const { clock, elapsedMs, baseUrl, announce } = options
  const limits = { ...LIMITS, ...options.limits }
  const callers = new AsyncLocalStorage<Caller>()
  let kept: (KeptCall | undefined)[] = []
  let total = 0
  let cleared = 0
  let bodyCharacters = 0
  let oldestWithBody = 1

  return {
    record,
    list,
    get,
    clear,
    forgetBodies,
    observe,
    caller: () => callers.getStore(),
    asWallet: (userId, work) => callers.run({ source: 'wallet', userId }, work),
    asWindow: (work) => callers.run({ source: 'window', userId: null }, work),
  }

  function record(call: ObservedCall): void {
    const request = bodyText(call.requestBody)
    const response = bodyText(call.responseBody, call.responseText)
    total += 1
    const entry: KeptCall = {
      summary: summaryOf(call, total),
      headers: maskHeaders(call.headers),
      requestBody: request?.text ?? null,
      responseBody: response?.text ?? null,
      truncated: request?.truncated === true || response?.truncated === true,
    }
    bodyCharacters -= charactersOf(kept[indexOf(total)])
    kept[indexOf(total)] = entry
    bodyCharacters += charactersOf(entry)
    dropOldBodies()
    announce(entry.summary)
  }

  function summaryOf(call: ObservedCall, number: number): CallSummary {
    return {
      number,
      at: isoTime(clock.nowMs()),
      source: call.source,
      transport: call.transport,
      api: call.api,
      operation: call.operation?.name ?? null,
      method: call.method,
      path: maskPath(call.path, call.operation?.path),
      status: call.status,
      duration_ms: Math.round(call.durationMs * 1000) / 1000,
      user_id: call.userId,
      error: errorCodeOf(call),
    }
  }

  function list({ before, limit }: { readonly before?: number | undefined; readonly limit: number }) {
    const newest = Math.min(before === undefined ? total : before - 1, total)
    const first = firstKept()
    const calls: CallSummary[] = []
    for (let number = newest; number >= first && calls.length < limit; number -= 1) {
      const entry = kept[indexOf(number)]
      if (entry !== undefined) calls.push(entry.summary)
    }
    return { calls, kept: total - first + 1, total }
  }

  function get(number: number): CallDetail {
    const entry = number >= firstKept() && number <= total ? kept[indexOf(number)] : undefined
    if (entry === undefined) throw new ServiceError('not_found', `call ${number} is not kept`)
    const { summary, headers, requestBody, responseBody, truncated } = entry
    return {
      ...summary,
      request_headers: headers,
      request_body: requestBody,
      response_body: responseBody,
      truncated,
      curl: curlOf(entry, baseUrl() ?? 'http://127.0.0.1:PORT'),
    }
  }

  function clear(): void {
    kept = []
    cleared = total
    bodyCharacters = 0
    oldestWithBody = total + 1
  }

  function forgetBodies(): void {
    for (const entry of kept) if (entry !== undefined) forgetBodiesOf(entry)
    bodyCharacters = 0
    oldestWithBody = total + 1
  }

  function dropOldBodies(): void {
    oldestWithBody = Math.max(oldestWithBody, firstKept())
    while (bodyCharacters > limits.allBodyCharacters && oldestWithBody < total) {
      const entry = kept[indexOf(oldestWithBody)]
      bodyCharacters -= charactersOf(entry)
      if (entry !== undefined) forgetBodiesOf(entry)
      oldestWithBody += 1
    }
  }

  function observe(send: Send, userId: string | null, by?: CallSummary['source']): Send {
    return async (request) => {
      const started = elapsedMs()
      const reply = await send(request)
      const operation = operationsById.get(request.operation)
      record({
        source: by ?? callers.getStore()?.source ?? 'client',
        transport: 'in_process',
        api: operation?.api ?? request.operation.split('.', 1)[0] ?? '',
        operation,
        method: operation?.method ?? '',
        path: operation === undefined ? request.operation : inProcessPath(operation, request),
        status: reply.status,
        durationMs: elapsedMs() - started,
        userId,
        headers: request.headers ?? {},
        requestBody: operation?.method === 'GET' ? undefined : request.body,
        responseBody: reply.body,
      })
      return reply
    }
  }

  function firstKept(): number {
    return Math.max(total - limits.calls, cleared) + 1
  }

  function indexOf(number: number): number {
    return (number - 1) % limits.calls
  }

  function bodyText(body: unknown, written?: string): ReturnType<typeof maskedJson> | undefined {
    return body === undefined ? undefined : maskedJson(body, limits.bodyCharacters, written)
  }
}

/** The path the same call would have over HTTP. */
function inProcessPath(
  operation: Operation,
  { params, query }: { readonly params?: unknown; readonly query?: unknown },
): string {
  return `/${operation.api}${httpRequestFor(operation, { params, query }).path}` // no body: it would be written out
}

function errorCodeOf({ status, responseBody }: ObservedCall): string | null {
  if (status < 400) return null
  const errors: unknown = memberOf(responseBody, 'errors')
  const code = memberOf(Array.isArray(errors) ? errors[0] : undefined, 'error')
  return typeof code === 'string' ? code : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

function charactersOf(entry: KeptCall | undefined): number {
  return (entry?.requestBody?.length ?? 0) + (entry?.responseBody?.length ?? 0)
}

function forgetBodiesOf(entry: KeptCall): void {
  if (entry.requestBody === null && entry.responseBody === null) return
  entry.requestBody = null
  entry.responseBody = null
  entry.truncated = true
}

/** The call as a command to paste; what is masked has to be filled in. */
function curlOf({ summary, headers, requestBody, truncated }: KeptCall, baseUrl: string): string {
  const sent = Object.entries(headers).filter(([name]) => !SET_BY_CURL.has(name))
  const lines = [
    `curl -X ${summary.method} ${quoted(baseUrl + summary.path)}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  if (requestBody !== null) {
    if (!('content-type' in headers)) lines.push(`-H ${quoted('content-type: application/json')}`)
    lines.push(truncated ? '--data-binary @body.json' : `--data-binary ${quoted(requestBody)}`)
  }
  return lines.join(' \\\n  ')
}

const SET_BY_CURL: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'accept-encoding'])

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
