import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { attachmentOperations } from '../../../shared/contract/attachments.ts'
import { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { blockStoreOperations } from '../../../shared/contract/block-store.ts'
import type { Send } from '../../../shared/contract/caller.ts'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { httpRequestFor } from '../../../shared/contract/http-request.ts'
import { serviceOperations } from '../../../shared/contract/index.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { CallDetail, CallSummary } from '../../../shared/contract/workbench.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { ActingUsers, ServiceReply } from '../../service/reply.ts'
import { maskedJson, maskHeaders, maskPath } from './mask.ts'
import { searchesOf } from './secret-search.ts'

/** A call with its secrets; it is never recorded in this form. */
export interface ObservedCall {
  readonly source: CallSummary['source']
  readonly transport: CallSummary['transport']
  readonly api: string
  readonly operation: Operation | undefined
  readonly method: string
  /** The path with mount and query. */
  readonly path: string
  readonly status: number
  readonly durationMs: number
  /** When the call began, on the clock of `elapsedMs`; by default now. */
  readonly beganMs?: number
  /** The workspace the call was made in; by default the one in use. */
  readonly workspaceId?: string | undefined
  readonly userId: string | null
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** The response body as `JSON.stringify` wrote it, where the transport has serialized it already. */
  readonly responseText?: string | undefined
  /** Set when an authenticated caller made the call on behalf of somebody else, or was refused to. */
  readonly acting?: ActingUsers | undefined
}

/** Sends a call; its reply also has the acting users, which the journal records and does not pass on. */
type SendWithActing = (...call: Parameters<Send>) => Promise<Awaited<ReturnType<Send>> & Pick<ServiceReply, 'acting'>>

/** The journal as the parts of a workspace write to it. */
export interface WorkspaceJournal {
  /**
   * Wraps `send` so that its calls are recorded as made for this user of the workspace.
   *
   * @param by the source that the calls are recorded under; by default that of the surrounding work, or else the client
   */
  observe(send: SendWithActing, userId: string | null, by?: CallSummary['source']): Send
  /** Runs work whose calls over HTTP count as made by the simulated wallet of this user of the workspace. */
  asWallet<Result>(userId: string, work: () => Promise<Result>): Promise<Result>
  /** Runs work whose calls count as made by the window itself. */
  asWindow<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The journal of all workspaces. A call without workspace belongs to the current one. */
export interface Journal extends WorkspaceJournal {
  record(call: ObservedCall): void
  list(query: { readonly before?: number | undefined; readonly limit: number }): {
    readonly calls: CallSummary[]
    readonly kept: number
    readonly total: number
  }
  /** @throws {ServiceError} `not_found` when the call was never made or is no longer recorded */
  get(number: number): CallDetail
  clear(): void
  /** Drops the bodies of the calls, but keeps the entries; called when a workspace is locked. */
  forgetBodies(): void
  /** Returns the journal of a workspace that is being opened. Its calls are hidden while another one is in use. */
  ofWorkspace(workspaceId: string): WorkspaceJournal
  /**
   * Makes this workspace the one in use, or none. The calls of every other workspace are dropped, including those that
   * are still running.
   */
  enter(workspaceId: string | undefined): void
  /** Returns who made the call that is being answered, or undefined when another program made it. */
  caller(): Caller | undefined
}

export interface Caller {
  readonly source: CallSummary['source']
  readonly userId: string | null
  readonly workspaceId: string | undefined
}

interface JournalOptions {
  readonly clock: Clock
  /** Real time in milliseconds, for durations. */
  readonly elapsedMs: () => number
  /** The address of the server, for the curl command. */
  readonly baseUrl: () => string | undefined
  readonly announce: (call: CallSummary) => void
  readonly limits?: Partial<typeof LIMITS>
}

interface KeptCall {
  readonly workspaceId: string | undefined
  readonly summary: CallSummary
  readonly headers: Record<string, string>
  requestBody: string | null
  responseBody: string | null
  truncated: boolean
}

const LIMITS = {
  calls: 5_000,
  bodyCharacters: 64 * 1024,
  /** The total characters of recorded bodies; beyond this the oldest bodies are dropped. */
  allBodyCharacters: 32 * 1024 * 1024,
}

/** Successful transfers of blocks are not recorded: a large file has thousands, which would push out other calls. */
const CARRIES_BLOCKS: ReadonlySet<string> = new Set([
  blockStoreOperations.blobStoreUploadsKeyPut.id,
  blockStoreOperations.blobStoreFilesIdGet.id,
  attachmentOperations.blobsAttachmentIdDGet.id,
  attachmentsFolderOperations.blobStoreFoldersNameFileGet.id,
  attachmentsFolderOperations.blobStoreFoldersNameFilePut.id,
  attachmentsFolderOperations.blobStoreFoldersNameFileDelete.id,
])

const operationsById = new Map(serviceOperations.map((operation) => [operation.id, operation]))

/**
 * The last calls of the workspace in use, for the inspector: in memory only, at most 5,000. Secrets are masked before a
 * call is recorded, and only the recorded part of a body is processed, so a large body costs no more than a small one.
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
  let inUse: string | undefined
  /** The workspace that is being opened and not in use yet; there is at most one. */
  let opening: string | undefined
  let enteredMs = -Infinity
  let bodiesForgottenMs = -Infinity

  return {
    record,
    list,
    get,
    clear,
    forgetBodies,
    caller: () => callers.getStore(),
    enter,
    ofWorkspace(workspaceId) {
      opening = workspaceId
      return journalOf(workspaceId)
    },
    ...journalOf(undefined),
  }

  function journalOf(workspaceId: string | undefined): WorkspaceJournal {
    return {
      observe: (send, userId, by) => observe(send, { userId, workspaceId }, by),
      asWallet: (userId, work) => callers.run({ source: 'wallet', userId, workspaceId }, work),
      asWindow: (work) => callers.run({ source: 'window', userId: null, workspaceId }, work),
    }
  }

  function record(call: ObservedCall): void {
    const workspaceId = call.workspaceId ?? inUse
    const beganMs = call.beganMs ?? elapsedMs()
    if (isOfFormerWorkspace(call, beganMs)) return
    total += 1
    const entry: KeptCall = {
      workspaceId,
      summary: summaryOf(call, total),
      headers: maskHeaders(call.headers),
      ...bodiesOf(call, beganMs),
    }
    bodyCharacters -= charactersOf(kept[indexOf(total)])
    kept[indexOf(total)] = entry
    bodyCharacters += charactersOf(entry)
    dropOldBodies()
    if (isShown(workspaceId)) announce(entry.summary)
  }

  /** Returns the masked bodies of a call, but none if the call was already running when the workspace was locked. */
  function bodiesOf(call: ObservedCall, beganMs: number): Pick<KeptCall, 'requestBody' | 'responseBody' | 'truncated'> {
    if (beganMs < bodiesForgottenMs) return { requestBody: null, responseBody: null, truncated: true }
    // The body of a refused call need not match the schema of its operation.
    const { request: ofRequest, reply } = searchesOf(call.status < 400 ? call.operation : undefined)
    const request = bodyText(call.requestBody, { search: ofRequest })
    const response = bodyText(call.responseBody, { search: reply, written: call.responseText })
    return {
      requestBody: request?.text ?? null,
      responseBody: response?.text ?? null,
      truncated: request?.truncated === true || response?.truncated === true,
    }
  }

  /** A call without a workspace belongs to the one that was in use when the call began. */
  function isOfFormerWorkspace({ workspaceId }: ObservedCall, beganMs: number): boolean {
    return workspaceId === undefined ? beganMs < enteredMs : workspaceId !== inUse && workspaceId !== opening
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
      ...partiesOf(call),
      error: errorCodeOf(call),
    }
  }

  function list({ before, limit }: { readonly before?: number | undefined; readonly limit: number }) {
    const newest = Math.min(before === undefined ? total : before - 1, total)
    const first = firstKept()
    const calls: CallSummary[] = []
    for (let number = newest; number >= first && calls.length < limit; number -= 1) {
      const entry = shownCall(number)
      if (entry !== undefined) calls.push(entry.summary)
    }
    return { calls, kept: kept.filter((entry) => entry !== undefined && isShown(entry.workspaceId)).length, total }
  }

  /** The calls of a workspace that is being opened are shown only while no other one is in use. */
  function isShown(workspaceId: string | undefined): boolean {
    return workspaceId === inUse || (inUse === undefined && workspaceId === opening)
  }

  function shownCall(number: number): KeptCall | undefined {
    const entry = number >= firstKept() && number <= total ? kept[indexOf(number)] : undefined
    return entry !== undefined && isShown(entry.workspaceId) ? entry : undefined
  }

  function get(number: number): CallDetail {
    const entry = shownCall(number)
    if (entry === undefined) throw new ServiceError('not_found', phrase`Call ${number} is not kept.`)
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

  function enter(workspaceId: string | undefined): void {
    if (workspaceId !== inUse) enteredMs = elapsedMs()
    inUse = workspaceId
    opening = undefined
    kept = kept.map((entry) => (entry?.workspaceId === workspaceId ? entry : undefined))
    bodyCharacters = kept.reduce((sum, entry) => sum + charactersOf(entry), 0)
  }

  function forgetBodies(): void {
    bodiesForgottenMs = elapsedMs()
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

  function observe(
    send: SendWithActing,
    { userId, workspaceId }: Pick<Caller, 'userId' | 'workspaceId'>,
    by?: CallSummary['source'],
  ): Send {
    return async (request) => {
      const started = elapsedMs()
      const { acting, ...reply } = await send(request)
      const operation = operationsById.get(request.operation)
      if (reply.ok && operation !== undefined && CARRIES_BLOCKS.has(operation.id)) return reply
      record({
        source: by ?? callers.getStore()?.source ?? 'client',
        transport: 'in_process',
        api: operation?.api ?? request.operation.split('.', 1)[0] ?? '',
        operation,
        method: operation?.method ?? '',
        path: operation === undefined ? request.operation : inProcessPath(operation, request),
        status: reply.status,
        durationMs: elapsedMs() - started,
        beganMs: started,
        workspaceId,
        userId,
        headers: request.headers ?? {},
        requestBody: operation?.method === 'GET' ? undefined : request.body,
        responseBody: reply.body,
        acting,
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

  function bodyText(body: unknown, known: Parameters<typeof maskedJson>[2]): ReturnType<typeof maskedJson> | undefined {
    return body === undefined ? undefined : maskedJson(body, limits.bodyCharacters, known)
  }
}

/** Returns the path that the same call would have over HTTP. */
function inProcessPath(
  operation: Operation,
  { params, query }: { readonly params?: unknown; readonly query?: unknown },
): string {
  return `/${operation.api}${httpRequestFor(operation, { params, query }).path}` // the body is left out, because it would be serialized for nothing
}

/** Both parties or none: without an authenticated caller, the header could contain anybody. */
function partiesOf({ acting }: ObservedCall): Pick<CallSummary, 'acting_for' | 'made_by_user_id'> {
  return acting === undefined ? {} : { acting_for: acting.accountOwnerId, made_by_user_id: acting.delegateId }
}

function errorCodeOf({ status, responseBody }: ObservedCall): string | null {
  if (status < 400) return null
  const errors: unknown = memberOf(responseBody, 'errors')
  const code = memberOf(Array.isArray(errors) ? errors[0] : undefined, 'error')
  return typeof code === 'string' ? code : null
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

/** Returns the call as a curl command to paste; the reader has to fill in the masked values. */
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
