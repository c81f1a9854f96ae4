// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
})

afterEach(() => {
  connection.close()
})

const TIME = '2026-01-01T00:00:00.000Z'
const IMAGE = `INSERT INTO images VALUES ('i1', 'car.png', 'image/png', 'ab', '${TIME}', x'89')`

function fill(): void {
  connection.exec(/* sql */ `
    INSERT INTO classification_schemes (id, name, label, owned_by_user, created_at)
      VALUES ('s1', 'wallet', 'Wallet', 0, '${TIME}');
    INSERT INTO classification_nodes (id, scheme_id, name, label, created_at)
      VALUES ('n1', 's1', 'travel', 'Travel', '${TIME}');
    INSERT INTO item_templates (id, name, label, created_at, updated_at)
      VALUES ('t1', 'travel', 'Travel', '${TIME}', '${TIME}');
    INSERT INTO template_slots (item_template_id, id, name, label, slot_type_name, created_at, updated_at)
      VALUES ('t1', 'ts1', 'carrier', 'Carrier', 'key_value', '${TIME}', '${TIME}');
  `)
}

describe('catalogue', () => {
  it('an image that something shows cannot go', () => {
    fill()
    connection.exec(IMAGE)

    for (const table of ['classification_nodes', 'item_templates']) {
      connection.exec(`UPDATE ${table} SET image_id = 'i1'`)
      expect(() => connection.exec('DELETE FROM images')).toThrow('FOREIGN KEY')
      expect(() => connection.exec(`UPDATE ${table} SET image_id = 'none'`)).toThrow('FOREIGN KEY')
      connection.exec(`UPDATE ${table} SET image_id = NULL`)
    }
    connection.exec('DELETE FROM images')
  })

  it('what the operator did is neither changed nor deleted', () => {
    connection.exec(
      `INSERT INTO operator_events VALUES ('e1', 'image.created', 'image', 'i1', 'car.png', NULL, NULL, '${TIME}')`,
    )

    expect(() => connection.exec("UPDATE operator_events SET name = 'image.deleted'")).toThrow('stays as it was')
    expect(() => connection.exec('DELETE FROM operator_events')).toThrow('stays as it was')
    expect(connection.prepare('SELECT name FROM operator_events').pluck().all()).toEqual(['image.created'])
  })
})
