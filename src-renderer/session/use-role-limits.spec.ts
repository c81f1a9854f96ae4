// Proves docs/contract/window.md, Acting for others.

import { beforeEach, describe, expect, it } from 'vitest'
import type { DelegationRule } from '../../shared/contract/delegation-rights.ts'
import { DELEGATION_ROLES } from '../../shared/contract/delegation-rights.ts'
import { itemOperations } from '../../shared/contract/items.ts'
import { text } from '../i18n/i18n.ts'
import { answer, aStatus, aUser, resetBridge } from './testing/fake-bridge.ts'
import { mountSetupIn } from './testing/mount-window.ts'
import { useRoleLimits } from './use-role-limits.ts'

const through = { through_user_id: 'bob', through_name: 'Bob', connection_id: 'c', child: false }

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({
    users: [aUser('bob'), ...DELEGATION_ROLES.map((role) => aUser(role, { delegation: { ...through, role } }))],
  }))
})

async function limitsOf(actor: string) {
  const { result } = await mountSetupIn([], () => useRoleLimits(actor))
  return (delegation: DelegationRule) => result({ delegation })
}

describe('useRoleLimits', () => {
  it.each([
    { actor: 'bob', refused: [] },
    { actor: 'owner', refused: ['refused'] },
    { actor: 'admin', refused: ['refused', 'owner'] },
    { actor: 'reader', refused: ['refused', 'owner', 'admin'] },
  ])('refuses $actor only $refused', async ({ actor, refused }) => {
    const whyNot = await limitsOf(actor)
    const rules = ['ignored', 'refused', ...DELEGATION_ROLES] as const
    expect(rules.filter((rule) => whyNot(rule) !== undefined)).toEqual(refused)
  })

  it('says the reason, and takes it from the operation', async () => {
    const { result: whyNot } = await mountSetupIn([], () => useRoleLimits(() => 'reader'))
    expect(whyNot(itemOperations.itemsPost)).toBe(text('app.actingFor.whyNot.reader'))
    expect(whyNot(itemOperations.itemsGet)).toBeUndefined()
  })
})
