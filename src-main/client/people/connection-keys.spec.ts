// Proves docs/contract/workbench.md, Workspaces: locking.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import { startClientPeople } from '../../../tests/support/people/client-people.ts'
import type { Client } from '../client.ts'

let people: ClientPeople
let alice: Client

beforeEach(async () => {
  people = startClientPeople()
  alice = await people.register('Alice')
})

describe('createConnectionKeys', () => {
  it('opens a pair it stored, once for everybody who asks', async () => {
    const { id, publicKey } = await alice.keys.create('pdv1')

    const [first, second] = await Promise.all([alice.keys.open(id), alice.keys.open(id)])

    expect(first.publicKey).toBe(publicKey)
    expect(second).toBe(first)
  })

  it('overwrites opened pairs when the account is wiped, and opens none afterwards', async () => {
    const { id } = await alice.keys.create('pdv1')
    const pair = await alice.keys.open(id)
    if (!('seed' in pair)) throw new Error('not ours')

    alice.account.wipe()

    for (const secret of [pair.seed, pair.boxPrivateKey, pair.signPrivateKey])
      expect(secret.every((byte) => byte === 0)).toBe(true)
    await expect(alice.keys.open(id)).rejects.toMatchObject({ code: 'user_locked' })
  })

  it('forgets a pair that is of no use', async () => {
    const pair = await alice.keys.create('pdv1')

    await alice.keys.discard(pair)

    await expect(alice.keys.open(pair.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('createHeldPassphrases', () => {
  it('gives back what it holds until the account is wiped', () => {
    alice.passphrases.hold('share', 'K7QF-2M9T-XD4R-8WPA')
    expect(alice.passphrases.find('share')).toBe('K7QF-2M9T-XD4R-8WPA')

    alice.account.wipe()

    expect(alice.passphrases.find('share')).toBeUndefined()
  })
})
