// Proves docs/contract/vault.md, Shares: re-encrypting; docs/contract/client-crypto.md, Proof of a value, Reading
// items, Accepting shares.

import { beforeEach, describe, expect, it } from 'vitest'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { ClientPair, ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  connectClients,
  createTextItem,
  openCopy,
  shareOne,
  startClientPair,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import { forgedShare } from '../../../tests/support/people/forged-share.ts'
import type { PersonClient } from '../client.ts'
import { acceptShare, openItem, openShare } from './open-items.ts'
import { saveItem } from './sealed-items.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'

let pair: ClientPair
let people: ClientPeople
let alice: PersonClient
let bob: PersonClient

beforeEach(async () => {
  pair = await startClientPair()
  ;({ people, alice, bob } = pair)
})

async function updateTo(itemId: string, slotId: string, value: string): Promise<void> {
  await saveItem(alice.account, itemId, { slots: [{ id: slotId, value }] })
  await createTaskRunner(alice, () => undefined).run({ task_ids: null, limit: 1 })
}

describe('readReceivedItem', () => {
  it('reads the same at once from two sides', async () => {
    const { item } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const shareId = await shareOne(alice, bob, item.id)

    const opened = await Promise.all([openShare(bob, shareId), openShare(bob, shareId), openCopy(bob, item.id)])

    for (const one of opened) {
      expect(valuesOf(one)).toEqual({ Number: 'C01X' })
      expect(one.share?.reencrypted).toBe(true)
    }
  })

  it.each([
    keystoreOperations.keypairsIdGet.id,
    shareOperations.incomingSharesIdItemGet.id,
    shareOperations.itemsIdEncryptPost.id,
  ])('shows no value that is neither the old nor the new one when the owner updates before %s', async (operation) => {
    const { item, slots } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const shareId = await shareOne(alice, bob, item.id)
    let isUpdated = false
    pair.beforeBobs = async (called) => {
      if (called !== operation || isUpdated) return
      isUpdated = true
      await updateTo(item.id, slots[0]?.id ?? '', 'C02Y')
    }

    const first = await openShare(bob, shareId)

    expect(isUpdated).toBe(true)
    expect(['C01X', 'C02Y']).toContain(valuesOf(first)['Number'])
  })

  it.each([
    ['the key was being opened', keystoreOperations.keypairsIdGet.id],
    ['the values were on their way', shareOperations.itemsIdEncryptPost.id],
  ])('does not overwrite what the owner updated while %s', async (_, operation) => {
    const { item, slots } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const shareId = await shareOne(alice, bob, item.id)
    pair.beforeBobs = async (called) => {
      if (called !== operation) return
      pair.beforeBobs = () => Promise.resolve()
      await updateTo(item.id, slots[0]?.id ?? '', 'C02Y')
    }

    expect(valuesOf(await openShare(bob, shareId))).toEqual({ Number: 'C02Y' })

    const copy = await openShare(bob, shareId)
    expect(valuesOf(copy)).toEqual({ Number: 'C02Y' })
    expect(copy.slots[0]?.verification).toBe('verified')
  })

  it('says why a share does not open, and leaves it as it came', async () => {
    const { item } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const shareId = await shareOne(alice, bob, item.id)
    people.service.connection.prepare('UPDATE shares SET keypair_external_id = ?').run('another one')

    const opened = await openShare(bob, shareId)

    expect(opened.slots[0]).toMatchObject({ state: 'cannot_open', value: null })
    expect(opened.slots[0]?.problem).toContain('key pair')
    expect(opened.share?.reencrypted).toBe(false)
  })
})

describe('an on-sharer who changes a value', () => {
  it('can neither make others believe it nor replace the hash', async () => {
    const carlos = await people.register('Carlos')
    await connectClients([bob, 'Bob'], [carlos, 'Carlos'])
    const { item } = await createTextItem(alice, 'Passport', { Number: 'C01X', Country: 'Germany' })
    const shareId = await shareOne(alice, bob, item.id, { onsharing_permitted: true })
    await acceptShare(bob, shareId, null)
    const forged = await forgedShare({ sender: bob, recipient: carlos, shareId }, { Number: 'C99Z' })

    await expect(
      bob.account.call(shareOperations.itemsSharesPost, { body: { shares: [withHash(forged)] } }),
    ).rejects.toMatchObject({ code: 'verification_hash_not_permitted' })
    await bob.account.call(shareOperations.itemsSharesPost, { body: { shares: [forged] } })

    const copy = await openCopy(carlos, item.id)
    const [number, country] = copy.slots
    expect(number).toMatchObject({ state: 'cannot_open', value: null, verification: 'changed' })
    expect(country).toMatchObject({ state: 'readable', value: 'Germany', verification: 'verified' })
    expect(copy.share?.reencrypted).toBe(false)
    expect((await openItem(carlos, copy.item.id)).slots[0]?.verification).toBe('changed')
    await expect(shareOne(carlos, alice, copy.item.id)).rejects.toThrow('value_cannot_be_opened')
  })

  function withHash(share: Awaited<ReturnType<typeof forgedShare>>) {
    const hash = 'a'.repeat(64)
    return { ...share, slot_values: share.slot_values.map((one) => ({ ...one, value_verification_hash: hash })) }
  }
})
