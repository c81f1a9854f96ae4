// Proves docs/contract/vault.md, Shares: making.

import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { longTransactionsOf } from '../../src-main/sqlite/long-transactions.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { pausingDatabase, startService, testClock } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const ITEMS = 12

let running: TestService
let ada: SharingCalls
let bob: SharingCalls

beforeEach(() => {
  const started = startService({}, { connection: pausingDatabase(), clock: testClock() })
  running = {
    ...started,
    send: (request) => started.service.dispatch(request),
    close: () => started.service.close(),
  }
  const [sender, recipient] = [aSignedInUser(running), aSignedInUser(running)]
  connect(running, sender, recipient)
  ada = sharingCallsOf(running, sender)
  bob = sharingCallsOf(running, recipient)
  onTestFinished(async () => {
    await running.close()
    if (running.connection.open) running.connection.close()
    expect(running.faults).toEqual([])
  })
})

/** Begins to share some items with Bob in one call. */
async function beginSharing(change: (entries: object[]) => void = () => undefined) {
  await received() // the first call of a day notes that somebody was there, which is a write
  const entries: object[] = []
  for (let number = 0; number < ITEMS; number += 1) {
    const item = await ada.newItem(`Item ${number}`)
    entries.push({ item_id: item.item.id, ...ada.entry(item, bob.user) })
  }
  change(entries)
  const shared = running.send({
    operation: 'vault.itemsSharesPost',
    headers: ada.user.headers,
    body: { shares: entries },
  })
  await setImmediate()
  expect(longTransactionsOf(running.connection).isPaused).toBe(true)
  return { shared }
}

const received = async () => (await bob.incomingList()).total_count

describe('a call that writes much', () => {
  it('lets others read what was before, and shows all of it at once', async () => {
    const { shared } = await beginSharing()
    const seen: number[] = []
    while (longTransactionsOf(running.connection).isPaused) {
      seen.push(await received())
      await setImmediate()
    }

    expect(await shared).toMatchObject({ status: 201 })
    expect(seen.length).toBeGreaterThan(ITEMS)
    expect(new Set(seen)).toEqual(new Set([0]))
    expect(await received()).toBe(ITEMS)
  })

  it('lets the writes of others wait, and they see what it wrote', async () => {
    const order: string[] = []
    const { shared } = await beginSharing()
    const done = shared.then(() => order.push('shared'))

    await bob.newItem('A car of Bob').then(() => order.push('written'))
    await done

    expect(order).toEqual(['shared', 'written'])
    expect(await received()).toBe(ITEMS)
  })

  it('changes nothing when one of its entries is refused, and others go on', async () => {
    const { shared } = await beginSharing((entries) =>
      Object.assign(entries.at(-1) ?? {}, { recipient_id: ada.user.userId }),
    )

    await bob.newItem('A car of Bob')

    expect(await shared).toMatchObject({ ok: false, status: 400 })
    expect(await received()).toBe(0)
  })

  it('ends at once for a change that falls due, which nobody waits for', async () => {
    const item = await ada.newItem('Due')
    await ada.share(item, bob.user, { expires_at: new Date(running.clock.nowMs() + 1000).toISOString() })
    const { shared } = await beginSharing()

    running.clock.advanceMs(2000)

    expect(await received()).toBe(ITEMS)
    expect(await shared).toMatchObject({ status: 201 })
  })

  it('is stored whole when the workspace is closed meanwhile', async () => {
    const { shared } = await beginSharing()

    await running.close()
    longTransactionsOf(running.connection).finish()

    expect(await shared).toMatchObject({ status: 201 })
    expect(running.connection.prepare('SELECT count(*) FROM shares').pluck().get()).toBe(ITEMS)
  })
})
