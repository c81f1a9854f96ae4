import { filePartOf } from '../../shared/contract/file-range.ts'
import { BYTES_TYPE, contentTypeHeader, httpRequestFor } from '../../shared/contract/http-request.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { Bridge, BridgeReply, Connection } from './bridge.ts'

/** Reads the `data:` lines of a server-sent event stream as JSON. Comments (heartbeats) are skipped. */
export async function* readEventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length)) as unknown
    }
  }
}

const TOKEN_KEY = 'vaultbench.window-token'
const RECONNECT_MS = 1000

/** The token is kept for this tab only, so that reloading the page does not sign the window out. */
const tokenStorage = globalThis.sessionStorage

/** The connection to the loopback server that served this page, with the token of this window. */
export function httpBridge(): Bridge {
  const enter = startCodeExchange()
  return {
    async invoke(operation, request, signal) {
      await enter()
      const { method, path, body } = httpRequestFor(operation, request)
      return readReply(await send({ method, path, body, signal }))
    },
    listen(listener, onConnection) {
      const stop = new AbortController()
      void follow(enter, listener, onConnection, stop.signal)
      return () => {
        stop.abort()
      }
    },
  }
}

type Listener = (event: WorkbenchEvent) => void
type OnConnection = (connection: Connection) => void

/** Reconnects until the program refuses this window. */
async function follow(enter: () => Promise<void>, listener: Listener, onConnection: OnConnection, signal: AbortSignal) {
  const isStopped = () => signal.aborted
  while (!isStopped()) {
    const isRefused = await enter()
      .then(() => readEvents(listener, onConnection, signal))
      .catch(refuseOtherThanNetwork)
    if (isStopped()) return
    onConnection(isRefused && tokenStorage.getItem(TOKEN_KEY) !== null ? 'ended' : 'lost')
    if (isRefused) return
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

/** @returns whether this window was refused */
async function readEvents(listener: Listener, onConnection: OnConnection, signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/workbench/events', { headers: authorization(), signal })
  if (!response.ok || response.body === null) return response.status === 401
  onConnection('connected')
  // Only our own server writes to this stream.
  for await (const event of readEventStream(response.body)) listener(event as WorkbenchEvent)
  return false
}

/** Expected are only a server that is gone and a stream that was closed; anything else is a bug. */
function refuseOtherThanNetwork(error: unknown): false {
  if (!(error instanceof TypeError || error instanceof DOMException)) throw error
  return false
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
  readonly signal?: AbortSignal | undefined
}

async function send({ method, path, body, signal }: Sent): Promise<Response> {
  return fetch(`/workbench${path}`, {
    method,
    headers: { ...authorization(), ...contentTypeHeader(body) },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  })
}

async function readReply(response: Response): Promise<BridgeReply> {
  if (response.headers.get('content-type') === BYTES_TYPE) return readFilePart(response)
  const text = await response.text()
  const seconds = response.headers.get('retry-after')
  return {
    ok: response.ok,
    status: response.status,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    ...(seconds !== null && { retryAfterSeconds: Number(seconds) }),
  }
}

/** Replies have the same shape as over IPC. */
async function readFilePart(response: Response): Promise<BridgeReply> {
  const data = new Uint8Array(await response.arrayBuffer())
  return { ok: response.ok, status: response.status, body: filePartOf(response.headers.get('content-range'), data) }
}

function authorization(): Record<string, string> {
  const token = tokenStorage.getItem(TOKEN_KEY)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/**
 * Exchanges the one-time code in the address for a token. The code is removed from the address first. If the exchange
 * could not be sent, the next call repeats it.
 */
function startCodeExchange(): () => Promise<void> {
  let code = takeStartCode()
  let exchange: Promise<void> | undefined
  return () => {
    exchange ??= exchangeCode().catch((error: unknown) => {
      exchange = undefined
      throw error
    })
    return exchange
  }

  async function exchangeCode(): Promise<void> {
    if (code === null) return
    const reply = await readReply(
      await send({ method: 'POST', path: '/window-sessions', body: JSON.stringify({ code }) }),
    )
    code = null
    const token = reply.ok ? tokenOf(reply.body) : undefined
    if (token !== undefined) tokenStorage.setItem(TOKEN_KEY, token)
  }
}

/**
 * Takes the code out of the fragment, which is never sent to a server. If an address with a new code is opened in an
 * existing window, only the fragment changes: the page is then reloaded, before the router takes the fragment for a
 * route.
 */
function takeStartCode(): string | null {
  addEventListener('popstate', (event) => {
    if (startCodeIn(location.hash) === null) return
    event.stopImmediatePropagation()
    location.reload()
  })
  const code = startCodeIn(location.hash)
  if (code !== null) history.replaceState(history.state, '', location.pathname)
  return code
}

function startCodeIn(fragment: string): string | null {
  return new URLSearchParams(fragment.slice(1)).get('token')
}

function tokenOf(body: unknown): string | undefined {
  const token: unknown =
    typeof body === 'object' && body !== null && 'window_token' in body ? body.window_token : undefined
  return typeof token === 'string' ? token : undefined
}
