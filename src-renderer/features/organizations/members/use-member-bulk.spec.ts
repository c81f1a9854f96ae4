// Proves docs/contract/window.md, Everywhere: undo, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import { answer, aStatus, aUser, push, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { aMember, answerVault, membersPage, startVault, vaultCalls } from '../testing/fake-vault.ts'
import { mountSetup } from '../testing/mount-organizations.ts'
import { useMemberBulk } from './use-member-bulk.ts'
import { memberName, useMembers } from './use-members.ts'

const LIST = 'organizationsOrganizationIdMembersGet'
const PUT = 'organizationsOrganizationIdMembersIdPut'
const DELETE = 'organizationsOrganizationIdMembersIdDelete'
const MANY = 5000

let all: readonly OrganizationMember[] = []
/** Whom the service refuses to change or remove. */
let guarded: ReadonlySet<string> = new Set()

function refuseGuarded(id: string | undefined): void {
  if (id !== undefined && guarded.has(id)) throw refusal('last_owner', 409, 'this is the last owner')
}

beforeEach(() => {
  resetBridge()
  startVault()
  guarded = new Set()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  all = [
    aMember('vault-dana', { role: 'owner', full_name: 'Dana' }),
    ...['Alice', 'Bob', 'Carlos'].map((full_name) => aMember(full_name.toLowerCase(), { full_name })),
  ]
  answerVault(LIST, ({ query = {} }) => {
    const [from, size] = [Number(query['next_page_after'] ?? 0), Number(query['per_page'])]
    const next = from + size < all.length ? { next: String(from + size) } : {}
    const owners = all.filter(({ role }) => role === 'owner').length
    return membersPage(all.slice(from, from + size), { total: all.length, owners, ...next })
  })
  answerVault(PUT, ({ params, body }) => {
    refuseGuarded(params?.['id'])
    const { role } = (body as { organization_member: { role: 'owner' | 'admin' } }).organization_member
    all = all.map((one) => (one.id === params?.['id'] ? { ...one, role } : one))
    return { organization_member: all.find(({ id }) => id === params?.['id']) }
  })
  answerVault(DELETE, ({ params }) => {
    refuseGuarded(params?.['id'])
    all = all.filter(({ id }) => id !== params?.['id'])
    return null
  })
})

async function start() {
  const made = await mountSetup(() => {
    const members = useMembers('dana', 'o1', () => true)
    return { members, bulk: useMemberBulk('dana', () => members) }
  })
  await vi.waitFor(() => expect(made.members.rows.page.value).toBeDefined())
  return made
}

const numbers = (...rows: readonly number[]): ReadonlySet<string> => new Set(rows.map(String))
const changedIds = () => vaultCalls(PUT).map(({ params }) => params?.['id'])
const removedIds = () => vaultCalls(DELETE).map(({ params }) => params?.['id'])
const rolesOf = () => Object.fromEntries(all.map(({ full_name, role }) => [full_name, role]))
const namesOf = (members: readonly OrganizationMember[]) => members.map(memberName)

