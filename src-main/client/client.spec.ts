// Proves docs/contract/client-crypto.md, Registering, Logging in, Making items, Reading items.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../shared/contract/caller.ts'
import { CallError } from '../../shared/contract/caller.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { TestService } from '../../tests/support/service/test-service.ts'
import { startService } from '../../tests/support/service/test-service.ts'
import type { PersonAccount } from './account/account.ts'
import { checkPassphrase, enterAccount, reserveSecretString } from './account/enter-account.ts'
import { createItemIndex } from './items/item-index.ts'
import { createClient } from './client.ts'
import { openItem, revealSlot } from './items/open-items.ts'
import { createItem, saveItem } from './items/sealed-items.ts'

const passphrase = 'correct horse battery staple'
const profile = { full_name: 'Alice Weber', email: 'alice@example.org' }
/** Small, so that tests are quick; the secret string promises another cost. */
const cost = { opsLimit: 1, memoryKib: 8 }

let service: Pick<TestService, 'service' | 'connection' | 'clock' | 'faults'>
let send: Send

beforeEach(() => {
  service = startService()
  send = (request) => service.service.dispatch(request)
})

async function register(via: Send = send): Promise<{ account: PersonAccount; secretString: string }> {
  const secretString = await reserveSecretString(send)
  return { secretString, account: await enterAccount({ send: via, secretString, passphrase, profile, cost }) }
}

describe('enterAccount', () => {
  it('registers a user whom the vault knows by name', async () => {
    const { account } = await register()

    const { user } = await account.call(vaultOperations.meGet, {})

    expect(user).toMatchObject({ ...profile, id: account.vaultUserId })
    expect(user.private_dek_external_id).not.toBeNull()
    expect(service.faults).toEqual([])
  })

  it('opens the same keys at the next sign-in', async () => {
    const { account, secretString } = await register()
    const key = Buffer.from(account.keys().dataEncryptionKey)

    const again = await enterAccount({ send, secretString, passphrase, cost })

    expect(Buffer.from(again.keys().dataEncryptionKey)).toEqual(key)
    expect(again.keyFingerprint).toBe(account.keyFingerprint)
    expect(again.keyFingerprint).toMatch(/^\S{4} \S{4} \S{3}$/)
  })

  it('refuses a wrong passphrase', async () => {
    const { secretString } = await register()

    const attempt = enterAccount({ send, secretString, passphrase: 'something else', cost })

    await expect(attempt).rejects.toMatchObject({ code: 'login_failed' })
  })

  it('refuses an unknown user without registering one', async () => {
    const secretString = await reserveSecretString(send)

    await expect(enterAccount({ send, secretString, passphrase, cost })).rejects.toBeInstanceOf(CallError)

    expect(service.connection.prepare('SELECT count(*) FROM keystore_users').pluck().get()).toBe(0)
  })

  it('goes on with a registration that was interrupted before any of its calls, and never replaces a key', async () => {
    const secretString = await reserveSecretString(send)
    const sent: string[] = []
    let allowed = 0
    const failing: Send = (request) => {
      if (sent.length >= allowed) throw new Error('interrupted')
      sent.push(request.operation)
      return send(request)
    }
    const keyRow = () => service.connection.prepare('SELECT * FROM key_encryption_keys').get()
    let keptKey: unknown

    for (; allowed < 40; allowed += 1) {
      sent.length = 0
      const result = await enterAccount({ send: failing, secretString, passphrase, profile, cost }).catch(
        () => undefined,
      )
      keptKey ??= keyRow()
      expect(keyRow() ?? keptKey).toEqual(keptKey)
      if (result !== undefined) break
    }

    expect(allowed).toBeGreaterThan(5)
    expect(allowed).toBeLessThan(40)
    const account = await enterAccount({ send, secretString, passphrase, cost })
    const { user } = await account.call(vaultOperations.meGet, {})
    expect(user).toMatchObject(profile)
    expect(service.connection.prepare('SELECT count(*) FROM users').pluck().get()).toBe(1)
  })

  it('wipes its keys and refuses calls afterwards', async () => {
    const { account } = await register()
    const { dataEncryptionKey, keyEncryptionKey } = account.keys()

    account.wipe()

    expect(dataEncryptionKey.every((byte) => byte === 0)).toBe(true)
    expect(keyEncryptionKey.every((byte) => byte === 0)).toBe(true)
    expect(() => account.keys()).toThrow(ServiceError)
    await expect(account.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'user_locked' })
  })

  it('ends its sessions at the service when signing out', async () => {
    const { account } = await register()

    await account.signOut()

    expect(service.connection.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0)
  })
})

