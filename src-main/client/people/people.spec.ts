// Proves docs/contract/workbench.md, Users.

import { beforeEach, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { connectClients, startClientPeople } from '../../../tests/support/people/client-people.ts'
import type { Client } from '../client.ts'

let alice: Client
let bob: Client
let carol: Client
let queries: unknown[]

beforeEach(async () => {
  const people = startClientPeople()
  queries = []
  const send: Send = (request) => {
    if (request.operation === 'vault.connectionsGet') queries.push(request.query)
    return people.send(request)
  }
  alice = await people.register('Alice', send)
  bob = await people.register('Bob')
  carol = await people.register('Carol')
  await connectClients([alice, 'Alice'], [bob, 'Bob'])
  queries = []
})

const idOf = ({ account }: Client): string => account.vaultUserId

it('people › are met by their ids, once, and nobody else is read', async () => {
  await alice.people.meet([idOf(bob), idOf(carol)])
  await alice.people.meet([idOf(bob), idOf(carol)])

  expect(queries).toEqual([{ user_ids: `${idOf(bob)},${idOf(carol)}`, per_page: 2 }])
  expect(alice.people.known(idOf(bob))).toMatchObject({ name: 'Bob', connected: true })
  expect(alice.people.known(idOf(carol))).toMatchObject({ connected: false })
})

it('people › are not met again once all were read, until a connection changes', async () => {
  await alice.people.version()
  await alice.people.meet([idOf(bob)])
  expect(queries).toHaveLength(1)

  await connectClients([alice, 'Alice'], [carol, 'Carol'])
  queries = []
  await alice.people.meet([idOf(carol)])
  expect(alice.people.known(idOf(carol))).toMatchObject({ name: 'Carol', connected: true })
  expect(queries).toHaveLength(1)
})
