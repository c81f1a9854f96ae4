// Proves docs/contract/vault.md, Users: deleting, Items: filters, Connections, Connections: connecting, Connections:
// ending, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../shared/contract/connections.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { agentOf, anOrganization, aService, serviceAgentOf } from '../support/people/organizations.ts'
import { connectUsers, newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describeOverTransports('connections', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  })
  const as = (user: SignedInUser) => peopleCalls(running, user)

  /** The code of a refusal that changes nothing. */
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }
  const connectBody = (invitation_token: string, more: object = {}) => ({
    body: { public_key: newConnectionKey(), connection: { invitation_token }, ...more },
  })

  it('POST /connections › makes two sides that mirror each other', async () => {
    const invitersKey = newConnectionKey()
    const { token } = await as(ada).invite(
      { encrypted_recipient_name: OTHER_CIPHER_TEXT },
      { public_key: { ...invitersKey, keypair_external_id: 'KA' } },
    )
    const key = newConnectionKey()

    const reply = await as(bob).connect(token, { ...key, keypair_external_id: 'KB' })

    expect(reply).toMatchObject({ created_shares_report: [], connection_existed_already: false })
    const plain = {
      integration_data: null,
      connection_type: null,
      delegation_token: null,
      delegation_role: null,
      user_type: 'human',
      created_at: '2026-01-01T00:00:00.000Z',
    }
    const { own, the_other_user: other } = reply.connection
    expect(own).toEqual({
      ...plain,
      id: own.id,
      user_id: bob.userId,
      user_public_key: key.public_key,
      user_keypair_external_id: 'KB',
      encrypted_recipient_name: CIPHER_TEXT,
    })
    expect(other).toEqual({
      ...plain,
      id: other.id,
      user_id: ada.userId,
      user_public_key: invitersKey.public_key,
      user_keypair_external_id: 'KA',
    })
    const { encrypted_recipient_name: _name, ...ownWithoutName } = own
    expect(await as(ada).connections()).toEqual([
      { own: { ...other, encrypted_recipient_name: OTHER_CIPHER_TEXT }, the_other_user: ownWithoutName },
    ])
    expect(await as(bob).ok(200, 'connectionsIdGet', { params: { id: own.id } })).toEqual({
      connection: reply.connection,
    })
  })

  it('POST /connections › reports the connection to both', async () => {
    const { ofInvited } = await connectUsers(running, ada, bob)
    const { own, the_other_user: other } = ofInvited

    const created = { name: 'connection.created', eventable_type: 'Connection', event_type: 'create' }
    const invitationId: unknown = running.connection.prepare('SELECT id FROM invitations').pluck().get()
    expect(as(bob).events()).toEqual([
      {
        ...created,
        eventable_id: own.id,
        creator: bob.userId,
        value: {
          connection_id: own.id,
          invitation_id: invitationId,
          user_id: ada.userId,
          encrypted_user_name: CIPHER_TEXT,
        },
      },
    ])
    expect(as(ada).events().slice(1)).toEqual([
      {
        ...created,
        eventable_id: other.id,
        creator: bob.userId,
        value: { connection_id: other.id, invitation_id: invitationId, user_id: bob.userId, encrypted_user_name: null },
      },
    ])
  })

  it('POST /connections › keeps the connection of users who are connected already, and uses up the invitation', async () => {
    const { ofInvited } = await connectUsers(running, ada, bob)
    const { token } = await as(bob).invite()

    const reply = await as(ada).connect(token)

    expect(reply.connection_existed_already).toBe(true)
    expect(reply.connection.own).toMatchObject({
      id: ofInvited.the_other_user.id,
      user_public_key: ofInvited.the_other_user.user_public_key,
    })
    expect(await as(ada).connections()).toHaveLength(1)
    expect(await refused(aSignedInUser(running), 'connectionsPost', connectBody(token))).toMatchObject({
      error: 'invitation_used',
    })
    expect(
      as(bob)
        .events()
        .filter(({ name }) => name === 'connection.created'),
    ).toHaveLength(1)
  })

  it('POST /connections › refuses what cannot be used, and changes nothing', async () => {
    const { token } = await as(ada).invite()
    const used = await connectUsers(running, ada, aSignedInUser(running))
    const expired = (await as(ada).invite({}, { expires_in: 1 })).token
    running.clock.advanceMs(DAY_MS)
    await as(ada).connections()

    const cases: readonly [SignedInUser, object, string, number, string?][] = [
      [ada, connectBody(token), 'own_invitation', 400],
      [bob, connectBody('no such token'), 'not_found', 404],
      [bob, connectBody(UNKNOWN_ID), 'not_found', 404],
      [bob, connectBody(used.token), 'invitation_used', 409],
      [bob, connectBody(expired), 'invitation_expired', 410],
      [bob, connectBody(token, { public_key: undefined }), 'param_missing', 400, 'public_key'],
      [bob, connectBody(token, { public_key: {} }), 'param_missing', 400, 'public_key.public_key'],
      [
        bob,
        connectBody(token, { public_key: { public_key: 'no key' } }),
        'invalid_public_key',
        400,
        'public_key.public_key',
      ],
      [bob, { body: { public_key: newConnectionKey() } }, 'param_missing', 400, 'connection'],
      [
        bob,
        { body: { public_key: newConnectionKey(), connection: {} } },
        'param_missing',
        400,
        'connection.invitation_token',
      ],
      [
        bob,
        connectBody(token, { connection: { invitation_token: token, encrypted_recipient_name: 'Ada' } }),
        'invalid_encrypted_value',
        400,
        'connection.encrypted_recipient_name',
      ],
    ]
    for (const [user, parts, error, http_code, parameter] of cases) {
      const refusal = await refused(user, 'connectionsPost', parts)
      expect({ ...refusal, parts }).toMatchObject({ error, http_code })
      if (parameter !== undefined) expect(refusal?.extra_info['parameter']).toBe(parameter)
    }
    expect(await as(bob).connect(token)).toMatchObject({ connection_existed_already: false })
  })

  it('GET /connections › is paged in order of creation and shows nobody else’s', async () => {
    for (let count = 0; count < 3; count++) {
      await connectUsers(running, ada, aSignedInUser(running))
      running.clock.advanceMs(1000)
    }
    await connectUsers(running, bob, aSignedInUser(running))

    const all = await as(ada).connections()
    const first = await as(ada).ok<Page>(200, 'connectionsGet', { query: { per_page: '2' } })
    const last = await as(ada).ok<Page>(200, 'connectionsGet', {
      query: { per_page: '2', next_page_after: first.next_page_after },
    })

    expect(all).toHaveLength(3)
    expect([...first.connections, ...last.connections]).toEqual(all)
    expect(first.meta).toEqual([{ next_page_exists: true, per_page: 2, order: 'asc', order_by: 'created_at' }])
    expect(last.next_page_after).toBeNull()
    expect(await refused(ada, 'connectionsGet', { query: { next_page_after: 'x' } })).toMatchObject({
      error: 'invalid_cursor',
    })
  })

  it('GET /connections › finds those with some users, and nobody else’s', async () => {
    const others = [aSignedInUser(running), aSignedInUser(running), aSignedInUser(running)]
    for (const other of others) await connectUsers(running, ada, other)
    const ids = others.map(({ userId }) => userId)
    const found = async (user: SignedInUser, user_ids: readonly (string | undefined)[]) =>
      (await as(user).connections({ user_ids: user_ids.join(',') })).map(({ the_other_user }) => the_other_user.user_id)

    expect(await found(ada, [ids[2], ids[0], bob.userId])).toEqual([ids[0], ids[2]])
    expect(await found(ada, [])).toEqual([])
    expect(await found(bob, ids)).toEqual([])
    expect(await refused(ada, 'connectionsGet', { query: { user_ids: Array(501).fill('x').join(',') } })).toMatchObject(
      {
        error: 'invalid_params',
      },
    )
  })

  it('GET /connections › with delegation shows who may act for whom', async () => {
    await connectUsers(running, ada, aSignedInUser(running))
    const { ofInvited } = await connectUsers(running, ada, bob)
    // What a delegation writes into the rows of both sides.
    running.connection
      .prepare(/* sql */ `
        UPDATE connections SET delegation_token = 'token', delegation_role = 'reader',
          connection_type = iif(id = @delegate, 'delegate', NULL)
        WHERE id IN (@delegate, @owner)`)
      .run({ delegate: ofInvited.own.id, owner: ofInvited.the_other_user.id })

    const ids = async (user: SignedInUser, delegation: string) =>
      (await as(user).connections({ delegation })).map(({ own }) => own.id)

    expect(await ids(bob, 'granted_to_me')).toEqual([ofInvited.own.id])
    expect(await ids(bob, 'granted_to_the_other_user')).toEqual([])
    expect(await ids(ada, 'granted_to_me')).toEqual([])
    expect(await ids(ada, 'granted_to_the_other_user')).toEqual([ofInvited.the_other_user.id])
    expect(await refused(ada, 'connectionsGet', { query: { delegation: 'both' } })).toMatchObject({
      error: 'invalid_params',
      http_code: 400,
    })
  })

  it('connections of agents › are of the kind of the agent, on both sides', async () => {
    const kept = await anOrganization(running, ada)
    const service = await aService(running, ada, kept.organization.id)
    const ofOrganization = { organization_id: kept.organization.id }
    const agents = [
      [await agentOf(running, ada, kept), 'member', { ...ofOrganization, organization_member_role: 'admin' }],
      [await serviceAgentOf(running, ada, service), 'service', { ...ofOrganization, service_id: service.service.id }],
    ] as const
    for (const [agent, intent, more] of agents) {
      const { ofInvited } = await connectUsers(running, agent, bob)
      expect(ofInvited.own).toMatchObject({ connection_type: intent, integration_data: { intent, ...more } })
      expect(ofInvited.the_other_user.integration_data).toEqual(ofInvited.own.integration_data)
      expect(ofInvited.the_other_user).toMatchObject({ connection_type: intent, user_type: `${typeOf(intent)}_agent` })
    }
  })

  it('PUT /connections/{id} › changes the name on the own side; nothing else, and nobody is told', async () => {
    const { ofInvited } = await connectUsers(running, ada, bob)
    const othersBefore = await as(ada).connections()
    const feeds = () => [as(ada).events(), as(bob).events()]
    const feedsBefore = feeds()
    const rename = (encrypted_recipient_name: unknown, id = ofInvited.own.id) => ({
      params: { id },
      body: { connection: { encrypted_recipient_name } },
    })

    for (const name of [OTHER_CIPHER_TEXT, null]) {
      const renamed = { ...ofInvited, own: { ...ofInvited.own, encrypted_recipient_name: name } }
      expect(await as(bob).ok(200, 'connectionsIdPut', rename(name))).toEqual({ connection: renamed })
      expect(await as(bob).connections()).toEqual([renamed])
    }
    expect(await as(ada).connections()).toEqual(othersBefore)
    expect(feeds()).toEqual(feedsBefore)

    const otherSide = ofInvited.the_other_user.id
    expect(await refused(bob, 'connectionsIdPut', rename(CIPHER_TEXT, otherSide))).toMatchObject({ error: 'not_found' })
    expect(await refused(bob, 'connectionsIdPut', rename('Ada'))).toMatchObject({ error: 'invalid_encrypted_value' })
    expect(await refused(bob, 'connectionsIdPut', rename(undefined))).toMatchObject({ error: 'param_missing' })
  })

  it('DELETE /connections/{id} › ends both sides, from either side, and tells both', async () => {
    for (const by of [ada, bob]) {
      const { ofInvited } = await connectUsers(running, ada, bob)
      const ids = { [ada.userId]: ofInvited.the_other_user.id, [bob.userId]: ofInvited.own.id }

      // The id of the other side is nothing the user has.
      const otherId = by === ada ? ids[bob.userId] : ids[ada.userId]
      expect(await refused(by, 'connectionsIdDelete', { params: { id: otherId } })).toMatchObject({
        error: 'not_found',
      })
      await as(by).ok(204, 'connectionsIdDelete', { params: { id: ids[by.userId] } })

      expect([await as(ada).connections(), await as(bob).connections()]).toEqual([[], []])
      for (const [user, other] of [
        [ada, bob],
        [bob, ada],
      ] as const) {
        expect(as(user).events().at(-1)).toEqual({
          name: 'connection.deleted',
          eventable_type: 'Connection',
          event_type: 'delete',
          eventable_id: ids[user.userId],
          creator: by.userId,
          value: { connection_id: ids[user.userId], user_id: other.userId },
        })
      }
    }
  })

  it('a deleted user › is disconnected from everybody, who are told; at once or when the waiting time ended', async () => {
    const carol = aSignedInUser(running)
    const { ofInvited } = await connectUsers(running, ada, bob)
    const second = await connectUsers(running, carol, bob)
    const { token } = await as(ada).invite()

    await as(ada).ok(204, 'meDelete')
    expect((await as(bob).connections()).map(({ own }) => own.id)).toEqual([second.ofInvited.own.id])
    expect(as(bob).events().at(-1)).toMatchObject({
      name: 'connection.deleted',
      creator: ada.userId,
      value: { connection_id: ofInvited.own.id, user_id: ada.userId },
    })
    expect(await refused(carol, 'connectionsPost', connectBody(token))).toMatchObject({ error: 'not_found' })

    await as(carol).ok(202, 'meDeletionQueuePost')
    running.clock.advanceMs(7 * DAY_MS - 1)
    const again = aSignedInUser(running)
    await as(again).connections()
    expect(running.connection.prepare('SELECT count(*) FROM connections').pluck().get()).toBe(2)
    running.clock.advanceMs(1)
    believeClock(running)
    await as(again).connections()
    expect(running.connection.prepare('SELECT count(*) FROM connections').pluck().get()).toBe(0)
    expect(as(bob).events().at(-1)).toMatchObject({ name: 'connection.deleted', creator: 'system' })
    expect(as(carol).events()).toEqual([])
  })

  it('the owner of a copied item › is shown, and found, only while connected', async () => {
    const { item } = await as(bob).createItem({ label: 'Car', slots_attributes: [{ label: 'Colour' }] })
    running.connection
      .prepare('UPDATE items SET owner_id = ?, original_id = ? WHERE id = ?')
      .run(ada.userId, newTestId(), item.id)
    const shown = async () => {
      const { items, slots } = await as(bob).listItems()
      const one = await as(bob).getItem(item.id)
      const slot = await as(bob).getSlot(one.slots[0]?.id ?? '')
      const found = (await as(bob).listItems({ owner_id: ada.userId })).items.length
      const owners = [...items, ...slots, one.item, ...one.slots, slot].map(({ owner_id }) => owner_id)
      return { owners: [...new Set(owners)], found }
    }

    expect(await shown()).toEqual({ owners: [null], found: 0 })
    const { ofInvited } = await connectUsers(running, ada, bob)
    expect(await shown()).toEqual({ owners: [ada.userId], found: 1 })
    await as(bob).ok(204, 'connectionsIdDelete', { params: { id: ofInvited.own.id } })
    expect(await shown()).toEqual({ owners: [null], found: 0 })
  })
})

interface Page {
  readonly connections: readonly Connection[]
  readonly next_page_after: string | null
  readonly meta: readonly unknown[]
}

const typeOf = (intent: 'member' | 'service') => (intent === 'member' ? 'organization' : 'service')
