// Proves docs/contract/vault.md, Events: names, Organizations: services, Organizations: rights, Organizations:
// agents.

import { beforeEach, expect, it } from 'vitest'
import type { OrganizationService } from '../../shared/contract/organizations.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  agentOf,
  anOrganization,
  aRequestedService,
  aService,
  join,
  operatorCalls,
  organizationCalls,
  serviceAgentOf,
} from '../support/people/organizations.ts'
import type { KeptOrganization } from '../support/people/organizations.ts'
import { connectUsers, peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { createVaultAccount, newBundleKey, newRsaKey } from '../support/service/vault-accounts.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const GET = 'organizationsOrganizationIdServicesIdGet'
const REQUEST = 'organizationsOrganizationIdServicesPost'
const CHANGE = 'organizationsOrganizationIdServicesIdPut'
const TAKE_BACK = 'organizationsOrganizationIdServicesIdDelete'
const LOG_IN = 'organizationsOrganizationIdServicesIdLoginPost'
const REQUESTED = 'organizationsOrganizationIdRequestedServicesGet'
const rsaKey = newRsaKey()

describeOverTransports('organization services', (start) => {
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
    await join(running, agent, carlos)
  })
  const as = (user: SignedInUser) => organizationCalls(running, user)
  const params = (id?: string) => ({ organization_id: kept.organization.id, ...(id !== undefined && { id }) })
  const request = (user: SignedInUser, fields: object = {}) =>
    aRequestedService(running, user, kept.organization.id, fields)
  const requested = async (user: SignedInUser, query: object = {}) =>
    as(user).ok<ServicesPage>(200, REQUESTED, { params: params(), query })

  /** The refusal of a call, which must not have changed anything. */
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }
  const events = (user: SignedInUser) =>
    peopleCalls(running, user)
      .events()
      .filter(({ name }) => name?.startsWith('service.'))

  it.each(['owner', 'admin'])('POST services › is a request that members see, by an %s', async (role) => {
    const by = role === 'owner' ? alice : carlos
    const contract = { text: 'You agree', version: 1 }

    const service = await request(by, { description: 'Book a date', contract })

    expect(service).toEqual({
      id: service.id,
      organization_id: kept.organization.id,
      name: 'Appointments',
      description: 'Book a date',
      contract,
      status: 'requested',
      validated_by_id: null,
      agent_id: null,
      validated_at: null,
      created_at: NOW,
      rejection_reason: null,
    })
    for (const member of [alice, carlos, agent]) expect((await requested(member)).services).toEqual([service])
    for (const user of [alice, carlos, agent, stranger]) {
      const parts = { params: params(service.id) }
      expect(await refused(user, GET, parts)).toMatchObject({ error: 'not_found', http_code: 404 })
    }
    expect((await as(alice).get(kept.organization.id)).services).toEqual([])
    const told = {
      name: 'service.requested',
      eventable_type: 'Connection',
      event_type: 'milestone',
      eventable_id: service.id,
      creator: by.userId,
      value: { organization_id: kept.organization.id, service_id: service.id },
    }
    expect(events(alice)).toEqual([told])
    expect(events(carlos)).toEqual(by === carlos ? [told] : [])
  })

  it.each([
    ['text', 'Please read'],
    ['an empty text', ''],
    ['an object', { a: [1, { b: null }] }],
    ['a list', [1, 'two']],
    ['a number', 0],
    ['false', false],
    ['null', null],
    ['nothing', undefined],
  ])('POST services › keeps the contract as it was given, %s', async (_, contract) => {
    const service = await request(alice, contract === undefined ? {} : { contract })
    expect(service.contract).toEqual(contract ?? null)
    expect((await requested(alice)).services[0]?.contract).toEqual(contract ?? null)
  })

  it('POST services › takes contracts as deep as a body may be, whichever way they come', async () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? '}]"[{' : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) }
    expect((await request(alice, { contract: nested(62) })).contract).toEqual(nested(62))

    const service = { name: 'Dates', public_key: newBundleKey().publicKey, contract: nested(63) }
    const error = await refused(alice, REQUEST, { params: params(), body: { service } })
    expect(error?.http_code).toBe(400)
  })

  it('POST services › refuses what cannot be used', async () => {
    const public_key = newBundleKey().publicKey
    const parameter = async (service: object | undefined) => {
      const error = await refused(alice, REQUEST, { params: params(), body: { service } })
      return [error?.error, error?.extra_info['parameter']]
    }

    expect(await parameter(undefined)).toEqual(['param_missing', 'service'])
    expect(await parameter({ public_key })).toEqual(['param_missing', 'service.name'])
    expect(await parameter({ name: 'Dates' })).toEqual(['param_missing', 'service.public_key'])
    expect(await parameter({ name: 'Dates', public_key: 'PEM' })).toEqual(['invalid_public_key', 'service.public_key'])
    expect(await parameter({ name: 'Dates', public_key, contract: 'x'.repeat(64 * 1024) })).toEqual([
      'invalid_params',
      'service.contract',
    ])
  })

  it('PUT and DELETE services/{id} › change what waits for review, for owners and admins', async () => {
    const service = await request(alice, { description: 'Book a date', contract: 'You agree' })
    const put = { service: { name: 'Dates', contract: null, organization_id: UNKNOWN_ID, status: 'validated' } }

    const changed = await as(carlos).ok(200, CHANGE, { params: params(service.id), body: put })

    expect(changed).toEqual({
      organization: { ...kept.organization, own_role: 'admin' },
      service: { ...service, name: 'Dates', contract: null },
    })
    await as(carlos).ok(204, TAKE_BACK, { params: params(service.id) })
    expect((await requested(alice)).services).toEqual([])
    expect(events(alice).map(({ name }) => name)).toEqual(['service.requested', 'service.deleted'])
  })

  it.each([
    [REQUESTED, undefined],
    [REQUEST, { service: { name: 'Dates', public_key: newBundleKey().publicKey } }],
  ])('%s › is for members of a validated organization', async (name, body) => {
    const waiting = await as(alice).request()
    const refusal = async (user: SignedInUser, organization_id = kept.organization.id) =>
      (await refused(user, name, { params: { organization_id }, body }))?.error

    expect(await refusal(stranger)).toBe('not_organization_member')
    expect(await refusal(alice, waiting.id)).toBe('wrong_status')
    expect(await refusal(carlos, waiting.id)).toBe('not_found')
    expect(await refusal(alice, UNKNOWN_ID)).toBe('not_found')
    if (name !== REQUESTED) expect(await refusal(agent)).toBe('role_not_sufficient')
  })

  it.each([CHANGE, TAKE_BACK, LOG_IN])('%s › is for members, and says nothing to others', async (call) => {
    const waiting = await request(alice)
    const { service } = await aService(running, alice, kept.organization.id)
    const other = await anOrganization(running, stranger)
    const refusal = async (user: SignedInUser, id: string, organization_id = kept.organization.id) => {
      const parts = { params: { organization_id, id }, ...(call === CHANGE && { body: { service: { name: 'x' } } }) }
      return (await refused(user, call, parts))?.error
    }

    expect(await refusal(stranger, waiting.id)).toBe('not_found')
    expect(await refusal(stranger, service.id)).toBe('not_organization_member')
    expect(await refusal(agent, waiting.id)).toBe('role_not_sufficient')
    expect(await refusal(agent, service.id)).toBe('role_not_sufficient')
    // By way of another organization there is no such service.
    expect(await refusal(stranger, service.id, other.organization.id)).toBe('not_found')
    expect(await refusal(alice, UNKNOWN_ID)).toBe('not_found')
    expect(await refusal(alice, waiting.id, UNKNOWN_ID)).toBe('not_found')
    if (call === LOG_IN) expect(await refusal(carlos, waiting.id)).toBe('wrong_status')
    else expect(await refusal(carlos, service.id)).toBe('wrong_status')
  })

  it('validate › makes the agent of the service and shows it to all', async () => {
    const service = await request(carlos)
    const operator = operatorCalls(running)
    expect((await operator.ok<ServicesPage>('managementRequestedOrganizationServicesGet')).services).toEqual([service])

    const { service: validated } = await operator.validateService(service.id)

    expect(validated).toEqual({
      ...service,
      status: 'validated',
      validated_at: NOW,
      validated_by_id: operator.user.userId,
      agent_id: validated.agent_id,
    })
    expect(
      running.connection.prepare('SELECT user_type, full_name FROM users WHERE id = ?').get(validated.agent_id),
    ).toEqual({ user_type: 'service_agent', full_name: 'Appointments' })
    expect((await requested(alice)).services).toEqual([])
    expect(await as(stranger).ok(200, GET, { params: params(service.id) })).toEqual({
      service: validated,
    })
    expect((await as(stranger).get(kept.organization.id)).services).toEqual([validated])
    expect((await as(stranger).list()).services).toEqual([validated])
    expect(await refused(alice, GET, { params: { organization_id: UNKNOWN_ID, id: service.id } })).toMatchObject({
      error: 'not_found',
    })
    for (const user of [alice, carlos]) {
      expect(events(user).at(-1)).toMatchObject({ name: 'service.validated', creator: operator.user.userId })
    }
    expect(
      running.connection
        .prepare("SELECT name, subject_label FROM operator_events WHERE subject_type = 'service'")
        .all(),
    ).toEqual([{ name: 'service.validated', subject_label: 'Appointments' }])
  })

  it.each([
    ['with a reason', { reason: 'Which dates?' }, 'Which dates?'],
    ['without body, as published clients do', undefined, null],
  ])('reject › ends the request, %s', async (_, body, reason) => {
    const service = await request(carlos)
    const operator = operatorCalls(running)

    const { service: rejected } = await operator.rejectService(service.id, body)

    expect(rejected).toMatchObject({ status: 'rejected', rejection_reason: reason, agent_id: null })
    expect((await requested(alice)).services).toEqual([])
    expect(events(alice).at(-1)).toMatchObject({ name: 'service.rejected', value: { service_id: service.id, reason } })
    for (const name of [CHANGE, TAKE_BACK, LOG_IN]) {
      const parts = { params: params(service.id), body: { service: { name: 'x' } } }
      expect(await refused(alice, name, parts)).toMatchObject({
        error: 'wrong_status',
        http_code: 409,
        message: expect.stringContaining(' is rejected;') as string,
      })
    }
    for (const name of ['IdValidatePut', 'IdRejectDelete']) {
      const again = await operator.send(`managementRequestedOrganizationServices${name}`, {
        params: { id: service.id },
      })
      expect(again.status).toBe(409)
    }
  })

  it('requested services › are paged in order of creation', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.push((await request(alice)).id)
      running.clock.advanceMs(1000)
    }
    const first = await requested(carlos, { per_page: '2' })
    const last = await requested(carlos, { per_page: '2', next_page_after: first.next_page_after })

    expect([...first.services, ...last.services].map(({ id }) => id)).toEqual(ids)
    expect(last.next_page_after).toBeNull()
    expect(await refused(alice, REQUESTED, { params: params(), query: { next_page_after: 'x' } })).toMatchObject({
      error: 'invalid_cursor',
    })
  })

  it.each([
    ['ours', newBundleKey()],
    ['published', rsaKey],
  ])('services/{id}/login › gives owners and admins a token of the agent, key %s', async (_, key) => {
    const service = await aService(running, alice, kept.organization.id, key)

    for (const member of [alice, carlos]) {
      const serviceAgent = await serviceAgentOf(running, member, service)
      expect(await as(serviceAgent).ok(200, 'meGet')).toMatchObject({
        user: { id: service.service.agent_id, user_type: 'service_agent', full_name: 'Appointments' },
      })
    }
    expect(
      running.connection
        .prepare("SELECT creator FROM events WHERE name = 'session.created' AND user_id = ? ORDER BY id")
        .pluck()
        .all(service.service.agent_id),
    ).toEqual([alice.userId, carlos.userId])
  })

  it('GET /service_users/{id} › tells a service the keys of a user, connected or not', async () => {
    const serviceAgent = await serviceAgentOf(running, carlos, await aService(running, alice, kept.organization.id))
    const dana = await createVaultAccount(running)
    const user = { ...dana, keystoreUserId: '', sessionId: '' }
    const look = () => as(serviceAgent).ok(200, 'serviceUsersIdGet', { params: { id: dana.userId } })
    const unconnected = {
      id: dana.userId,
      public_key: dana.loginKey.publicKey,
      connection_present: false,
      connection_public_key: null,
      connection_keypair_external_id: null,
    }
    expect(await look()).toEqual({ service_user: unconnected })

    const { ofInvited } = await connectUsers(running, serviceAgent, user)

    expect(ofInvited.own.connection_type).toBe('service')
    expect(await look()).toEqual({
      service_user: {
        ...unconnected,
        connection_present: true,
        connection_public_key: ofInvited.own.user_public_key,
        connection_keypair_external_id: 'my key',
      },
    })
  })

  it('GET /service_users/{id} › is for agents of services, and only about people', async () => {
    const serviceAgent = await serviceAgentOf(running, carlos, await aService(running, alice, kept.organization.id))
    const look = (id: string) => ({ params: { id } })

    for (const user of [alice, agent, stranger]) {
      for (const id of [carlos.userId, UNKNOWN_ID]) {
        expect(await refused(user, 'serviceUsersIdGet', look(id))).toMatchObject({
          error: 'agents_only',
          http_code: 403,
        })
      }
    }
    for (const id of [UNKNOWN_ID, agent.userId, serviceAgent.userId]) {
      expect(await refused(serviceAgent, 'serviceUsersIdGet', look(id))).toMatchObject({ error: 'not_found' })
    }
    expect(await as(serviceAgent).ok(200, 'serviceUsersIdGet', look(carlos.userId))).toMatchObject({
      service_user: { public_key: null, connection_present: false },
    })
  })
})

interface ServicesPage {
  readonly services: readonly OrganizationService[]
  readonly next_page_after: string | null
}
