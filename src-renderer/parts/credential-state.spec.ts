// Proves docs/contract/window.md, What is stale.

import { expect, it } from 'vitest'
import { credentialState } from './credential-state.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const [PAST, FUTURE] = ['2026-11-08T00:00:00Z', '2027-01-01T00:00:00Z']

it.each([
  ['active', PAST, FUTURE, 'active'],
  ['active', PAST, null, 'active'],
  ['active', PAST, PAST, 'expired'],
  ['active', PAST, '2026-11-20T18:00:00Z', 'expired'],
  ['active', FUTURE, null, 'notYet'],
  ['active', '2026-11-20T18:01:00Z', null, 'active'],
  ['suspended', PAST, PAST, 'suspended'],
  ['revoked', FUTURE, null, 'revoked'],
  [undefined, PAST, FUTURE, 'active'],
  [undefined, PAST, PAST, 'expired'],
  ['unknown', PAST, FUTURE, 'unknown'],
  ['unknown', PAST, PAST, 'expired'],
  ['active', null, FUTURE, 'active'],
  ['active', PAST, '"2020"', 'unknown'],
] as const)('credentialState › %s, from %s until %s › is %s', (status, from, until, state) => {
  expect(credentialState({ status, from, until }, NOW)).toBe(state)
})
