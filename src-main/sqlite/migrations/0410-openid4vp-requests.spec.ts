// Proves docs/contract/exchange.md, Verifier: OpenID4VP.

import { expect, it } from 'vitest'
import { verifierRequestStore } from '../../verifier/verifier-request-store.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from './all.ts'

const TIME = '2026-01-01T00:00:00.000Z'

it('step 410 › requests made before are for OpenID4VP wallets, too, and their answers came by the deep link', () => {
  const old = openDatabase({ path: ':memory:' })
  migrate(
    old,
    MIGRATIONS.filter(({ number }) => number < 410),
  )
  for (const [id, definition] of [
    ['of-definition', '{"id":"of-definition","input_descriptors":[]}'],
    ['of-query', '{"id":"of-query","dcql_query":{"credentials":[]}}'],
  ] as const) {
    old
      .prepare(
        `INSERT INTO presentation_definitions (id, definition, created_by_key, created_at) VALUES (?, ?, 'key', ?)`,
      )
      .run(id, definition, TIME)
    old
      .prepare(/* sql */ `
        INSERT INTO verifier_requests (id, definition_id, state, created_at, expires_at, binding, max_attempts,
          attempt_count, fetch_count, refusal_count, policy, wallet_scheme, on_valid)
        VALUES (?, ?, 'waiting', ?, ?, 'if_present', 20, 1, 0, 0, '{}', 'vaultbench-wallet', '{"kind":"none"}')
      `)
      .run(id, id, TIME, TIME)
    old
      .prepare(
        'INSERT INTO verifier_attempts (id, request_id, received_at, bytes, http_status) VALUES (?, ?, ?, 1, 200)',
      )
      .run(`attempt-${id}`, id, TIME)
  }

  migrate(old, MIGRATIONS)
  const store = verifierRequestStore(old)

  expect(store.find('of-definition')).toMatchObject({
    client_id_prefix: 'decentralized_identifier',
    query_language: 'presentation_exchange',
    asked: null,
  })
  expect(store.find('of-query')).toMatchObject({ query_language: 'dcql', asked: null })
  expect(store.findAttempt('of-query', 'attempt-of-query')).toMatchObject({ door: 'presentations' })
})
