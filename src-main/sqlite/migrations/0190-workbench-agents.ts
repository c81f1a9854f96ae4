import type { Migration } from '../migrate.ts'

export const workbenchAgents: Migration = {
  number: 190,
  name: 'workbench_agents',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE workbench_agents (
        id TEXT PRIMARY KEY NOT NULL,         -- id within the workspace, UUID version 7
        vault_user_id TEXT NOT NULL,
        full_name TEXT NOT NULL,              -- of the organization or service
        organization_id TEXT NOT NULL,
        service_id TEXT,                      -- null: the organization itself
        through_user_id TEXT NOT NULL         -- who opened it last, with a key of the own key store
          REFERENCES workbench_users (id) ON DELETE CASCADE,
        colour INTEGER NOT NULL,              -- position in the list of actor colours, from 0
        key_fingerprint TEXT NOT NULL,        -- of the public key of the organization or service
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE UNIQUE INDEX workbench_agents_of ON workbench_agents (organization_id, ifnull(service_id, ''));
      CREATE INDEX workbench_agents_through ON workbench_agents (through_user_id);
    `)
  },
}
