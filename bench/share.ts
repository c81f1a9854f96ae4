import { newKeyPair } from '../src-main/crypto/key-pair.ts'
import { newShareKey, sealOwnValue, sealShareKey } from '../src-main/crypto/share-format.ts'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import type { SignedInUser } from '../tests/support/builders.ts'
import { aSignedInUser, newTestId } from '../tests/support/builders.ts'
import { addManyItems, openFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import type { Row } from './measure.ts'
import { compare, secondsSince, timed } from './measure.ts'
import type { Sample } from './measure.ts'

const ITEMS = 1_000
const SHARES_PER_CALL = 200
const ROUNDS = 5

const recipientKey = newKeyPair().publicKey
const shareKey = newShareKey('pdv1')
const DEK = sealShareKey(recipientKey, shareKey, { recipientId: newTestId() })
const VALUE = sealOwnValue(
  shareKey,
  { itemId: newTestId(), slotId: newTestId() },
  'a value of about forty bytes, as they are',
)

interface ItemRow {
  readonly id: string
  readonly item_template_id: string
  readonly slots: readonly { readonly id: string; readonly label: string }[]
}

/** The service's half of P6, and what follows from it: sharing in bulk, updating a shared item, opening what came. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  addManyItems(fixture, ITEMS)
  const items = readItems(fixture)
  const rows = [
    await compare(
      'POST /items/shares, 1,000 items x 4 slots (P6)',
      '>= 0.50',
      { name: 'bare inserts', measure: () => insertBare(fixture, items, aRecipient(fixture)) },
      { name: 'dispatch', measure: () => shareAll(fixture, items, aRecipient(fixture)) },
      ROUNDS,
    ),
    await updateRow(fixture, items),
    await openRow(fixture, items),
  ]
  fixture.close()
  return rows
}

function readItems({ connection, user }: Fixture): readonly ItemRow[] {
  const slots = connection.prepare<[string], { id: string; label: string }>(
    'SELECT id, label FROM slots WHERE item_id = ?',
  )
  return connection
    .prepare<[string, number], Omit<ItemRow, 'slots'>>(
      'SELECT id, item_template_id FROM items WHERE user_id = ? LIMIT ?',
    )
    .all(user.userId, ITEMS)
    .map((item) => ({ ...item, slots: slots.all(item.id) }))
}

/** Somebody new whom the user is connected to: nobody has a copy yet. */
function aRecipient({ connection, user }: Fixture): SignedInUser {
  const recipient = aSignedInUser({ connection, clock: { ...systemClock, advanceMs: () => undefined } })
  const ids = [newTestId(), newTestId()] as const
  const insert = connection.prepare(/* sql */ `
    INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at) VALUES (?, ?, ?, ?, ?, ?)
  `)
  const now = isoTime(systemClock.nowMs())
  insert.run(ids[0], user.userId, recipient.userId, ids[1], recipientKey, now)
  insert.run(ids[1], recipient.userId, user.userId, ids[0], recipientKey, now)
  return recipient
}

async function shareAll(fixture: Fixture, items: readonly ItemRow[], { userId }: SignedInUser): Promise<Sample> {
  const bodies = batches(items).map((batch) => ({
    shares: batch.map(({ id, slots }) => ({
      item_id: id,
      recipient_id: userId,
      encrypted_dek: DEK,
      slot_values: slots.map((slot) => ({ slot_id: slot.id, ...VALUE })),
    })),
  }))
  const start = process.hrtime.bigint()
  for (const body of bodies) await call(fixture, fixture.user, 'itemsSharesPost', { body })
  return { seconds: secondsSince(start), operations: items.length }
}

function batches<Entry>(list: readonly Entry[]): Entry[][] {
  return Array.from({ length: Math.ceil(list.length / SHARES_PER_CALL) }, (_, index) =>
    list.slice(index * SHARES_PER_CALL, (index + 1) * SHARES_PER_CALL),
  )
}

async function call({ service }: Fixture, user: SignedInUser, name: string, parts: object): Promise<unknown> {
  const reply = await service.dispatch({ operation: `vault.${name}`, headers: user.headers, ...parts })
  if (!reply.ok) throw new Error(JSON.stringify(reply.body))
  return reply.body
}

/** The same rows without any rule: shares, copies, their slots and two events each, in as many transactions. */
function insertBare({ connection, user }: Fixture, items: readonly ItemRow[], recipient: SignedInUser): Sample {
  const share = connection.prepare(/* sql */ `
    INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, encrypted_dek, sharing_mode,
      acceptance_required, created_at, values_in_copy)
    VALUES (@id, @owner, @owner, @to, @item, @key, @dek, 'owner', 'acceptance_not_required', @now, 1)
  `)
  const copy = connection.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name, label,
      ordinal, visible, created_at, updated_at)
    VALUES (@copy, @to, @owner, @item, @id, @template, 'Custom', 'item', 'Item', 0, 1, @now, @now)
  `)
  const slot = connection.prepare(/* sql */ `
    INSERT INTO slots (id, item_id, original_id, name, label, ordinal, visible, required, slot_type_name, encrypted_value,
      encrypted_value_verification_key, value_verification_hash, creator, created_at, updated_at)
    VALUES (@id, @copy, @original, @label, @label, 0, 1, 0, 'key_value', @encrypted_value,
      @encrypted_value_verification_key, @value_verification_hash, 'user', @now, @now)
  `)
  const event = connection.prepare(/* sql */ `
    INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, label, value, event_time)
    VALUES (@id, @to, @owner, 'Item', @copy, 'create', 'share.received', 'Item', @value, @now)
  `)
  const insertBatch = connection.transaction((batch: readonly ItemRow[]) => {
    for (const item of batch) {
      const ids = { id: newTestId(), copy: newTestId(), item: item.id, template: item.item_template_id }
      const common = { ...ids, owner: user.userId, to: recipient.userId, now: isoTime(systemClock.nowMs()) }
      share.run({ ...common, key: recipientKey, dek: DEK })
      copy.run(common)
      for (const { id: original, label } of item.slots)
        slot.run({ ...common, ...VALUE, id: newTestId(), original, label })
      for (const _ of [1, 2]) event.run({ ...common, id: newTestId(), value: JSON.stringify(ids) })
    }
  })
  const start = process.hrtime.bigint()
  for (const batch of batches(items)) insertBatch.immediate(batch)
  return { seconds: secondsSince(start), operations: items.length }
}

/** One item with 200 shares: PUT /items/{id}/shares beside the bare updates. */
async function updateRow(fixture: Fixture, items: readonly ItemRow[]): Promise<Row> {
  const { connection, user } = fixture
  const item = items[0]
  if (item === undefined) throw new Error('there are no items')
  const recipients = Array.from({ length: SHARES_PER_CALL }, () => aRecipient(fixture))
  const slot_values = item.slots.map((slot) => ({ slot_id: slot.id, ...VALUE }))
  const shares = recipients.map(({ userId }) => ({ recipient_id: userId, encrypted_dek: DEK, slot_values }))
  const made = (await call(fixture, user, 'itemsIdSharesPost', { params: { id: item.id }, body: { shares } })) as {
    shares: { id: string }[]
  }
  const body = {
    share_deks: made.shares.map(({ id }) => ({ share_id: id, dek: DEK })),
    slot_values: made.shares.flatMap(({ id }) => slot_values.map((value) => ({ ...value, share_id: id }))),
  }
  const slotIds = connection
    .prepare<[string, number], string>(
      'SELECT s.id FROM slots s JOIN items i ON i.id = s.item_id WHERE i.original_id = ? ORDER BY s.id DESC LIMIT ?',
    )
    .pluck()
    .all(item.id, SHARES_PER_CALL * item.slots.length)
  const setShare = connection.prepare('UPDATE shares SET encrypted_dek = ? WHERE id = ?')
  const setSlot = connection.prepare(/* sql */ `
    UPDATE slots SET encrypted_value = @encrypted_value, value_verification_hash = @value_verification_hash,
      encrypted_value_verification_key = @encrypted_value_verification_key, updated_at = @now WHERE id = @id
  `)
  const event = connection.prepare(/* sql */ `
    INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, label, value, event_time)
    VALUES (?, ?, ?, 'Item', ?, 'update', 'share.updated', 'Item', ?, ?)
  `)
  const bare = connection.transaction(() => {
    const now = isoTime(systemClock.nowMs())
    for (const { id } of made.shares) {
      setShare.run(DEK, id)
      event.run(newTestId(), user.userId, user.userId, item.id, JSON.stringify({ share_id: id }), now)
    }
    for (const id of slotIds) setSlot.run({ ...VALUE, id, now })
  })
  return compare(
    'PUT /items/{id}/shares, 200 shares x 4 slots',
    '>= 0.50',
    { name: 'bare updates', measure: () => timed(SHARES_PER_CALL, (index) => index === 0 && bare.immediate()) },
    {
      name: 'dispatch',
      async measure() {
        const start = process.hrtime.bigint()
        await call(fixture, user, 'itemsIdSharesPut', { params: { id: item.id }, body })
        return { seconds: secondsSince(start), operations: SHARES_PER_CALL }
      },
    },
    ROUNDS,
  )
}

/** 1,000 received shares opened one after the other, again within the hour: beside the three bare statements. */
async function openRow(fixture: Fixture, items: readonly ItemRow[]): Promise<Row> {
  const recipient = aRecipient(fixture)
  await shareAll(fixture, items, recipient)
  const { connection } = fixture
  const ids = connection
    .prepare<[string], string>('SELECT id FROM shares WHERE recipient_id = ?')
    .pluck()
    .all(recipient.userId)
  const share = connection.prepare<[string]>('SELECT * FROM shares WHERE id = ?')
  const copy = connection.prepare<[unknown, unknown], { id: string }>(
    'SELECT * FROM items WHERE original_id = ? AND user_id = ?',
  )
  const slots = connection.prepare<[string]>('SELECT * FROM slots WHERE item_id = ? ORDER BY ordinal, created_at, id')
  const open = (id: string) => call(fixture, recipient, 'incomingSharesIdItemGet', { params: { id } })
  for (const id of ids) await open(id) // the first view of each is an event of its own
  return compare(
    'GET /incoming_shares/{id}/item, 1,000 shares',
    '>= 0.30',
    {
      name: 'three statements',
      measure: () =>
        timed(ids.length, (index) => {
          const row = share.get(ids[index] ?? '') as Readonly<Record<string, unknown>>
          slots.all(copy.get(row['item_id'], row['recipient_id'])?.id ?? '')
        }),
    },
    {
      name: 'dispatch',
      async measure() {
        const start = process.hrtime.bigint()
        for (const id of ids) await open(id)
        return { seconds: secondsSince(start), operations: ids.length }
      },
    },
    ROUNDS,
  )
}
