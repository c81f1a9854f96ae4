// Proves docs/contract/vault.md, Delegation header, Invitations, Share intents, Connections, Connections: connecting,
// Connections: ending, Delegations, Delegations: taking back, Client tasks, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../shared/contract/connections.ts'
import type { DelegationInvitation } from '../../shared/contract/delegation-invitations.ts'
import type { Invitation } from '../../shared/contract/invitations.ts'
import type { DelegationRole } from '../../shared/contract/delegation-rights.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { IN_PROCESS } from '../../src-main/service/call.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import { agentOf, anOrganization, join, organizationCalls } from '../support/people/organizations.ts'
import {
  actingFor,
  aDelegation,
  asDelegate,
  delegationCalls,
  handOver,
  offerAndAccept,
} from '../support/people/delegations.ts'
import { anItemToIntend, connectUsers, newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { connect } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const PLAIN = { connection_type: null, integration_data: null, delegation_token: null, delegation_role: null }

describeOverTransports('delegations', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  })
  const as = (user: Caller) => peopleCalls(running, user)

  /** A refusal that changes nothing. */
  async function refused(user: Caller, name: string, parts: object = {}) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }
  const put = async (user: Caller, id: string, body: object) =>
    (await as(user).ok<{ connection: Connection }>(200, 'connectionsIdPut', { params: { id }, body })).connection
  const tasksOf = async (user: Caller) =>
    (
      await as(user).ok<{ client_tasks: { work_type: string; target_id: string; state: string }[] }>(
        200,
        'clientTaskQueueGet',
      )
    ).client_tasks.map(({ work_type, target_id, state }) => ({ work_type, target_id, state }))
  const offerTo = (delegation_token: string, delegate_role: DelegationRole = 'reader') => ({
    public_key: newConnectionKey(),
    invitation: { delegation_token, delegate_role },
  })

  it('POST /invitations › carries a delegation, whose token only its sender sees', async () => {
    const { delegation_token: token } = await delegationCalls(running, ada).make({ delegation_role: 'admin' })

    const invitation = await as(ada).invite({ delegation_token: token, delegate_role: 'admin' })

    const integration_data = { intent: 'delegate', role: 'admin', delegation_token: token }
    const shown = { connection_type: 'delegate', delegation_role: 'admin' }
    expect(invitation).toMatchObject({ ...shown, delegation_token: token, integration_data })
    const read = await as(bob).ok<{ invitation: object }>(200, 'invitationsIdGet', {
      params: { token: invitation.token },
    })
    expect(read.invitation).toMatchObject({ ...shown, delegation_token: null })
    expect(read.invitation).toMatchObject({ integration_data: { intent: 'delegate', role: 'admin' } })
    expect(JSON.stringify(read)).not.toContain(token)
  })

  it('POST /invitations › refuses tokens that are not those of an unclaimed delegation of the sender with the role', async () => {
    const { delegation_token: own } = await delegationCalls(running, ada).make()
    const { delegation_token: foreign } = await delegationCalls(running, bob).make()
    const { token: used } = await aDelegation(running, ada, bob)
    const { delegation_token: late } = await delegationCalls(running, ada).make()
    running.connection
      .prepare('UPDATE delegations SET expire_at = ? WHERE delegation_token = ?')
      .run('2026-01-01T00:00:00.000Z', late)
    const field = 'invitation.delegation_token'
    for (const [body, error, parameter] of [
      [offerTo(UNKNOWN_ID), 'delegation_token_missing', field],
      [offerTo(foreign), 'delegation_token_missing', field],
      [offerTo(own, 'owner'), 'delegation_token_missing', field],
      [offerTo(used), 'delegation_token_missing', field],
      [offerTo(late), 'delegation_token_missing', field],
      [{ ...offerTo(own), invitation: { delegate_role: 'reader' } }, 'delegation_token_missing', field],
      [{ ...offerTo(own), invitation: { delegation_token: own } }, 'delegate_role_invalid', 'invitation.delegate_role'],
      [
        { ...offerTo(own), invitation: { delegation_token: own, delegate_role: 'guest' } },
        'delegate_role_invalid',
        'invitation.delegate_role',
      ],
    ] as const) {
      expect(await refused(ada, 'invitationsPost', { body })).toMatchObject({
        error,
        http_code: 400,
        extra_info: { parameter },
      })
    }
  })

  it('POST /connections › whoever accepts is the delegate, and the owner is asked for the key', async () => {
    const { token, connection, ownerSideId } = await offerAndAccept(running, ada, bob, 'admin')

    const common = {
      integration_data: { intent: 'delegate', role: 'admin', delegation_token: token },
      delegation_token: token,
      delegation_role: 'admin',
    }
    expect(connection.own).toMatchObject({ ...common, user_id: bob.userId, connection_type: 'delegate' })
    expect(connection.the_other_user).toMatchObject({ ...common, user_id: ada.userId, connection_type: null })
    const filtered = async (user: Caller, delegation: string) => (await as(user).connections({ delegation })).length
    expect([
      await filtered(ada, 'granted_to_the_other_user'),
      await filtered(ada, 'granted_to_me'),
      await filtered(bob, 'granted_to_the_other_user'),
      await filtered(bob, 'granted_to_me'),
    ]).toEqual([1, 0, 0, 1])
    expect(await tasksOf(ada)).toEqual([{ work_type: 'setup_key_delegation', target_id: ownerSideId, state: 'todo' }])
    expect(await tasksOf(bob)).toEqual([])
  })

  it('POST /connections › makes the connection there is a delegation; its keys stay', async () => {
    const { ofInvited } = await connectUsers(running, ada, bob)
    const { delegation_token: token } = await delegationCalls(running, ada).make()
    const invitation = await as(ada).invite({ delegation_token: token, delegate_role: 'reader' })

    const reply = await as(bob).connect(invitation.token)

    expect(reply).toMatchObject({
      connection_existed_already: true,
      connection: {
        own: { id: ofInvited.own.id, user_public_key: ofInvited.own.user_public_key, connection_type: 'delegate' },
        the_other_user: { connection_type: null, delegation_token: token },
      },
    })
    expect(as(ada).events().slice(-2)).toMatchObject([
      { name: 'connection.updated', creator: bob.userId, value: { role: 'reader' } },
      { name: 'task.created' },
    ])
  })

  it('POST /connections › delegation_exists in either direction, wrong_status for a member, forbidden for agents', async () => {
    await aDelegation(running, ada, bob)
    const offer = async (from: Caller) => {
      const { delegation_token } = await delegationCalls(running, from).make()
      return as(from).invite({ delegation_token, delegate_role: 'reader' })
    }
    const accept = (token: string) => ({
      body: { public_key: newConnectionKey(), connection: { invitation_token: token } },
    })
    expect(await refused(bob, 'connectionsPost', accept((await offer(ada)).token))).toMatchObject({
      error: 'delegation_exists',
      http_code: 409,
    })
    expect(await refused(ada, 'connectionsPost', accept((await offer(bob)).token))).toMatchObject({
      error: 'delegation_exists',
    })

    const carol = aSignedInUser(running)
    const kept = await anOrganization(running, carol)
    const agent = await agentOf(running, carol, kept)
    expect(await refused(agent, 'connectionsPost', accept((await offer(ada)).token))).toMatchObject({
      error: 'forbidden',
      http_code: 403,
    })
    await join(running, agent, ada)
    const [own] = (await as(ada).connections()).filter(({ own }) => own.connection_type === 'member')
    expect(
      await refused(ada, 'connectionsIdPut', { params: { id: own?.own.id }, body: { role: 'reader' } }),
    ).toMatchObject({
      error: 'wrong_status',
      http_code: 409,
    })
  })

  it('POST /connections › a plain invitation leaves a delegation as it is', async () => {
    const { token } = await aDelegation(running, ada, bob)

    await as(ada).connect((await as(bob).invite()).token)

    expect(await as(bob).connections()).toMatchObject([
      { own: { connection_type: 'delegate', delegation_token: token } },
    ])
  })

  it('a token › serves one connection, however often it was offered', async () => {
    const { delegation_token: token } = await delegationCalls(running, ada).make()
    const offer = { delegation_token: token, delegate_role: 'reader' }
    const [first, second] = [await as(ada).invite(offer), await as(ada).invite(offer)]
    const carol = aSignedInUser(running)
    const { ofInvited } = await connectUsers(running, carol, ada)
    const body = { connection_id: ofInvited.own.id, delegation_token: token, delegation_role: 'reader' }
    const { delegation_invitation } = await as(ada).ok<{ delegation_invitation: DelegationInvitation }>(
      201,
      'delegationInvitationsPost',
      { body },
    )
    await as(bob).connect(first.token)

    const dave = aSignedInUser(running)
    const accept = { body: { public_key: newConnectionKey(), connection: { invitation_token: second.token } } }
    expect(await refused(dave, 'connectionsPost', accept)).toMatchObject({ error: 'delegation_exists', http_code: 409 })
    const at = { params: { id: delegation_invitation.id } }
    expect(await refused(carol, 'delegationInvitationsIdAcceptPut', at)).toMatchObject({ error: 'delegation_exists' })
    const parts = { params: { id: ofInvited.own.id }, body: { role: 'reader', delegation_token: token } }
    expect(await refused(ada, 'connectionsIdPut', parts)).toMatchObject({ error: 'delegation_token_missing' })
  })

  it('PUT /connections/{id} › begins one, changes its role in both parts, and ends it', async () => {
    const { ofInvited } = await connectUsers(running, bob, ada)
    const { id } = ofInvited.own
    const stored = () => running.connection.prepare('SELECT delegation_role FROM delegations').pluck().all()

    const made = await put(ada, id, { role: 'reader' })
    expect(made).toMatchObject({
      own: { connection_type: null, delegation_role: 'reader' },
      the_other_user: { connection_type: 'delegate', user_id: bob.userId },
    })
    expect(stored()).toEqual(['reader'])
    expect(await tasksOf(ada)).toEqual([{ work_type: 'setup_key_delegation', target_id: id, state: 'todo' }])

    expect(await put(ada, id, { role: 'owner' })).toMatchObject({
      own: { delegation_role: 'owner', delegation_token: made.own.delegation_token },
    })
    expect(stored()).toEqual(['owner'])
    const before = databaseContent(running.connection)
    await put(ada, id, { role: 'owner' })
    expect(databaseContent(running.connection)).toBe(before)

    expect(await put(ada, id, { role: 'remove_delegation' })).toMatchObject({ own: PLAIN, the_other_user: PLAIN })
    expect(stored()).toEqual([])
    expect(await tasksOf(ada)).toEqual([])
    expect(await put(ada, id, { role: 'remove_delegation' })).toMatchObject({ own: PLAIN })
    const updates = (user: Caller) =>
      as(user)
        .events()
        .filter(({ name }) => name === 'connection.updated')
        .map(({ value }) => value)
    expect(updates(ada)).toEqual(['reader', 'owner', null].map((role) => ({ connection_id: id, role })))
    expect(updates(bob)).toHaveLength(3)
  })

  it('PUT /connections/{id} › takes the token of a delegation that was made for it', async () => {
    const { ofInvited } = await connectUsers(running, bob, ada)
    const { delegation_token: token } = await delegationCalls(running, ada).make({ delegation_role: 'admin' })
    const { id } = ofInvited.own

    expect(await put(ada, id, { role: 'admin', delegation_token: token })).toMatchObject({
      own: { delegation_token: token },
    })
    await handOver(running, { owner: ada, delegate: bob }, { token, pair: pairOf(id) })
  })

  /** The delegate's key is that of the connection, so it gets one whose private half is known here. */
  function pairOf(ownerSideId: string) {
    const pair = newKeyPair()
    running.connection
      .prepare('UPDATE connections SET user_public_key = ? WHERE other_id = ?')
      .run(pair.publicKey, ownerSideId)
    return pair
  }

  it('PUT /connections/{id} › refuses', async () => {
    const { ofInvited } = await connectUsers(running, bob, ada)
    const { id } = ofInvited.own
    const { delegation_token: foreign } = await delegationCalls(running, bob).make()
    const carol = aSignedInUser(running)
    const { delegateSideId } = await aDelegation(running, bob, carol, 'owner')
    for (const [user, side, body, error, http_code] of [
      [ada, id, { role: 'guest' }, 'delegate_role_invalid', 400],
      [ada, id, {}, 'param_missing', 400],
      [ada, id, { role: 'reader', delegation_token: foreign }, 'delegation_token_missing', 400],
      [ada, id, { role: 'reader', delegation_token: UNKNOWN_ID }, 'delegation_token_missing', 400],
      [carol, delegateSideId, { role: 'reader' }, 'forbidden', 403],
      [carol, delegateSideId, { role: 'remove_delegation' }, 'forbidden', 403],
      [carol, id, { role: 'reader' }, 'not_found', 404],
      [ada, UNKNOWN_ID, { role: 'reader' }, 'not_found', 404],
    ] as const) {
      expect(await refused(user, 'connectionsIdPut', { params: { id: side }, body })).toMatchObject({
        error,
        http_code,
      })
    }
  })

  it('PUT and DELETE /delegations/{connection_id} › by the owner, and ended by the delegate too', async () => {
    const { ownerSideId, delegateSideId } = await aDelegation(running, ada, bob)
    const at = (connection_id: string, delegation_role?: string) => ({
      params: { connection_id },
      ...(delegation_role !== undefined && { body: { delegation_role } }),
    })

    expect(await as(ada).ok(200, 'delegationsConnectionIdPut', at(ownerSideId, 'admin'))).toMatchObject({
      connection: { own: { delegation_role: 'admin' } },
    })
    expect(await refused(bob, 'delegationsConnectionIdPut', at(delegateSideId, 'owner'))).toMatchObject({
      error: 'forbidden',
    })
    expect(await refused(ada, 'delegationsConnectionIdPut', at(ownerSideId, 'guest'))).toMatchObject({
      error: 'delegate_role_invalid',
    })
    expect(await refused(ada, 'delegationsConnectionIdPut', { ...at(ownerSideId), body: {} })).toMatchObject({
      http_code: 400,
    })
    expect(await refused(bob, 'delegationsConnectionIdDelete', at(ownerSideId))).toMatchObject({ error: 'not_found' })
    await as(bob).ok(204, 'delegationsConnectionIdDelete', at(delegateSideId))
    expect(await as(ada).connections()).toMatchObject([{ own: PLAIN }])
    for (const [name, parts] of [
      ['delegationsConnectionIdPut', at(ownerSideId, 'admin')],
      ['delegationsConnectionIdDelete', at(ownerSideId)],
    ] as const) {
      expect(await refused(ada, name, parts)).toMatchObject({ error: 'not_found', http_code: 404 })
    }
  })

  it('the combined mount › serves /delegations of the key-store only', async () => {
    if (running.url === undefined) return
    const { connection } = await offerAndAccept(running, ada, bob)
    const statusOf = async (method: string, mount: string) =>
      (
        await fetch(`${running.url}${mount}/delegations/${connection.the_other_user.id}`, {
          method,
          headers: { ...ada.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ delegation_role: 'admin' }),
        })
      ).status

    expect([await statusOf('PUT', ''), await statusOf('DELETE', '')]).toEqual([405, 404])
    expect([await statusOf('PUT', '/vault'), await statusOf('DELETE', '/vault')]).toEqual([200, 204])
  })

  it('DELETE /connections/{id} › ends the delegation in the key-store, by either of the two', async () => {
    for (const by of ['owner', 'delegate'] as const) {
      const { token, ownerSideId, delegateSideId } = await aDelegation(running, ada, bob, 'owner')
      const side = by === 'owner' ? { user: ada, id: ownerSideId } : { user: bob, id: delegateSideId }

      await as(side.user).ok(204, 'connectionsIdDelete', { params: { id: side.id } })

      expect(await as(ada).connections()).toEqual([])
      expect(await tasksOf(ada)).toEqual([])
      expect(
        running.connection.prepare('SELECT 1 FROM delegations WHERE delegation_token = ?').get(token),
      ).toBeUndefined()
    }
  })

  it('acting › what a delegate makes is the owner’s; the events name both', async () => {
    await offerAndAccept(running, ada, bob, 'admin')
    const forAda = asDelegate(bob, ada)

    const { item } = await as(forAda).createItem({ label: 'Car' })

    expect(item.owner_id).toBe(ada.userId)
    expect(await as(ada).getItem(item.id)).toMatchObject({ item: { label: 'Car' } })
    expect((await as(bob).listItems()).items).toEqual([])
    const sql = "SELECT user_id, creator FROM events WHERE name = 'item.created'"
    expect(running.connection.prepare(sql).all()).toEqual([{ user_id: ada.userId, creator: bob.userId }])
  })

  it('acting › a delegation ends at once; another one, the own id, and ids that are none', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob)
    const me = (userId: string, name = 'service-delegation-id') =>
      running.send({ operation: 'vault.meGet', headers: { ...bob.headers, [name]: userId } })

    expect(bodyOf(await me(ada.userId.toUpperCase()))).toMatchObject({ user: { id: ada.userId } })
    expect(bodyOf(await me(ada.userId, 'meeco-delegation-id'))).toMatchObject({ user: { id: ada.userId } })
    expect(bodyOf(await me(bob.userId))).toMatchObject({ user: { id: bob.userId } })
    expect(bodyOf(await me(''))).toMatchObject({ user: { id: bob.userId } })
    for (const stranger of [UNKNOWN_ID, aSignedInUser(running).userId, 'x', bob.keystoreUserId]) {
      expect(refusalOf(await me(stranger))).toEqual({ status: 403, code: 'delegation_not_permitted' })
    }
    const reversed = await running.send({ operation: 'vault.meGet', headers: actingFor(ada, bob.userId) })
    expect(refusalOf(reversed).code).toBe('delegation_not_permitted')
    // Who acts for somebody who acts for a third one acts for nobody else by that.
    const carol = aSignedInUser(running)
    await aDelegation(running, bob, carol, 'owner')
    const chained = await running.send({ operation: 'vault.meGet', headers: actingFor(carol, ada.userId) })
    expect(refusalOf(chained).code).toBe('delegation_not_permitted')

    await put(ada, ownerSideId, { role: 'remove_delegation' })
    expect(refusalOf(await me(ada.userId)).code).toBe('delegation_not_permitted')
  })

  it('acting › the header is one id in one spelling: spaces around it do not matter, all else is no id', async () => {
    await aDelegation(running, ada, bob)
    const outcome = async (headers: Readonly<Record<string, string>>) => {
      const reply = await running.send({ operation: 'vault.meGet', headers: { ...bob.headers, ...headers } })
      return reply.ok ? bodyOf<{ user: { id: string } }>(reply).user.id : refusalOf(reply).code
    }
    const [ours, theirs] = ['service-delegation-id', 'meeco-delegation-id'] as const
    const [ofAda, stranger] = [ada.userId, aSignedInUser(running).userId]

    expect(await outcome({ [ours]: `  ${ofAda} ` })).toBe(ofAda)
    const noIds = [
      ...[`${ofAda},${ofAda}`, `${ofAda}, ${bob.userId}`, `${bob.userId}, ${ofAda}`, `${ofAda} ${ofAda}`],
      ...[`{${ofAda}}`, `urn:uuid:${ofAda}`, ofAda.replaceAll('-', ''), ofAda.slice(1), `${ofAda}0`, `"${ofAda}"`],
      ...['*', '%', `${ofAda}' OR '1'='1`, '__proto__', 'null null'],
    ]
    for (const text of noIds) {
      for (const name of [ours, theirs]) expect(await outcome({ [name]: text })).toBe('delegation_not_permitted')
    }
    // Of both spellings ours counts, also where it is the one that gives no right.
    expect(await outcome({ [ours]: ofAda, [theirs]: stranger })).toBe(ofAda)
    expect(await outcome({ [ours]: bob.userId, [theirs]: ofAda })).toBe(bob.userId)
    expect(await outcome({ [ours]: stranger, [theirs]: ofAda })).toBe('delegation_not_permitted')
  })

  it('acting › what was taken back while a body arrived is not done any more', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob, 'admin')
    const admission = await running.service.admit('vault.itemsPost', actingFor(bob, ada.userId), IN_PROCESS)
    if (!admission.ok) throw new Error('a delegate who is not let in')

    await put(ada, ownerSideId, { role: 'remove_delegation' })

    const reply = await admission.run({ body: { template_name: 'custom', item: { label: 'Car' } } })
    expect(refusalOf(reply)).toEqual({ status: 403, code: 'delegation_not_permitted' })
    expect((await as(ada).listItems()).items).toEqual([])
  })

  it('acting › what an operation needs depends on what is asked for', async () => {
    const { ownerSideId } = await offerAndAccept(running, ada, bob, 'admin')
    const forAda = asDelegate(bob, ada)
    const carol = aSignedInUser(running)
    const plain = await connectUsers(running, ada, carol)
    const { delegation_token } = await delegationCalls(running, ada).make()
    const needs = { required_role: 'owner', role: 'admin' }
    const forbidden = { error: 'delegation_not_permitted', http_code: 403, extra_info: needs }

    expect(await refused(forAda, 'invitationsPost', { body: offerTo(delegation_token) })).toMatchObject(forbidden)
    expect(await refused(forAda, 'connectionsIdDelete', { params: { id: ownerSideId } })).toMatchObject(forbidden)
    expect(
      await refused(forAda, 'connectionsIdPut', { params: { id: ownerSideId }, body: { role: 'owner' } }),
    ).toMatchObject(forbidden)
    expect(await refused(forAda, 'meDelete')).toMatchObject(forbidden)
    await as(forAda).ok(204, 'connectionsIdDelete', { params: { id: plain.ofInvited.the_other_user.id } })

    running.connection.exec("UPDATE connections SET delegation_role = 'reader' WHERE delegation_role IS NOT NULL")
    const reading = await as(forAda).ok<{ client_tasks: unknown[] }>(200, 'clientTaskQueueGet', {
      query: { change_state: 'false' },
    })
    expect(reading.client_tasks).toHaveLength(1)
    expect(await refused(forAda, 'clientTaskQueueGet', { query: { change_state: 'true' } })).toMatchObject({
      ...forbidden,
      extra_info: { required_role: 'admin', role: 'reader' },
    })
  })

  it('acting › a delegate gets the tokens of invitations he made: by those of others he could come back', async () => {
    const { delegation_token } = await delegationCalls(running, ada).make({ delegation_role: 'owner' })
    const plain = await as(ada).invite()
    const offer = await as(ada).invite({ delegation_token, delegate_role: 'owner' })
    const { ownerSideId } = await aDelegation(running, ada, bob, 'reader')
    const carol = aSignedInUser(running)
    await aDelegation(running, ada, carol, 'owner')
    const hidden = { outgoing: true, token: '', delegation_token: null }
    const [hiddenOffer, hiddenPlain] = [
      { ...hidden, id: offer.id, delegation_role: 'owner' },
      { ...hidden, id: plain.id },
    ]

    for (const role of ['reader', 'admin', 'owner'] as const) {
      await put(ada, ownerSideId, { role })
      const all = await readAs(asDelegate(bob, ada), [offer.id, plain.id])
      expect(all).toMatchObject([hiddenOffer, hiddenOffer, hiddenPlain, hiddenPlain])
      expect(all[0]?.integration_data).toEqual({ intent: 'delegate', role: 'owner' })
    }

    const own = await as(asDelegate(bob, ada)).invite()
    expect(own.token).toHaveLength(43)
    for (const [user, token] of [
      [asDelegate(bob, ada), own.token],
      [ada, own.token],
      [asDelegate(carol, ada), ''],
    ] as const) {
      expect(await readAs(user, [own.id])).toMatchObject([{ token }, { token }])
    }
    expect(await readAs(ada, [offer.id])).toMatchObject([{ delegation_token }, { token: offer.token }])
  })

  /** Each of them by its id, and in the list. */
  async function readAs(user: Caller, ids: readonly string[]) {
    const { invitations } = await as(user).ok<{ invitations: Invitation[] }>(200, 'invitationsGet')
    const found: (Invitation | undefined)[] = []
    for (const token of ids) {
      const read = await as(user).ok<{ invitation: Invitation }>(200, 'invitationsIdGet', { params: { token } })
      found.push(
        read.invitation,
        invitations.find(({ id }) => id === token),
      )
    }
    return found
  }

  /** What whoever holds the token of an invitation is answered when using it. */
  async function outcomeOf(user: Caller, invitation_token: string): Promise<string> {
    const body = { public_key: newConnectionKey(), connection: { invitation_token } }
    const reply = await running.send({ operation: 'vault.connectionsPost', headers: user.headers, body })
    return reply.ok ? 'connected' : (refusalOf(reply).code ?? '')
  }

  const feedOf = (user: Caller, name: string) =>
    as(user)
      .events()
      .filter((event) => event.name === name)
      .map(({ eventable_id }) => eventable_id)

  it('taken back › links that the delegate made end with what was prepared under them, also in a session he made', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob, 'owner')
    const forAda = asDelegate(bob, ada)
    const { item, intent } = await anItemToIntend(running, ada)
    const prepare = (user: Caller, invitation_id: string) =>
      as(user).ok(201, 'invitationsInvitationIdShareIntentsPost', {
        params: { invitation_id },
        body: { share_intent: intent },
      })
    const made = await as(forAda).invite()
    await prepare(forAda, made.id)
    await prepare(ada, made.id)
    const asked = await running.send({
      operation: 'keystore.sessionLimitedInTimePost',
      headers: forAda.headers,
      body: { valid_for: 600 },
    })
    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(asked, 201)
    const inSession = await as({ ...ada, headers: { authorization: session.session_authentication_string } }).invite()
    const used = await as(forAda).invite()
    await as(aSignedInUser(running)).connect(used.token)
    const ownerOnes = await as(ada).invite()
    await prepare(ada, ownerOnes.id)
    await prepare(forAda, ownerOnes.id)

    await put(ada, ownerSideId, { role: 'remove_delegation' })

    for (const { token } of [made, inSession]) {
      for (const user of [bob, aSignedInUser(running)]) expect(await outcomeOf(user, token)).toBe('not_found')
      expect(await as(bob).refusal('invitationsIdGet', { params: { token } })).toMatchObject([{ error: 'not_found' }])
    }
    expect(feedOf(ada, 'invitation.deleted')).toEqual([made.id, inSession.id])
    expect(feedOf(ada, 'share_intent.deleted')).toEqual([item.id])
    // What the owner made stays, and what was used is a connection the owner sees.
    const eve = aSignedInUser(running)
    expect((await as(eve).connect(ownerOnes.token)).created_shares_report).toHaveLength(1)
    expect(await as(ada).connections()).toHaveLength(3)
  })

  it.each([
    ['DELETE /connections/{id} by the delegate', 'vault.connectionsIdDelete', 'bob', 'delegateSideId', 'id'],
    [
      'DELETE /delegations/{connection_id}',
      'vault.delegationsConnectionIdDelete',
      'ada',
      'ownerSideId',
      'connection_id',
    ],
    ['the key-store', 'keystore.delegationsDelegationTokenDelete', 'ada', 'token', 'delegation_token'],
    ['DELETE /me of the delegate', 'vault.meDelete', 'bob', 'token', 'none'],
  ] as const)('taken back › by %s: the links end as well', async (_, operation, by, value, name) => {
    const delegation = await aDelegation(running, ada, bob, 'admin')
    const { token } = await as(asDelegate(bob, ada)).invite()

    const { headers } = by === 'ada' ? ada : bob
    const params = name === 'none' ? {} : { params: { [name]: delegation[value] } }
    expect(await running.send({ operation, headers, ...params })).toMatchObject({ status: 204 })

    expect(await outcomeOf(aSignedInUser(running), token)).toBe('not_found')
  })

  it('a role that is made less › ends the links that need more, and no others', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob, 'owner')
    const forAda = asDelegate(bob, ada)
    const { intent } = await anItemToIntend(running, ada)
    const tokens: string[] = []
    for (let count = 0; count < 2; count += 1) {
      tokens.push((await delegationCalls(running, ada).make()).delegation_token)
    }
    const offered = await as(forAda).invite({ delegation_token: tokens[0], delegate_role: 'reader' })
    const plain = await as(forAda).invite()
    const ofOwner = await as(ada).invite()
    await as(forAda).ok(201, 'invitationsInvitationIdShareIntentsPost', {
      params: { invitation_id: ofOwner.id },
      body: { share_intent: intent },
    })
    const carol = aSignedInUser(running)
    const { ofInvited } = await connectUsers(running, carol, ada)
    const { delegation_invitation: offer } = await as(forAda).ok<{ delegation_invitation: DelegationInvitation }>(
      201,
      'delegationInvitationsPost',
      { body: { connection_id: ofInvited.own.id, delegation_token: tokens[1], delegation_role: 'reader' } },
    )
    const open = async () =>
      (await as(ada).ok<{ invitations: Invitation[] }>(200, 'invitationsGet')).invitations.map(({ id }) => id)

    await put(ada, ownerSideId, { role: 'admin' })

    expect(feedOf(ada, 'invitation.deleted')).toEqual([offered.id])
    expect(await open()).toEqual([plain.id, ofOwner.id])
    expect(await stateOf(ada, offer.id)).toBe('deleted')
    expect(await tasksOf(carol)).toEqual([])
    expect(feedOf(ada, 'share_intent.deleted')).toEqual([])

    await put(ada, ownerSideId, { role: 'reader' })

    expect(feedOf(ada, 'invitation.deleted')).toEqual([offered.id, plain.id])
    expect(await open()).toEqual([ofOwner.id])
    expect(feedOf(ada, 'share_intent.deleted')).toEqual([intent.item_id])
    expect((await as(aSignedInUser(running)).connect(ofOwner.token)).created_shares_report).toEqual([])
  })

  it('taken back › what somebody accepted and nobody confirmed ends as well', async () => {
    running = await start({ multistepInvitations: true })
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
    const eve = aSignedInUser(running)
    connect(running, ada, bob)
    const sideId = (await as(ada).connections())[0]?.own.id ?? ''
    await put(ada, sideId, { role: 'admin' })
    const { id, token } = await as(asDelegate(bob, ada)).invite()
    await as(eve).ok(200, 'invitationsInvitationTokenAcceptPost', {
      params: { invitation_token: token },
      body: { public_key: newConnectionKey() },
    })

    await put(ada, sideId, { role: 'remove_delegation' })

    expect(feedOf(ada, 'invitation.deleted')).toEqual([id])
    const confirm = { params: { invitation_id: id }, body: {} }
    expect(await refused(ada, 'invitationsInvitationIdConfirmPost', confirm)).toMatchObject({ error: 'not_found' })
  })

  it('appointed › an owner lets others act in the account owner’s place; they stay when he goes, and are seen', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob, 'owner')
    const forAda = asDelegate(bob, ada)
    const carol = aSignedInUser(running)
    const pair = newKeyPair()
    const { token: link } = await as(forAda).invite()
    const { connection } = await as(carol).connect(link, { public_key: pair.publicKey, keypair_external_id: 'my key' })
    const sideId = connection.the_other_user.id

    const appointed = await put(forAda, sideId, { role: 'admin' })
    const token = appointed.own.delegation_token ?? ''
    await handOver(running, { owner: forAda, delegate: carol }, { token, pair })

    const acts = async () =>
      Promise.all(
        ['vault.meGet', 'keystore.dataEncryptionKeysGet'].map(async (operation) => {
          const { status } = await running.send({ operation, headers: actingFor(carol, ada.userId) })
          return status
        }),
      )
    expect(await acts()).toEqual([200, 200])
    // An admin appoints nobody, neither by the connection nor by handing a key over.
    expect(
      await refused(asDelegate(carol, ada), 'connectionsIdPut', {
        params: { id: ownerSideId },
        body: { role: 'owner' },
      }),
    ).toMatchObject({ error: 'delegation_not_permitted', extra_info: { required_role: 'owner', role: 'admin' } })

    await put(ada, ownerSideId, { role: 'remove_delegation' })

    expect(await acts()).toEqual([200, 200])
    expect(await as(ada).connections({ delegation: 'granted_to_the_other_user' })).toMatchObject([
      { own: { id: sideId, delegation_role: 'admin' }, the_other_user: { user_id: carol.userId } },
    ])
    const { delegations } = bodyOf<{ delegations: { delegation_token: string }[] }>(
      await running.send({ operation: 'keystore.delegationsGet', headers: ada.headers }),
    )
    expect(delegations.map(({ delegation_token }) => delegation_token)).toEqual([token])
    expect(as(ada).events()).toContainEqual(
      expect.objectContaining({
        name: 'connection.updated',
        creator: bob.userId,
        value: { connection_id: sideId, role: 'admin', on_behalf_of: ada.userId },
      }),
    )
    expect(
      await refused(forAda, 'connectionsIdPut', { params: { id: sideId }, body: { role: 'owner' } }),
    ).toMatchObject({
      error: 'delegation_not_permitted',
    })
    await put(ada, sideId, { role: 'remove_delegation' })
    expect(await acts()).toEqual([403, 403])
  })

  it('acting › who accepted a delegation is confirmed by an owner', async () => {
    running = await start({ multistepInvitations: true })
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
    const eve = aSignedInUser(running)
    connect(running, ada, bob)
    const { delegation_token } = await delegationCalls(running, ada).make({ delegation_role: 'owner' })
    const { id, token } = await as(ada).invite({ delegation_token, delegate_role: 'owner' })
    await as(eve).ok(200, 'invitationsInvitationTokenAcceptPost', {
      params: { invitation_token: token },
      body: { public_key: newConnectionKey() },
    })
    const sideId = (await as(ada).connections())[0]?.own.id ?? ''
    await put(ada, sideId, { role: 'admin' })
    const confirm = { params: { invitation_id: id }, body: {} }

    expect(await refused(asDelegate(bob, ada), 'invitationsInvitationIdConfirmPost', confirm)).toMatchObject({
      error: 'delegation_not_permitted',
      extra_info: { required_role: 'owner', role: 'admin' },
    })

    await put(ada, sideId, { role: 'owner' })
    await as(asDelegate(bob, ada)).ok(200, 'invitationsInvitationIdConfirmPost', confirm)
  })

  it('acting › sessions of an organization that a delegate opened end with the delegation', async () => {
    const kept = await anOrganization(running, ada)
    const { ownerSideId } = await aDelegation(running, ada, bob, 'owner')
    const agent = await agentOf(running, { ...bob, ...asDelegate(bob, ada) }, kept)
    expect(await running.send({ operation: 'vault.meGet', headers: agent.headers })).toMatchObject({ status: 200 })
    const wayBack = await as(agent).invite({ organization_member_role: 'owner' })
    const ownInvitation = await as(await agentOf(running, ada, kept)).invite({ organization_member_role: 'admin' })
    // Of what others made in the agent's name he learns no token.
    expect(await readAs(agent, [ownInvitation.id])).toMatchObject([{ token: '' }, { token: '' }])

    await put(ada, ownerSideId, { role: 'admin' })

    expect(refusalOf(await running.send({ operation: 'vault.meGet', headers: agent.headers })).status).toBe(401)
    // Nor does the delegate come back by an invitation that was made in it; those of the owner stay.
    const join = { public_key: newConnectionKey(), connection: { invitation_token: wayBack.token } }
    expect(await refused(bob, 'connectionsPost', { body: join })).toMatchObject({ error: 'not_found' })
    expect(as({ userId: agent.userId, headers: agent.headers }).events()).toContainEqual(
      expect.objectContaining({ name: 'invitation.deleted', eventable_id: wayBack.id }),
    )
    await as(bob).connect(ownInvitation.token)
    expect(await organizationCalls(running, ada).ok(200, 'organizationsGet')).toBeDefined()
  })

  it('the account of the owner, or of the delegate, is deleted › the delegation ends with it', async () => {
    for (const gone of [ada, bob]) {
      const [owner, delegate] = [gone === ada ? ada : aSignedInUser(running), gone === ada ? bob : gone]
      await aDelegation(running, owner, delegate, 'owner')
      await as(gone).ok(204, 'meDelete')
      expect(running.connection.prepare('SELECT count(*) FROM delegations').pluck().get()).toBe(0)
      expect(running.connection.prepare('SELECT count(*) FROM connections').pluck().get()).toBe(0)
    }
  })

  it('the account of the owner is deleted › so does a delegation without a connection, with the sessions made by it', async () => {
    const { delegation_token: token } = await delegationCalls(running, ada).make({ delegation_role: 'owner' })
    await handOver(running, { owner: ada, delegate: bob }, { token, pair: newKeyPair() })
    const operation = 'keystore.sessionLimitedInTimePost'
    const asked = await running.send({ operation, headers: actingFor(bob, ada.userId), body: { valid_for: 600 } })
    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(asked, 201)

    await as(ada).ok(204, 'meDelete')

    // With the admission token of the owner the delegate would make the next account, and log in to it for good.
    const headers = { authorization: session.session_authentication_string }
    const taken = await running.send({ operation: 'keystore.externalAdmissionTokensGet', headers })
    expect(refusalOf(taken).status).toBe(401)
    expect(running.connection.prepare('SELECT count(*) FROM delegations').pluck().get()).toBe(0)
  })

  const anOffer = (role?: DelegationRole) => anOfferOf(ada, bob, role)

  async function anOfferOf(owner: Caller, invited: Caller, role: DelegationRole = 'reader') {
    const { ofInvited } = await connectUsers(running, invited, owner)
    const { delegation_token } = await delegationCalls(running, owner).make({ delegation_role: role })
    const body = { connection_id: ofInvited.own.id, delegation_token, delegation_role: role }
    const { delegation_invitation: offer } = await as(owner).ok<{ delegation_invitation: DelegationInvitation }>(
      201,
      'delegationInvitationsPost',
      { body },
    )
    return { offer, delegation_token, sideId: ofInvited.own.id, at: { params: { id: offer.id } } }
  }
  const stateOf = async (user: Caller, id: string) =>
    (
      await as(user).ok<{ delegation_invitation: DelegationInvitation }>(200, 'delegationInvitationsIdGet', {
        params: { id },
      })
    ).delegation_invitation.state

  it('/delegation_invitations › offered, listed by both, accepted: the connection is a delegation', async () => {
    const { offer, delegation_token, sideId, at } = await anOffer('admin')

    expect(offer).toEqual({
      id: offer.id,
      inviting_user_id: ada.userId,
      inviting_user_connection_id: sideId,
      invited_user_id: bob.userId,
      invited_user_connection_id: offer.invited_user_connection_id,
      delegation_token,
      delegation_role: 'admin',
      state: 'new',
    })
    const list = async (user: Caller, name: string) =>
      (await as(user).ok<{ delegation_invitations: DelegationInvitation[] }>(200, name)).delegation_invitations
    expect(await list(ada, 'delegationInvitationsOutgoingGet')).toEqual([offer])
    expect(await list(bob, 'delegationInvitationsIncomingGet')).toEqual([{ ...offer, delegation_token: null }])
    expect(await list(bob, 'delegationInvitationsOutgoingGet')).toEqual([])
    const task = { work_type: 'incoming_delegation_invitation', target_id: offer.id }
    expect(await tasksOf(bob)).toEqual([{ ...task, state: 'todo' }])

    expect(await as(bob).ok(200, 'delegationInvitationsIdAcceptPut', at)).toMatchObject({
      connection: { own: { connection_type: 'delegate', delegation_token, delegation_role: 'admin' } },
    })
    expect(await tasksOf(bob)).toEqual([{ ...task, state: 'done' }])
    expect(await tasksOf(ada)).toMatchObject([{ work_type: 'setup_key_delegation', target_id: sideId }])
    expect(await list(bob, 'delegationInvitationsIncomingGet')).toEqual([{ ...offer, state: 'accepted' }])
    for (const [user, name] of [
      [bob, 'delegationInvitationsIdAcceptPut'],
      [bob, 'delegationInvitationsIdRejectDelete'],
      [ada, 'delegationInvitationsIdDelete'],
    ] as const) {
      expect(await refused(user, name, at)).toMatchObject({ error: 'wrong_status', http_code: 409 })
    }
  })

  it('/delegation_invitations › their tokens are for who could have made them', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob, 'admin')
    const { offer, delegation_token } = await anOfferOf(ada, aSignedInUser(running), 'owner')
    const read = () => as(asDelegate(bob, ada)).ok(200, 'delegationInvitationsOutgoingGet')
    expect(await read()).toMatchObject({ delegation_invitations: [{ id: offer.id, delegation_token: null }] })
    await put(ada, ownerSideId, { role: 'owner' })
    expect(await read()).toMatchObject({ delegation_invitations: [{ id: offer.id, delegation_token }] })
  })

  it('/delegation_invitations › lists them in pages, oldest first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { offer } = await anOfferOf(ada, aSignedInUser(running))
      ids.push(offer.id)
    }
    const page = (query: object) =>
      as(ada).ok<{ delegation_invitations: DelegationInvitation[]; next_page_after: string | null }>(
        200,
        'delegationInvitationsOutgoingGet',
        { query },
      )

    const first = await page({ per_page: 2 })
    const second = await page({ per_page: 2, next_page_after: first.next_page_after })
    expect([first, second].map(({ delegation_invitations }) => delegation_invitations.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ])
    expect(second.next_page_after).toBeNull()
    for (const name of ['delegationInvitationsOutgoingGet', 'delegationInvitationsIncomingGet']) {
      expect(await refused(ada, name, { query: { next_page_after: 'x' } })).toMatchObject({ error: 'invalid_cursor' })
      expect(await refused(ada, name, { query: { per_page: '0' } })).toMatchObject({ error: 'invalid_params' })
    }
  })

  it('/delegation_invitations › rejected, taken back, or gone with the delegation', async () => {
    const rejected = await anOffer()
    await as(bob).ok(204, 'delegationInvitationsIdRejectDelete', rejected.at)
    expect(await stateOf(ada, rejected.offer.id)).toBe('rejected')

    const again = { connection_id: rejected.sideId, delegation_role: 'reader' }
    const offer = async () => {
      const { delegation_token } = await delegationCalls(running, ada).make()
      const { delegation_invitation } = await as(ada).ok<{ delegation_invitation: DelegationInvitation }>(
        201,
        'delegationInvitationsPost',
        { body: { ...again, delegation_token } },
      )
      return { id: delegation_invitation.id, delegation_token }
    }
    const rolledBackTransactions = await offer()
    await as(ada).ok(204, 'delegationInvitationsIdDelete', { params: { id: rolledBackTransactions.id } })
    expect(await stateOf(bob, rolledBackTransactions.id)).toBe('deleted')
    const ended = await offer()
    await delegationCalls(running, ada).end(ended.delegation_token)
    expect(await stateOf(bob, ended.id)).toBe('deleted')
    expect((await tasksOf(bob)).map(({ state }) => state)).toEqual(['done'])
    expect(await as(ada).connections()).toMatchObject([{ own: PLAIN }])
  })

  it('/delegation_invitations › refuses', async () => {
    const { offer, at, sideId } = await anOffer()
    const { delegation_token } = await delegationCalls(running, ada).make()
    const { delegation_token: foreign } = await delegationCalls(running, bob).make()
    const eve = aSignedInUser(running)
    const valid = { connection_id: sideId, delegation_token, delegation_role: 'reader' }
    expect(await refused(ada, 'delegationInvitationsPost', { body: valid })).toMatchObject({
      error: 'delegation_exists',
      http_code: 409,
    })
    await as(bob).ok(204, 'delegationInvitationsIdRejectDelete', at)
    for (const [body, error, http_code] of [
      [{ ...valid, connection_id: UNKNOWN_ID }, 'not_found', 404],
      [{ ...valid, connection_id: offer.invited_user_connection_id }, 'not_found', 404],
      [{ ...valid, delegation_token: foreign }, 'delegation_token_missing', 400],
      [{ ...valid, delegation_role: 'owner' }, 'delegation_token_missing', 400],
      [{ ...valid, delegation_role: 'guest' }, 'delegate_role_invalid', 400],
      [{ connection_id: sideId, delegation_role: 'reader' }, 'param_missing', 400],
    ] as const) {
      expect(await refused(ada, 'delegationInvitationsPost', { body })).toMatchObject({ error, http_code })
    }
    for (const name of [
      'delegationInvitationsIdGet',
      'delegationInvitationsIdAcceptPut',
      'delegationInvitationsIdRejectDelete',
      'delegationInvitationsIdDelete',
    ]) {
      expect(await refused(eve, name, at)).toMatchObject({ error: 'not_found', http_code: 404 })
    }
    expect(await refused(ada, 'delegationInvitationsIdAcceptPut', at)).toMatchObject({ error: 'not_found' })
    expect(await refused(bob, 'delegationInvitationsIdDelete', at)).toMatchObject({ error: 'not_found' })
    await aDelegation(running, ada, eve)
    const [delegated] = await as(ada).connections({ delegation: 'granted_to_the_other_user' })
    expect(
      await refused(ada, 'delegationInvitationsPost', { body: { ...valid, connection_id: delegated?.own.id } }),
    ).toMatchObject({ error: 'delegation_exists' })
  })
})
