// Proves docs/contract/client-crypto.md, Keys made anew.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { ClientPair, ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  createTextItem,
  openCopy,
  shareOne,
  startClientPair,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import { wrapDataEncryptionKey } from '../../crypto/key-wrap.ts'
import type { DataEncryptionKey } from '../../crypto/keys.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { sealAesGcmText } from '../../crypto/published/aes-gcm.ts'
import { openPersonAccount } from '../account/account.ts'
import type { PersonClient } from '../client.ts'
import { createClient } from '../client.ts'
import { openItem } from './open-items.ts'
import type { Resealed } from './reseal.ts'
import { resealUnderNewKey } from './reseal.ts'
import { saveItem } from './sealed-items.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'

const NOTHING: Resealed = { moved: 0, left: 0 }

let pair: ClientPair
let people: ClientPeople
let alice: PersonClient
let bob: PersonClient

beforeEach(async () => {
  pair = await startClientPair()
  ;({ people, alice, bob } = pair)
})

/** Bob as after a change of passphrase with new keys: another data key, and the one from before beside it. */
async function withNewDataKey(): Promise<{ readonly client: PersonClient; readonly former: DataEncryptionKey }> {
  const { account } = bob
  const { dataEncryptionKey: former, ...rest } = account.keys()
  await account.call(keystoreOperations.dataEncryptionKeysPost, {
    body: { serialized_data_encryption_key: wrapDataEncryptionKey(rest.keyEncryptionKey, 'former', former) },
  })
  const keys = { ...rest, dataEncryptionKey: newDataEncryptionKey(), formerDataKeys: [former] }
  const renewed = openPersonAccount(account.send, {
    vaultUserId: account.vaultUserId,
    tokens: { vault: '', keystore: '' },
    keys,
  })
  return { client: createClient({ ...renewed, call: account.call, send: account.send }), former }
}

const once = (operation: string, work: () => Promise<void>) => {
  pair.beforeBobs = async (called) => {
    if (called !== operation) return
    pair.beforeBobs = () => Promise.resolve()
    await work()
  }
}
const storedKeys = async () =>
  (await bob.account.call(keystoreOperations.dataEncryptionKeysGet, {})).data_encryption_keys

describe('resealUnderNewKey', () => {
  it('does not overwrite what was changed after it was read', async () => {
    const { item, slots } = await createTextItem(bob, 'Passport', { Number: 'C01X', Place: 'Kiel' })
    const { client } = await withNewDataKey()
    once(vaultOperations.itemsIdPut.id, async () => {
      people.service.clock.advanceMs(1000)
      await saveItem(client.account, item.id, { slots: [{ id: slots[0]?.id ?? '', value: 'C02Y' }] })
    })

    expect(await resealUnderNewKey(client, () => Promise.resolve(NOTHING))).toBe(true)

    expect(valuesOf(await openItem(client, item.id))).toEqual({ Number: 'C02Y', Place: 'Kiel' })
  })

  it('does not overwrite what the owner of a received item updated meanwhile', async () => {
    const { item, slots } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    await shareOne(alice, bob, item.id)
    await openCopy(bob, item.id)
    const { client } = await withNewDataKey()
    once(shareOperations.itemsIdEncryptPost.id, async () => {
      await saveItem(alice.account, item.id, { slots: [{ id: slots[0]?.id ?? '', value: 'C02Y' }] })
      await createTaskRunner(alice, () => undefined).run({ task_ids: null, limit: 1 })
    })

    expect(await resealUnderNewKey(client, () => Promise.resolve(NOTHING))).toBe(true)

    const copy = await openCopy(client, item.id)
    expect(valuesOf(copy)).toEqual({ Number: 'C02Y' })
    expect(copy.slots[0]?.verification).toBe('verified')
  })

  it('takes along what a published client sealed, which does not name its key', async () => {
    const { item, slots } = await createTextItem(bob, 'Passport', { Number: 'C01X' })
    const { client, former } = await withNewDataKey()
    const encrypted_value = sealAesGcmText(former, 'written elsewhere')
    const slots_attributes = [{ id: slots[0]?.id ?? '', encrypted_value }]
    await bob.account.call(vaultOperations.itemsIdPut, {
      params: { id: item.id },
      body: { item: { slots_attributes } },
    })

    expect(await resealUnderNewKey(client, () => Promise.resolve(NOTHING))).toBe(true)

    const { formerDataKeys: _former, ...present } = client.account.keys()
    const later = createClient({ ...client.account, keys: () => present })
    expect(valuesOf(await openItem(later, item.id))).toEqual({ Number: 'written elsewhere' })
  })

  it('keeps the former key for what it cannot seal again, and says so', async () => {
    await createTextItem(bob, 'Passport', { Number: 'C01X' })
    const { client } = await withNewDataKey()
    const { connection } = people.service
    connection.exec("UPDATE slots SET encrypted_value = encrypted_value || 'AAAA'")

    expect(await resealUnderNewKey(client, () => Promise.resolve(NOTHING))).toBe(false)
    expect(await storedKeys()).toHaveLength(2)
  })

  it('looks again as long as something elsewhere is under the former key, then no more; the key stays', async () => {
    const { client } = await withNewDataKey()
    const left = [{ moved: 0, left: 1 }, { moved: 3, left: 0 }, NOTHING]
    const elsewhere = () => Promise.resolve(left.shift() ?? NOTHING)

    expect(await resealUnderNewKey(client, elsewhere)).toBe(false)
    expect(await storedKeys()).toHaveLength(2)
    expect(await resealUnderNewKey(client, elsewhere)).toBe(true)
    const again = vi.fn(elsewhere)
    expect(await resealUnderNewKey(client, again)).toBe(true)
    expect(again).not.toHaveBeenCalled()
    expect(await storedKeys()).toHaveLength(2)
  })

  it('looks at nothing where no keys were made anew', async () => {
    pair.beforeBobs = (operation) => Promise.reject(new Error(operation))
    expect(await resealUnderNewKey(bob, () => Promise.reject(new Error('asked')))).toBe(true)
  })
})
