// Proves docs/contract/vault.md, Share intents, Invitations, Connections, Events.

import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { anItemToIntend } from '../support/people/people.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import { CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'
import { describeRows } from '../support/tiers.ts'

/** What the two packages know of connections, invitations, share intents and events. */
const PACKAGES = [
  ['vault-api-sdk 37.1.15', publishedVault37],
  ['vault-api-sdk 31.0.0', publishedVault31],
] as const

const publicKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString()

let server: TestHttpServer
let confirming: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer()
  confirming = await startHttpServer({ multistepInvitations: true })
})
afterAll(async () => {
  expect([...server.faults, ...confirming.faults]).toEqual([])
  await Promise.all([server.close(), confirming.close()])
})

const running = (): Parameters<typeof anItemToIntend>[0] => ({ ...server, send: sendOverHttp(server.url) })
const as31 = ({ token }: SignedInUser) => publishedVault31(server.url, { token })
const as37 = ({ token }: SignedInUser, url = server.url) => publishedVault37(url, { token })

async function statusOf(call: Promise<unknown>): Promise<number> {
  const thrown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Response)) throw new Error('the call was not refused', { cause: thrown })
  return thrown.status
}

describeRows('published vault client %s', PACKAGES, (_, client) => {
  const as = ({ token }: SignedInUser) => client(server.url, { token })
  const invite = (user: SignedInUser) =>
    as(user).invitation.invitationsPost({
      public_key: { public_key: publicKey(), keypair_external_id: 'KA' },
      invitation: { encrypted_recipient_name: CIPHER_TEXT },
    })
  const connect = (user: SignedInUser, invitation_token: string) =>
    as(user).connection.connectionsPost({
      public_key: { public_key: publicKey(), keypair_external_id: 'KB' },
      connection: { invitation_token, encrypted_recipient_name: OTHER_CIPHER_TEXT },
    })

  it('invites, lists and deletes invitations', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const { invitation } = await invite(ada)
    expect(invitation).toMatchObject({
      outgoing: true,
      keypair_external_id: 'KA',
      encrypted_recipient_name: CIPHER_TEXT,
      integration_data: null,
      user_name: 'Anonymous User',
      expire_at: new Date('2026-01-31T00:00:00.000Z'),
    })
    const { invitations } = await as(ada).invitation.invitationsGet()
    expect(invitations).toEqual([invitation])
    expect(await statusOf(as(bob).invitation.invitationsIdDelete(String(invitation.id)))).toBe(404)
    await as(ada).invitation.invitationsIdDelete(String(invitation.id))
    expect((await as(ada).invitation.invitationsGet()).invitations).toEqual([])
  })

  it('connects, reads, lists and disconnects', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const { token } = (await invite(ada)).invitation

    const { connection } = await connect(bob, token)

    expect(connection.own).toMatchObject({ user_id: bob.userId, encrypted_recipient_name: OTHER_CIPHER_TEXT })
    expect(connection.the_other_user).toMatchObject({ user_id: ada.userId, user_keypair_external_id: 'KA' })
    expect((await as(bob).connection.connectionsGet()).connections).toEqual([connection])
    expect((await as(bob).connection.connectionsIdGet(connection.own.id)).connection).toEqual(connection)
    expect(await statusOf(connect(aSignedInUser(server), token))).toBe(409)
    await as(bob).connection.connectionsIdDelete(connection.own.id)
    expect((await as(ada).connection.connectionsGet()).connections).toEqual([])
  })

  it('reads the event feed', async () => {
    const ada = aSignedInUser(server)
    await invite(ada)

    const { events, meta, next_page_after } = await as(ada).feed.eventFeedGet()

    expect(events).toMatchObject([{ name: 'invitation.created', eventable_type: 'Connection', event_type: 'start' }])
    expect([meta, next_page_after]).toEqual([{ pages: 1, total_count: 1 }, null])
  })
})

