import { labelKey } from '../../../shared/contract/machine-name.ts'
import type { Migration } from '../migrate.ts'

/** Nodes and templates get a normalized label by which they are found in any script. */
export const labelKeys: Migration = {
  number: 350,
  name: 'label keys',
  up(connection) {
    for (const table of ['classification_nodes', 'item_templates']) {
      connection.exec(/* sql */ `
        -- The label in NFC, trimmed and case-folded: equal keys are one label.
        ALTER TABLE ${table} ADD COLUMN label_key TEXT NOT NULL DEFAULT '';
      `)
      const rows = connection.prepare<[], { id: string; label: string }>(`SELECT id, label FROM ${table}`).all()
      const update = connection.prepare<[string, string]>(`UPDATE ${table} SET label_key = ? WHERE id = ?`)
      for (const { id, label } of rows) update.run(labelKey(label), id)
    }
    connection.exec(/* sql */ `
      CREATE INDEX nodes_by_label ON classification_nodes (scheme_id, label_key, user_id);
      CREATE INDEX templates_by_label ON item_templates (label_key, user_id);
    `)
  },
}
