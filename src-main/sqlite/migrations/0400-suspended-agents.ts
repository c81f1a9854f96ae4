import type { Migration } from '../migrate.ts'

/** Agents of organizations and services can be suspended, and their sessions can be named after a program. */
export const suspendedAgents: Migration = {
  number: 400,
  name: 'suspended agents and named sessions of agents',
  up: (connection) =>
    void connection.exec(/* sql */ `
      CREATE TABLE suspended_agents (
        agent_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        suspended_by TEXT NOT NULL,    -- operator, organization: who may reinstate it
        suspended_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      ALTER TABLE agent_sessions ADD COLUMN name TEXT;  -- of the program it was made for; null: a member acts
    `),
}
