import { describe, expect, it } from 'vitest'
import type { StoredEvent } from './events.ts'
import { isoTime } from './ports.ts'
import { createTimedChanges } from './timed-work.ts'
import type { TimedWork } from './timed-work.ts'

const NOON = Date.parse('2026-01-01T12:00:00.000Z')

function aWork(name: string, due: readonly number[]) {
  const waiting = new Set(due)
  const runs: string[] = []
  let looks = 0
  const work: TimedWork = {
    earliest() {
      looks += 1
      return waiting.size === 0 ? null : isoTime(Math.min(...waiting))
    },
    run(change) {
      for (const ms of [...waiting].filter((one) => one <= change.nowMs)) {
        waiting.delete(ms)
        runs.push(change.now)
        change.emit({ user_id: 'ada', eventable_type: 'Item', eventable_id: name, event_type: 'delete', name })
      }
    },
  }
  return { work, runs, looks: () => looks, add: (ms: number) => waiting.add(ms) }
}

function timed(...works: readonly TimedWork[]) {
  const added: StoredEvent[] = []
  const published: StoredEvent[] = []
  let nextId = 0
  const changes = createTimedChanges(works, {
    inTransaction: (work) => work(),
    newId: () => String(nextId++),
    events: { add: (event) => added.push(event) },
    onEvent: (event) => published.push(event),
  })
  return { ...changes, added, published }
}

describe('createTimedChanges', () => {
  it('runs what is due, at the moment it is due and not before', () => {
    const { work, runs } = aWork('share', [NOON])
    const { apply } = timed(aWork('nothing', []).work, work)

    apply(NOON - 1)
    expect(runs).toEqual([])
    apply(NOON)
    expect(runs).toEqual(['2026-01-01T12:00:00.000Z'])
  })

  it('stores and publishes events as those of the system', () => {
    const { apply, added, published } = timed(aWork('share.expired', [NOON]).work)

    apply(NOON)

    expect(added).toEqual([
      expect.objectContaining({ name: 'share.expired', creator: 'system', event_time: '2026-01-01T12:00:00.000Z' }),
    ])
    expect(published).toEqual(added)
  })

  it('looks ahead only after something was written', () => {
    const { work, runs, looks, add } = aWork('share', [NOON])
    const { apply, written } = timed(work)

    for (let call = 0; call < 10; call++) apply(NOON - 10)
    expect(looks()).toBe(1)

    add(NOON - 5)
    written()
    apply(NOON - 5)
    expect(runs).toEqual([isoTime(NOON - 5)])
  })

  it('does nothing while a clock that was put back is before the next moment, and goes on then', () => {
    const { work, runs } = aWork('share', [NOON])
    const { apply } = timed(work)

    apply(NOON - 1)
    apply(NOON - 100_000)
    expect(runs).toEqual([])
    apply(NOON + 1)
    expect(runs).toHaveLength(1)
  })
})
