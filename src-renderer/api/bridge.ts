import type { Operation } from '../../shared/contract/operation.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'

/** One request to the main process, and its reply as plain data. */
export interface BridgeRequest {
  readonly operation: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export interface BridgeReply {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds?: number
}

/** `ended`: the program was restarted and no longer knows this window, which is final. */
export type Connection = 'connected' | 'lost' | 'ended'

/** The window's only connection to the program: IPC in the desktop application, loopback HTTP in a browser. */
export interface Bridge {
  /**
   * @param signal cancels the request over HTTP, because a browser logs every refused request on its console, even if
   * nobody waits for it. It has no effect over IPC
   */
  invoke(operation: Operation, request: BridgeRequest, signal?: AbortSignal): Promise<BridgeReply>
  /** Listens to the events of the main process. Returns a function to stop. */
  listen(listener: (event: WorkbenchEvent) => void, onConnection: (connection: Connection) => void): () => void
}

interface DesktopBridge {
  invoke(message: unknown): Promise<unknown>
  onEvent(listener: (event: unknown) => void): () => void
}

/** The bridge that the preload script provides in the desktop application. */
export function desktopBridge(): Bridge | undefined {
  const found: unknown = Reflect.get(globalThis, 'vaultbench')
  if (!isDesktopBridge(found)) return undefined
  return {
    // Both sides of the channel are ours; the main process answers every message with a reply of this shape.
    invoke: async (_, request) => (await found.invoke(request)) as BridgeReply,
    listen(listener, onConnection) {
      onConnection('connected')
      return found.onEvent((event) => {
        listener(event as WorkbenchEvent)
      })
    },
  }
}

function isDesktopBridge(value: unknown): value is DesktopBridge {
  return typeof value === 'object' && value !== null && 'invoke' in value && 'onEvent' in value
}
