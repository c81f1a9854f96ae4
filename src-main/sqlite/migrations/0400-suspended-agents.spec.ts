// Proves docs/contract/vault.md, Organizations: programs.

import { expect, it } from 'vitest'
import { sqliteCredentialStore } from '../../service/credential-store.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from './all.ts'

const TIME = '2026-01-01T00:00:00.000Z'

it('step 400 › sessions of agents go on, without a name, and no agent is suspended', () => {
  const old = openDatabase({ path: ':memory:' })
  migrate(
    old,
    MIGRATIONS.filter(({ number }) => number < 400),
  )
  old.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at)
      VALUES ('ada', 'human', '${TIME}'), ('agent', 'organization_agent', '${TIME}');
    INSERT INTO organizations (id, name, public_key, status, agent_id, created_at)
      VALUES ('o', 'Clinic', 'key', 'validated', 'agent', '${TIME}');
    INSERT INTO organization_members (id, organization_id, user_id, role, created_at)
      VALUES ('m', 'o', 'ada', 'owner', '${TIME}');
    INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, valid_from, valid_till)
      VALUES (x'01', 's', 'vault', 'agent', '${TIME}', '${TIME}');
    INSERT INTO agent_sessions (session_id, organization_member_id) VALUES ('s', 'm');
  `)

  migrate(old, MIGRATIONS)

  expect(old.prepare('SELECT session_id, organization_member_id, name FROM agent_sessions').raw().all()).toEqual([
    ['s', 'm', null],
  ])
  const { findSessionByTokenHash } = sqliteCredentialStore(old)
  expect(findSessionByTokenHash(Buffer.from([1]))).toMatchObject({ id: 's', suspended: 0 })
  old.exec(
    `INSERT INTO suspended_agents (agent_id, suspended_by, suspended_at) VALUES ('agent', 'operator', '${TIME}')`,
  )
  expect(findSessionByTokenHash(Buffer.from([1]))).toMatchObject({ suspended: 1 })
})
