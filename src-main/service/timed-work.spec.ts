// Proves docs/contract/vault.md, Time.

import { describe, expect, it } from 'vitest'
import type { Change } from './call.ts'
import { isoTime } from './ports.ts'
import type { TimedWork } from './timed-work.ts'
import { createTimedChanges } from './timed-work.ts'

function scheduled(times: number[]) {
  const log: string[] = []
  let asked = 0
  const work = {
    earliest() {
      asked += 1
      return times.length === 0 ? null : isoTime(Math.min(...times))
    },
    run({ nowMs, emit }: Change) {
      for (const due of times.filter((time) => time <= nowMs)) {
        log.push(`due ${due} at ${nowMs}`)
        times.splice(times.indexOf(due), 1)
        emit({ user_id: 'u', eventable_type: 'Item', eventable_id: 'i', event_type: 'delete', name: 'share.expired' })
      }
    },
  }
  const changes = createTimedChanges([work], {
    inTransaction: (run) => run(),
    inRolledBackTransaction: (run) => run(),
    newId: () => 'id',
    events: { add: (event) => log.push(`stored by ${event.creator}`) },
    erasure: { until: (nowMs) => nowMs },
    onEvent: () => log.push('published'),
    log: { error: () => log.push('logged') },
  })
  return { changes, log, times, asked: () => asked }
}

describe('timed work', () => {
  it('runs what is due, once, and reports it as the system', () => {
    const { changes, log } = scheduled([10, 20])

    for (const now of [9, 10, 11, 25, 26]) changes.apply(now)

    expect(log).toEqual([
      'due 10 at 10',
      'stored by system',
      'published',
      'due 20 at 25',
      'stored by system',
      'published',
    ])
  })

  it('asks when the next is due only after something was written', () => {
    const { changes, log, times, asked } = scheduled([])

    for (const now of [1, 2, 3]) changes.apply(now)
    expect(asked()).toBe(1)
    times.push(4)
    changes.apply(5)
    expect(log).toEqual([])
    changes.noteWrite()
    changes.apply(5)

    expect(log).toHaveLength(3)
  })
})

describe('timed work that erases', () => {
  it('waits until what was due may be erased, and keeps nothing else back', () => {
    const HOUR_MS = 60 * 60 * 1000
    const log: string[] = []
    let erasableMs = 0
    const piece = (name: string, erases: boolean) => ({
      ...(erases && { erases: true as const }),
      earliest: () => isoTime(10),
      run: ({ nowMs }: Change, dueByMs: number) => void log.push(`${name} at ${nowMs}: due by ${dueByMs}`),
    })
    const started = (work: TimedWork[]) =>
      createTimedChanges(work, {
        inTransaction: (run) => run(),
        inRolledBackTransaction: (run) => run(),
        newId: () => 'id',
        events: { add: () => undefined },
        erasure: { until: () => erasableMs },
        onEvent: () => undefined,
        log: { error: (_, fault) => log.push(String(fault)) },
      })
    const alone = started([piece('erasing', true)])
    alone.apply(20)
    erasableMs = 15
    alone.apply(21)
    expect(log).toEqual([])

    alone.apply(20 + HOUR_MS)
    started([piece('ending', false), piece('erasing', true)]).apply(30)

    expect(log).toEqual([
      `erasing at ${20 + HOUR_MS}: due by 15`,
      'ending at 30: due by 30',
      'erasing at 30: due by 15',
    ])
  })
})

/** One piece that fails while it is told to, beside one that does not. */
function failing() {
  const log: string[] = []
  const state = { broken: true, due: [5] }
  const bad = {
    earliest: () => (state.broken ? isoTime(1) : null),
    run() {
      log.push('bad tried')
      if (state.broken) throw new Error('disk is full')
    },
  }
  const good = {
    earliest: () => (state.due.length === 0 ? null : isoTime(5)),
    run: ({ nowMs }: Change) => void state.due.splice(0, nowMs >= 5 ? 1 : 0),
  }
  const changes = createTimedChanges([bad, good], {
    inTransaction: (run) => run(),
    inRolledBackTransaction(run) {
      const before = [...state.due]
      try {
        return run()
      } finally {
        state.due = before
      }
    },
    newId: () => 'id',
    events: { add: () => undefined },
    erasure: { until: (nowMs) => nowMs },
    onEvent: () => undefined,
    log: { error: (message) => log.push(message) },
  })
  return { changes, log, state }
}

describe('timed work that cannot be kept', () => {
  const COMPLAINT = 'a change that is due could not be stored; it is tried again'

  it('fails no call, keeps nothing else back and is logged once', () => {
    const { changes, log, state } = failing()

    for (const now of [5, 6, 1_005, 2_005]) changes.apply(now)

    expect(state.due).toEqual([])
    expect(log).toEqual(['bad tried', COMPLAINT, 'bad tried', 'bad tried'])
  })

  it('is tried again a second later, and at once when the clock was put back', () => {
    const { changes, log } = failing()

    changes.apply(5)
    changes.apply(1_004)
    expect(log.filter((line) => line === 'bad tried')).toHaveLength(1)
    changes.apply(4)

    expect(log.filter((line) => line === 'bad tried')).toHaveLength(2)
  })

  it('is logged anew after it worked in between', () => {
    const { changes, log, state } = failing()

    changes.apply(5)
    state.broken = false
    changes.apply(2_000)
    state.broken = true
    changes.noteWrite()
    changes.apply(4_000)

    expect(log.filter((line) => line === COMPLAINT)).toHaveLength(2)
  })

  it('is read as if it had been made, and nothing of that stays', () => {
    const { changes, state } = failing()
    changes.apply(5)
    state.due = [5]

    expect(changes.asIfApplied(6, () => [...state.due])).toEqual([])
    expect(state.due).toEqual([5])
  })
})
