// Proves docs/contract/window.md, What is stale.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { answer, push } from '../../../session/testing/fake-bridge.ts'
import { holdInWallet, mountWallet, resetWallet, settle } from '../testing/mount-wallet.ts'
import { aCredential } from '../testing/samples.ts'

beforeEach(() => {
  resetWallet()
  holdInWallet([aCredential('licence'), aCredential('badge', { title: 'Staff badge' })])
})

/** Titles of the cards that are highlighted now. */
const flashing = (): readonly string[] =>
  [...document.querySelectorAll('li a[data-flash]')].map(
    (card) => /Staff badge|Driving licence/.exec(card.textContent)?.[0] ?? '',
  )

it('highlights the card whose credential ends while it is seen, and no other', async () => {
  await mountWallet()
  expect(document.querySelectorAll('li a')).toHaveLength(2)
  expect(flashing()).toEqual([])

  holdInWallet([
    aCredential('licence'),
    aCredential('badge', { title: 'Staff badge', expires: '2001-01-01T00:00:00Z' }),
  ])
  push({ type: 'wallet', user_id: 'bob', run_id: null })

  await vi.waitFor(() => expect(flashing()).toEqual(['Staff badge']))
})

it('highlights the card whose issuer changed its status', async () => {
  await mountWallet()
  const issued = { id: 'i1', credential_id: 'urn:uuid:licence', status: 'revoked' }
  answer('issuedRows', () => ({ rows: [issued], matching: 1 }))

  push({ type: 'exchange', part: 'issued' })

  await vi.waitFor(() => expect(flashing()).toEqual(['Driving licence']))
})

it('highlights no card when the statuses come after the credentials', async () => {
  const rows = ['active', 'revoked'].map((status, at) => ({
    id: `i${at}`,
    credential_id: `urn:uuid:${['licence', 'badge'][at]}`,
    status,
  }))
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answer('issuedRows', () => promise)
  await mountWallet()
  expect(document.querySelectorAll('li a')).toHaveLength(2)

  resolve({ rows, matching: 2 })

  await vi.waitFor(() => expect(document.body.textContent).toContain(text('parts.credentialState.revoked')))
  expect(flashing()).toEqual([])
})

it('highlights no card that only came or moved', async () => {
  await mountWallet()

  holdInWallet([aCredential('new', { title: 'Staff badge' }), aCredential('badge'), aCredential('licence')])
  push({ type: 'wallet', user_id: 'bob', run_id: null })

  await vi.waitFor(() => expect(document.querySelectorAll('li a')).toHaveLength(3))
  await settle()
  expect(flashing()).toEqual([])
})
