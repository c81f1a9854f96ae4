// Proves docs/contract/workbench.md, Users.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { fillOrganization } from '../../../tests/support/people/big-organization.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import { startClientPeople } from '../../../tests/support/people/client-people.ts'
import { sealConnectionName } from '../../crypto/connection-name.ts'
import type { Client } from '../client.ts'
import { asksForNewest } from './first-shares.ts'
import type { ShareRowsQuery } from './share-rows.ts'

const NEWEST: ShareRowsQuery = { direction: 'incoming', order_by: 'created_at', order: 'desc', offset: 0, limit: 100 }
const SHARES = 430

let people: ClientPeople
let client: Client
/** Operations the client called, since they were last forgotten. */
let called: string[]

beforeEach(async () => {
  called = []
  people = startClientPeople()
  const send: Send = (request) => {
    called.push(request.operation)
    return people.send(request)
  }
  client = await people.register('Harbour Clinic', send)
  const key = client.account.keys().dataEncryptionKey
  fillOrganization(people.service.connection, {
    members: 40,
    shares: SHARES,
    userId: client.account.vaultUserId,
    sealName: (name, publicKey) => sealConnectionName(key, publicKey, name),
  })
  called = []
})

const allRead = (): Promise<void> => new Promise((resolve) => client.shares.whenRead(resolve))

describe('the newest shares of a client that read nothing yet', () => {
  it('are answered with their items and people, by three calls, before the others are read', async () => {
    const reply = await client.shares.rows(NEWEST)

    expect(called).toEqual(['vault.incomingSharesGet', 'vault.itemsGet', 'vault.connectionsGet'])
    expect(reply).toMatchObject({ matching: SHARES, total: SHARES, waiting: 43, complete: false })
    expect(reply.rows).toHaveLength(50)
    expect(reply.rows[0]).toMatchObject({
      item_label: `Shared ${SHARES}`,
      person: { name: 'Member 1', connected: true }, // the 430th of 39 senders in turn
      state: 'accepted',
      reencrypted: true,
    })
  })

  it('are followed by all of them, which say the same of the rows that were there', async () => {
    const read = allRead()
    const first = await client.shares.rows(NEWEST)
    await read

    const whole = await client.shares.rows(NEWEST)
    expect(whole.complete).toBe(true)
    expect(whole.rows).toHaveLength(100)
    expect(whole.rows.slice(0, 50)).toEqual(first.rows)
    expect(whole).toMatchObject({ matching: first.matching, total: first.total, waiting: first.waiting })
    expect(whole.people).toHaveLength(39)
  })

  it('let another order or a filter wait for the whole list', async () => {
    await client.shares.rows(NEWEST)
    const [byItem, found, deep] = await Promise.all([
      client.shares.rows({ ...NEWEST, order_by: 'item_label', order: 'asc', limit: 1 }),
      client.shares.rows({ ...NEWEST, text: '107 shared' }),
      client.shares.rows({ ...NEWEST, offset: 200 }),
    ])

    expect(byItem).toMatchObject({ rows: [{ item_label: 'Shared 1' }], complete: true })
    expect(found.rows.map(({ item_label }) => item_label)).toEqual(['Shared 107'])
    expect(deep.rows).toHaveLength(100)
  })

  it('that wait are answered by themselves', async () => {
    const waiting = await client.shares.rows({ ...NEWEST, state: 'acceptance_required' })

    expect(waiting).toMatchObject({ matching: 43, total: SHARES, waiting: 43, complete: true })
    expect(waiting.rows.map(({ state }) => state)).toEqual(Array.from({ length: 43 }, () => 'acceptance_required'))
    expect(called).toHaveLength(3)
  })

  it('are all there is, when no more were asked for: nothing else is read', async () => {
    const { rows, complete } = await client.shares.rows({ ...NEWEST, limit: 1 })
    await new Promise((resolve) => setImmediate(resolve))

    expect([rows.length, complete]).toEqual([1, true])
    expect(called).toHaveLength(3)
  })

  it('leave turns to other calls while the others are read', async () => {
    const isRead = { yet: false }
    let turns = 0
    client.shares.whenRead(() => (isRead.yet = true))
    await client.shares.rows(NEWEST)
    for (; !isRead.yet; turns += 1) await new Promise((resolve) => setImmediate(resolve))

    expect(turns).toBeGreaterThanOrEqual(5) // before the first page, and between pages of shares and of items
  })

  it('come from the service as long as not everything was read, and none are nothing', async () => {
    const nobody = await people.register('Nobody')
    expect(await nobody.shares.rows(NEWEST)).toEqual({
      rows: [],
      matching: 0,
      total: 0,
      waiting: 0,
      people: [],
      complete: true,
    })
  })
})

describe('asksForNewest', () => {
  it('is a query from the top, in the usual order, that sifts nothing', () => {
    expect(asksForNewest(NEWEST)).toBe(true)
    expect(asksForNewest({ ...NEWEST, text: '', state: 'acceptance_required' })).toBe(true)
    const others: readonly Partial<ShareRowsQuery>[] = [
      { direction: 'outgoing' },
      { order: 'asc' },
      { order_by: 'person' },
      { offset: 100 },
      { text: 'a' },
      { state: 'accepted' },
      { person_id: 'a' },
      { item_id: 'a' },
      { share_id: 'a' },
      { onward: false },
      { declined: false },
    ]
    for (const other of others)
      expect({ other, first: asksForNewest({ ...NEWEST, ...other }) }).toEqual({ other, first: false })
  })
})