describe('published vault client 31 alone', () => {
  it('lists, reads and records events, activities and alerts', async () => {
    const ada = aSignedInUser(server)
    const { item } = await anItemToIntend(running(), ada)
    const { events, activity, alerts } = as31(ada)

    const { event } = await events.eventsPost({
      eventable_type: 'Item',
      eventable_id: item.id,
      event_type: 'milestone',
      value: '{"step":1}',
    })

    expect((await events.eventsIdGet(event.id)).event).toEqual(event)
    expect((await events.eventsGet(undefined, 10, 'milestone', '2026-01-01')).events).toEqual([event])
    const page = await activity.activitiesGet()
    expect(page.activities).toHaveLength(2)
    expect((await activity.activitiesIdGet(event.id)).start_time).toEqual(new Date('2026-01-01T00:00:00.000Z'))
    expect((await alerts.alertsGetRaw()).raw.status).toBe(200)
  })
})

describe('published vault client 37 alone', { tags: ['full'] }, () => {
  const invite = (user: SignedInUser, url?: string) =>
    as37(user, url).invitation.invitationsPost({ public_key: { public_key: publicKey() }, invitation: {} })

  it('prepares shares with an invitation, which connecting makes', async () => {
    const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
    const { invitation } = await invite(ada)
    const { item, intent } = await anItemToIntend(running(), ada)
    const api = as37(ada).invitation
    const slot_values = intent.slot_values.map(({ slot_id, encrypted_value }) => ({ slot_id, encrypted_value }))

    const { share_intents } = await api.invitationsInvitationIdShareIntentsPost(String(invitation.id), {
      share_intents: [{ ...intent, slot_values, onsharing_permitted: false }],
    })

    const [made] = share_intents
    expect(made).toMatchObject({ item_id: item.id, item_still_exists: true, onsharing_permitted: false })
    expect((await api.shareIntentsGet()).share_intents).toEqual(share_intents)
    expect((await api.shareIntentsIdGet(String(made?.id))).share_intent).toEqual(made)
    const read = await as37(bob).invitation.invitationsIdGet(invitation.token)
    expect(read).toMatchObject({ invitation: { shares_to_be_created: 1 }, share_intents: [{ item_label: 'Car' }] })
    const connected = await as37(bob).connection.connectionsPost({
      public_key: { public_key: publicKey() },
      connection: { invitation_token: invitation.token },
    })
    expect(connected.created_shares_report).toMatchObject([{ item_to_be_shared: item.id, success: true }])
    expect((await as37(ada).connection.connectionsGet(undefined, 10, 'granted_to_me')).connections).toEqual([])
    expect(await statusOf(api.shareIntentsIdDelete(String(made?.id)))).toBe(404)
  })

  it('reads activities', async () => {
    const ada = aSignedInUser(server)
    await anItemToIntend(running(), ada)
    const { activities } = await as37(ada).feed.activitiesGet()
    expect(activities).toMatchObject([{ event_type: 'create', item_label: 'Car' }])
  })

  it('accepts, confirms, cancels and rejects where the sender has to confirm', async () => {
    const [ada, bob] = [aSignedInUser(confirming), aSignedInUser(confirming)]
    const { url } = confirming
    const [adas, bobs] = [as37(ada, url).invitation, as37(bob, url).invitation]
    const accept = (token: string) =>
      bobs.invitationsInvitationTokenAcceptPost(token, { public_key: { public_key: publicKey() }, invitation: {} })
    const [first, second, third] = [await invite(ada, url), await invite(ada, url), await invite(ada, url)]

    expect((await accept(first.invitation.token)).invitation.state).toBe('accepted')
    const confirmed = await adas.invitationsInvitationIdConfirmPost(String(first.invitation.id), {})
    expect(confirmed).toMatchObject({
      invitation: { state: 'connected' },
      connection: { the_other_user: { user_id: bob.userId } },
    })
    await accept(second.invitation.token)
    const cancelled = await adas.invitationsInvitationIdCancelDelete(String(second.invitation.id))
    expect(cancelled.invitation.state).toBe('cancelled')
    const rejected = await bobs.invitationsInvitationTokenRejectDelete(third.invitation.token)
    expect(rejected.invitation.state).toBe('rejected')
    expect((await adas.invitationsGet('rejected')).invitations).toHaveLength(1)
  })
})
