import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { localKey, newDataEncryptionKey } from '../src-main/crypto/keys.ts'
import { sealSlotValue } from '../src-main/crypto/seal.ts'
import type { Service } from '../src-main/composition/open-service.ts'
import { createService } from '../src-main/composition/open-service.ts'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import { blockFilesIn } from '../src-main/sqlite/block-files.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { closeDatabase, openDatabase } from '../src-main/sqlite/database.ts'
import type { SignedInUser } from '../tests/support/service/builders.ts'
import { aSignedInUser, newTestId } from '../tests/support/service/builders.ts'
import { benchLog } from './program-log.ts'

/** A database file with one signed-in user, as every benchmark begins. */
export interface Fixture {
  readonly path: string
  readonly connection: Connection
  readonly service: Service
  readonly user: SignedInUser
  close(): void
}

export function openFixture(): Fixture {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const path = join(directory, 'vault.db')
  const { connection, service } = openService(path)
  const user = aSignedInUser({ connection, clock: systemClock })
  return {
    path,
    connection,
    service,
    user,
    close() {
      closeDatabase(connection)
      rmSync(directory, { recursive: true })
    },
  }
}

/** The service as the program runs it, without the workbench: blocks of files lie in a folder beside its database. */
export function openService(path: string): { readonly connection: Connection; readonly service: Service } {
  const connection = openDatabase({ path })
  const service = createService({
    connection,
    clock: systemClock,
    log: benchLog,
    localKey: localKey(new Uint8Array(32).fill(1)),
    blockFiles: blockFilesIn(join(dirname(path), 'files')),
    settings: { requireSubscriptionKey: false, separateTokens: false, operatorPasswordHash: () => undefined },
  })
  return { connection, service }
}

const key = newDataEncryptionKey()

/** The body of an item with four sealed slots. */
export function itemBody(number: number) {
  const slots = ['Number', 'Valid until', 'Issued by', 'Note']
  return {
    template_name: 'custom',
    item: {
      label: `Item ${number}`,
      slots_attributes: slots.map((label) => ({
        label,
        encrypted_value: sealSlotValue(key, { slotName: label }, `${label} of item ${number}`),
      })),
    },
  }
}

/** Adds items through the service. Returns their ids. */
export async function addItems({ service, user }: Fixture, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const reply = await service.dispatch({
      operation: 'vault.itemsPost',
      headers: user.headers,
      body: itemBody(number),
    })
    if (!reply.ok) throw new Error(JSON.stringify(reply.body))
    // The reply schema of itemsPost names the id.
    ids.push((reply.body as { item: { id: string } }).item.id)
  }
  return ids
}

/** Puts many items straight into the tables, four slots each; for benchmarks about size, not about writing. */
export function addManyItems(
  { connection, user }: { readonly connection: Connection; readonly user: Pick<SignedInUser, 'userId'> },
  count: number,
): void {
  const template = connection.prepare<[], string>("SELECT id FROM item_templates WHERE name = 'custom'").pluck().get()
  const item = connection.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible, created_at, updated_at)
    VALUES (@id, @user, @user, @template, 'Custom', @name, @label, 1, 1, @at, @at)
  `)
  const slot = connection.prepare(/* sql */ `
    INSERT INTO slots (id, item_id, name, label, ordinal, visible, required, slot_type_name, encrypted_value, creator, created_at, updated_at)
    VALUES (@id, @item, @name, @name, @ordinal, 1, 0, 'key_value', @value, 'user', @at, @at)
  `)
  const value = sealSlotValue(key, { slotName: 'value' }, 'the same value in every slot')
  const start = systemClock.nowMs() - count
  connection.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const at = isoTime(start + number)
      const id = newTestId()
      item.run({ id, user: user.userId, template, name: `item_${number}`, label: `Item ${number}`, at })
      for (let ordinal = 0; ordinal < 4; ordinal += 1) {
        slot.run({ id: newTestId(), item: id, name: `slot_${ordinal}`, ordinal, value, at })
      }
    }
  })()
}
