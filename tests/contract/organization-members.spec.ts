// Proves docs/contract/vault.md, Connections: connecting, Connections: ending, Events: names, Organizations: members,
// Organizations: rights.

import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../shared/contract/connections.ts'
import type { OrganizationMember } from '../../shared/contract/organization-members.ts'
import type { Organization } from '../../shared/contract/organizations.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { agentOf, anOrganization, join, organizationCalls } from '../support/people/organizations.ts'
import type { KeptOrganization } from '../support/people/organizations.ts'
import { newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/* Members of organizations, and how they come and go (docs/contract/vault.md, Organizations: members). */

const NOW = '2026-01-01T00:00:00.000Z'
const LIST = 'organizationsOrganizationIdMembersGet'
const CHANGE = 'organizationsOrganizationIdMembersIdPut'
const REMOVE = 'organizationsOrganizationIdMembersIdDelete'

describeOverTransports('organization members', (start) => {
  let running: TestService
  let alice: SignedInUser
  let carlos: SignedInUser
  let stranger: SignedInUser
  let kept: KeptOrganization
  let agent: SignedInUser
  beforeEach(async () => {
    running = await start()
    alice = aSignedInUser(running)
    carlos = aSignedInUser(running)
    stranger = aSignedInUser(running)
    kept = await anOrganization(running, alice)
    agent = await agentOf(running, alice, kept)
  })
  const as = (user: SignedInUser) => organizationCalls(running, user)
  const params = (id?: string) => ({ organization_id: kept.organization.id, ...(id !== undefined && { id }) })

  function members(user: SignedInUser, query: object = {}): Promise<MembersPage> {
    return as(user).ok(200, LIST, { params: params(), query })
  }
  const setRole = (user: SignedInUser, member: { readonly userId: string }, role: string) =>
    as(user).ok<{ organization_member: OrganizationMember }>(200, CHANGE, {
      params: params(member.userId),
      body: { organization_member: { role } },
    })
  const remove = (user: SignedInUser, id: string) => as(user).ok(204, REMOVE, { params: params(id) })

  /** The refusal of a call, which must not have changed anything. */
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }
  const events = (user: SignedInUser, prefix: string) =>
    peopleCalls(running, user)
      .events()
      .filter(({ name }) => name?.startsWith(prefix))
  const rolesOf = async (user: SignedInUser) => (await members(user)).members.map(({ id, role }) => [id, role])
  const name = (user: SignedInUser, full_name: string, email: string) =>
    as(user).ok(200, 'mePut', { body: { user: { full_name, email } } })

  it('accepting an invitation of the agent › makes a member, with a connection of that kind on both sides', async () => {
    const connection = await join(running, agent, carlos)

    const memberId = connection.own.integration_data?.organization_member_id
    const intent = {
      intent: 'member',
      organization_id: kept.organization.id,
      organization_member_role: 'admin',
      organization_member_id: memberId,
    }
    expect(memberId).toMatch(/^[0-9a-f-]{36}$/)
    expect(connection.own).toMatchObject({ connection_type: 'member', integration_data: intent })
    expect(connection.the_other_user).toMatchObject({
      connection_type: 'member',
      integration_data: intent,
      user_id: kept.organization.agent_id,
      user_type: 'organization_agent',
    })
    const invitations = await as(agent).ok<object>(200, 'invitationsGet', { query: { state: 'connected' } })
    expect(invitations).toMatchObject({ invitations: [{ integration_data: intent, invited_user_id: carlos.userId }] })
    expect(await rolesOf(alice)).toEqual([
      [alice.userId, 'owner'],
      [carlos.userId, 'admin'],
    ])
    expect((await as(carlos).list({ mode: 'member' })).organizations).toMatchObject([
      { id: kept.organization.id, own_role: 'admin' },
    ])
    const added = {
      name: 'member.added',
      eventable_type: 'Connection',
      event_type: 'create',
      eventable_id: kept.organization.id,
      creator: carlos.userId,
      value: { organization_id: kept.organization.id, role: 'admin', user_id: carlos.userId },
    }
    expect(events(carlos, 'member.')).toEqual([added])
    expect(events(agent, 'member.')).toEqual([added])
    expect(events(alice, 'member.')).toEqual([])
  })

  it('accepting an invitation of the agent › is refused to members and agents, and uses nothing up', async () => {
    await join(running, agent, carlos)
    const { token } = await peopleCalls(running, agent).invite({ organization_member_role: 'owner' })
    const body = { public_key: newConnectionKey(), connection: { invitation_token: token } }
    const other = await anOrganization(running, stranger)

    for (const member of [carlos, alice]) {
      expect(await refused(member, 'connectionsPost', { body })).toMatchObject({
        error: 'already_member',
        http_code: 409,
      })
    }
    expect(await refused(await agentOf(running, stranger, other), 'connectionsPost', { body })).toMatchObject({
      error: 'forbidden',
      http_code: 403,
      extra_info: { reason: 'user_is_agent' },
    })
    expect((await peopleCalls(running, stranger).connect(token)).connection.own.connection_type).toBe('member')
  })

  it('accepting an invitation of the agent › turns a plain connection into a member connection', async () => {
    const { token } = await peopleCalls(running, carlos).invite()
    const plain = (await peopleCalls(running, agent).connect(token)).connection
    expect(plain.own.connection_type).toBeNull()

    const connection = await join(running, agent, carlos)

    expect(connection.own).toMatchObject({ id: plain.the_other_user.id, connection_type: 'member' })
    expect(await peopleCalls(running, agent).connections()).toMatchObject([
      { own: { id: plain.own.id, connection_type: 'member' }, the_other_user: { connection_type: 'member' } },
    ])
    expect(await rolesOf(alice)).toHaveLength(2)
    expect(events(carlos, 'connection.updated')).toMatchObject([
      { event_type: 'update', value: { connection_id: connection.own.id, role: 'admin' } },
    ])
    expect(events(agent, 'connection.updated')).toHaveLength(1)
  })

  it('GET members › shows owners and the agent the members with counts', async () => {
    await name(carlos, 'Carlos Díaz', 'carlos@clinic.example')
    running.clock.advanceMs(1000)
    await join(running, agent, carlos)

    const page = await members(alice)

    expect(page).toMatchObject({
      organization: { ...kept.organization, own_role: 'owner' },
      total_count: 2,
      owners_count: 1,
      next_page_after: null,
    })
    expect(page.members).toEqual([
      { id: alice.userId, full_name: null, email: '', role: 'owner', created_at: NOW },
      {
        id: carlos.userId,
        full_name: 'Carlos Díaz',
        email: 'carlos@clinic.example',
        role: 'admin',
        created_at: '2026-01-01T00:00:01.000Z',
      },
    ])
    expect((await members(agent)).members).toEqual(page.members)
  })

  it('GET members › filters by part of name or email and by role, page by page', async () => {
    const people: readonly [string, string, 'owner' | 'admin'][] = [
      ['ÉLISE Moreau', 'em@clinic.example', 'admin'],
      ['Bob', 'moreau@post.example', 'owner'],
      ['Nora', 'nora@clinic.example', 'admin'],
    ]
    const ids: string[] = []
    for (const [full_name, email, role] of people) {
      const user = aSignedInUser(running)
      await name(user, full_name, email)
      running.clock.advanceMs(1000)
      await join(running, agent, user, role)
      ids.push(user.userId)
    }
    const found = async (query: object) => {
      const page = await members(alice, query)
      return [page.members.map(({ id }) => id), page.total_count, page.owners_count]
    }

    expect(await found({ like: 'MOREAU' })).toEqual([[ids[0], ids[1]], 2, 2])
    expect(await found({ like: 'élise' })).toEqual([[ids[0]], 1, 2])
    expect(await found({ like: 'null' })).toEqual([[], 0, 2])
    expect(await found({ like: '' })).toEqual([[alice.userId, ...ids], 4, 2])
    expect(await found({ role: 'owner' })).toEqual([[alice.userId, ids[1]], 2, 2])
    expect(await found({ role: 'admin' })).toEqual([[ids[0], ids[2]], 2, 2])
    expect(await found({ role: 'admin', like: 'moreau' })).toEqual([[ids[0]], 1, 2])

    const first = await members(alice, { per_page: '3' })
    const last = await members(alice, { per_page: '3', next_page_after: first.next_page_after })
    expect([...first.members, ...last.members].map(({ id }) => id)).toEqual([alice.userId, ...ids])
    expect([first.meta[0]?.next_page_exists, last.next_page_after, last.total_count]).toEqual([true, null, 4])
    expect(await refused(alice, LIST, { params: params(), query: { role: 'king' } })).toMatchObject({
      error: 'invalid_params',
    })
    expect(await refused(alice, LIST, { params: params(), query: { next_page_after: 'x' } })).toMatchObject({
      error: 'invalid_cursor',
    })
  })

  it.each([LIST, CHANGE, REMOVE])('%s › is for owners', async (call) => {
    await join(running, agent, carlos)
    const requested = await as(alice).request()
    const parts = (organization_id: string) => ({
      params: { organization_id, ...(call !== LIST && { id: carlos.userId }) },
      ...(call === CHANGE && { body: { organization_member: { role: 'admin' } } }),
    })
    const refusal = async (user: SignedInUser, id = kept.organization.id) =>
      (await refused(user, call, parts(id)))?.error

    expect(await refused(carlos, call, parts(kept.organization.id))).toMatchObject({
      error: 'role_not_sufficient',
      http_code: 403,
      message: 'Your role admin does not allow this in the organization; it needs the role owner.',
    })
    expect(await refusal(stranger)).toBe('not_organization_member')
    if (call !== LIST) expect(await refusal(agent)).toBe('role_not_sufficient')
    expect(await refusal(alice, requested.id)).toBe('wrong_status')
    expect(await refusal(carlos, requested.id)).toBe('not_found')
    expect(await refusal(alice, UNKNOWN_ID)).toBe('not_found')
    if (call === LIST) return
    const unknown = { ...parts(kept.organization.id), params: params(stranger.userId) }
    expect((await refused(alice, call, unknown))?.error).toBe('not_found')
  })

  it('PUT members/{id} › changes the role, by user id and by organization_member_id', async () => {
    const { own } = await join(running, agent, carlos)

    expect((await setRole(alice, carlos, 'owner')).organization_member).toMatchObject({
      id: carlos.userId,
      role: 'owner',
    })
    expect(await rolesOf(carlos)).toEqual([
      [alice.userId, 'owner'],
      [carlos.userId, 'owner'],
    ])
    await setRole(alice, { userId: own.integration_data?.organization_member_id ?? '' }, 'admin')
    await setRole(alice, carlos, 'admin')

    expect((await members(alice)).owners_count).toBe(1)
    const updated = events(carlos, 'member.updated').map(({ value }) => value?.['role'])
    expect(updated).toEqual(['owner', 'admin'])
    expect(events(agent, 'member.updated')).toMatchObject([
      { event_type: 'update', creator: alice.userId, value: { role: 'owner', user_id: carlos.userId } },
      { value: { role: 'admin' } },
    ])
    for (const body of [{ organization_member: { role: 'king' } }, { organization_member: {} }, {}]) {
      const error = await refused(alice, CHANGE, { params: params(carlos.userId), body })
      expect(error?.http_code).toBe(400)
    }
  })

  it('DELETE members/{id} › ends membership and member connection, in either order', async () => {
    const { own } = await join(running, agent, carlos)
    await remove(alice, own.integration_data?.organization_member_id ?? '')

    expect(await rolesOf(alice)).toEqual([[alice.userId, 'owner']])
    expect(await peopleCalls(running, carlos).connections()).toEqual([])
    expect((await as(carlos).list({ mode: 'member' })).organizations).toEqual([])
    expect(events(carlos, 'member.removed')).toEqual([
      {
        name: 'member.removed',
        eventable_type: 'Connection',
        event_type: 'delete',
        eventable_id: kept.organization.id,
        creator: alice.userId,
        value: { organization_id: kept.organization.id, role: 'admin', user_id: carlos.userId },
      },
    ])
    expect(events(agent, 'member.removed')).toHaveLength(1)
    expect(events(carlos, 'connection.deleted')).toHaveLength(1)

    for (const by of [carlos, agent]) {
      const { own: mine, the_other_user: agents } = await join(running, agent, carlos)
      await as(by).ok(204, 'connectionsIdDelete', { params: { id: by === carlos ? mine.id : agents.id } })
      expect(await rolesOf(alice)).toEqual([[alice.userId, 'owner']])
      expect(events(carlos, 'member.removed').at(-1)).toMatchObject({ creator: by.userId })
    }
  })

  it('DELETE members/{id} › leaves the plain connection of the first owner', async () => {
    const { token } = await peopleCalls(running, alice).invite()
    await peopleCalls(running, agent).connect(token)
    await join(running, agent, carlos, 'owner')

    await remove(alice, alice.userId)

    expect(await rolesOf(carlos)).toEqual([[carlos.userId, 'owner']])
    expect((await peopleCalls(running, alice).connections()).map(({ own }: Connection) => own.connection_type)).toEqual(
      [null],
    )
  })

  it('the last owner › can be neither removed nor demoted, and leaves neither by connection nor by deletion', async () => {
    const { own } = await join(running, agent, carlos, 'owner')
    await remove(alice, alice.userId)
    const put = { params: params(carlos.userId), body: { organization_member: { role: 'admin' } } }

    const lastOwner = { error: 'last_owner', http_code: 409 }
    expect(await refused(carlos, CHANGE, put)).toMatchObject(lastOwner)
    expect(await refused(carlos, REMOVE, { params: params(carlos.userId) })).toMatchObject(lastOwner)
    expect(await refused(carlos, 'connectionsIdDelete', { params: { id: own.id } })).toMatchObject(lastOwner)
    expect(await refused(carlos, 'meDelete', {})).toMatchObject(lastOwner)
    await as(carlos).ok(200, CHANGE, { ...put, body: { organization_member: { role: 'owner' } } })

    const owners = await agentOf(running, carlos, kept)
    await join(running, owners, alice, 'owner')
    await as(carlos).ok(204, 'meDelete')
    expect(await rolesOf(alice)).toEqual([[alice.userId, 'owner']])
    expect(running.connection.pragma('foreign_key_check')).toEqual([])
  })
})

interface MembersPage {
  readonly members: readonly OrganizationMember[]
  readonly organization: Organization
  readonly total_count: number
  readonly owners_count: number
  readonly next_page_after: string | null
  readonly meta: readonly { readonly next_page_exists: boolean }[]
}
