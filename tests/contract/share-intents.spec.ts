// Proves docs/contract/vault.md, Share intents, Invitations: confirming, Connections: connecting, Connections:
// ending, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { ShareIntent } from '../../shared/contract/share-intents.ts'
import type { ShareWithItemData } from '../../shared/contract/shares.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  anItemToIntend,
  connectUsers,
  newConnectionKey,
  PASSPHRASE_CIPHER_TEXT,
  peopleCalls,
} from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'

const POST = 'invitationsInvitationIdShareIntentsPost'

describeOverTransports('share intents', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  async function begin(settings = {}): Promise<void> {
    running = await start(settings)
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  }
  beforeEach(() => begin())
  const as = (user: SignedInUser) => peopleCalls(running, user)

  async function intend(invitationId: string, body: object): Promise<readonly ShareIntent[]> {
    const reply = as(ada).ok<{ share_intents: ShareIntent[] }>(201, POST, {
      params: { invitation_id: invitationId },
      body,
    })
    return (await reply).share_intents
  }
  async function refused(user: SignedInUser, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(user).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }
  const list = async (user: SignedInUser) =>
    (await as(user).ok<{ share_intents: ShareIntent[] }>(200, 'shareIntentsGet')).share_intents

  it('POST /invitations/{id}/share_intents › stores what becomes a share, and counts it', async () => {
    const { id, token } = await as(ada).invite()
    const { item, slots, intent } = await anItemToIntend(running, ada)
    const more = {
      sharing_mode: 'owner',
      acceptance_required: 'acceptance_required',
      terms: 'For the trip only.',
      expires_at: '2026-06-01T00:00:00.000Z',
    }

    const [stored] = await intend(id, { share_intents: [{ ...intent, ...more }] })

    expect(stored).toEqual({
      ...intent,
      ...more,
      id: stored?.id,
      invitation_id: id,
      item_still_exists: true,
      slot_id: null,
      slot_still_exists: true,
      onsharing_permitted: false,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    expect(await as(ada).ok(200, 'shareIntentsIdGet', { params: { id: stored?.id } })).toEqual({
      share_intent: stored,
    })
    expect(await list(ada)).toEqual([stored])
    expect(await list(bob)).toEqual([])
    const compact = {
      id: stored?.id,
      item_label: 'Car',
      expires_at: more.expires_at,
      terms: more.terms,
      acceptance_required: more.acceptance_required,
    }
    const shown = { invitation: { shares_to_be_created: 1 }, recipient_public_key: null }
    expect(await as(ada).ok(200, 'invitationsIdGet', { params: { token: id } })).toMatchObject({
      ...shown,
      share_intents: [{ ...compact, item_id: item.id, encrypted_dek: PASSPHRASE_CIPHER_TEXT }],
    })
    expect(await as(bob).ok(200, 'invitationsIdGet', { params: { token } })).toMatchObject({
      ...shown,
      share_intents: [{ ...compact, item_id: null, encrypted_dek: null }],
    })
    expect(as(ada).events().at(-1)).toEqual({
      name: 'share_intent.created',
      eventable_type: 'Item',
      event_type: 'milestone',
      eventable_id: item.id,
      creator: ada.userId,
      value: { item_id: item.id, invitation_id: id },
    })

    await as(ada).ok(204, 'slotsIdDelete', { params: { id: slots[0]?.id } })
    await as(ada).deleteItem(item.id)
    expect(await list(ada)).toMatchObject([{ item_still_exists: false, slot_still_exists: true }])
  })

  it('POST /invitations/{id}/share_intents › takes a single one, of one slot', async () => {
    const { id } = await as(ada).invite()
    const { slots, intent } = await anItemToIntend(running, ada)
    const [first] = slots

    const [stored] = await intend(id, { share_intent: { ...intent, slot_id: first?.id } })

    expect(stored).toMatchObject({ slot_id: first?.id, slot_still_exists: true, sharing_mode: 'owner' })
    await as(ada).ok(204, 'slotsIdDelete', { params: { id: first?.id } })
    expect(await list(ada)).toMatchObject([{ item_still_exists: true, slot_still_exists: false }])
  })

  it('POST /invitations/{id}/share_intents › refuses by the rules of shares, and stores nothing', async () => {
    const { id } = await as(ada).invite()
    const { intent } = await anItemToIntend(running, ada)
    const theirs = await anItemToIntend(running, bob)
    const first = 'share_intents[0].'
    const cases: readonly [object, string, string][] = [
      [{ share_intents: [{ ...intent, item_id: UNKNOWN_ID }] }, 'not_found', `${first}item_id`],
      [{ share_intents: [theirs.intent] }, 'not_found', `${first}item_id`],
      [{ share_intents: [{ ...intent, slot_id: UNKNOWN_ID }] }, 'slot_not_found', `${first}slot_id`],
      [{ share_intents: [{ ...intent, slot_values: [] }] }, 'slot_values_incomplete', `${first}slot_values`],
      [{ share_intents: [{ ...intent, slot_values: undefined }] }, 'param_missing', `${first}slot_values`],
      [
        { share_intents: [{ ...intent, encrypted_dek: CIPHER_TEXT }] },
        'invalid_encrypted_value',
        `${first}encrypted_dek`,
      ],
      [{ share_intents: [{ ...intent, encrypted_dek: 'key' }] }, 'invalid_encrypted_value', `${first}encrypted_dek`],
      [{ share_intents: [{ ...intent, expires_at: '2025-01-01' }] }, 'expires_at_invalid', `${first}expires_at`],
      [{ share_intents: [{ ...intent, sharing_mode: 'all' }] }, 'invalid_params', `${first}sharing_mode`],
      [{ share_intent: { ...intent, item_id: UNKNOWN_ID } }, 'not_found', 'share_intent.item_id'],
      [{ share_intents: [] }, 'invalid_params', 'share_intents'],
      [{}, 'param_missing', 'share_intents'],
    ]
    for (const [body, error, parameter] of cases) {
      const refusal = await refused(ada, POST, { params: { invitation_id: id }, body })
      expect({ error: refusal?.error, parameter: refusal?.extra_info['parameter'] }).toEqual({ error, parameter })
    }
    const mode = { ...intent, sharing_mode: 'anyone' }
    expect(await refused(ada, POST, { params: { invitation_id: id }, body: { share_intents: [mode] } })).toMatchObject({
      error: 'verification_data_missing',
    })
  })

  it('POST /invitations/{id}/share_intents › only for a new invitation of one’s own', async () => {
    const { intent } = await anItemToIntend(running, ada)
    const used = await as(ada).invite()
    await as(bob).connect(used.token)
    const body = { share_intents: [intent] }

    expect(await refused(ada, POST, { params: { invitation_id: used.id }, body })).toMatchObject({
      error: 'invitation_used',
      http_code: 409,
    })
    const { id } = await as(ada).invite()
    expect(await refused(bob, POST, { params: { invitation_id: id }, body })).toMatchObject({ error: 'not_found' })
  })

  it('POST /connections › turns intents into shares, reports each, and uses them up', async () => {
    const { id, token } = await as(ada).invite()
    const [good, gone] = [await anItemToIntend(running, ada), await anItemToIntend(running, ada)]
    await intend(id, { share_intents: [good.intent, gone.intent] })
    await as(ada).deleteItem(gone.item.id)

    const { created_shares_report: report, connection } = await as(bob).connect(token)

    const [made] = report
    expect(report).toEqual([
      { item_to_be_shared: good.item.id, success: true, share_id: made?.share_id, reason: null },
      { item_to_be_shared: gone.item.id, success: false, share_id: null, reason: 'not_found' },
    ])
    const { share, slots } = await as(bob).ok<ShareWithItemData>(200, 'incomingSharesIdItemGet', {
      params: { id: made?.share_id },
    })
    expect(share).toMatchObject({
      sender_id: ada.userId,
      recipient_id: bob.userId,
      encrypted_dek: PASSPHRASE_CIPHER_TEXT,
      public_key: connection.own.user_public_key,
    })
    expect(slots.map(({ encrypted_value }) => encrypted_value)).toContain(OTHER_CIPHER_TEXT)
    expect(await list(ada)).toEqual([])
  })

  it('POST /connections › makes the shares also for users who are connected already', async () => {
    await connectUsers(running, ada, bob)
    const { id, token } = await as(ada).invite()
    await intend(id, { share_intent: (await anItemToIntend(running, ada)).intent })

    const reply = await as(bob).connect(token)

    expect(reply).toMatchObject({ connection_existed_already: true, created_shares_report: [{ success: true }] })
    expect((await as(bob).listItems()).items).toHaveLength(1)
  })

  it('DELETE /connections/{id} › takes the shares between the two along, and tells the recipient', async () => {
    const { id, token } = await as(ada).invite()
    await intend(id, { share_intent: (await anItemToIntend(running, ada)).intent })
    const { connection } = await as(bob).connect(token)

    await as(bob).ok(204, 'connectionsIdDelete', { params: { id: connection.own.id } })

    expect((await as(bob).listItems()).items).toEqual([])
    expect(running.connection.prepare('SELECT count(*) FROM shares').pluck().get()).toBe(0)
    const names = as(bob)
      .events()
      .map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['share.received', 'share.deleted', 'connection.deleted']))
  })

  it('DELETE /share_intents/{id} › deletes one; all go with their invitation', async () => {
    const { id } = await as(ada).invite()
    const { intent } = await anItemToIntend(running, ada)
    const [first] = await intend(id, { share_intents: [intent, intent] })

    await as(ada).ok(204, 'shareIntentsIdDelete', { params: { id: first?.id } })
    expect(as(ada).events().at(-1)).toMatchObject({ name: 'share_intent.deleted', event_type: 'milestone' })
    expect(await list(ada)).toHaveLength(1)
    await as(ada).ok(204, 'invitationsIdDelete', { params: { token: id } })
    expect(await list(ada)).toEqual([])
  })

  it('GET /share_intents › is paged', async () => {
    const { id } = await as(ada).invite()
    const { intent } = await anItemToIntend(running, ada)
    const stored = await intend(id, { share_intents: [intent, intent, intent] })

    const first = await as(ada).ok<{ share_intents: ShareIntent[]; next_page_after: string }>(200, 'shareIntentsGet', {
      query: { per_page: '2' },
    })
    const next = await as(ada).ok<{ share_intents: ShareIntent[]; next_page_after: null }>(200, 'shareIntentsGet', {
      query: { per_page: '2', next_page_after: first.next_page_after },
    })

    expect([...first.share_intents, ...next.share_intents]).toEqual(stored)
    expect(next.next_page_after).toBeNull()
    expect(await refused(ada, 'shareIntentsGet', { query: { per_page: '0' } })).toMatchObject({
      error: 'invalid_params',
    })
    expect(await refused(ada, 'shareIntentsGet', { query: { next_page_after: '?' } })).toMatchObject({
      error: 'invalid_cursor',
    })
  })

  it('where the sender confirms › the key is the sender’s own until then, and the recipient’s afterwards', async () => {
    await running.close()
    await begin({ multistepInvitations: true })
    const { id, token } = await as(ada).invite()
    const { intent } = await anItemToIntend(running, ada)
    const terms = { acceptance_required: 'acceptance_required' }
    await intend(id, { share_intent: { ...intent, ...terms, encrypted_dek: CIPHER_TEXT } })
    await as(bob).ok(200, 'invitationsInvitationTokenAcceptPost', {
      params: { invitation_token: token },
      body: { public_key: newConnectionKey(), invitation: { accept_shares: true } },
    })
    const confirm = { params: { invitation_id: id } }

    expect(await refused(ada, 'invitationsInvitationIdConfirmPost', confirm)).toMatchObject({
      error: 'param_missing',
      extra_info: { parameter: 'encrypted_dek' },
    })
    await as(ada).ok(200, 'invitationsInvitationIdConfirmPost', {
      ...confirm,
      body: { encrypted_dek: OTHER_CIPHER_TEXT },
    })

    const { shares } = await as(bob).ok<{ shares: object[] }>(200, 'incomingSharesGet')
    expect(shares).toMatchObject([{ encrypted_dek: OTHER_CIPHER_TEXT, acceptance_required: 'accepted' }])
  })
})
