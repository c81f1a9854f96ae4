// Proves docs/contract/vault.md, Organizations: rights, Organizations: agents.

import { beforeEach, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Share } from '../../shared/contract/shares.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  aMember,
  aRunningOrganization,
  aRunningService,
  outcomeOf,
  aUserOf,
} from '../support/people/organization-parties.ts'
import type { TestOrganization, TestOrganizationService } from '../support/people/organization-parties.ts'
import { connectUsers, newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { connect, DEK, ownerValues, sealed, sharingCallsOf } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * What the token of an agent reaches: what is the agent's own, and nothing of the people behind it
 * (docs/contract/vault.md, Organizations: agents). The other way round it is the same: a member's own token reaches
 * nothing of the agent's.
 */

const EMAIL = 'nobody-else-sees-this@harbour.example'

/** What belongs to one user, by what a path calls it. */
type Belongings = Readonly<
  Record<'item' | 'slot' | 'sent' | 'received' | 'connection' | 'invitation' | 'event', string>
>

const oneOf = (key: keyof Belongings) => (theirs: Belongings) => ({ id: theirs[key] })

/** Every call about what somebody else has. */
const CALLS: readonly [string, (theirs: Belongings) => Readonly<Record<string, string>>, object?][] = [
  ['itemsIdGet', oneOf('item')],
  ['itemsIdPut', oneOf('item'), { item: { label: 'Mine' } }],
  ['itemsIdDelete', oneOf('item')],
  ['itemsIdSharesGet', oneOf('item')],
  ['slotsIdGet', oneOf('slot')],
  ['slotsIdDelete', oneOf('slot')],
  ['outgoingSharesIdGet', oneOf('sent')],
  ['incomingSharesIdGet', oneOf('received')],
  ['incomingSharesIdItemGet', oneOf('received')],
  ['incomingSharesIdAcceptPut', oneOf('received')],
  ['incomingSharesIdRejectPut', oneOf('received')],
  ['sharesIdDelete', oneOf('received')],
  ['sharesIdDelete', oneOf('sent')],
  ['connectionsIdGet', oneOf('connection')],
  ['connectionsIdPut', oneOf('connection'), { connection: { encrypted_recipient_name: null } }],
  ['connectionsIdDelete', oneOf('connection')],
  ['invitationsIdDelete', ({ invitation }) => ({ token: invitation })],
  ['eventsIdGet', oneOf('event')],
]

/** The lists of what a user has, with the key of the list. */
const LISTS = [
  ['itemsGet', 'items'],
  ['incomingSharesGet', 'shares'],
  ['outgoingSharesGet', 'shares'],
  ['connectionsGet', 'connections'],
  ['invitationsGet', 'invitations'],
  ['eventFeedGet', 'events'],
  ['clientTaskQueueGet', 'client_tasks'],
] as const

describeOverTransports('agents', (start) => {
  let running: TestService
  let organization: TestOrganization
  let service: TestOrganizationService
  let admin: SignedInUser
  beforeEach(async () => {
    running = await start()
    organization = await aRunningOrganization(running)
    service = await aRunningService(running, organization)
    admin = await aMember(running, organization, 'admin')
  })

  const sharing = (user: Caller) => sharingCallsOf(running, user)

  /** Gives somebody one of everything. */
  async function belongingsOf(user: Caller): Promise<Belongings> {
    const friend = aSignedInUser(running)
    connect(running, user, friend)
    const [own, others] = [sharing(user), sharing(friend)]
    const item = await own.newItem()
    const connection = (await peopleCalls(running, user).connections()).find(
      ({ the_other_user: other }) => other.user_id === friend.userId,
    )
    const { events } = await own.ok<{ events: { id: string }[] }>(200, 'eventFeedGet')
    return {
      item: item.item.id,
      slot: item.slots[0]?.id ?? '',
      sent: (await own.share(item, friend)).id,
      received: (await others.share(await others.newItem('Boat'), user, AWAITING)).id,
      connection: connection?.own.id ?? '',
      invitation: (await peopleCalls(running, user).invite()).id,
      event: events[0]?.id ?? '',
    }
  }

  /** Every call about what is not one's own is answered as if it was not there. */
  async function expectOutOfReach(caller: Caller, theirs: Belongings): Promise<void> {
    const before = databaseContent(running.connection)
    for (const [name, params, body] of CALLS) {
      const send = (path: Readonly<Record<string, string>>) =>
        running.send({
          operation: `vault.${name}`,
          params: path,
          headers: caller.headers,
          ...(body !== undefined && { body }),
        })
      const unknown = Object.fromEntries(Object.keys(params(theirs)).map((key) => [key, UNKNOWN_ID]))
      const reply = await send(params(theirs))
      expect({ name, outcome: outcomeOf(reply) }).toEqual({ name, outcome: 'not_found' })
      expect(reply).toEqual(await send(unknown))
    }
    expect(databaseContent(running.connection)).toBe(before)
  }

  it('reach nothing of the owner, of a member or of each other, and those nothing of theirs', async () => {
    const everybody: readonly Caller[] = [organization.agent, service.agent, organization.owner, admin]
    const belongings = []
    for (const user of everybody) belongings.push(await belongingsOf(user))
    for (const caller of everybody) {
      for (const [index, user] of everybody.entries()) {
        if (user !== caller) await expectOutOfReach(caller, belongings[index] as Belongings)
      }
    }
  })

  it('list nothing of anybody else', async () => {
    const theirs = await belongingsOf(organization.owner)
    const ids = Object.values(theirs)
    for (const caller of [organization.agent, service.agent]) {
      for (const [name] of LISTS) {
        const text = JSON.stringify(await sharing(caller).ok(200, name))
        for (const id of ids) expect({ name, shows: text.includes(id) }).toEqual({ name, shows: false })
      }
    }
    // The owner does see them: the lists are the right ones.
    for (const [name, key] of LISTS.slice(0, 6)) {
      const page = await sharing(organization.owner).ok<Record<string, readonly object[]>>(200, name)
      expect({ name, rows: page[key]?.length !== 0 }).toEqual({ name, rows: true })
    }
  })

  it('hold items, share them with the people they are connected with, and receive from them; nobody else', async () => {
    const person = await aUserOf(running, service)
    const [agent, other] = [sharing(service.agent), sharing(person)]

    const received = await other.share(await other.newItem('Passport'), service.agent)
    const sent = await agent.share(await agent.newItem('Appointment'), person)

    expect((await agent.opened(received.id)).slots.map(({ encrypted_value }) => encrypted_value)).toContain(
      sealed('shared a'),
    )
    expect((await other.opened(sent.id)).item.label).toBe('Appointment')
    const item = await agent.newItem()
    for (const stranger of [organization.owner, admin, aSignedInUser(running)]) {
      const shares = [{ recipient_id: stranger.userId, encrypted_dek: DEK, slot_values: ownerValues(item.slots) }]
      expect(
        await agent.refusal('itemsIdSharesPost', { params: { id: item.item.id }, body: { shares } }),
      ).toMatchObject([{ error: 'recipient_not_connected' }])
    }
    for (const member of [organization.owner, admin]) {
      expect((await sharing(member).incomingList()).shares.filter(({ id }: Share) => id === received.id)).toEqual([])
    }
  })

  it('cannot use the key store, whatever the operation', async () => {
    const operations = serviceOperations.filter(
      ({ api, auth }) => api === 'keystore' && (auth === 'user' || auth === 'token'),
    )
    expect(operations.length).toBeGreaterThan(10)
    const before = databaseContent(running.connection)
    for (const { id, path } of operations) {
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, UNKNOWN_ID]))
      for (const { headers } of [organization.agent, service.agent]) {
        const reply = await running.send({ operation: id, params, body: {}, headers })
        expect({ id, ...refusalOf(reply) }).toEqual({
          id,
          status: 401,
          error: 'unauthorized',
          reason: 'token_invalid',
        })
      }
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('have no login key, no deletion and no waiting for it; they ask for no organization and join none', async () => {
    const before = databaseContent(running.connection)
    const login = await running.send({ operation: 'vault.sessionPost', body: { public_key: service.publicKey } })
    expect(refusalOf(login)).toEqual({ status: 401, error: 'unauthorized', reason: 'unknown_public_key' })
    for (const { agent } of [organization, service]) {
      const calls = peopleCalls(running, agent)
      const body = { name: 'Another', public_key: service.publicKey }
      for (const [name, parts] of [
        ['meDelete', {}],
        ['meDeletionQueuePost', {}],
        ['organizationsPost', { body }],
      ] as const) {
        expect({ name, refusal: await calls.refusal(name, parts) }).toMatchObject({
          name,
          refusal: [{ error: 'forbidden', http_code: 403 }],
        })
      }
    }
    expect(databaseContent(running.connection)).toBe(before)

    const other = await aRunningOrganization(running)
    const { token: invitation_token } = await peopleCalls(running, other.agent).invite()
    for (const { agent } of [organization, service]) {
      const body = { public_key: newConnectionKey(), connection: { invitation_token } }
      expect(await peopleCalls(running, agent).refusal('connectionsPost', { body })).toMatchObject([
        { error: 'forbidden', http_code: 403 },
      ])
    }
  })

  it('of services alone learn the keys of a user, and only those of the connection with them', async () => {
    const person = await aUserOf(running, service)
    const theirs = await connectUsers(running, person, aSignedInUser(running))
    const reply = await peopleCalls(running, service.agent).ok<{ service_user: object }>(200, 'serviceUsersIdGet', {
      params: { id: person.userId },
    })

    expect(reply.service_user).toMatchObject({ id: person.userId, connection_present: true })
    expect(JSON.stringify(reply)).not.toContain(theirs.ofInvited.the_other_user.user_public_key)
    for (const user of [organization.agent, organization.owner, admin, person]) {
      for (const id of [person.userId, user.userId, UNKNOWN_ID]) {
        expect(await peopleCalls(running, user).refusal('serviceUsersIdGet', { params: { id } })).toMatchObject([
          { error: 'agents_only', http_code: 403 },
        ])
      }
    }
  })

  it('nobody but owners and the organization itself sees e-mail addresses of members', async () => {
    const person = await aUserOf(running, service)
    for (const member of [organization.owner, admin]) {
      const body = { user: { email: EMAIL, full_name: EMAIL } }
      await peopleCalls(running, member).ok(200, 'mePut', { body })
    }
    const reads = (caller: Caller): readonly ServiceRequest[] => [
      { operation: 'vault.organizationsGet' },
      { operation: 'vault.organizationsGet', query: { mode: 'member' } },
      { operation: 'vault.organizationsIdGet', params: { id: organization.id } },
      {
        operation: 'vault.organizationsOrganizationIdServicesIdGet',
        params: { organization_id: organization.id, id: service.id },
      },
      {
        operation: 'vault.organizationsOrganizationIdRequestedServicesGet',
        params: { organization_id: organization.id },
      },
      { operation: 'vault.serviceUsersIdGet', params: { id: admin.userId } },
      { operation: 'vault.serviceUsersIdGet', params: { id: caller.userId } },
      { operation: 'vault.connectionsGet' },
      { operation: 'vault.eventFeedGet' },
      { operation: 'vault.invitationsGet' },
    ]
    const list = {
      operation: 'vault.organizationsOrganizationIdMembersGet',
      params: { organization_id: organization.id },
    }
    const former = await aMember(running, organization, 'owner')
    await peopleCalls(running, organization.owner).ok(204, 'organizationsOrganizationIdMembersIdDelete', {
      params: { organization_id: organization.id, id: former.userId },
    })

    for (const caller of [admin, service.agent, person, former, aSignedInUser(running)]) {
      for (const request of [list, ...reads(caller)]) {
        const reply = await running.send({ ...request, headers: caller.headers })
        const shows = JSON.stringify(reply.body).includes(EMAIL)
        expect({ request: request.operation, shows }).toEqual({ request: request.operation, shows: false })
      }
    }
    for (const { headers } of [organization.owner, organization.agent]) {
      expect(JSON.stringify((await running.send({ ...list, headers })).body)).toContain(EMAIL)
    }
  })
})

const AWAITING = { acceptance_required: 'acceptance_required' }

function refusalOf({ status, ok, body }: ServiceReply) {
  const [error] = ok ? [] : body.errors
  return { status, error: error?.error, reason: error?.extra_info['reason'] }
}
