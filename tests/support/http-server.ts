import type { HttpHandlerOptions } from '../../src-main/http/http-handler.ts'
import { createHttpHandler } from '../../src-main/http/http-handler.ts'
import { startHttpServer as listen } from '../../src-main/http/http-server.ts'
import type { ServerLimits } from '../../src-main/http/http-server.ts'
import type { ServiceOptions } from '../../src-main/service.ts'
import type { TestService } from './test-service.ts'
import { startService } from './test-service.ts'

export interface TestHttpServer extends Pick<TestService, 'service' | 'clock' | 'connection' | 'faults'> {
  /** Without a path, for example `http://127.0.0.1:43121`. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** A service on a database in memory, served on a free port of this machine. */
export async function startHttpServer(
  settings: Partial<ServiceOptions['settings']> = {},
  handlerOptions: Partial<HttpHandlerOptions> = {},
  limits: Partial<ServerLimits> = {},
): Promise<TestHttpServer> {
  const started = startService(settings)
  const log = { error: (_: string, cause: unknown) => started.faults.push(cause) }
  const server = await listen({
    handler: createHttpHandler({ service: () => started.service, log, ...handlerOptions }),
    port: 0,
    log,
    limits,
  })
  return { ...started, url: server.url, port: server.port, close: () => server.close() }
}
