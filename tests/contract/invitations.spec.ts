// Proves docs/contract/vault.md, Time, Invitations, Invitations: reading, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { Invitation } from '../../shared/contract/invitations.ts'
import type { CompactShareIntent } from '../../shared/contract/share-intents.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { agentOf, anOrganization, aService, serviceAgentOf } from '../support/people/organizations.ts'
import { newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface Read {
  readonly invitation: Invitation
  readonly share_intents: readonly CompactShareIntent[]
  readonly recipient_public_key: string | null
}

describeOverTransports('invitations', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  })
  const as = (user: SignedInUser) => peopleCalls(running, user)
  const read = (user: SignedInUser, token: string) => as(user).ok<Read>(200, 'invitationsIdGet', { params: { token } })
  const list = async (user: SignedInUser, query: object = {}) =>
    (await as(user).ok<{ invitations: Invitation[] }>(200, 'invitationsGet', { query })).invitations
  const ids = (invitations: readonly Invitation[]) => invitations.map(({ id }) => id)

  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }

  it('POST /invitations › answers all fields, and keeps the token only as a hash and sealed', async () => {
    const key = newConnectionKey()
    const texts = { encrypted_recipient_name: CIPHER_TEXT, encrypted_sender_name: OTHER_CIPHER_TEXT }

    const invitation = await as(ada).invite(
      { ...texts, sender_to_recipient_data: { note: 'Hallo' } },
      { public_key: { public_key: key.public_key, keypair_external_id: 'KA' } },
    )

    expect(invitation).toEqual({
      ...texts,
      id: invitation.id,
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      message: null,
      sent_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
      expire_at: '2026-01-31T00:00:00.000Z',
      outgoing: true,
      state: 'new',
      invited_user_id: null,
      user_name: 'Anonymous User',
      user_image: null,
      user_public_key: key.public_key,
      sender_public_key: key.public_key,
      keypair_external_id: 'KA',
      integration_data: null,
      shares_to_be_created: 0,
      connection_type: null,
      delegation_role: null,
      delegation_token: null,
      sender_to_recipient_data: { note: 'Hallo' },
      recipient_to_sender_data: {},
    })
    expect(databaseContent(running.connection)).not.toContain(invitation.token)
    expect(as(ada).events()).toEqual([
      {
        name: 'invitation.created',
        eventable_type: 'Connection',
        event_type: 'start',
        eventable_id: invitation.id,
        creator: ada.userId,
        value: { invitation_id: invitation.id, intent: null },
      },
    ])
  })

  it('POST /invitations › of an agent says what it is for', async () => {
    const kept = await anOrganization(running, ada)
    const keptService = await aService(running, ada, kept.organization.id)
    const organization = await agentOf(running, ada, kept)
    const service = await serviceAgentOf(running, ada, keptService)
    const organization_id = kept.organization.id

    expect(await as(organization).invite()).toMatchObject({
      connection_type: 'member',
      integration_data: { intent: 'member', organization_id, organization_member_role: 'admin' },
      user_name: 'Harbour Clinic',
    })
    expect(await as(organization).invite({ organization_member_role: 'owner' })).toMatchObject({
      integration_data: { intent: 'member', organization_id, organization_member_role: 'owner' },
    })
    expect(await as(service).invite()).toMatchObject({
      connection_type: 'service',
      integration_data: { intent: 'service', organization_id, service_id: keptService.service.id },
      user_name: 'Appointments',
    })
    for (const user of [ada, service]) {
      const body = { public_key: newConnectionKey(), invitation: { organization_member_role: 'admin' } }
      expect(await refused(user, 'invitationsPost', { body })).toMatchObject({ error: 'agents_only', http_code: 403 })
    }
  })

  it('POST /invitations › refuses what it cannot use, and changes nothing', async () => {
    const cases: readonly [object, object, string, string][] = [
      [{}, { public_key: undefined }, 'param_missing', 'public_key'],
      [{}, { public_key: { public_key: 'PEM' } }, 'invalid_public_key', 'public_key.public_key'],
      [{ encrypted_recipient_name: 'Bob' }, {}, 'invalid_encrypted_value', 'invitation.encrypted_recipient_name'],
      [{ encrypted_sender_name: 'Ada' }, {}, 'invalid_encrypted_value', 'invitation.encrypted_sender_name'],
      [{ organization_member_role: 'king' }, {}, 'invalid_params', 'invitation.organization_member_role'],
      [{ delegation_token: 'token' }, {}, 'delegate_role_invalid', 'invitation.delegate_role'],
      [{ delegate_role: 'reader' }, {}, 'delegation_token_missing', 'invitation.delegation_token'],
      [{ delegate_role: 'king', delegation_token: 'token' }, {}, 'delegate_role_invalid', 'invitation.delegate_role'],
      [
        { delegate_role: 'reader', delegation_token: 'unknown' },
        {},
        'delegation_token_missing',
        'invitation.delegation_token',
      ],
      [{ sender_to_recipient_data: { a: 1 } }, {}, 'invalid_params', 'invitation.sender_to_recipient_data.a'],
      [
        {
          sender_to_recipient_data: Object.fromEntries(
            ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key) => [key, '']),
          ),
        },
        {},
        'invalid_params',
        'invitation.sender_to_recipient_data',
      ],
      [
        { sender_to_recipient_data: { a: 'ü'.repeat(2049) } },
        {},
        'invalid_params',
        'invitation.sender_to_recipient_data.a',
      ],
      [{}, { expires_in: 0 }, 'invalid_params', 'expires_in'],
      [{}, { expires_in: 31 }, 'invalid_params', 'expires_in'],
      [{}, { expires_in: 1.5 }, 'invalid_params', 'expires_in'],
    ]
    for (const [invitation, more, error, parameter] of cases) {
      const body = { public_key: newConnectionKey(), invitation, ...more }
      expect(await refused(ada, 'invitationsPost', { body })).toMatchObject({
        error,
        http_code: 400,
        extra_info: { parameter },
      })
    }
  })

  it('GET /invitations/{token} › shows its sender everything, and who holds the token what is needed', async () => {
    await as(ada).ok(200, 'mePut', { body: { user: { full_name: 'Ada Lovelace' } } })
    const invitation = await as(ada).invite({ encrypted_recipient_name: CIPHER_TEXT })
    const sent = { ...invitation, user_name: 'Ada Lovelace' }
    const held = {
      ...sent,
      id: null,
      outgoing: false,
      keypair_external_id: null,
      encrypted_recipient_name: null,
    }
    const bare = { share_intents: [], recipient_public_key: null }

    for (const name of [invitation.id, invitation.id.toUpperCase(), invitation.token]) {
      expect(await read(ada, name)).toEqual({ invitation: sent, ...bare })
    }
    expect(await read(bob, invitation.token)).toEqual({ invitation: held, ...bare })
    const anybody = await running.send({ operation: 'vault.invitationsIdGet', params: { token: invitation.token } })
    expect(anybody).toEqual({ ok: true, status: 200, body: { invitation: held, ...bare } })
  })

  it('GET /invitations/{token} › is open to everybody, but not with broken credentials or by the id', async () => {
    const { id, token } = await as(ada).invite()
    const reads = async (name: string, headers = {}) => {
      const reply = await running.send({ operation: 'vault.invitationsIdGet', params: { token: name }, headers })
      return reply.ok ? reply.status : [reply.status, reply.body.errors[0]?.extra_info['reason']]
    }

    expect(await reads(token)).toBe(200)
    expect(await reads(token, { authorization: '' })).toBe(200)
    expect(await reads(token, { authorization: 'v_unknown' })).toEqual([401, 'token_invalid'])
    expect(await reads(token, aSignedInUser(running, { validForSeconds: -1 }).headers)).toEqual([401, 'token_expired'])
    expect(await reads(id)).toEqual([404, undefined])
    expect(await reads(id, bob.headers)).toEqual([404, undefined])
    expect(await reads(UNKNOWN_ID, ada.headers)).toEqual([404, undefined])
    const strange = { 'service-delegation-id': ada.userId }
    expect(await reads(token, { ...bob.headers, ...strange })).toEqual([403, undefined])
    expect(await reads(token, strange)).toBe(200)
  })

  it('an invitation › works once, and is its sender’s alone from then on', async () => {
    const { id, token } = await as(ada).invite()
    await as(bob).connect(token)

    expect((await read(ada, token)).invitation).toMatchObject({ state: 'connected', invited_user_id: bob.userId })
    for (const user of [bob, aSignedInUser(running)]) {
      expect(await refused(user, 'invitationsIdGet', { params: { token } })).toMatchObject({ error: 'not_found' })
    }
    expect(await refused(ada, 'invitationsIdDelete', { params: { token: id } })).toMatchObject({
      error: 'invitation_used',
      http_code: 409,
      message: 'This invitation is no longer new, it is connected.',
    })
  })

  it('an invitation › expires at its time, and is kept for its sender', async () => {
    const { id, token } = await as(ada).invite({}, { expires_in: 2 })
    running.clock.advanceMs(2 * DAY_MS - 1)
    expect((await read(bob, token)).invitation.state).toBe('new')

    running.clock.advanceMs(1)

    expect((await as(bob).refusal('invitationsIdGet', { params: { token } }))[0]).toMatchObject({
      error: 'invitation_expired',
      http_code: 410,
    })
    expect((await read(ada, id)).invitation).toMatchObject({ state: 'expired', invited_user_id: null })
    expect(as(ada).events().at(-1)).toEqual({
      name: 'invitation.expired',
      eventable_type: 'Connection',
      event_type: 'stop',
      eventable_id: id,
      creator: 'system',
      value: { invitation_id: id, intent: null },
    })
  })

  it('DELETE /invitations/{token} › by its sender only, by id or token', async () => {
    const first = await as(ada).invite()
    const second = await as(ada).invite()

    for (const token of [first.token, first.id]) {
      expect(await refused(bob, 'invitationsIdDelete', { params: { token } })).toMatchObject({ error: 'not_found' })
    }
    await as(ada).ok(204, 'invitationsIdDelete', { params: { token: first.id } })
    await as(ada).ok(204, 'invitationsIdDelete', { params: { token: second.token } })

    expect(await list(ada)).toEqual([])
    expect(as(ada).events().at(-1)).toMatchObject({
      name: 'invitation.deleted',
      event_type: 'stop',
      eventable_id: second.id,
      value: { invitation_id: second.id, intent: null },
    })
    expect(await refused(bob, 'invitationsIdGet', { params: { token: first.token } })).toMatchObject({
      error: 'not_found',
    })
  })

  it('GET /invitations › lists what was sent, by state, by token and by page', async () => {
    const used = await as(ada).invite()
    await as(bob).connect(used.token)
    const expired = await as(ada).invite({}, { expires_in: 1 })
    running.clock.advanceMs(DAY_MS)
    const open = [await as(ada).invite(), await as(ada).invite()]
    await as(bob).invite()

    expect(await list(ada)).toEqual(open)
    expect(ids(await list(ada, { state: 'connected' }))).toEqual([used.id])
    expect(ids(await list(ada, { state: 'expired' }))).toEqual([expired.id])
    expect(ids(await list(ada, { token: open[1]?.token }))).toEqual([open[1]?.id])
    expect(await list(bob, { token: open[1]?.token })).toEqual([])
    const page = await as(ada).ok<{ invitations: Invitation[]; next_page_after: string }>(200, 'invitationsGet', {
      query: { per_page: '1' },
    })
    expect(ids(page.invitations)).toEqual([open[0]?.id])
    expect(ids(await list(ada, { next_page_after: page.next_page_after }))).toEqual([open[1]?.id])
    expect(await refused(ada, 'invitationsGet', { query: { state: 'lost' } })).toMatchObject({
      error: 'invalid_params',
      http_code: 400,
    })
    expect(await refused(ada, 'invitationsGet', { query: { next_page_after: '?' } })).toMatchObject({
      error: 'invalid_cursor',
    })
  })
})
