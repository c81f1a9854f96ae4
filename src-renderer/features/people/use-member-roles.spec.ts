// Proves docs/contract/window.md, People.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { answer, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { useMemberRoles } from './use-member-roles.ts'

const { start, answerTo, calls } = fakeCalls('user', 'vault')
const OWN = 'organizationsGet'
const MEMBERS = 'organizationsOrganizationIdMembersGet'

type Known = Pick<ConnectionRow, 'connection_type' | 'user_id'>
const withClinic: Known = { connection_type: 'member', user_id: 'vault-clinic' }
const withBob: Known = { connection_type: null, user_id: 'vault-clinic' }

let role: 'owner' | 'admin' = 'admin'

beforeEach(() => {
  resetBridge()
  start()
  role = 'admin'
  const agent = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({
    users: [aUser('alice'), aUser('clinic', { user_type: 'organization_agent', agent })],
  }))
  answerTo(OWN, ({ query }) =>
    query?.['next_page_after'] === undefined
      ? { organizations: [{ agent_id: 'vault-other', own_role: 'owner' }], next_page_after: 'second' }
      : { organizations: [{ agent_id: 'vault-clinic', own_role: role }], next_page_after: null },
  )
  answerTo(MEMBERS, () => ({ members: [{ id: 'vault-alice', role: 'owner' }], next_page_after: null }))
})

const rolesOf = async (actor: string, connections: readonly Known[]) =>
  (await mountSetupIn([], () => useMemberRoles(actor, () => connections as readonly ConnectionRow[]))).result

describe('the role that a connection stands for', () => {
  it('is the own one in the organization, as that says it now', async () => {
    const roleOf = await rolesOf('alice', [withClinic])

    await vi.waitFor(() => expect(roleOf(withClinic)).toBe('admin'))
    expect(roleOf(withBob)).toBeUndefined()
    role = 'owner'
    const change = { eventable_type: 'OrganizationMember', eventable_id: 'm1', item_id: null, share_id: null }
    push({ type: 'change', vault_user_id: 'vault-alice', name: 'member.updated', ...change })
    await vi.waitFor(() => expect(roleOf(withClinic)).toBe('owner'))
  })

  it('is that of the member where the actor is the organization', async () => {
    const roleOf = await rolesOf('clinic', [{ connection_type: 'member', user_id: 'vault-alice' }])

    await vi.waitFor(() => expect(roleOf({ connection_type: 'member', user_id: 'vault-alice' })).toBe('owner'))
    expect(calls(MEMBERS)[0]?.params).toEqual({ organization_id: 'o1' })
  })

  it('is not asked for without a member connection', async () => {
    await rolesOf('alice', [withBob])

    expect(calls(OWN)).toEqual([])
  })

  it('is not said where the service refuses it', async () => {
    answerTo(OWN, () => {
      throw refusal('forbidden', 403)
    })
    const roleOf = await rolesOf('alice', [withClinic])

    await vi.waitFor(() => expect(calls(OWN)).toHaveLength(1))
    expect(roleOf(withClinic)).toBeUndefined()
  })
})