describe('checkPassphrase', () => {
  it('accepts the right one and leaves no session behind', async () => {
    const { secretString } = await register()
    const sessions = () => service.connection.prepare('SELECT count(*) FROM sessions').pluck().get()
    const before = sessions()

    await checkPassphrase({ send, secretString, passphrase, cost })

    expect(sessions()).toBe(before)
    await expect(checkPassphrase({ send, secretString, passphrase: 'wrong one', cost })).rejects.toMatchObject({
      code: 'login_failed',
    })
  })
})

describe('sealed items', () => {
  const draft = {
    template_name: 'custom',
    label: 'Passport',
    slots: [
      { label: 'Number', value: 'X1234567' },
      { label: 'PIN', slot_type_name: 'password' as const, value: '4711' },
      { label: 'Note', value: '' },
    ],
    tags: ['Travel papers'],
  }

  it('come back readable, passwords hidden, empty values empty', async () => {
    const { account } = await register()

    const opened = await createItem(account, draft)

    expect(opened.slots.map(({ label, state, value }) => ({ label, state, value }))).toEqual([
      { label: 'Number', state: 'readable', value: 'X1234567' },
      { label: 'PIN', state: 'hidden', value: null },
      { label: 'Note', state: 'empty', value: null },
    ])
    expect(opened.tags.map(({ label }) => label)).toEqual(['Travel papers'])
    expect(await openItem(createClient(account), opened.item.id)).toEqual(opened)
  })

  it('are never in the database in clear', async () => {
    const { account } = await register()

    await createItem(account, draft)

    const stored = service.connection.prepare('SELECT encrypted_value FROM slots').pluck().all().join('\n')
    expect(stored).toContain('pdv1.xc.sv.')
    expect(stored).not.toContain('X1234567')
    expect(stored).not.toContain('4711')
  })

  it('reveal one hidden value on demand', async () => {
    const { account } = await register()
    const { item, slots } = await createItem(account, draft)

    expect(await revealSlot(createClient(account), item.id, slots[1]?.id ?? '')).toBe('4711')
    await expect(revealSlot(createClient(account), item.id, item.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keep what a change does not name, and bind new values to their ids', async () => {
    const { account } = await register()
    const { item, slots } = await createItem(account, draft)
    const [number, pin, note] = slots

    const saved = await saveItem(account, item.id, {
      label: 'Old passport',
      slots: [
        { id: number?.id, value: 'Y7654321' },
        { id: note?.id, _destroy: true },
        { label: 'PIN', value: 'another' },
      ],
      tags: ['Archive'],
    })

    expect(saved.item.label).toBe('Old passport')
    expect(saved.slots.map(({ name, state, value }) => [name, state, value])).toEqual(
      expect.arrayContaining([
        ['number', 'readable', 'Y7654321'],
        ['pin', 'hidden', null],
        ['pin_2', 'readable', 'another'],
      ]),
    )
    expect(saved.tags.map(({ label }) => label)).toEqual(['Archive'])
    expect(await revealSlot(createClient(account), item.id, pin?.id ?? '')).toBe('4711')
  })

  it('keep tags in any script over a save', async () => {
    const { account } = await register()
    const { item } = await createItem(account, { ...draft, tags: ['\u5de5\u4f5c', 'Travel'] })

    const saved = await saveItem(account, item.id, { slots: [], tags: ['\u5de5\u4f5c', 'Travel'] })

    expect(saved.tags.map(({ label }) => label).sort()).toEqual(['Travel', '\u5de5\u4f5c'])
  })

  it('refuse to overwrite a newer version', async () => {
    const { account } = await register()
    const { item } = await createItem(account, draft)
    service.clock.advanceMs(1000)
    await saveItem(account, item.id, { label: 'Newer', slots: [] })

    const attempt = saveItem(account, item.id, { label: 'Mine', slots: [], based_on: item.updated_at })

    await expect(attempt).rejects.toMatchObject({ code: 'edit_conflict' })
    expect((await openItem(createClient(account), item.id)).item.label).toBe('Newer')
  })

  it('refuse to overwrite what was changed while they were being saved', async () => {
    let isChanged = false
    const { account } = await register(async (request) => {
      if (request.operation === vaultOperations.itemsIdPut.id && !isChanged) {
        isChanged = true
        service.clock.advanceMs(1000)
        await saveItem(account, item.id, { label: 'Newer', slots: [] })
      }
      return send(request)
    })
    const { item } = await createItem(account, draft)

    const attempt = saveItem(account, item.id, { label: 'Mine', slots: [], based_on: item.updated_at })

    await expect(attempt).rejects.toMatchObject({ code: 'edit_conflict' })
    expect((await openItem(createClient(account), item.id)).item.label).toBe('Newer')
  })

  it('say which value does not open instead of showing something else', async () => {
    const { account } = await register()
    const { item, slots } = await createItem(account, draft)
    // Swapping two cipher texts in the database is what a faulty or hostile service would do.
    const [number, pin] = slots
    const swap = service.connection.prepare('UPDATE slots SET encrypted_value = ? WHERE id = ?')
    const read = service.connection.prepare('SELECT encrypted_value FROM slots WHERE id = ?').pluck()
    swap.run(read.get(pin?.id), number?.id)

    const opened = await openItem(createClient(account), item.id)

    expect(opened.slots[0]).toMatchObject({ state: 'cannot_open', value: null })
    await expect(revealSlot(createClient(account), item.id, number?.id ?? '')).rejects.toMatchObject({
      code: 'value_cannot_be_opened',
    })
  })
})

describe('createItemIndex', () => {
  const noShares = { byItem: () => Promise.resolve(new Map()) }
  const all = { order_by: 'label', order: 'asc', offset: 0, limit: 100 } as const

  it('finds by label, template and tag, and follows changes', async () => {
    const { account } = await register()
    const first = await createItem(account, { template_name: 'custom', label: 'Passport', slots: [], tags: ['Travel'] })
    await createItem(account, { template_name: 'password', label: 'Mail account', slots: [], tags: [] })
    const index = createItemIndex(account, noShares)

    expect((await index.rows(all)).rows.map(({ label }) => label)).toEqual(['Mail account', 'Passport'])
    expect((await index.rows({ ...all, text: 'TRAVEL' })).rows.map(({ label }) => label)).toEqual(['Passport'])
    expect((await index.rows({ ...all, text: 'nothing' })).matching).toBe(0)

    await saveItem(account, first.item.id, { label: 'Driving licence', slots: [] })
    index.noteChange({ name: 'item.updated', eventable_type: 'Item', eventable_id: first.item.id, value: null })
    expect((await index.rows(all)).rows.map(({ label }) => label)).toEqual(['Driving licence', 'Mail account'])

    await account.call(vaultOperations.itemsIdDelete, { params: { id: first.item.id } })
    index.noteChange({ name: 'item.updated', eventable_type: 'Item', eventable_id: first.item.id, value: null })
    expect(await index.rows(all)).toMatchObject({ matching: 1, total: 1 })
  })

  it('answers a window of a longer list with the whole counts', async () => {
    const { account } = await register()
    for (const label of ['A', 'B', 'C', 'D']) {
      await createItem(account, { template_name: 'custom', label, slots: [], tags: [] })
    }

    const { rows, matching, total } = await createItemIndex(account, noShares).rows({ ...all, offset: 1, limit: 2 })

    expect(rows.map(({ label }) => label)).toEqual(['B', 'C'])
    expect([matching, total]).toEqual([4, 4])
  })

  it('finds among what was read so far, last changed first, and says when it has looked through all', async () => {
    const { account } = await register()
    for (let number = 1; number <= 250; number += 1) {
      service.clock.advanceMs(1)
      await createItem(account, { template_name: 'custom', label: `Paper ${number}`, slots: [], tags: [] })
    }
    const index = createItemIndex(account, noShares)
    const paper = { text: 'PAPER', limit: 2 } as const

    const early = await index.find(paper)
    await index.rows(all)
    const whole = await index.find(paper)

    expect(early.complete).toBe(false)
    expect(early.rows.map(({ label }) => label)).toEqual(['Paper 200', 'Paper 199'])
    expect(whole.rows.map(({ label }) => label)).toEqual(['Paper 250', 'Paper 249'])
    expect(whole.complete).toBe(true)
    expect((await index.find({ ...paper, text: 'paper 17' })).rows.map(({ label }) => label)).toEqual([
      'Paper 179',
      'Paper 178',
    ])
  })

  it('reads every item again once a tag was renamed, also when that happens while it reads', async () => {
    const { account } = await register()
    await createItem(account, { template_name: 'custom', label: 'Passport', slots: [], tags: ['Travel'] })
    const index = createItemIndex(account, noShares)
    const [tag] = (await index.rows(all)).rows[0]?.tags ?? []
    const renamed = { name: 'tag.updated', eventable_type: 'Classification', eventable_id: tag?.id ?? '', value: null }
    const labels = async () => (await index.rows(all)).rows.flatMap(({ tags }) => tags.map(({ label }) => label))
    const rename = (label: string) =>
      account.call(vaultOperations.classificationNodesIdPut, {
        params: { id: tag?.id ?? '' },
        body: { classification_node: { label } },
      })

    await rename('Journeys')
    index.noteChange(renamed)
    const first = labels()
    await rename('Far away')
    index.noteChange(renamed)

    expect(await labels()).toEqual(['Far away'])
    await first
    expect(await labels()).toEqual(['Far away'])
    expect((await index.rows({ ...all, text: 'far' })).matching).toBe(1)
  })
})
