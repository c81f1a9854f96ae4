// Proves docs/contract/client-crypto.md, Updating shares.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  connectClients,
  createTextItem,
  openCopy,
  shareOne,
  startClientPeople,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import type { Client } from '../client.ts'
import { acceptShare } from '../items/open-items.ts'
import { saveItem } from '../items/sealed-items.ts'
import { taskRows } from './task-rows.ts'
import type { TaskProgress } from './task-runner.ts'
import { createTaskRunner } from './task-runner.ts'

const BATCH = { task_ids: null, limit: 50 }
const ALL_ROWS = { offset: 0, limit: 100 }

let people: ClientPeople
let alice: Client
let bob: Client
let carlos: Client
/** Calls Alice may still make; every one after fails as if the program had ended. */
let allowed: number
let progress: TaskProgress[]

const limited: Send = (request) => {
  if (allowed <= 0) throw new Error('the program ended here')
  allowed -= 1
  return people.send(request)
}

beforeEach(async () => {
  allowed = Infinity
  progress = []
  people = startClientPeople()
  alice = await people.register('Alice', limited)
  bob = await people.register('Bob')
  carlos = await people.register('Carlos')
  await connectClients([alice, 'Alice'], [bob, 'Bob'])
  await connectClients([bob, 'Bob'], [carlos, 'Carlos'])
})

/** Alice's item, with Bob and, by Bob, with Carlos. */
async function sharedOnward(): Promise<OpenedItem> {
  const item = await createTextItem(alice, 'Passport', { Number: 'C01X', Country: 'Germany' })
  const shareId = await shareOne(alice, bob, item.item.id, { onsharing_permitted: true })
  const copy = await acceptShare(bob, shareId, null)
  await shareOne(bob, carlos, copy.item.id)
  return item
}

async function change({ item, slots }: OpenedItem, value: string | null): Promise<void> {
  await saveItem(alice.account, item.id, { slots: [{ id: slots[0]?.id ?? '', value }] })
}

function runner(client = alice) {
  return createTaskRunner(client, (step) => progress.push(step))
}

