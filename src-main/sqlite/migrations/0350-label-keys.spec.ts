// Proves docs/contract/vault.md, Machine names.

import { expect, it } from 'vitest'
import { classificationStore } from '../../vault/classification/classification-store.ts'
import { itemTemplateStore } from '../../vault/item-templates/item-template-store.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from './all.ts'

const TIME = '2026-01-01T00:00:00.000Z'

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
