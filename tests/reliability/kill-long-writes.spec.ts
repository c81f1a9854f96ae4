// Proves docs/contract/workbench.md, Durability.

// @module-tag full

import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import { closeDatabase, openDatabase } from '../../src-main/sqlite/database.ts'
import { draws } from '../support/draws.ts'
import { connect, DEK, ownerValues, sealed } from '../support/people/sharing.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { registerOverHttp } from '../support/service/item-load.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { inconsistencies, onlyDatabase } from '../support/service/stored-items.ts'
import { newRsaKey } from '../support/service/vault-accounts.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const KILLS = draws(8, 200)
/** One call shares an item with all of them, which takes many turns of the service's thread. */
const RECIPIENTS = 150
/** As long as some calls take. */
const LONGEST_LOAD_MS = 400
const PATIENCE_MS = 60_000 + KILLS * 10_000

let directory: string
let served: Served | undefined

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  await served?.stop('SIGKILL')
  removeDirectory(directory)
})

it(`kill -9 › halves no paused call, and loses no answered one, ${KILLS} times`, { timeout: PATIENCE_MS }, async () => {
  const answered = new Set<string>()
  const unexpected: string[] = []
  served = await startServed('--data', directory)
  const token = await registerOverHttp(served.line.url, newRsaKey())
  await served.stop('SIGTERM')
  const recipients = connectedRecipients()

  for (let kill = 0; kill < KILLS; kill += 1) {
    served = await startServed('--data', directory)
    const load = shareUntilNobodyAnswers(served.line.url, token)
    await wait(randomInt(LONGEST_LOAD_MS))
    while (answered.size === 0 && unexpected.length === 0) await wait(1) // on a slow machine, too
    await served.stop('SIGKILL')
    await load
  }

  const connection = openDatabase({ path: onlyDatabase(directory) })
  const shared = connection
    .prepare<[], readonly [item: string, shares: number, copies: number, events: number]>(/* sql */ `
      SELECT item_id, count(*), (SELECT count(*) FROM items WHERE items.share_id IN
          (SELECT id FROM shares AS some WHERE some.item_id = shares.item_id)),
        (SELECT count(*) FROM events WHERE name = 'share.created' AND eventable_id = shares.item_id)
      FROM shares GROUP BY item_id
    `)
    .raw()
    .all()
  const damage = inconsistencies(connection)
  connection.close()

  expect(unexpected).toEqual([])
  expect(damage).toEqual([])
  expect(answered.size).toBeGreaterThan(0)
  expect(shared.map(([, ...counts]) => counts)).toEqual(shared.map(() => [RECIPIENTS, RECIPIENTS, RECIPIENTS]))
  expect(shared.map(([item]) => item)).toEqual(expect.arrayContaining([...answered]))

  /** People whom the only user is connected with, as rows. */
  function connectedRecipients(): readonly string[] {
    const connection = openDatabase({ path: onlyDatabase(directory) })
    const clock = { nowMs: () => Date.now() }
    const userId = connection.prepare<[], string>('SELECT id FROM users').pluck().get() ?? ''
    const people = Array.from({ length: RECIPIENTS }, () => {
      const person = aSignedInUser({ connection, clock })
      connect({ connection }, { userId }, person)
      return person.userId
    })
    closeDatabase(connection)
    return people
  }

  async function shareUntilNobodyAnswers(url: string, authorization: string): Promise<void> {
    const post = async (path: string, body: unknown) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const reply = await fetch(`${url}/vault${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await reply.text()
      if (reply.status !== 201) unexpected.push(`${reply.status} ${text}`)
      return text
    }
    const slots_attributes = [{ label: 'A', encrypted_value: sealed('a') }]
    try {
      for (;;) {
        const made = await post('/items', { template_name: 'custom', item: { label: 'Car', slots_attributes } })
        const { item, slots } = JSON.parse(made) as ItemReply
        const slot_values = ownerValues(slots)
        const shares = recipients.map((recipient_id) => ({ recipient_id, encrypted_dek: DEK, slot_values }))
        await post(`/items/${item.id}/shares`, { shares })
        answered.add(item.id)
      }
    } catch {
      // Nobody is there any more.
    }
  }
})
