// Proves docs/contract/exchange.md, Filters.

import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { aCandidate, HOLDER } from '../../../tests/support/exchange/definitions.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { KnownDefinition, Submitted } from '../presentations/evaluation.ts'
import { WAITING_LIMITS } from '../../service/fair-queue.ts'
import { evaluationThreads } from './evaluation-threads.ts'

/** Knows no value quickly that is a long row of the same letter and then another one. */
const SLOW = '^(?!x)(a+)+$'
const HOSTILE = `${'a'.repeat(40)}!`
const elapsedMs = () => performance.now()
/** Longer than the 250 ms of the program, because other work slows threads down here. */
const fieldMs = 3_000
/** Threads start in seconds where the computer does other work. */
const allMs = 60_000
let thread = evaluationThreads(elapsedMs, { fieldMs, allMs })

afterEach(async () => {
  await thread.close()
})

function known(...fields: readonly (readonly [member: string, pattern: string])[]): KnownDefinition {
  const definition = {
    input_descriptors: [
      {
        id: 'one',
        constraints: {
          fields: fields.map(([member, pattern]) => ({ path: [`$.credentialSubject.${member}`], filter: { pattern } })),
        },
      },
    ],
  }
  return { definition, prepared: prepareDefinition(definition) }
}

function submitted(subject: Readonly<Record<string, string>>): readonly Submitted[] {
  const status = { known: true, revoked: false, suspended: false, expired: false }
  const candidate = aCandidate({ credentialSubject: { id: HOLDER, ...subject } })
  return [{ descriptor: 'one', candidate, holder: HOLDER, status }]
}

async function codesOf(...given: Parameters<typeof thread.evaluate>): Promise<readonly (string | null | undefined)[]> {
  const [evaluation] = await thread.evaluate(...given)
  return evaluation?.fields.map(({ satisfied, check }) => (satisfied ? 'met' : check.code)) ?? []
}

describe('evaluationThreads', () => {
  it('decides patterns that can go back, with the same result each time', async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    const definition = known(['name', SLOW], ['category', '^B$'])

    expect(await codesOf(definition, submitted({ name: 'aaaa', category: 'B' }))).toEqual(['met', 'met'])
    expect(await codesOf(definition, submitted({ name: 'b', category: 'C' }))).toEqual([
      'filter_failed',
      'filter_failed',
    ])
  })

  it('more of one sender than may wait › fail with `filter_timeout`, and one of another sender is decided', async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    const definition = known(['name', SLOW])
    const from = (key: string) =>
      codesOf(definition, submitted({ name: 'aa' }), { sender: { key }, leftMs: () => allMs, begun: () => undefined })
    const taken = WAITING_LIMITS.ofGroup + 2
    const flood = Array.from({ length: taken + 1 }, () => from('stranger'))

    expect(await from('somebody')).toEqual(['met'])
    const codes = (await Promise.all(flood)).flat()
    expect(codes).toEqual([...Array.from({ length: taken }, () => 'met'), 'filter_timeout'])
  })

  it('the verification is over › fails without being tried', async () => {
    const startWorker = () => expect.unreachable('started')
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs, startWorker })
    const over = { sender: { key: 'a' }, leftMs: () => 0, begun: () => undefined }

    expect(await codesOf(known(['name', SLOW]), submitted({ name: 'aa' }), over)).toEqual(['filter_timeout'])
  })

  it('a field that takes too long › fails, and no other does', async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    const definition = known(['category', '^B$'], ['name', SLOW], ['category', '^C$'])
    expect(await codesOf(definition, submitted({ name: HOSTILE, category: 'B' }))).toEqual([
      'met',
      'filter_timeout',
      'filter_failed',
    ])
  })

  it('two that take too long, and one between that does not', { tags: ['full'] }, async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    const definition = known(['name', SLOW], ['category', '^(?!A).$'], ['other', SLOW])

    expect(await codesOf(definition, submitted({ name: HOSTILE, category: 'B', other: HOSTILE }))).toEqual([
      'filter_timeout',
      'met',
      'filter_timeout',
    ])
  })

  it('goes on with the next definition after one that took too long', { tags: ['full'] }, async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    const definition = known(['name', SLOW])

    const both = [submitted({ name: HOSTILE }), submitted({ name: 'aa' })].map((one) => codesOf(definition, one))

    expect(await Promise.all(both)).toEqual([['filter_timeout'], ['met']])
  })

  it('a thread that dies › fails what it should decide, never lets it pass', { tags: ['full'] }, async () => {
    thread = evaluationThreads(elapsedMs, {
      fieldMs,
      allMs,
      startWorker: () => new Worker('process.exit(1)', { eval: true }),
    })

    expect(await codesOf(known(['name', SLOW], ['category', '^B$']), submitted({ name: 'aa', category: 'B' }))).toEqual(
      ['filter_timeout', 'met'],
    )
  })

  it('closed › fails what it should decide', async () => {
    thread = evaluationThreads(elapsedMs, { fieldMs, allMs })
    await thread.close()

    expect(await codesOf(known(['name', SLOW]), submitted({ name: 'aa' }))).toEqual(['filter_timeout'])
  })
})
