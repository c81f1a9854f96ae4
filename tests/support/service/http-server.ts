import type { HttpAppOptions } from '../../../src-main/http/http-app.ts'
import { createHttpApp } from '../../../src-main/http/http-app.ts'
import { startHttpServer as listen } from '../../../src-main/http/http-server.ts'
import type { ServerLimits } from '../../../src-main/http/http-server.ts'
import type { ServiceOptions } from '../../../src-main/composition/open-service.ts'
import type { TestService } from './test-service.ts'
import { PATIENT_LIMITS, startService } from './test-service.ts'

export interface TestHttpServer extends Pick<TestService, 'service' | 'clock' | 'connection' | 'faults'> {
  /** Without a path, for example `http://127.0.0.1:43121`. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** A service on a database in memory, served on a free port of this machine. */
export async function startHttpServer(
  settings: Partial<ServiceOptions['settings']> = {},
  appOptions: Partial<HttpAppOptions> = {},
  limits: Partial<ServerLimits> = {},
): Promise<TestHttpServer> {
  let url = ''
  const started = startService(settings, undefined, { verifierAddress: () => `${url}/verifier` })
  const log = { error: (_: string, cause: unknown) => started.faults.push(cause) }
  const server = await listen({
    app: createHttpApp({ service: () => started.service, log, ...appOptions }),
    ...(appOptions.corsOrigins && { corsOrigins: appOptions.corsOrigins }),
    port: 0,
    log,
    limits: { ...PATIENT_LIMITS, ...limits },
  })
  url = server.url
  return { ...started, url, port: server.port, close: () => server.close() }
}
