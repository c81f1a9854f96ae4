import type { Connection } from '../../../src-main/sqlite/database.ts'
import { openDatabase } from '../../../src-main/sqlite/database.ts'
import { migrate } from '../../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../../src-main/sqlite/migrations/all.ts'

/** An empty database in memory with all tables. */
export function newDatabase(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  return connection
}

/** How SQLite reads, one line a step, when every parameter of the statement is `value`. */
export function planOf(sql: string, value: string): readonly string[] {
  const connection = newDatabase()
  const parameters = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, value]))
  const steps = connection.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(parameters)
  connection.close()
  return steps.map(({ detail }) => detail)
}

/** All rows of the tables. */
export function contentOf(connection: Connection, tables: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(tables.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]))
}

/** One row in every table of accounts. */
export function fillAccounts(connection: Connection): void {
  connection.exec(/* sql */ `
    INSERT INTO users (id, user_type, full_name, email, joined_at, private_dek_external_id)
      VALUES ('vault-1', 'human', 'Ada', 'ada@example.org', '2026-01-01T00:00:00.000Z', 'dek-1');
    INSERT INTO keystore_users (id, username, srp_salt, srp_verifier, vault_user_id, created_at)
      VALUES ('ks-1', 'ada', 'aa', 'bb', 'vault-1', '2026-01-01T00:00:00.000Z');
    INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till)
      VALUES (x'01', 'session-1', 'keystore', 'vault-1', 'ks-1', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z');
    INSERT INTO admission_tokens VALUES (x'02', 'at-1', x'aabb', 'ks-1', 'vault-1', '2026-01-01T00:00:00.000Z');
    INSERT INTO login_keys VALUES (x'03', 'lk-1', 'ks-1', 'backup', '2026-01-01T00:00:00.000Z', NULL);
    INSERT INTO subscription_keys (key_hash, id, name, created_at) VALUES (x'04', 'sk-1', 'partner', '2026-01-01T00:00:00.000Z');
    INSERT INTO failed_attempts VALUES ('srp:ada', 1767225600000);
  `)
}

/** Takes steps 400 and 410 back: unlike the steps before them, they cannot be made over what they made before. */
export const TAKE_BACK_LAST_STEPS = /* sql */ `
  DROP TABLE suspended_agents;
  ALTER TABLE agent_sessions DROP COLUMN name;
  ALTER TABLE verifier_requests DROP COLUMN client_id_prefix;
  ALTER TABLE verifier_requests DROP COLUMN query_language;
  ALTER TABLE verifier_requests DROP COLUMN asked;
  ALTER TABLE verifier_attempts DROP COLUMN door;
`
