import type { Send } from '../shared/contract/caller.ts'
import type { Client } from '../src-main/client/client.ts'
import { createClient } from '../src-main/client/client.ts'
import { enterAccount, reserveSecretString } from '../src-main/client/account/enter-account.ts'
import { shareItems } from '../src-main/client/shares/share-items.ts'
import { newKeyPair } from '../src-main/crypto/key-pair.ts'
import { sealSlotValue } from '../src-main/crypto/seal.ts'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import { createJournal } from '../src-main/workbench/journal/journal.ts'
import { aSignedInUser, newTestId } from '../tests/support/service/builders.ts'
import { openFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'

/** What every shared slot says. */
export const VALUE = 'a value of about forty bytes, as they are'

export interface SharedItem {
  readonly id: string
  readonly template: string
  readonly slots: readonly { readonly id: string; readonly label: string }[]
}

/** Somebody to share with. */
export interface Recipient {
  readonly userId: string
  readonly publicKey: string
}

/** A database file, a service on it, and clients on the service as the window has them: journal and change feed too. */
export interface ShareWorld extends Fixture {
  readonly sender: Client
  register(name: string): Promise<Client>
  /** People the sender is connected to, who have no client of their own. */
  addRecipients(count: number): Promise<Recipient[]>
  /** Connects a client to the sender, with a key pair in its key store. */
  connect(client: Client): Promise<Recipient>
  /** Items of the sender, put straight into the tables. */
  addItems(count: number, slots: number): SharedItem[]
  /** Shares items of the sender. Returns the ids of the shares. */
  share(items: readonly SharedItem[], recipients: readonly Recipient[]): Promise<readonly string[]>
}

export async function openShareWorld(): Promise<ShareWorld> {
  const fixture = openFixture()
  const { connection, service } = fixture
  const journal = createJournal({
    clock: systemClock,
    elapsedMs: () => performance.now(),
    baseUrl: () => undefined,
    announce: () => undefined,
  })
  const clients: Client[] = []
  service.subscribe((event) => {
    for (const client of clients) if (client.account.vaultUserId === event.user_id) client.noteChange(event)
  })
  const sender = await register('Sender')
  return { ...fixture, sender, register, addRecipients, connect, addItems, share }

  async function register(name: string): Promise<Client> {
    const send: Send = journal.observe((request) => service.dispatch(request), newTestId())
    const secretString = await reserveSecretString(send)
    const profile = { full_name: name, email: '' }
    const cost = { opsLimit: 1, memoryKib: 8192 }
    const account = await enterAccount({ send, secretString, passphrase: 'correct horse battery', profile, cost })
    const client = createClient(account, cost)
    clients.push(client)
    return client
  }

  async function addRecipients(count: number): Promise<Recipient[]> {
    const people = Array.from({ length: count }, () => {
      const { userId } = aSignedInUser({ connection, clock: systemClock })
      return { userId, publicKey: newKeyPair().publicKey }
    })
    for (const person of people) connectTo(person, 'a key pair')
    await sender.people.version() // known before anybody shares, as in the window
    return people
  }

  async function connect({ account, keys }: Client): Promise<Recipient> {
    const pair = await keys.create('pdv1')
    const person = { userId: account.vaultUserId, publicKey: pair.publicKey }
    connectTo(person, pair.id)
    return person
  }

  function connectTo({ userId, publicKey }: Recipient, keyPairId: string): void {
    const [ours, theirs, from] = [newTestId(), newTestId(), sender.account.vaultUserId]
    const insert = connection.prepare(/* sql */ `
      INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, user_keypair_external_id, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
    `)
    const now = isoTime(systemClock.nowMs())
    insert.run(ours, from, userId, theirs, newKeyPair().publicKey, 'a key pair', now)
    insert.run(theirs, userId, from, ours, publicKey, keyPairId, now)
    sender.people.noteChange({ name: 'connection.created' } as Parameters<typeof sender.people.noteChange>[0])
  }

  function addItems(count: number, slotsOfEach: number): SharedItem[] {
    const template = connection.prepare<[], string>("SELECT id FROM item_templates WHERE name = 'custom'").pluck().get()
    const item = connection.prepare(/* sql */ `
      INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
        created_at, updated_at)
      VALUES (@id, @user, @user, @template, 'Custom', 'item', 'Item', 1, 1, @at, @at)
    `)
    const slot = connection.prepare(/* sql */ `
      INSERT INTO slots (id, item_id, name, label, ordinal, visible, required, slot_type_name, encrypted_value, creator,
        created_at, updated_at)
      VALUES (@id, @item, @label, @label, @ordinal, 1, 0, 'key_value', @value, 'user', @at, @at)
    `)
    const { dataEncryptionKey: key } = sender.account.keys()
    const at = isoTime(systemClock.nowMs())
    const common = { user: sender.account.vaultUserId, template, at }
    return connection.transaction(() =>
      Array.from({ length: count }, () => {
        const id = newTestId()
        const slots = Array.from({ length: slotsOfEach }, (_, ordinal) => ({
          id: newTestId(),
          label: `slot_${ordinal}`,
        }))
        item.run({ ...common, id })
        for (const [ordinal, { id: slotId, label }] of slots.entries()) {
          const value = sealSlotValue(key, { itemId: id, slotId }, VALUE)
          slot.run({ id: slotId, item: id, label, ordinal, value, at })
        }
        return { id, template: template ?? '', slots }
      }),
    )()
  }

  async function share(items: readonly SharedItem[], recipients: readonly Recipient[]): Promise<readonly string[]> {
    const order = {
      items: items.map(({ id }) => ({ item_id: id, slot_id: null })),
      recipient_ids: recipients.map(({ userId }) => userId),
      onsharing_permitted: false,
      acceptance_required: 'acceptance_not_required',
      terms: null,
      expires_at: null,
    } as const
    const { share_ids, failed } = await shareItems(sender, { ...order, items: [...order.items] }, () => undefined)
    if (failed[0] !== undefined) throw new Error(failed[0].message)
    return share_ids
  }
}
