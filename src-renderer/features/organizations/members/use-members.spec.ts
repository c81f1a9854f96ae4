// Proves docs/contract/window.md, Everywhere: undo, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { answer, aStatus, aUser, push, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { ref } from 'vue'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import { byRole } from '../../../ui/testing/mount-ui.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { aMember, answerVault, membersPage, startVault, vaultCalls } from '../testing/fake-vault.ts'
import { mountSetup } from '../testing/mount-organizations.ts'
import { useMemberChanges } from './use-member-changes.ts'
import { memberName, useMembers } from './use-members.ts'

const LIST = 'organizationsOrganizationIdMembersGet'
const PUT = 'organizationsOrganizationIdMembersIdPut'
const DELETE = 'organizationsOrganizationIdMembersIdDelete'

let all: readonly OrganizationMember[] = []

/** Answers pages of the list as the service does; the cursor is the place of the next row. */
function answerPages(): void {
  answerVault(LIST, ({ query = {} }) => {
    const wanted = all.filter(
      ({ full_name, role }) =>
        (query['role'] === undefined || role === query['role']) &&
        (typeof query['like'] !== 'string' || (full_name ?? '').includes(query['like'])),
    )
    const [from, size] = [Number(query['next_page_after'] ?? 0), Number(query['per_page'])]
    const next = from + size < wanted.length ? { next: String(from + size) } : {}
    const owners = all.filter(({ role }) => role === 'owner').length
    return membersPage(wanted.slice(from, from + size), { total: wanted.length, owners, ...next })
  })
}

beforeEach(() => {
  resetBridge()
  startVault()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  all = [aMember('vault-dana', { role: 'owner', full_name: 'Dana' }), aMember('m1', { full_name: 'Alice' })]
  answerPages()
  answerVault(PUT, ({ params, body }) => {
    const { role } = (body as { organization_member: { role: 'owner' | 'admin' } }).organization_member
    all = all.map((one) => (one.id === params?.['id'] ? { ...one, role } : one))
    return { organization_member: all.find(({ id }) => id === params?.['id']) }
  })
  answerVault(DELETE, ({ params }) => {
    all = all.filter(({ id }) => id !== params?.['id'])
    return null
  })
})

const mountMembers = (allowed = () => true) => mountSetup(() => useMembers('dana', 'o1', allowed))
const mountChanges = () =>
  mountSetup(() => {
    const members = useMembers('dana', 'o1', () => true)
    return { members, changes: useMemberChanges('dana', () => members) }
  })
const read = (members: { rows: { page: { value: unknown } } }) =>
  vi.waitFor(() => expect(members.rows.page.value).toBeDefined())

