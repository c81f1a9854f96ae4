// Proves docs/contract/window.md, Acting for others.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, aStatus, aUser, push, resetBridge } from '../session/testing/fake-bridge.ts'
import { useActing } from '../session/acting.ts'
import { emptyRoute, mountSetupIn } from '../session/testing/mount-window.ts'
import { useToasts } from '../ui/toasts.ts'
import { useEndedDelegations } from './use-ended-delegations.ts'

const ROUTES = [emptyRoute('people', '/u/:actor/people/:tab?/:id?'), emptyRoute('items', '/u/:actor/items')]
const ENDED = { type: 'delegation-ended', user_id: 'carol', name: 'Carol', through_user_id: 'alice' } as const

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('carol')] }))
})

async function mountAt(address: string) {
  const { router } = await mountSetupIn(ROUTES, () => {
    useEndedDelegations()
    return true
  })
  await router.push(address)
  useActing().actAs('carol')
  return router
}

const said = (): readonly string[] => useToasts().toasts.map(({ text }) => text)

describe('useEndedDelegations', () => {
  it('leaves a page of the account for the delegate’s own delegations, and says why', async () => {
    const router = await mountAt('/u/carol/items')

    push(ENDED)

    await vi.waitFor(() => expect(said()).toHaveLength(1))
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/people/delegations')
    expect(said()[0]).toContain('Alice no longer acts for Carol')
    expect(useActing().user?.id).toBe('alice')
  })

  it('stays on a page of somebody else', async () => {
    const router = await mountAt('/u/alice/items')

    push(ENDED)

    expect(said()).toHaveLength(1)
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items')
  })
})
