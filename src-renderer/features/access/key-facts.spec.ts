// Proves docs/contract/window.md, Access.

import { describe, expect, it } from 'vitest'
import type { ListedKeyPair } from '../../../shared/contract/keystore-lists.ts'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { inGroups, keyIdOf, purposeOf } from './key-facts.ts'

describe('key facts', () => {
  it('reads the id of a bundle, and of nothing else', () => {
    expect(keyIdOf('pdv1.pk.kp.HC3CH2sxSVk.AAAA')).toBe('HC3C H2sx SVk')
    expect(keyIdOf('pdv1.xc.kek.-.AAAA')).toBeUndefined()
    expect(keyIdOf('-----BEGIN PUBLIC KEY-----')).toBeUndefined()
  })

  it('groups without a space at the end', () => {
    expect(inGroups('3f2a91bc')).toBe('3f2a 91bc')
  })
})

describe('purposeOf › says what a key pair is there for', () => {
  const aPair = (changes: Partial<ListedKeyPair> = {}): ListedKeyPair => ({
    id: 'pair',
    public_key: 'pdv1.pk.kp.HC3CH2sxSVk.AAAA',
    key_type: 'pdv1',
    fingerprint: 'ab'.repeat(32),
    metadata: {},
    external_identifiers: [],
    ...changes,
  })
  // What is read of them.
  const bob = { connection_id: 'c1', name: 'Bob', own_key_fingerprint: 'HC3C H2sx SVk' } as ConnectionRow
  const delegation = { kind: 'connection', connection_id: 'c1', direction: 'granted', child: false } as DelegationRow
  const around = { connections: [bob], delegations: [] as DelegationRow[], agents: new Map([['service:s1', 'Berths']]) }

  it.each([
    ['auth', { kind: 'login', name: '' }],
    ['service:s1', { kind: 'service', name: 'Berths' }],
    ['organization:gone', { kind: 'organization', name: '' }],
  ])('by its tag %s', (tag, use) => {
    expect(purposeOf(aPair({ external_identifiers: [tag] }), around)).toEqual(use)
  })

  it.each([
    ['a plain connection', [], 'connection'],
    ['somebody who acts for one', [delegation], 'delegationTo'],
    ['somebody one acts for', [{ ...delegation, direction: 'received' as const }], 'delegationFrom'],
    ['a child', [{ ...delegation, direction: 'received' as const, child: true }], 'child'],
    ['an offer only', [{ ...delegation, kind: 'offer' as const }], 'connection'],
  ])('by its connection: %s', (_, delegations, kind) => {
    expect(purposeOf(aPair(), { ...around, delegations })).toEqual({ kind, name: 'Bob' })
  })

  it('of RSA by the part of the fingerprint that people compare', () => {
    const rsa = { ...bob, own_key_fingerprint: 'abab abab abab abab abab abab abab abab' }
    const pair = aPair({ public_key: '-----BEGIN PUBLIC KEY-----', key_type: 'rsa' })

    expect(purposeOf(pair, { ...around, connections: [rsa] })).toEqual({ kind: 'connection', name: 'Bob' })
    expect(purposeOf(pair, around)).toEqual({ kind: 'nothing', name: '' })
  })
})