describe('the members of an organization', () => {
  it('are read in a small page first, and further as they come into view', async () => {
    all = Array.from({ length: 1300 }, (_, place) => aMember(`m${place}`))
    const members = await mountMembers()
    await read(members)
    expect(members.rows.count.value).toBe(1300)
    expect(members.rows.rows.value).toHaveLength(50)

    await members.rows.show(0, 40)
    expect(vaultCalls(LIST)).toHaveLength(1)
    await members.rows.show(590, 640)
    expect(vaultCalls(LIST).map(({ query }) => query)).toEqual([
      { per_page: 50 },
      { per_page: 500, next_page_after: '50' },
      { per_page: 500, next_page_after: '550' },
    ])
    expect(members.rows.at(640)?.id).toBe('m640')
  })

  it('are filtered by the service', async () => {
    const members = await mountMembers()
    await read(members)
    members.like.value = 'Ali'
    await vi.waitFor(() => expect(members.rows.rows.value.map(memberName)).toEqual(['Alice']))
    members.like.value = ''
    members.only('owner')
    await vi.waitFor(() => expect(members.rows.rows.value.map(memberName)).toEqual(['Dana']))
    expect(vaultCalls(LIST).at(-1)?.query).toEqual({ per_page: 50, role: 'owner' })
  })

  it('are not asked for where the role does not show them, and forgotten when it is lost', async () => {
    const allowed = ref(false)
    const members = await mountMembers(() => allowed.value)
    expect(vaultCalls(LIST)).toHaveLength(0)
    allowed.value = true
    await read(members)
    allowed.value = false
    await vi.waitFor(() => expect(members.rows.rows.value).toEqual([]))
  })

  it('are forgotten at once when the user is locked', async () => {
    const members = await mountMembers()
    await read(members)
    push({ type: 'users', users: [aUser('dana', { state: 'locked' })] })
    expect(members.rows.rows.value).toEqual([])
    expect(members.rows.page.value).toBeUndefined()
  })

  it('are read again when a membership changed, whoever is told', async () => {
    const members = await mountMembers()
    await read(members)
    all = [...all, aMember('m2', { full_name: 'Bob' })]
    const change = { eventable_type: 'Connection', eventable_id: 'c', item_id: null, share_id: null } as const
    push({ type: 'change', vault_user_id: 'vault-bob', name: 'member.added', ...change })
    await vi.waitFor(() => expect(members.rows.rows.value.map(memberName)).toContain('Bob'))
  })

  it('leave the list at once and the organization after the time for Undo', async () => {
    const { members, changes } = await mountChanges()
    await read(members)
    changes.askToRemove(aMember('m1', { full_name: 'Alice' }))
    expect(members.rows.rows.value.map(memberName)).toEqual(['Dana'])
    expect(members.rows.count.value).toBe(1)
    expect(vaultCalls(DELETE)).toHaveLength(0)
    useToasts().flush()
    await vi.waitFor(() => expect(vaultCalls(DELETE)[0]?.params).toEqual({ organization_id: 'o1', id: 'm1' }))
  })

  it('come back when the service refuses, with the reason', async () => {
    answerVault(DELETE, () => {
      throw refusal('role_not_sufficient', 403, 'your role does not allow this')
    })
    const { members, changes } = await mountChanges()
    await read(members)
    changes.askToRemove(aMember('m1', { full_name: 'Alice' }))
    useToasts().flush()
    await vi.waitFor(() => expect(members.rows.rows.value.map(memberName)).toEqual(['Dana', 'Alice']))
    expect(useToasts().toasts.at(-1)?.text).toContain('Your role does not allow this.')
  })

  it('get another role at once, and the former one back with Undo', async () => {
    const { members, changes } = await mountChanges()
    await read(members)
    changes.askForRole(aMember('m1', { full_name: 'Alice' }), 'owner')
    await vi.waitFor(() => expect(members.rows.rows.value[1]?.role).toBe('owner'))
    const toast = useToasts().toasts.at(-1)
    expect(toast?.text).toBe(text('organizations.members.changed.owner', { name: 'Alice' }))
    void useToasts().undo(toast?.id ?? 0)
    await vi.waitFor(() => expect(members.rows.rows.value[1]?.role).toBe('admin'))
  })

  it('keep their last owner: nothing is sent, and who could take over is named', async () => {
    const { members, changes } = await mountChanges()
    await read(members)
    const dana = aMember('vault-dana', { role: 'owner' })
    changes.askToRemove(dana)
    expect(changes.stuck.value?.id).toBe('vault-dana')
    changes.askForRole(dana, 'admin')
    expect(vaultCalls(PUT)).toHaveLength(0)
    expect((await members.successors()).map(memberName)).toEqual(['Alice'])
  })

  it('believe the service when it knows better who is the last owner', async () => {
    answerVault(PUT, () => {
      throw refusal('last_owner', 409)
    })
    all = [...all, aMember('m2', { role: 'owner' })]
    const { members, changes } = await mountChanges()
    await read(members)
    changes.askForRole(aMember('m2', { role: 'owner' }), 'admin')
    await vi.waitFor(() => expect(changes.stuck.value?.id).toBe('m2'))
  })

  it('are asked before they take something from themselves', async () => {
    all = [...all, aMember('m2', { role: 'owner' })]
    const { members, changes } = await mountChanges()
    await read(members)
    changes.askForRole(aMember('vault-dana', { role: 'owner' }), 'admin')
    await vi.waitFor(() => expect(document.body.textContent).toContain(text('organizations.members.demote.title')))
    expect(vaultCalls(PUT)).toHaveLength(0)
    byRole('button', text('organizations.members.demote.confirm')).click()
    await vi.waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
    expect(vaultCalls(PUT)).toHaveLength(1)
  })
})
