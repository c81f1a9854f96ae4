import { setTimeout } from 'node:timers/promises'
import { hostilePresentations, referringPresentations } from './hostile-bodies.ts'
import type { HostileBody } from './hostile-bodies.ts'
import { honestPresentations, largeLists, manySchemas } from './hostile-registries.ts'
import type { Row, Side } from './measure.ts'
import { compare } from './measure.ts'

/** Answers a body for one of the callers of a key. */
type AnswerFor = (group: string) => (body: unknown) => Promise<{ readonly ok: boolean; readonly status: number }>

const HOSTILE_SENDERS = 10
const ROUNDS = 5
const BETWEEN_MS = 100

/**
 * How long honest presentations wait while ten others send one hostile body after the other, as ten requests of one verifier
 * do: the longest, beside the same presentations alone. None may be refused.
 */
export async function honestAmongHostile(answerFor: AnswerFor): Promise<Row> {
  const hostile = [
    ...(await hostilePresentations()),
    ...(await referringPresentations()),
    ...(await manySchemas()),
    ...(await largeLists()),
  ]
  const honest = await honestPresentations()
  const refused = { count: 0 }
  const worst = { name: '', milliseconds: 0 }
  const alone: Side = { name: 'alone', measure: async () => sampleOf(await waitsOf(honest, answerFor('honest'))) }
  const among: Side = {
    name: 'among ten hostile senders',
    async measure() {
      const flood = { isOver: false }
      const floods = Array.from({ length: HOSTILE_SENDERS }, (_, number) =>
        sendWhile(flood, rotated(hostile, number), answerFor(`hostile ${number}`)),
      )
      const waits = await waitsOf(honest, answerFor('honest'))
      flood.isOver = true
      await Promise.all(floods)
      refused.count += waits.filter(({ ok }) => !ok).length
      for (const wait of waits) if (wait.milliseconds > worst.milliseconds) Object.assign(worst, wait)
      return sampleOf(waits)
    },
  }
  const row = await compare('honest presentations among ten hostile', alone, among, {
    rounds: ROUNDS,
    besides: () => ({ refused: refused.count }),
  })
  return { ...row, note: `worst of all: ${worst.name}, ${worst.milliseconds.toFixed(0)} ms; refused: ${refused.count}` }
}

interface Wait {
  readonly name: string
  readonly milliseconds: number
  readonly ok: boolean
}

async function waitsOf(bodies: readonly HostileBody[], answer: ReturnType<AnswerFor>): Promise<readonly Wait[]> {
  const waits: Wait[] = []
  for (const { name, body } of bodies) {
    await setTimeout(BETWEEN_MS)
    const began = performance.now()
    const { ok } = await answer(body)
    waits.push({ name, ok, milliseconds: performance.now() - began })
  }
  return waits
}

function sampleOf(waits: readonly Wait[]) {
  return { seconds: Math.max(...waits.map(({ milliseconds }) => milliseconds)) / 1000, operations: 1 }
}

async function sendWhile(
  flood: { readonly isOver: boolean },
  bodies: readonly HostileBody[],
  answer: ReturnType<AnswerFor>,
): Promise<void> {
  for (let next = 0; !flood.isOver; next += 1) {
    await answer(bodies[next % bodies.length]?.body)
    await setTimeout(0) // as a caller over HTTP would come anew
  }
}

function rotated<Value>(values: readonly Value[], by: number): readonly Value[] {
  return [...values.slice(by), ...values.slice(0, by)]
}
