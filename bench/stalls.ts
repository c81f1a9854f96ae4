import { setImmediate } from 'node:timers/promises'
import { presentationDefinitionOperations } from '../shared/contract/presentation-definitions.ts'
import { presentationOperations } from '../shared/contract/presentations.ts'
import { readJson } from '../shared/strict-json.ts'
import { systemClock } from '../src-main/service/ports.ts'
import { aSubscriptionKey } from '../tests/support/service/subscription-keys.ts'
import { openFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { hostileDefinitions, hostilePresentations, referringPresentations } from './hostile-bodies.ts'
import { hostileSdJwts } from './hostile-sd-jwts.ts'
import type { HostileBody } from './hostile-bodies.ts'
import { honestAmongHostile } from './honest-senders.ts'
import { holdForHostile, largeLists, manySchemas, slowSchemas } from './hostile-registries.ts'
import type { Row, Side } from './measure.ts'
import { compare } from './measure.ts'
import { processorMs } from './stalls-of.ts'

const ROUNDS = 5
/** Slow schemas take all the time a verification has, each time. */
const SLOW_ROUNDS = 1

/**
 * How long nothing else is served while hostile bodies are read, judged and answered: the longest stretch without a turn
 * of the service thread, beside reading and copying the same bodies and nothing more.
 */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const { headers } = aSubscriptionKey({
    ...fixture,
    clock: { ...systemClock, advanceMs: () => undefined, correctMs: () => undefined, passUnseenMs: () => undefined },
  })
  fixture.service.warmUp()
  await holdForHostile(fixture.connection)
  const send = (operation: string) => (body: unknown) => fixture.service.dispatch({ operation, headers, body })
  const { verifyPresentation } = presentationOperations
  const { createPresentationDefinition } = presentationDefinitionOperations
  const verify = send(verifyPresentation.id)
  const rows = [
    await rowFor('verify, hostile bodies', await hostilePresentations(), verify),
    await rowFor('make a definition, hostile bodies', hostileDefinitions(), send(createPresentationDefinition.id)),
    await rowFor('verify, nodes that name each other', await referringPresentations(), verify),
    await rowFor('verify, hostile SD-JWTs', hostileSdJwts(), verify),
    await rowFor('verify, many schemas', await manySchemas(), verify),
    await rowFor('verify, slow schemas', await slowSchemas(), verify, SLOW_ROUNDS),
    await rowFor('verify, large status lists', await largeLists(), verify),
    await honestAmongHostile(
      (group) => (body) =>
        fixture.service.dispatch({
          operation: verifyPresentation.id,
          headers: { ...headers, 'service-waiting-group': group },
          body,
        }),
    ),
  ]
  await fixture.service.close()
  fixture.close()
  return rows
}

type Answer = (body: unknown) => ReturnType<Fixture['service']['dispatch']>

// eslint-disable-next-line max-params -- what is shown, sent and asked, and how often
async function rowFor(what: string, bodies: readonly HostileBody[], answer: Answer, rounds = ROUNDS): Promise<Row> {
  const texts = bodies.map(({ name, body }) => ({ name, bytes: Buffer.from(JSON.stringify(body)) }))
  const worst = { name: '', milliseconds: 0 }
  const product: Side = {
    name: 'product',
    async measure() {
      const stalls: number[] = []
      for (const { name, bytes } of texts) {
        const milliseconds = await longestStall(async () => JSON.stringify((await answer(readJson(bytes))).body))
        if (milliseconds > worst.milliseconds) Object.assign(worst, { name, milliseconds })
        stalls.push(milliseconds)
      }
      return { seconds: Math.max(...stalls) / 1000, operations: 1 }
    },
  }
  const floor: Side = {
    name: 'read and copy',
    measure() {
      const stalls = texts.map(({ bytes }) => elapsed(() => structuredClone(JSON.parse(bytes.toString('utf8')))))
      return { seconds: Math.max(...stalls, 1) / 1000, operations: 1 }
    },
  }
  const row = await compare(`longest stall: ${what}`, floor, product, { rounds })
  return { ...row, note: `worst of all: ${worst.name}, ${worst.milliseconds.toFixed(0)} ms` }
}

function elapsed(work: () => unknown): number {
  const began = processorMs()
  work()
  return processorMs() - began
}

/** The longest time in milliseconds between two turns of this thread until the work is done, as far as it was at work. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const watch = async () => {
    for (let last = processorMs(); !isDone;) {
      await setImmediate()
      const now = processorMs()
      longest = Math.max(longest, now - last)
      last = now
    }
  }
  const watching = watch()
  await work()
  isDone = true
  await watching
  return longest
}
