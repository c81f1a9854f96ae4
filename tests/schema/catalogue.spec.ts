// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { migrate } from '../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'
import { classificationStore } from '../../src-main/vault/classification/classification-store.ts'
import { itemTemplateStore } from '../../src-main/vault/item-templates/item-template-store.ts'
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

it('step 350 › nodes and templates are found by their labels from then on, and every row stays', () => {
  const old = openDatabase({ path: ':memory:' })
  migrate(
    old,
    MIGRATIONS.filter(({ number }) => number < 350),
  )
  old.exec(/* sql */ `
    INSERT INTO classification_schemes (id, name, label, owned_by_user, created_at)
      VALUES ('s1', 'tag', 'Tags', 1, '${TIME}');
    INSERT INTO users (id, user_type, joined_at) VALUES ('ada', 'human', '${TIME}');
    INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at)
      VALUES ('n1', 's1', 'ada', '2025', 'Налог 2025', '${TIME}'), ('n2', 's1', 'ada', 'stra_e', 'Straße', '${TIME}');
    INSERT INTO item_templates (id, user_id, name, label, created_at, updated_at)
      VALUES ('t1', 'ada', 'template_1', '旅行', '${TIME}', '${TIME}');
  `)

  migrate(old, MIGRATIONS)

  const nodes = classificationStore(old)
  const idOf = (label: string) => nodes.findNodeCalled('ada', 's1', { label })?.id
  expect(['налог 2025', 'Отпуск 2025', 'STRASSE', 'stra-e'].map(idOf)).toEqual(['n1', undefined, 'n2', undefined])
  expect(nodes.findNodeCalled('ada', 's1', { name: 'stra_e' })?.id).toBe('n2')
  expect(itemTemplateStore(old).findTemplateCalled('ada', { name: '旅行' })?.name).toBe('template_1')
})
