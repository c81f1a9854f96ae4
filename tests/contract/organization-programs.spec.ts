// Proves docs/contract/vault.md, Organizations: programs, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { AgentSession, OrganizationAgent } from '../../shared/contract/organization-agents.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  agentOf,
  anOrganization,
  aService,
  join,
  operatorCalls,
  organizationCalls,
  serviceAgentOf,
} from '../support/people/organizations.ts'
import type { KeptOrganization, KeptService } from '../support/people/organizations.ts'
import { connectUsers, peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const AGENTS = 'organizationsOrganizationIdAgentsGet'
const SESSIONS = 'organizationsOrganizationIdSessionsGet'
const END = 'organizationsOrganizationIdSessionsIdDelete'
const MAKE = 'organizationsOrganizationIdServicesIdSessionsPost'
const SUSPEND = 'organizationsOrganizationIdServicesIdSuspensionPut'
const DELETE = 'organizationsOrganizationIdServicesIdAgentDelete'
const LOG_IN = 'organizationsOrganizationIdServicesIdLoginPost'

interface Made {
  readonly session: AgentSession
  readonly encrypted_access_token: string
}

describeOverTransports('programs of organizations', (start) => {
  let running: TestService
  let owner: SignedInUser
  let admin: SignedInUser
  let kept: KeptOrganization
  let service: KeptService
  let agent: SignedInUser
  beforeEach(async () => {
    running = await start()
    owner = aSignedInUser(running)
    admin = aSignedInUser(running)
    kept = await anOrganization(running, owner)
    service = await aService(running, owner, kept.organization.id)
    agent = await agentOf(running, owner, kept)
    await join(running, agent, admin)
  })
  const as = (user: SignedInUser) => organizationCalls(running, user)
  const ofOrganization = () => ({ organization_id: kept.organization.id })
  const ofService = () => ({ ...ofOrganization(), id: service.service.id })
  const sessionsOf = async (user: SignedInUser) =>
    (await as(user).ok<{ sessions: AgentSession[] }>(200, SESSIONS, { params: ofOrganization() })).sessions
  const agents = async (user: SignedInUser) =>
    (await as(user).ok<{ agents: OrganizationAgent[] }>(200, AGENTS, { params: ofOrganization() })).agents
  const make = (user: SignedInUser, fields: object = {}) =>
    as(user).ok<Made>(201, MAKE, { params: ofService(), body: { name: 'Nightly run', valid_for: 600, ...fields } })
  const suspend = (suspended: boolean, user = owner) =>
    as(user).ok<{ agent: OrganizationAgent }>(200, SUSPEND, { params: ofService(), body: { suspended } })
  const byOperator = (id: string | null, suspended: boolean) =>
    operatorCalls(running).ok<{ agent: OrganizationAgent }>('managementAgentsIdSuspensionPut', {
      params: { id: id ?? '' },
      body: { suspended },
    })
  /** What a program is answered that sends this token. */
  const callWith = async (token: string) => {
    const reply = await running.send({ operation: 'vault.meGet', headers: { authorization: token } })
    return reply.ok ? reply.status : reply.body.errors[0]?.error
  }
  const told = (user: SignedInUser, subject = 'service.') =>
    peopleCalls(running, user)
      .events()
      .filter(({ name }) => name?.startsWith(subject) === true && !/requested|validated/.test(name))
      .map(({ name, value }) => [name, value?.['service_id']])

  /** The refusal of a call, which must not have changed anything. */
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }

  it('a session for a program › ends in time, is listed without its token, and ends when a member says so', async () => {
    const { session, encrypted_access_token } = await make(admin)
    const token = service.key.open(encrypted_access_token)

    expect(session).toEqual({
      id: session.id,
      service_id: service.service.id,
      name: 'Nightly run',
      opened_by_user_id: admin.userId,
      opened_by_name: null,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_till: '2026-01-01T00:10:00.000Z',
    })
    expect(await callWith(token)).toBe(200)
    expect((await sessionsOf(owner)).map(({ id, name }) => [id, name])).toEqual([
      [session.id, 'Nightly run'],
      [agent.sessionId, null],
    ])
    expect(JSON.stringify(await sessionsOf(owner))).not.toContain(token)

    await as(owner).ok(204, END, { params: { ...ofOrganization(), id: session.id } })
    expect(await callWith(token)).toBe('unauthorized')
    expect(await refused(owner, END, { params: { ...ofOrganization(), id: session.id } })).toMatchObject({
      error: 'not_found',
    })
    const id = service.service.id
    expect(told(owner)).toEqual([
      ['service.session_created', id],
      ['service.session_ended', id],
    ])
  })

  it('a session for a program › is over when its time is', async () => {
    const token = service.key.open((await make(owner)).encrypted_access_token)
    running.clock.advanceMs(600_000)
    expect(await callWith(token)).toBe('unauthorized')
    expect(await sessionsOf(owner)).not.toContainEqual(expect.objectContaining({ name: 'Nightly run' }))
  })

  it('a session for a program › is not longer than that of the member, and has a name', async () => {
    const tooLong = { params: ofService(), body: { name: 'Long', valid_for: 30 * 24 * 3600 } }
    expect(await refused(owner, MAKE, tooLong)).toMatchObject({
      error: 'valid_for_invalid',
      extra_info: { greatest_value: 7 * 24 * 3600 },
    })
    for (const body of [{ name: '', valid_for: 600 }, { name: 'x', valid_for: 'long' }, { valid_for: 600 }, {}]) {
      await refused(owner, MAKE, { params: ofService(), body })
    }
  })

  it('a session of the organization › is made, seen and ended by owners only', async () => {
    const parts = { params: { id: kept.organization.id }, body: { name: 'Backup', valid_for: 600 } }
    const { session } = await as(owner).ok<Made>(201, 'organizationsIdSessionsPost', parts)

    expect(session.service_id).toBeNull()
    expect(await sessionsOf(admin)).toEqual([])
    expect(await refused(admin, 'organizationsIdSessionsPost', parts)).toMatchObject({ error: 'role_not_sufficient' })
    const ending = { params: { ...ofOrganization(), id: session.id } }
    expect(await refused(admin, END, ending)).toMatchObject({ error: 'not_found' })
    await as(owner).ok(204, END, ending)
  })

  it('a session › of a service of another organization is not reached by this one', async () => {
    const other = await anOrganization(running, admin)
    const foreign = await aService(running, admin, other.organization.id)
    const { sessionId } = await serviceAgentOf(running, admin, foreign)
    expect(await refused(owner, END, { params: { ...ofOrganization(), id: sessionId } })).toMatchObject({
      error: 'not_found',
    })
    for (const name of [SUSPEND, DELETE, MAKE]) {
      const body = name === SUSPEND ? { suspended: true } : { name: 'x', valid_for: 600 }
      const parts = { params: { ...ofOrganization(), id: foreign.service.id }, ...(name !== DELETE && { body }) }
      expect(await refused(owner, name, parts)).toMatchObject({ error: 'not_found' })
    }
  })

  it('a session › ends with the role of who made it', async () => {
    const token = service.key.open((await make(admin)).encrypted_access_token)
    await as(owner).ok(204, 'organizationsOrganizationIdMembersIdDelete', {
      params: { ...ofOrganization(), id: admin.userId },
    })
    expect(await callWith(token)).toBe('unauthorized')
  })

  it('a suspended service › is refused every call and every login with a code of its own, until it is reinstated', async () => {
    const token = service.key.open((await make(owner)).encrypted_access_token)
    expect(await callWith(token)).toBe(200)

    expect((await suspend(true)).agent).toEqual({
      agent_id: service.service.agent_id,
      service_id: service.service.id,
      suspended_by: 'organization',
      suspended_at: '2026-01-01T00:00:00.000Z',
    })
    await suspend(true)
    expect(await callWith(token)).toBe('agent_suspended')
    const login = { params: ofService() }
    expect(await refused(owner, LOG_IN, login)).toMatchObject({ error: 'agent_suspended', http_code: 403 })
    const making = { ...login, body: { name: 'x', valid_for: 600 } }
    expect(await refused(owner, MAKE, making)).toMatchObject({ error: 'agent_suspended' })
    expect((await running.send({ operation: 'vault.meGet', headers: agent.headers })).ok).toBe(true)
    expect(await agents(aSignedInUser(running))).toMatchObject([
      { service_id: null, suspended_by: null },
      { service_id: service.service.id, suspended_by: 'organization' },
    ])

    expect((await suspend(false)).agent).toMatchObject({ suspended_by: null, suspended_at: null })
    await suspend(false)
    expect(await callWith(token)).toBe(200)
    const id = service.service.id
    expect(told(owner)).toEqual([
      ['service.session_created', id],
      ['service.suspended', id],
      ['service.reinstated', id],
    ])
  })

  it('an organization that the operator suspended › takes its services along', async () => {
    const token = service.key.open((await make(owner)).encrypted_access_token)

    await byOperator(kept.organization.agent_id, true)

    expect(await callWith(token)).toBe('agent_suspended')
    expect(await callWith(agent.token)).toBe('agent_suspended')
    expect(await refused(owner, LOG_IN, { params: ofService() })).toMatchObject({ error: 'agent_suspended' })
    expect(await refused(owner, 'organizationsIdLoginPost', { params: { id: kept.organization.id } })).toMatchObject({
      error: 'agent_suspended',
    })
    await byOperator(kept.organization.agent_id, false)
    expect([await callWith(token), await callWith(agent.token)]).toEqual([200, 200])
    expect(told(owner, 'organization.').map(([name]) => name)).toEqual([
      'organization.suspended',
      'organization.reinstated',
    ])
  })

  it('what the operator suspended › only the operator reinstates; owners do not delete it', async () => {
    await suspend(true)
    await byOperator(service.service.agent_id, true)
    await suspend(true)

    const refusal = { error: 'forbidden', extra_info: { reason: 'suspended_by_operator' } }
    const parts = { params: ofService(), body: { suspended: false } }
    expect(await refused(owner, SUSPEND, parts)).toMatchObject(refusal)
    expect(await refused(owner, DELETE, { params: ofService() })).toMatchObject(refusal)
    await byOperator(service.service.agent_id, false)
    await byOperator(service.service.agent_id, false)
    expect((await agents(owner)).map(({ suspended_by }) => suspended_by)).toEqual([null, null])

    const acts = running.connection.prepare("SELECT name FROM operator_events WHERE name LIKE '%.%ed' ORDER BY id")
    expect(acts.pluck().all().slice(-2)).toEqual(['service.suspended', 'service.reinstated'])
  })

  it('the operator › learns of an id that is no agent’s', async () => {
    const parts = { params: { id: UNKNOWN_ID }, body: { suspended: true } }
    const { ok, body } = await operatorCalls(running).send('managementAgentsIdSuspensionPut', parts)
    expect([ok, body]).toMatchObject([false, { errors: [{ error: 'not_found' }] }])
  })

  it('DELETE of a service › takes its agent, what it holds and its connections', async () => {
    const serviceAgent = await serviceAgentOf(running, owner, service)
    const person = aSignedInUser(running)
    await connectUsers(running, serviceAgent, person)
    expect(await refused(owner, DELETE, { params: ofService() })).toMatchObject({ error: 'wrong_status' })
    expect(await refused(admin, DELETE, { params: ofService() })).toMatchObject({ error: 'role_not_sufficient' })

    await suspend(true)
    await as(owner).ok(204, DELETE, { params: ofService() })

    expect(await callWith(serviceAgent.token)).toBe('unauthorized')
    expect(await as(person).ok(200, 'connectionsGet')).toMatchObject({ connections: [] })
    expect((await as(person).get(kept.organization.id)).services).toEqual([])
    const rows = running.connection.prepare('SELECT 1 FROM users WHERE id = ?')
    expect(rows.get(service.service.agent_id)).toBeUndefined()
    expect(running.connection.prepare('SELECT 1 FROM suspended_agents').all()).toEqual([])
    expect(told(owner).at(-1)).toEqual(['service.deleted', service.service.id])
  })
})