describe('createTaskRunner', () => {
  it('brings the new value to everybody who has the item, also by on-sharers', async () => {
    const item = await sharedOnward()
    await change(item, 'C02Y')

    expect(await runner().run(BATCH)).toEqual({ done: 1, failed: 0, left: 0 })

    for (const person of [bob, carlos]) {
      const copy = await openCopy(person, item.item.id)
      expect(valuesOf(copy)).toEqual({ Number: 'C02Y', Country: 'Germany' })
      expect(copy.slots.map(({ verification }) => verification)).toEqual(['verified', 'verified'])
    }
    const { rows, counts } = await taskRows(alice, ALL_ROWS)
    expect(rows).toEqual([
      expect.objectContaining({ state: 'done', target_label: 'Passport', target_kind: 'item', runnable: true }),
    ])
    expect(rows[0]?.report).toEqual({ tries: 1, step: null, reason: null, code: null, shares: 2, values: 4 })
    expect(counts).toEqual({ todo: 0, in_progress: 0, done: 1, failed: 0 })
    expect(progress.map(({ state, done, of }) => [state, done, of])).toEqual([
      ['in_progress', 0, 0],
      ['in_progress', 2, 2],
      ['done', 2, 2],
    ])
  })

  it('takes away a value that the owner removed', async () => {
    const item = await sharedOnward()
    await change(item, null)

    await runner().run(BATCH)

    expect(valuesOf(await openCopy(carlos, item.item.id))).toEqual({ Number: null, Country: 'Germany' })
  })

  it('may be ended between any two calls and run again: everybody reads the current value', async () => {
    const item = await sharedOnward()
    let needed = 0
    for (let calls = 0; needed === 0; calls += 1) {
      const value = `value ${calls}`
      await change(item, value)
      allowed = calls
      const ended = await runner()
        .run(BATCH)
        .then(
          () => true,
          () => false,
        )
      allowed = Infinity
      if (ended) needed = calls

      people.service.clock.advanceMs(11 * 60_000) // what was in progress is to be done again by then
      await runner().run(BATCH)

      for (const person of [bob, carlos]) {
        const copy = await openCopy(person, item.item.id)
        expect(valuesOf(copy)).toEqual({ Number: value, Country: 'Germany' })
        expect(copy.slots.every(({ verification }) => verification === 'verified')).toBe(true)
        expect((await person.items.rows({ own: false, order_by: 'label', order: 'asc', ...ALL_ROWS })).total).toBe(1)
      }
      const { counts } = await taskRows(alice, ALL_ROWS)
      expect(counts).toMatchObject({ todo: 0, in_progress: 0, failed: 0 })
    }
    expect(needed).toBeGreaterThan(5)
  })

  it('says why a task failed and at which step, and runs it again when asked to', async () => {
    const item = await sharedOnward()
    await change(item, 'C02Y')
    const { connection } = people.service
    const read = connection.prepare('SELECT encrypted_value FROM slots WHERE id = ?').pluck()
    const write = connection.prepare('UPDATE slots SET encrypted_value = ? WHERE id = ?')
    const [number, country] = item.slots.map(({ id }) => id)
    const kept = read.get(number)
    write.run(read.get(country), number)

    expect(await runner().run(BATCH)).toEqual({ done: 0, failed: 1, left: 0 })

    const [failed] = (await taskRows(alice, { ...ALL_ROWS, state: ['failed'] })).rows
    expect(failed?.report).toMatchObject({ tries: 1, step: 'open_values', code: 'value_cannot_be_opened' })
    expect(failed?.report.reason).toContain('Number')
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'C01X', Country: 'Germany' })

    write.run(kept, number)
    expect(await runner().run(BATCH)).toEqual({ done: 0, failed: 0, left: 0 })
    expect(await runner().run({ task_ids: [failed?.id ?? ''], limit: 1 })).toEqual({ done: 1, failed: 0, left: 0 })
    expect((await taskRows(alice, ALL_ROWS)).rows[0]?.report).toMatchObject({ tries: 2, reason: null })
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'C02Y', Country: 'Germany' })
  })

  it('leaves nobody out because of a recipient whose key cannot be used', async () => {
    const item = await sharedOnward()
    await change(item, 'C02Y')
    const damaged = people.service.connection.prepare('UPDATE shares SET public_key = ? WHERE recipient_id = ?')
    damaged.run('no key', carlos.account.vaultUserId)

    expect(await runner().run(BATCH)).toEqual({ done: 0, failed: 1, left: 0 })

    const [failed] = (await taskRows(alice, ALL_ROWS)).rows
    expect(failed).toMatchObject({ state: 'failed', report: { step: 'seal', code: 'invalid_public_key' } })
    expect(valuesOf(await openCopy(bob, item.item.id))).toMatchObject({ Number: 'C02Y' })
  })

  it('takes at most as many as the limit, oldest first, and stops after the task it is at when cancelled', async () => {
    const items = [await sharedOnward(), await createTextItem(alice, 'Car', { Plate: 'HH' })]
    await shareOne(alice, bob, items[1]?.item.id ?? '')
    for (const item of items) await change(item, 'new')

    expect(await runner().run({ task_ids: null, limit: 1 })).toEqual({ done: 1, failed: 0, left: 0 })
    expect((await taskRows(alice, { ...ALL_ROWS, state: ['todo'] })).rows).toEqual([
      expect.objectContaining({ target_label: 'Car' }),
    ])

    for (const item of items) await change(item, 'newer')
    const cancelled = createTaskRunner(alice, () => {
      cancelled.cancel()
    })
    expect(await cancelled.run(BATCH)).toEqual({ done: 1, failed: 0, left: 1 })
    expect(cancelled.status()).toEqual({ running: false, cancelling: false })
  })

  it('refuses a second run at the same time', async () => {
    const tasks = runner()
    const first = tasks.run(BATCH)

    await expect(tasks.run(BATCH)).rejects.toMatchObject({ code: 'task_run_active' })
    await first
  })

  it('ends the run, and blames no task, when the keys are wiped meanwhile', async () => {
    const item = await sharedOnward()
    await change(item, 'C02Y')
    const tasks = createTaskRunner(alice, () => {
      alice.account.wipe()
    })

    await expect(tasks.run(BATCH)).rejects.toMatchObject({ code: 'user_locked' })

    const states = people.service.connection.prepare('SELECT state FROM client_tasks').pluck().all()
    expect(states).toEqual(['in_progress'])
  })
})
