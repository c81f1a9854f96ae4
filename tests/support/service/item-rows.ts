import { newTestId, UNKNOWN_ID } from './builders.ts'
import type { TestService } from './test-service.ts'

type Running = Pick<TestService, 'connection'>

/** An attachment as a row, for rules that look at its id only: it has no file. */
export function anAttachment({ connection }: Running, userId: string): string {
  const id = newTestId()
  connection.prepare('INSERT INTO attachments (id, user_id) VALUES (?, ?)').run(id, userId)
  return id
}

/** An attachments folder, as a row. */
export function aFolder({ connection }: Running, userId: string): string {
  const id = newTestId()
  connection.prepare('INSERT INTO attachments_folders (id, user_id) VALUES (?, ?)').run(id, userId)
  return id
}

/** A duplicate of somebody's item with one slot, as rows: without a share, and without the item. */
export function aDuplicate({ connection }: Running, userId: string, ownerId: string): { id: string; slotId: string } {
  const id = newTestId()
  const slotId = newTestId()
  const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']
  connection
    .prepare(/* sql */ `
      INSERT INTO items (id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name, label,
        ordinal, visible, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, 'Custom', 'shared', 'Shared', 0, 1, ?, ?)
    `)
    .run(id, userId, ownerId, newTestId(), UNKNOWN_ID, UNKNOWN_ID, ...times)
  connection
    .prepare(/* sql */ `
      INSERT INTO slots (item_id, ordinal, created_at, id, name, label, visible, required, slot_type_name, original_id,
        creator, updated_at)
      VALUES (?, 0, ?, ?, 'pin', 'PIN', 1, 0, 'password', ?, 'user', ?)
    `)
    .run(id, times[0], slotId, UNKNOWN_ID, times[1])
  return { id, slotId }
}

/** Events in the feed of a user, oldest first. */
export function eventsOf({ connection }: Running, userId: string): readonly EventRow[] {
  return connection
    .prepare<[string], Omit<EventRow, 'value'> & { readonly value: string | null }>(
      'SELECT id, parent_id, name, eventable_type, eventable_id, event_type, label, value FROM events WHERE user_id = ? ORDER BY id',
    )
    .all(userId)
    .map((row) => ({ ...row, value: JSON.parse(row.value ?? 'null') as unknown }))
}

export interface EventRow {
  readonly id: string
  readonly parent_id: string | null
  readonly name: string
  readonly eventable_type: string
  readonly eventable_id: string
  readonly event_type: string
  readonly label: string | null
  readonly value: unknown
}
