import { randomBytes } from '../src-main/crypto/random.ts'
import { sodium } from '../src-main/crypto/sodium.ts'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { newTestId } from '../tests/support/service/builders.ts'
import { VALUE } from './share-world.ts'
import type { Recipient, SharedItem } from './share-world.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 24
const PADDED_BYTES = 64
const KEY_CONTENT_BYTES = 74
const HEAD = 'pdv1.xc.sh.ZzlwAvNgP9Y.'
/** As long as the head and the two ids that a value is bound to. */
const PLACE = `pdv1.xc.sh.ZzlwAvNgP9Y\0${JSON.stringify([newTestId(), newTestId()])}`

const key = randomBytes(KEY_BYTES)
const padded = new Uint8Array(PADDED_BYTES)
const verifier = randomBytes(KEY_BYTES)
const sealedValue = sealText(padded)
const sealedVerifier = sealText(verifier)
const box = { publicKey: sodium.crypto_box_keypair(), content: new Uint8Array(KEY_CONTENT_BYTES) }
const sealedBox = sodium.crypto_box_seal(box.content, box.publicKey.publicKey)

function sealText(content: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(content, PLACE, null, nonce, key)
  return HEAD + Buffer.concat([nonce, sealed]).toString('base64url')
}

function openText(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(HEAD.length), 'base64url')
  const [nonce, sealed] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, PLACE, nonce, key)
}

function textOf(bytes: Uint8Array): string {
  return HEAD + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url')
}

/** Bare primitives as the shares need them, with the results as text. */
export const bareCrypto = {
  /** The key of a share to its recipient. */
  sealKey: () => textOf(sodium.crypto_box_seal(box.content, box.publicKey.publicKey)),
  openKey: () => sodium.crypto_box_seal_open(sealedBox, box.publicKey.publicKey, box.publicKey.privateKey),
  /** An own value of the owner. */
  openOwn: () => openText(sealedValue),
  /** A value under the key of a share, its verification key, and the hash that this makes. */
  sealShared() {
    const fresh = randomBytes(KEY_BYTES)
    return {
      value: sealText(padded),
      key: sealText(fresh),
      hash: textOf(sodium.crypto_generichash(KEY_BYTES, `${PLACE}\0${VALUE}`, fresh)),
    }
  },
  openReceived() {
    openText(sealedValue)
    sodium.crypto_generichash(KEY_BYTES, `${PLACE}\0${VALUE}`, openText(sealedVerifier))
  },
  /** A received value and its verification key under the recipient's own key. */
  sealCopy: () => ({ value: sealText(padded), key: sealText(verifier) }),
}

