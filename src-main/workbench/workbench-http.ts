import { methodNotAllowed, ServiceError } from '../../shared/contract/errors.ts'
import { contentRangeOf, FilePart } from '../../shared/contract/file-stretch.ts'
import { BYTES_TYPE } from '../../shared/contract/http-request.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { readMediaType } from '../../shared/media-type.ts'
import { readJson } from '../../shared/strict-json.ts'
import type { WorkbenchRoutes } from '../http/http-app.ts'
import { readQuery } from '../http/query-reader.ts'
import { createRouteTable } from '../http/route-table.ts'
import type { Route } from '../http/route-table.ts'
import { FILE_HEADERS } from '../http/security-headers.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import { failureReply } from '../service/reply.ts'
import type { ServiceReply } from '../service/reply.ts'
import type { EventFeed } from './journal/event-feed.ts'
import type { WindowSessions } from './window-sessions.ts'
import { requireWindow } from './window-sessions.ts'

interface WorkbenchHttpOptions {
  readonly operations: readonly Operation[]
  readonly dispatcher: Pick<Dispatcher, 'admit'>
  readonly windowSessions: Pick<WindowSessions, 'isWindowToken'>
  readonly feed: Pick<EventFeed, 'subscribe'>
  /** Only tests pass another one. */
  readonly heartbeatMs?: number
}

const EVENTS_PATH = '/events'
const HEARTBEAT_MS = 15_000
/** Events a window may lag behind before its stream is ended; it then reads everything anew. */
const MAX_WAITING_EVENTS = 10_000

/**
 * The operations of the window over HTTP, for a window in a browser, and what is pushed to it as a server-sent event
 * stream. Every call but the exchange of the start code carries `Authorization: Bearer <window token>`; nothing is
 * accepted from an address.
 */
export function createWorkbenchRoutes(options: WorkbenchHttpOptions): WorkbenchRoutes {
  const { dispatcher, windowSessions, feed, heartbeatMs = HEARTBEAT_MS } = options
  const table = createRouteTable(options.operations, [])

  return {
    async fetch(request, path) {
      try {
        if (path === EVENTS_PATH && request.method === 'GET') {
          requireWindow(windowSessions, authorizationOf(request))
          return eventStream(request.signal)
        }
        return render(await answer(request, path))
      } catch (fault) {
        if (fault instanceof ServiceError) return render(failureReply(fault, {}))
        throw fault
      }
    },
  }

  async function answer(request: Request, path: string): Promise<ServiceReply> {
    const match = table.find(path)
    const routes = match?.methods.includes(request.method as Route['operation']['method']) // any text may be asked for
      ? match.routesOf(request.method as Route['operation']['method'])
      : []
    const [route] = routes
    if (match === undefined) throw new ServiceError('not_found', 'Nothing is served at this path.')
    if (route === undefined) throw methodNotAllowed(request.method, match.methods)
    const headers = { authorization: authorizationOf(request) }
    const admission = await dispatcher.admit(route.operation.id, headers, {
      overNetwork: true,
      remote: null,
      address: '',
    })
    if (!admission.ok) return admission
    const { search } = new URL(request.url)
    return admission.run({
      params: Object.fromEntries(route.paramNames.map((name, index) => [name, match.values[index]])),
      query: readQuery(search.slice(1)),
      body: await readBody(request, route.operation),
    })
  }

  function eventStream(signal: AbortSignal): Response {
    const encoder = new TextEncoder()
    let stop = (): void => undefined
    const stream = new ReadableStream<Uint8Array>(
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
    return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
}

function authorizationOf(request: Request): string | undefined {
  return request.headers.get('authorization') ?? undefined
}

function eventText(event: WorkbenchEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

async function readBody(request: Request, operation: Operation): Promise<unknown> {
  if (operation.body === undefined) return undefined
  refuseLonger(Number(request.headers.get('content-length') ?? 0), operation)
  const bytes = new Uint8Array(await request.arrayBuffer())
  refuseLonger(bytes.length, operation)
  if (operation.bytesBody) {
    if (bytes.length > 0) requireType(request, BYTES_TYPE)
    return bytes
  }
  if (bytes.length === 0) return {}
  requireType(request, 'application/json')
  return readJson(bytes)
}

function refuseLonger(bytes: number, { maxBodyBytes = Infinity }: Operation): void {
  if (bytes <= maxBodyBytes) return
  throw new ServiceError('payload_too_large', `The body must not be larger than ${maxBodyBytes} bytes.`)
}

function requireType(request: Request, wanted: string): void {
  if (readMediaType(request.headers.get('content-type') ?? '')?.name === wanted) return
  throw new ServiceError('unsupported_media_type', `Send the body as Content-Type: ${wanted}.`)
}

function render(reply: ServiceReply): Response {
  if (reply.ok && reply.file) return renderFile(reply)
  const headers = {
    ...(reply.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    ...(!reply.ok && reply.retryAfterSeconds !== undefined && { 'retry-after': String(reply.retryAfterSeconds) }),
  }
  const body = reply.body === undefined ? null : JSON.stringify(reply.body)
  return new Response(body, { status: reply.status, headers })
}

/** Bytes of no type, which no browser shows or runs; what the file is called is told elsewhere. */
function renderFile({ status, body }: ServiceReply): Response {
  const part = FilePart.parse(body)
  const headers = { ...FILE_HEADERS, 'Content-Range': contentRangeOf(part) }
  return new Response(new Uint8Array(part.data), { status, headers })
}
