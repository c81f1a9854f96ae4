import { describe, expect, it } from 'vitest'
import type { Change } from './call.ts'
import { isoTime } from './ports.ts'
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
    newId: () => 'id',
    events: { add: (event) => log.push(`stored by ${event.creator}`) },
    onEvent: () => log.push('published'),
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
    changes.written()
    changes.apply(5)

    expect(log).toHaveLength(3)
  })
})
