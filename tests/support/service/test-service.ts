import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import { createHttpApp } from '../../../src-main/http/http-app.ts'
import type { ServerLimits } from '../../../src-main/http/http-server.ts'
import { startHttpServer } from '../../../src-main/http/http-server.ts'
import type { ServiceOptions, Service } from '../../../src-main/composition/open-service.ts'
import { createService } from '../../../src-main/composition/open-service.ts'
import type { ServiceReply, ServiceRequest } from '../../../src-main/service/reply.ts'
import { localKey } from '../../../src-main/crypto/keys.ts'
import { hashToken } from '../../../src-main/crypto/token.ts'
import type { Connection } from '../../../src-main/sqlite/database.ts'
import { openDatabase } from '../../../src-main/sqlite/database.ts'
import { migrate } from '../../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../../src-main/sqlite/migrations/all.ts'
import { foreignFacts } from './extra-info.ts'
import { sendOverHttp } from './send-over-http.ts'

export const OPERATOR_PASSWORD = 'operator password of the tests'

/** A clock that stands still until it is moved. */
export interface TestClock {
  nowMs(): number
  elapsedMs(): number
  advanceMs(ms: number): void
  /** Sets the wall clock forth, or back with less than 0; no time passes. */
  correctMs(ms: number): void
  /** Time passes that the wall clock does not see. */
  passUnseenMs(ms: number): void
}

export function testClock(startIso = '2026-01-01T00:00:00.000Z'): TestClock {
  let now = Date.parse(startIso)
  let elapsed = 1_000_000
  return {
    nowMs: () => now,
    elapsedMs: () => elapsed,
    advanceMs(ms) {
      now += ms
      elapsed += ms
    },
    correctMs(ms) {
      now += ms
    },
    passUnseenMs(ms) {
      elapsed += ms
    },
  }
}

/** A running service on a database in memory, as a caller sees it. */
export interface TestService {
  readonly service: Service
  readonly connection: Connection
  readonly clock: TestClock
  /** Faults the service logged; a test that expects none asserts that this is empty. */
  readonly faults: unknown[]
  /** Sends over the transport under test. */
  send(request: ServiceRequest): Promise<ServiceReply>
  /** Where it is served; nothing in process. */
  readonly url?: string
  close(): Promise<void>
}

/** A database with every table, which costs nothing to make after the first. */
export function newDatabase(): Connection {
  migrated ??= contentAfter((connection) => migrate(connection, MIGRATIONS))
  return openDatabase({ path: ':memory:', content: migrated })
}

/**
 * A database as the first start of a service leaves it: it has the templates that users make items from. They are older
 * than all that a test makes, as ids and times say.
 */
function startedDatabase(): Connection {
  return openDatabase({ path: ':memory:', content: startedContent() })
}

/** The same in a file, whose long transactions are paused after every step. Its name is removed at once. */
export function pausingDatabase(): Connection {
  const folder = mkdtempSync(join(tmpdir(), 'vaultbench-pausing-'))
  try {
    const path = join(folder, 'vault.db')
    writeFileSync(path, startedContent())
    const connection = openDatabase({ path, turnMs: 0 })
    connection.pragma('user_version') // opens the log, too
    return connection
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function startedContent(): Buffer {
  started ??= contentAfter((connection) => {
    void startService({}, { connection, clock: testClock('2025-12-31T23:59:59.000Z') }).service.close()
  })
  return started
}

let migrated: Buffer | undefined
let started: Buffer | undefined

function contentAfter(work: (connection: Connection) => void): Buffer {
  const connection = openDatabase({ path: ':memory:' })
  work(connection)
  const content = connection.serialize()
  connection.close()
  return content
}

/**
 * @param earlier a service whose data and clock go on
 * @param ports what a test puts in the place of the surroundings
 */
export function startService(
  settings: Partial<ServiceOptions['settings']> = {},
  earlier: Pick<TestService, 'connection' | 'clock'> = {
    connection: startedDatabase(),
    clock: testClock(),
  },
  ports: Partial<Pick<ServiceOptions, 'postWebhook' | 'verifierAddress' | 'blockFiles'>> = {},
): Omit<TestService, 'send' | 'close'> {
  const { connection, clock } = earlier
  const faults: unknown[] = []
  const service = createService({
    connection,
    clock,
    log: { error: (_, cause) => faults.push(cause) },
    localKey: localKey(new Uint8Array(32).fill(0x4c)),
    settings: {
      requireSubscriptionKey: false,
      separateTokens: false,
      operatorPasswordHash: () => hashToken(OPERATOR_PASSWORD),
      ...settings,
    },
    ...ports,
  })
  return { service, connection, clock, faults }
}

type Start = (settings?: Partial<ServiceOptions['settings']>) => Promise<TestService>

/** A pause of a test ends no connection that its client is about to use again. */
export const PATIENT_LIMITS = { keepAliveTimeoutMs: 600_000 } satisfies Partial<ServerLimits>

/** The ways a call reaches the service. */
const TRANSPORTS: Readonly<Record<'in process' | 'over HTTP', Start>> = {
  'in process': (settings) => {
    const started = startService(settings)
    return Promise.resolve({
      ...started,
      // Electron clones both ways; what does not survive cloning fails here too.
      send: async (request) => structuredClone(await started.service.dispatch(structuredClone(request))),
      close: () => Promise.resolve(),
    })
  },
  'over HTTP': async (settings) => {
    const started = startService(settings, { connection: pausingDatabase(), clock: testClock() })
    const server = await startHttpServer({
      app: createHttpApp({ service: () => started.service }),
      port: 0,
      log: { error: (_, cause) => started.faults.push(cause) },
      limits: PATIENT_LIMITS,
    })
    return { ...started, url: server.url, send: sendOverHttp(server.url), close: () => server.close() }
  },
}

/**
 * Runs the same suite once for each transport: in process in `npm test`, where `transport-parity.spec.ts` compares both
 * for every operation, and over HTTP in `npm run test:full`, on a database that pauses long transactions. What it starts is ended for it: after the test that started
 * it, or with the suite. No test may leave a fault in a log; one that means to cause faults empties the list.
 */
export function describeOverTransports(
  name: string,
  suite: (start: Start, transport: keyof typeof TRANSPORTS) => void,
): void {
  for (const transport of ['in process', 'over HTTP'] as const) {
    describe(`${name}, ${transport}`, { tags: transport === 'in process' ? [] : ['full'] }, () => {
      suite(endedAfterwards(TRANSPORTS[transport]), transport)
    })
  }
}

function endedAfterwards(start: Start): Start {
  const ofSuite: TestService[] = []
  const ofTest: TestService[] = []
  let latest = ofSuite

  beforeEach(() => {
    latest = ofTest
  })
  afterEach(async () => {
    for (const { faults } of ofSuite) expect(faults).toEqual([])
    await end(ofTest)
  })
  afterAll(() => end(ofSuite))

  return async (settings) => {
    const started = await start(settings)
    const running = { ...started, send: (request: ServiceRequest) => sendChecked(started, request) }
    latest.push(running)
    return running
  }
}

/** Whatever a test is about: no refusal tells facts of the service but those that are listed. */
async function sendChecked(running: TestService, request: ServiceRequest): Promise<ServiceReply> {
  const reply = await running.send(request)
  expect(foreignFacts(request, reply)).toEqual([])
  return reply
}

async function end(started: TestService[]): Promise<void> {
  for (const one of started.splice(0)) {
    await one.close()
    await one.service.close()
    one.connection.close()
    expect(one.faults).toEqual([])
  }
}
