import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import type { Verification } from '../shared/contract/presentations.ts'
import { processorSeconds, startChild } from './child.ts'
import type { Row, Sample } from './measure.ts'
import { compare, median, secondsSince, timedAsync } from './measure.ts'
import { CHALLENGE, DEFINITION, DOMAIN, linkedDataPresentation, newVerifier } from './presentations.ts'

const REQUESTS = 150
const CONNECTIONS = 4
const KEY = 'key of the benchmark'
const SHARE = 0.95

/** The same verification over HTTP, each presentation a new one that is recorded against replays, beside itself alone. */
export async function run(): Promise<readonly Row[]> {
  const server = await startChild<{ url: string }>([
    'dist/main/vaultbench.js',
    'serve',
    '--memory',
    '--subscription-key',
    KEY,
  ])
  const post = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const headers = { 'service-subscription-key': KEY, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await fetch(`${server.line.url}/exchange${path}`, request)).json()) as Answer
  }
  const { id: _id, ...definition } = DEFINITION
  const made = await post<{ presentation_definition: { id: string } }>('/presentations/definitions', definition)
  const { id } = made.presentation_definition
  const alone = await linkedDataPresentation('d1')
  const verify = newVerifier()
  const waits: number[] = []
  const ready = await batches(id)
  const before = processorSeconds(server.pid)
  const row = await compare(
    'verify over HTTP with replay record (X3)',
    { name: 'in process', measure: () => timedAsync(REQUESTS, () => verify(alone)) },
    { name: 'HTTP', measure: () => sendAll(ready.shift() ?? [], post, waits) },
    { besides: () => ({ 'p95 ms': lateOf(waits) }) },
  )
  const eachMs = ((processorSeconds(server.pid) - before) * 1000) / waits.length
  await server.stop()
  const waited = `median ${median(waits).toFixed(1)} ms, p95 ${lateOf(waits).toFixed(1)} ms, ${CONNECTIONS} at once`
  return [{ ...row, note: `${waited}; the service took ${eachMs.toFixed(2)} ms of processor time for each` }]
}

function lateOf(waits: readonly number[]): number {
  return [...waits].sort((one, other) => one - other)[Math.floor(waits.length * SHARE)] ?? NaN
}

const ROUNDS = 8

async function batches(definitionId: string): Promise<JsonObject[][]> {
  const all: JsonObject[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const batch = Array.from({ length: REQUESTS }, () => linkedDataPresentation(definitionId))
    all.push(await Promise.all(batch))
  }
  return all
}

async function sendAll(
  presentations: readonly JsonObject[],
  post: <Answer>(path: string, body: unknown) => Promise<Answer>,
  waits: number[],
): Promise<Sample> {
  const waiting = [...presentations]
  const began = process.hrtime.bigint()
  const takeTurns = async (): Promise<void> => {
    for (let presentation = waiting.shift(); presentation !== undefined; presentation = waiting.shift()) {
      const sent = process.hrtime.bigint()
      const options = { challenge: CHALLENGE, domain: DOMAIN }
      const { valid } = await post<Verification>('/presentations/verify', { presentation, options })
      if (!valid) throw new Error('not valid')
      waits.push(secondsSince(sent) * 1000)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, takeTurns))
  return { seconds: secondsSince(began), operations: presentations.length }
}
