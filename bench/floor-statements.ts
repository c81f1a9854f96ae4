import Database from 'better-sqlite3'
import { randomBytes } from '../src-main/crypto/random.ts'
import { uuidV7Source } from '../src-main/crypto/uuid-v7.ts'

export interface NewFloorItem {
  readonly label: string
  readonly slots_attributes: readonly { readonly label: string; readonly encrypted_value: string }[]
}

/** The bare statements that answer the same questions as the product, on the product's own tables. */
export function openFloorStatements(path: string) {
  const database = new Database(path)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536']) {
    database.pragma(pragma)
  }
  const newId = uuidV7Source(() => Date.now(), randomBytes)
  const session = database
    .prepare<[Uint8Array], string>('SELECT vault_user_id FROM sessions WHERE token_hash = ?')
    .pluck()
  const item = database.prepare<[string, string], object>('SELECT * FROM items WHERE id = ? AND user_id = ?')
  const slots = database.prepare<[string], object>(
    'SELECT * FROM slots WHERE item_id = ? ORDER BY ordinal, created_at, id',
  )
  const page = database.prepare<[string, string, string, number], { id: string; created_at: string }>(
    'SELECT * FROM items WHERE user_id = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?',
  )
  const slotsOfPage = database.prepare<[string], object>(/* sql */ `
    SELECT slots.* FROM json_each(?) AS wanted JOIN slots ON slots.item_id = wanted.value ORDER BY wanted.key, ordinal, created_at, id
  `)
  const template = database.prepare<[], string>("SELECT id FROM item_templates WHERE name = 'custom'").pluck()
  const addItem = database.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible, created_at, updated_at)
    VALUES (@id, @user, @user, @template, 'Custom', @label, @label, 1, 1, @now, @now)
  `)
  const addSlot = database.prepare(/* sql */ `
    INSERT INTO slots (id, item_id, name, label, ordinal, visible, required, slot_type_name, encrypted_value, creator, created_at, updated_at)
    VALUES (@id, @item, @label, @label, 0, 1, 0, 'key_value', @encrypted_value, 'user', @now, @now)
  `)
  const addEvent = database.prepare(/* sql */ `
    INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, label, value, event_time)
    VALUES (@id, @user, @user, 'Item', @item, 'create', 'item.created', @label, '{}', @now)
  `)

  const add = database.transaction((user: string, templateId: string, { label, slots_attributes }: NewFloorItem) => {
    const now = new Date().toISOString()
    const id = newId()
    addItem.run({ id, user, template: templateId, label, now })
    const made = slots_attributes.map((slot) => {
      const row = { id: newId(), item: id, label: slot.label, encrypted_value: slot.encrypted_value, now }
      addSlot.run(row)
      return row
    })
    addEvent.run({ id: newId(), user, item: id, label, now })
    return { item: { id, label }, slots: made }
  })

  return {
    userOf: (tokenHash: Uint8Array) => session.get(tokenHash),
    readItem(user: string, id: string) {
      const found = item.get(id, user)
      return found === undefined ? undefined : { item: found, slots: slots.all(id) }
    },
    readPage(user: string, after: readonly [string, string], limit: number) {
      const items = page.all(user, ...after, limit)
      return { items, slots: slotsOfPage.all(JSON.stringify(items.map(({ id }) => id))) }
    },
    addItem: (user: string, newItem: NewFloorItem) => add.immediate(user, template.get() ?? '', newItem),
    close: () => database.close(),
  }
}