describe('many members at once', () => {
  it('get a role, one after the other, and their former roles back with Undo', async () => {
    all = all.map((one) => (one.id === 'bob' ? { ...one, role: 'owner' } : one))
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    await bulk.changeRoles('owner')
    expect(changedIds()).toEqual(['alice', 'carlos'])
    expect(members.rows.rows.value.map(({ role }) => role)).toEqual(['owner', 'owner', 'owner', 'owner'])
    expect(bulk.selected.value).toEqual([])
    const toast = useToasts().toasts.at(-1)
    expect(toast?.text).toBe('Alice and Carlos are owners now.')
    guarded = new Set(['carlos'])
    expect(await useToasts().undo(toast?.id ?? 0)).toBe(false)
    expect(useToasts().toasts.at(-1)?.text).toMatch(/^1 was refused\. Carlos: .+/)
    expect(rolesOf()).toEqual({ Dana: 'owner', Alice: 'admin', Bob: 'owner', Carlos: 'owner' })
    guarded = new Set()
    expect(await useToasts().undo(toast?.id ?? 0)).toBe(true)
    expect(rolesOf()).toEqual({ Dana: 'owner', Alice: 'admin', Bob: 'owner', Carlos: 'admin' })
    expect(changedIds()).toEqual(['alice', 'carlos', 'alice', 'carlos', 'carlos'])
  })

  it('leave out the last owner, who is named', async () => {
    const { members, bulk } = await start()
    await members.selection.choose(numbers(0, 1))
    expect(bulk.left.value && memberName(bulk.left.value)).toBe('Dana')
    expect(members.isLastOwner(all[0] as OrganizationMember)).toBe(true)
    await bulk.changeRoles('admin')
    bulk.remove()
    useToasts().flush()
    await vi.waitFor(() => expect(removedIds()).toEqual(['alice']))
    expect(changedIds()).toEqual([])
  })

  it('leave out the acting owner where there are others too', async () => {
    all = all.map((one) => ({ ...one, role: 'owner' }))
    const { members, bulk } = await start()
    await members.selection.choose(numbers(0, 1, 2, 3))
    await bulk.changeRoles('admin')
    expect(rolesOf()).toEqual({ Dana: 'owner', Alice: 'admin', Bob: 'admin', Carlos: 'admin' })
  })

  it('stay selected where the service refuses, each with its name and reason; the rest is done', async () => {
    guarded = new Set(['bob'])
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    await bulk.changeRoles('owner')
    expect(rolesOf()).toMatchObject({ Alice: 'owner', Bob: 'admin', Carlos: 'owner' })
    expect(namesOf(bulk.selected.value)).toEqual(['Bob'])
    expect(bulk.refused.value.map(({ name }) => name)).toEqual(['Bob'])
    expect(useToasts().toasts.at(-1)?.text).toMatch(/^Alice and Carlos are owners now\. 1 was refused\. Bob: .+/)
  })

  it('get no further role once somebody stops it, and a message says how many are left', async () => {
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    const changing = bulk.changeRoles('owner')
    expect(bulk.progress.value).toEqual({ done: 0, of: 3 })
    bulk.stop()
    await changing

    expect(changedIds()).toEqual(['alice'])
    expect(useToasts().toasts.at(-1)).toMatchObject({
      text: 'Alice is an owner now. Cancelled after 1 of 3; 2 are left unchanged.',
      tone: 'warn',
    })
  })

  it('get their former roles back until Undo is stopped; the next Undo does the rest', async () => {
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    await bulk.changeRoles('owner')
    const changed = useToasts().toasts.at(-1)

    const undoing = useToasts().undoLast()
    useToasts().stop(changed?.id ?? 0)

    expect(await undoing).toMatchObject({ undone: false })
    expect(useToasts().toasts.at(-1)?.text).toBe('Cancelled after 1 of 3; 2 are left unchanged.')
    expect(await useToasts().undo(changed?.id ?? 0)).toBe(true)
    expect(changedIds().slice(3)).toEqual(['alice', 'bob', 'carlos'])
  })

  it('leave the list together and the organization after the time for Undo; who is refused comes back', async () => {
    guarded = new Set(['bob'])
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    bulk.remove()
    expect(namesOf(members.rows.rows.value)).toEqual(['Dana'])
    expect(removedIds()).toEqual([])
    useToasts().flush()
    await vi.waitFor(() => expect(namesOf(members.rows.rows.value)).toEqual(['Dana', 'Bob']))
    expect(removedIds()).toEqual(['alice', 'bob', 'carlos'])
    expect(bulk.refused.value.map(({ name }) => name)).toEqual(['Bob'])
    expect(useToasts().toasts.at(-1)?.text).toMatch(/^1 was refused\. Bob: .+/)
  })

  it('are all back with Undo, and nothing was sent', async () => {
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2))
    bulk.remove()
    const held = useToasts().toasts.at(-1)
    expect(held?.text).toContain('2 members removed by')
    if (held) void useToasts().undo(held.id)
    expect(namesOf(members.rows.rows.value)).toEqual(['Dana', 'Alice', 'Bob', 'Carlos'])
    useToasts().flush()
    expect(removedIds()).toEqual([])
  })

  it('are not read to be selected; only selecting all reads them, and the list once after the changes', async () => {
    all = [...all, ...Array.from({ length: MANY - all.length }, (_, place) => aMember(`m${place}`))]
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 40))
    expect(vaultCalls(LIST)).toHaveLength(1)
    await members.selection.choose(numbers(...Array.from({ length: MANY }, (_, place) => place)))
    expect(bulk.removable.value).toHaveLength(MANY - 1)
    const pages = vaultCalls(LIST).length
    expect(pages).toBe(1 + Math.ceil((MANY - 50) / 500))

    await members.selection.choose(numbers(1, 40, 4999))
    const change = { eventable_type: 'Connection', eventable_id: 'c', item_id: null, share_id: null } as const
    const changing = bulk.changeRoles('owner')
    push({ type: 'change', vault_user_id: 'vault-bob', name: 'member.updated', ...change })
    await changing
    expect(changedIds()).toHaveLength(3)
    expect(vaultCalls(LIST)).toHaveLength(2 * pages)
  })

  it('are forgotten, and no more of them changed, when the user is locked', async () => {
    const { members, bulk } = await start()
    await members.selection.choose(numbers(1, 2, 3))
    const changing = bulk.changeRoles('owner')
    push({ type: 'users', users: [aUser('dana', { state: 'locked' })] })
    await changing
    expect(bulk.selected.value).toEqual([])
    expect(changedIds()).toEqual(['alice'])
  })
})