/** The statements that sharing cannot do without, on the tables of the service with their indices and triggers. */
export function bareStatements(connection: Connection, owner: string) {
  const items = connection.prepare<[string]>('SELECT * FROM items WHERE id IN (SELECT value FROM json_each(?))')
  const itemSlots = connection.prepare<[string]>(
    'SELECT * FROM slots WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id, ordinal, created_at, id',
  )
  const addShareRow = connection.prepare(/* sql */ `
    INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, encrypted_dek, sharing_mode,
      acceptance_required, created_at, values_in_copy)
    VALUES (@id, @owner, @owner, @to, @item, @publicKey, @dek, 'owner', 'acceptance_not_required', @now, 1)
  `)
  const addCopy = connection.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name, label,
      ordinal, visible, created_at, updated_at)
    VALUES (@copy, @to, @owner, @item, @id, @template, 'Custom', 'item', 'Item', 0, 1, @now, @now)
  `)
  const addSlot = connection.prepare(/* sql */ `
    INSERT INTO slots (id, item_id, original_id, name, label, ordinal, visible, required, slot_type_name,
      encrypted_value, encrypted_value_verification_key, value_verification_hash, creator, created_at, updated_at)
    VALUES (@slot, @copy, @original, @label, @label, 0, 1, 0, 'key_value', @value, @key, @hash, 'user', @now, @now)
  `)
  const addEvent = connection.prepare(/* sql */ `
    INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, label, value, event_time)
    VALUES (@event, @user, @owner, 'Item', @copy, @type, @name, 'Item', @details, @now)
  `)
  const sharesOfItem = connection.prepare<[string]>('SELECT * FROM shares WHERE item_id = +? ORDER BY created_at, id')
  const setShareKey = connection.prepare('UPDATE shares SET encrypted_dek = @dek WHERE id = @id')
  const setValue = connection.prepare(/* sql */ `
    UPDATE slots SET encrypted_value = @value, encrypted_value_verification_key = @key, value_verification_hash = @hash,
      updated_at = @now WHERE id = @slot
  `)
  const setCopyValue = connection.prepare(/* sql */ `
    UPDATE slots SET encrypted_value = @value, encrypted_value_verification_key = @key, updated_at = @now
    WHERE id = @slot
  `)
  const share = connection.prepare<[string], Readonly<Record<string, unknown>>>('SELECT * FROM shares WHERE id = ?')
  const copyOf = connection.prepare<[unknown, unknown], { readonly id: string }>(
    'SELECT * FROM items WHERE original_id = ? AND user_id = ?',
  )
  const slotsOf = connection.prepare<[string], { readonly id: string }>(
    'SELECT * FROM slots WHERE item_id = ? ORDER BY ordinal, created_at, id',
  )
  const now = () => isoTime(systemClock.nowMs())
  const event = (of: object, user: string, type: string, name: string): void => {
    addEvent.run({ ...of, owner, event: newTestId(), user, type, name, details: JSON.stringify(of), now: now() })
  }

  return {
    transaction: (work: () => void) => connection.transaction(work).immediate(),
    readItems(list: readonly SharedItem[]): void {
      const ids = JSON.stringify(list.map(({ id }) => id))
      items.all(ids)
      itemSlots.all(ids)
    },
    /** A share with its copy, values and two events. */
    addShare(item: SharedItem, { userId: to, publicKey }: Recipient, dek: string, values: readonly object[]): void {
      const ids = { id: newTestId(), copy: newTestId(), item: item.id }
      const common = { ...ids, owner, to, now: now() }
      addShareRow.run({ ...common, publicKey, dek })
      addCopy.run({ ...common, template: item.template })
      for (const [index, { id: original, label }] of item.slots.entries())
        addSlot.run({ ...common, ...values[index], slot: newTestId(), original, label })
      event(ids, owner, 'milestone', 'share.created')
      event(ids, to, 'create', 'share.received')
    },
    readSharesOfItem: (item: SharedItem) => sharesOfItem.all(item.id),
    updateShare({ id, copy, user, slots }: BareShare, dek: string, values: readonly object[]): void {
      setShareKey.run({ id, dek })
      for (const [index, slot] of slots.entries()) setValue.run({ ...values[index], slot, now: now() })
      event({ copy }, user, 'update', 'share.updated')
    },
    readShare(id: string): BareShare {
      const row = share.get(id) ?? {}
      const copy = copyOf.get(row['item_id'], row['recipient_id'])?.id ?? ''
      const slots = slotsOf.all(copy).map((slot) => slot.id)
      return { id, copy, user: String(row['recipient_id']), slots }
    },
    noteView({ copy, user }: BareShare): void {
      event({ copy }, user, 'view', 'bench.viewed')
    },
    reencrypt({ id, copy, user, slots }: BareShare, values: readonly object[]): void {
      for (const [index, slot] of slots.entries()) setCopyValue.run({ ...values[index], slot, now: now() })
      setShareKey.run({ id, dek: null })
      event({ copy }, user, 'update', 'share.encrypted')
    },
  }
}

export type BareStatements = ReturnType<typeof bareStatements>

/** A share as the floor reads it. */
export interface BareShare {
  readonly id: string
  readonly copy: string
  readonly user: string
  readonly slots: readonly string[]
}
