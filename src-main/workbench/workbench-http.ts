import { methodNotAllowed, phrase, ServiceError } from '../../shared/contract/errors.ts'
import { contentRangeOf, FilePart } from '../../shared/contract/file-range.ts'
import { BYTES_TYPE } from '../../shared/contract/http-request.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { readMediaType } from '../../shared/media-type.ts'
import { readJson } from '../../shared/strict-json.ts'
import { MAX_BODY_BYTES, readBytes } from '../http/body-reader.ts'
import type { WorkbenchRoutes } from '../http/http-app.ts'
import type { HttpCall } from '../http/http-call.ts'
import { headerOf } from '../http/http-call.ts'
import type { Answer } from '../http/http-reply.ts'
import { readQuery } from '../http/query-reader.ts'
import { createRouteTable } from '../http/route-table.ts'
import type { Route } from '../http/route-table.ts'
import { FILE_HEADERS } from '../http/security-headers.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import { failureReply } from '../service/reply.ts'
import type { ServiceReply } from '../service/reply.ts'
import type { EventFeed } from './journal/event-feed.ts'
import type { WindowSessions } from './handlers/window-sessions.ts'
import { requireWindow } from './handlers/window-sessions.ts'

interface WorkbenchHttpOptions {
  readonly operations: readonly Operation[]
  readonly dispatcher: Pick<Dispatcher, 'admit'>
  readonly windowSessions: Pick<WindowSessions, 'isWindowToken'>
  readonly feed: Pick<EventFeed, 'subscribe'>
  /** The time between heartbeats, which only tests set. */
  readonly heartbeatMs?: number
}

const EVENTS_PATH = '/events'
const HEARTBEAT_MS = 15_000
/** How many events a window may lag behind before its stream is ended; it then reads everything again. */
const MAX_WAITING_EVENTS = 10_000

/**
 * The operations of the window over HTTP, for a window in a browser, and the events pushed to it as a server-sent event
 * stream. Every call but the exchange of the start code carries `Authorization: Bearer <window token>`; nothing is
 * accepted from an address.
 */
export function createWorkbenchRoutes(options: WorkbenchHttpOptions): WorkbenchRoutes {
  const { dispatcher, windowSessions, feed, heartbeatMs = HEARTBEAT_MS } = options
  const table = createRouteTable(options.operations, [])

  return {
    async answer(call, path) {
      try {
        if (path === EVENTS_PATH && call.method === 'GET') {
          requireWindow(windowSessions, headerOf(call, 'authorization'))
          return eventStream(call.gone)
        }
        return render(await replyTo(call, path))
      } catch (fault) {
        if (fault instanceof ServiceError) return render(failureReply(fault, {}))
        throw fault
      }
    },
  }

  async function replyTo(call: HttpCall, path: string): Promise<ServiceReply> {
    const match = table.find(path)
    const method = call.method as Route['operation']['method'] // any text may be asked for
    const routes = match?.methods.includes(method) ? match.routesOf(method) : []
    const [route] = routes
    if (match === undefined) throw new ServiceError('not_found', 'Nothing is served at this path.')
    if (route === undefined) throw methodNotAllowed(method, match.methods)
    const headers = { authorization: headerOf(call, 'authorization') }
    const admission = await dispatcher.admit(route.operation.id, headers, {
      overNetwork: true,
      remote: null,
      address: '',
    })
    if (!admission.ok) return admission
    return admission.run({
      params: Object.fromEntries(route.paramNames.map((name, index) => [name, match.values[index]])),
      query: readQuery(call.search),
      body: await readBody(call, route.operation),
    })
  }

  function eventStream(signal: AbortSignal): Answer {
    const encoder = new TextEncoder()
    let stop = (): void => undefined
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start(controller) {
          const send = (text: string): void => {
            controller.enqueue(encoder.encode(text))
            if ((controller.desiredSize ?? 0) <= 0) end()
          }
          const unsubscribe = feed.subscribe((event) => {
            send(eventText(event))
          })
          const heartbeat = setInterval(() => {
            send(': still here\n\n')
          }, heartbeatMs)
          stop = () => {
            unsubscribe()
            clearInterval(heartbeat)
            signal.removeEventListener('abort', end)
          }
          function end(): void {
            stop()
            controller.close()
          }
          signal.addEventListener('abort', end, { once: true })
          send(': connected\n\n')
        },
        cancel() {
          stop()
        },
      },
      { highWaterMark: MAX_WAITING_EVENTS },
    )
    return { status: 200, headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, body }
  }
}

function eventText(event: WorkbenchEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

async function readBody(call: HttpCall, operation: Operation): Promise<unknown> {
  if (operation.body === undefined) return undefined
  refuseLonger(Number(headerOf(call, 'content-length') ?? 0), operation)
  const bytes = await readBytes(call, MAX_BODY_BYTES.workbench)
  refuseLonger(bytes.length, operation)
  if (operation.requestForm === 'bytes') {
    if (bytes.length > 0) requireType(call, BYTES_TYPE)
    return new Uint8Array(bytes) // in memory of its own, which may be handed over
  }
  if (bytes.length === 0) return {}
  requireType(call, 'application/json')
  return readJson(bytes)
}

function refuseLonger(bytes: number, { maxBodyBytes = Infinity }: Operation): void {
  if (bytes <= maxBodyBytes) return
  throw new ServiceError('payload_too_large', phrase`The body must not be larger than ${maxBodyBytes} bytes.`)
}

function requireType(call: HttpCall, wanted: string): void {
  if (readMediaType(headerOf(call, 'content-type') ?? '')?.name === wanted) return
  throw new ServiceError('unsupported_media_type', `Send the body as Content-Type: ${wanted}.`)
}

function render(reply: ServiceReply): Answer {
  if (reply.ok && reply.file) return renderFile(reply)
  const headers = {
    ...(reply.body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    ...(!reply.ok && reply.retryAfterSeconds !== undefined && { 'Retry-After': String(reply.retryAfterSeconds) }),
  }
  return { status: reply.status, headers, body: reply.body === undefined ? undefined : JSON.stringify(reply.body) }
}

/** Sends bytes without a type, which no browser shows or runs; the name of the file is sent elsewhere. */
function renderFile({ status, body }: ServiceReply): Answer {
  const part = FilePart.parse(body)
  return {
    status,
    headers: { ...FILE_HEADERS, 'Content-Range': contentRangeOf(part) },
    body: new Uint8Array(part.data),
  }
}
