// Proves docs/contract/vault.md, Users: deleting, Invitations: confirming, Organizations: agents.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
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
import type { KeptOrganization, KeptService } from '../support/people/organizations.ts'
import { connectUsers, newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { sharingCallsOf } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { startService, TestService } from '../support/service/test-service.ts'

/* What agents may do, and what becomes of them and of organizations when people go. */

const CHANGE = 'organizationsOrganizationIdMembersIdPut'
const REMOVE = 'organizationsOrganizationIdMembersIdDelete'

describeOverTransports('agents of organizations', (start) => {
  let running: TestService
  let alice: SignedInUser
  let carlos: SignedInUser
  let kept: KeptOrganization
  let service: KeptService
  let agent: SignedInUser

  async function begin(settings?: Parameters<typeof startService>[0]): Promise<void> {
    running = await start(settings)
    alice = aSignedInUser(running)
    carlos = aSignedInUser(running)
    kept = await anOrganization(running, alice)
    service = await aService(running, alice, kept.organization.id)
    agent = await agentOf(running, alice, kept)
  }
  beforeEach(() => begin())
  const as = (user: SignedInUser) => organizationCalls(running, user)
  const member = (user: SignedInUser) => ({ organization_id: kept.organization.id, id: user.userId })
  const setRole = (by: SignedInUser, user: SignedInUser, role: string) =>
    as(by).ok(200, CHANGE, { params: member(user), body: { organization_member: { role } } })
  const isSignedIn = async ({ headers }: Pick<SignedInUser, 'headers'>) =>
    (await running.send({ operation: 'vault.meGet', headers })).ok

  /** The refusal of a call, which must not have changed anything. */
  async function refused(user: SignedInUser, name: string, parts: object = {}) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }

  /** A limited session that the holder of a session asks for. */
  async function limitedSession(user: SignedInUser): Promise<SignedInUser> {
    const { session } = await as(user).ok<{ session: Readonly<Record<string, string | null>> }>(
      201,
      'sessionLimitedInTimePost',
      { body: { valid_for: 600 } },
    )
    expect(session['encrypted_session_authentication_string']).toBeNull()
    return { ...user, headers: { authorization: session['session_authentication_string'] ?? '' } }
  }

  it('an agent › is refused deletion, its queue, another name and organizations of its own', async () => {
    const serviceAgent = await serviceAgentOf(running, alice, service)
    for (const user of [agent, serviceAgent]) {
      for (const name of ['meDelete', 'meDeletionQueuePost', 'meDeletionQueueDelete']) {
        expect(await refused(user, name)).toMatchObject({
          error: 'forbidden',
          http_code: 403,
          extra_info: { reason: 'user_is_agent' },
        })
      }
      for (const full_name of ['Tax office', null]) {
        expect(await refused(user, 'mePut', { body: { user: { full_name } } })).toMatchObject({ error: 'forbidden' })
      }
      const body = { name: 'Clinic', public_key: kept.key.publicKey }
      expect(await refused(user, 'organizationsPost', { body })).toMatchObject({ error: 'forbidden' })
    }
  })

  it('an agent › does not log in with its public key, and has no key-store account', async () => {
    for (const public_key of [kept.key.publicKey, service.key.publicKey]) {
      const reply = await running.send({ operation: 'vault.sessionPost', body: { public_key } })
      expect(reply).toMatchObject({ status: 401, body: { errors: [{ extra_info: { reason: 'unknown_public_key' } }] } })
    }
    const reply = await running.send({ operation: 'keystore.keypairsGet', headers: agent.headers })
    expect(reply.status).toBe(401)
  })

  it('an agent › keeps its profile, holds items, connects and shares like a user', async () => {
    const serviceAgent = await serviceAgentOf(running, alice, service)
    expect(
      await as(serviceAgent).ok(200, 'mePut', {
        body: { user: { full_name: 'Appointments', private_dek_external_id: 'dek', country: 'AU' } },
      }),
    ).toMatchObject({ user: { private_dek_external_id: 'dek', country: 'AU', full_name: 'Appointments' } })
    await connectUsers(running, serviceAgent, carlos)

    const received = sharingCallsOf(running, serviceAgent)
    const sent = sharingCallsOf(running, carlos)
    const share = await sent.share(await sent.newItem(), serviceAgent)
    expect((await received.opened(share.id)).item).toMatchObject({ user_id: serviceAgent.userId, own: false })
    const back = await received.share(await received.newItem(), carlos)
    expect((await sent.opened(back.id)).item).toMatchObject({ user_id: carlos.userId })
  })

  it('a member who loses a right › loses the sessions of agents that the right opened, and no others', async () => {
    await join(running, agent, carlos, 'owner')
    const ofCarlos = await agentOf(running, carlos, kept)
    const derived = await limitedSession(await limitedSession(ofCarlos))
    const serviceOfCarlos = await serviceAgentOf(running, carlos, service)
    const serviceOfAlice = await serviceAgentOf(running, alice, service)
    for (const session of [ofCarlos, derived, serviceOfCarlos]) expect(await isSignedIn(session)).toBe(true)

    await setRole(alice, carlos, 'admin')

    expect([await isSignedIn(ofCarlos), await isSignedIn(derived)]).toEqual([false, false])
    expect(await isSignedIn(serviceOfCarlos)).toBe(true)
    expect([await isSignedIn(agent), await isSignedIn(serviceOfAlice)]).toEqual([true, true])

    await as(alice).ok(204, REMOVE, { params: member(carlos) })

    expect(await isSignedIn(serviceOfCarlos)).toBe(false)
    expect([await isSignedIn(agent), await isSignedIn(serviceOfAlice)]).toEqual([true, true])
    expect([await isSignedIn(alice), await isSignedIn(carlos)]).toEqual([true, true])
    const ended = peopleCalls(running, serviceOfAlice)
      .events()
      .filter(({ name }) => name === 'session.deleted')
    expect(ended).toMatchObject([{ eventable_id: serviceOfCarlos.sessionId, creator: alice.userId }])
  })

  it('a member who loses a right › loses the unused member invitations made by it, and no others', async () => {
    await join(running, agent, carlos, 'owner')
    const ofCarlos = await agentOf(running, carlos, kept)
    const serviceOfCarlos = await serviceAgentOf(running, carlos, service)
    const invite = (user: SignedInUser) => peopleCalls(running, user).invite()
    const withdrawn = await peopleCalls(running, await limitedSession(ofCarlos)).invite({
      organization_member_role: 'owner',
    })
    const [ofAlice, toService] = [await invite(agent), await invite(serviceOfCarlos)]
    await join(running, ofCarlos, aSignedInUser(running))

    await setRole(alice, carlos, 'admin')
    await as(alice).ok(204, REMOVE, { params: member(carlos) })

    const body = { public_key: newConnectionKey(), connection: { invitation_token: withdrawn.token } }
    expect(await refused(carlos, 'connectionsPost', { body })).toMatchObject({ error: 'not_found', http_code: 404 })
    for (const kept of [ofAlice, toService]) {
      await peopleCalls(running, aSignedInUser(running)).connect(kept.token)
    }
    const deleted = peopleCalls(running, agent)
      .events()
      .filter(({ name }) => name === 'invitation.deleted')
    expect(deleted).toMatchObject([
      { eventable_id: withdrawn.id, creator: alice.userId, value: { invitation_id: withdrawn.id, intent: 'member' } },
    ])
    const connected = await as(agent).ok<{ invitations: readonly object[] }>(200, 'invitationsGet', {
      query: { state: 'connected' },
    })
    expect(connected.invitations).toHaveLength(3)
  })

  it('a member who leaves or is deleted › loses them too', async () => {
    const { own } = await join(running, agent, carlos, 'owner')
    const dana = aSignedInUser(running)
    await join(running, agent, dana, 'owner')
    const [ofCarlos, ofDana] = [await agentOf(running, carlos, kept), await agentOf(running, dana, kept)]

    await as(carlos).ok(204, 'connectionsIdDelete', { params: { id: own.id } })
    await as(dana).ok(204, 'meDelete')

    expect([await isSignedIn(ofCarlos), await isSignedIn(ofDana)]).toEqual([false, false])
    expect(await isSignedIn(agent)).toBe(true)
  })

  it('where the sender confirms › membership begins with the confirmation, once and for people only', async () => {
    await running.close()
    await begin({ multistepInvitations: true })
    const invite = () => peopleCalls(running, agent).invite({ organization_member_role: 'owner' })
    const accept = (token: string) => ({
      params: { invitation_token: token },
      body: { public_key: newConnectionKey() },
    })
    const [first, second] = [await invite(), await invite()]
    const other = await anOrganization(running, carlos)
    const otherAgent = await agentOf(running, carlos, other)

    const acceptPost = 'invitationsInvitationTokenAcceptPost'
    expect(await refused(alice, acceptPost, accept(first.token))).toMatchObject({ error: 'already_member' })
    expect(await refused(otherAgent, acceptPost, accept(first.token))).toMatchObject({ error: 'forbidden' })
    await as(carlos).ok(200, acceptPost, accept(first.token))
    await as(carlos).ok(200, acceptPost, accept(second.token))
    const own = async () => (await as(carlos).get(kept.organization.id)).organization.own_role
    expect(await own()).toBeNull()

    const confirm = (id: string) => ({ params: { invitation_id: id }, body: {} })
    const confirmed = await as(agent).ok<{ connection: object; invitation: object }>(
      200,
      'invitationsInvitationIdConfirmPost',
      confirm(first.id),
    )

    const integration_data = { intent: 'member', organization_member_id: expect.any(String) as string }
    expect(confirmed).toMatchObject({
      invitation: { state: 'connected', integration_data },
      connection: { own: { connection_type: 'member', integration_data } },
    })
    expect(await own()).toBe('owner')
    expect(await refused(agent, 'invitationsInvitationIdConfirmPost', confirm(second.id))).toMatchObject({
      error: 'already_member',
    })
  })

  it('deleting a user › ends memberships and takes along what was not approved; what was approved stays', async () => {
    const dana = aSignedInUser(running)
    const ofDana = await anOrganization(running, dana)
    await join(running, await agentOf(running, dana, ofDana), alice, 'owner')
    await join(running, agent, dana)
    const operator = operatorCalls(running)
    await as(dana).request()
    await operator.reject((await as(dana).request()).id)
    const waiting = await aRequestedService(running, dana, kept.organization.id)
    await operator.rejectService((await aRequestedService(running, dana, kept.organization.id)).id)
    const approved = await aService(running, dana, kept.organization.id)
    const told = (user: SignedInUser) => peopleCalls(running, user).events()
    const before = [told(alice).length, told(agent).length]

    await as(dana).ok(204, 'meDelete')

    expect(running.connection.prepare('SELECT id, requestor_id FROM organizations ORDER BY id').all()).toEqual([
      { id: kept.organization.id, requestor_id: alice.userId },
      { id: ofDana.organization.id, requestor_id: null },
    ])
    expect(running.connection.prepare('SELECT id FROM organization_services ORDER BY id').pluck().all()).toEqual([
      service.service.id,
      approved.service.id,
    ])
    expect(running.connection.prepare('SELECT DISTINCT user_id FROM organization_members').pluck().all()).toEqual([
      alice.userId,
    ])
    expect((await as(alice).get(ofDana.organization.id)).organization).toMatchObject({
      requestor_id: null,
      own_role: 'owner',
    })
    expect(told(alice).slice(before[0])).toMatchObject([
      { name: 'service.deleted', value: { service_id: waiting.id } },
      { name: 'service.deleted' },
    ])
    expect(
      told(agent)
        .slice(before[1])
        .map(({ name }) => name),
    ).toEqual(['member.removed', 'connection.deleted'])
    expect(running.connection.pragma('foreign_key_check')).toEqual([])
  })
})
