// Proves docs/contract/vault.md, Shares: making, Client tasks, Flows.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { MakeVault } from '../support/published/published-vault-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { connect, DEK, HASH, keyOf, sealed } from '../support/people/sharing.ts'
import { describeRows } from '../support/tiers.ts'

/*
 * Shares and client tasks through the published clients: every operation they have, and that what they make of the
 * answers (dates, enumerations, renamed fields) is what was stored.
 */

const PACKAGES: readonly [string, MakeVault, object, object][] = [
  ['37.1.15', publishedVault37, { onsharing_permitted: true }, {}],
  ['31.0.0', publishedVault31, { sharing_mode: 'anyone' }, {}],
  ['31.0.0, slots matched by name', publishedVault31, { sharing_mode: 'anyone' }, { matchSlotsByName: true }],
  ['37.1.15, slots matched by name', publishedVault37, { onsharing_permitted: true }, { matchSlotsByName: true }],
]

interface Slot {
  readonly id: string
  readonly name: string
  readonly encrypted_value: string | null
}

const values = (slots: readonly Slot[], text: string) =>
  slots
    .filter(({ encrypted_value }) => encrypted_value !== null)
    .map(({ id, name }) => ({
      slot_id: id,
      encrypted_value: sealed(`${text} ${name}`),
      encrypted_value_verification_key: sealed('verification key'),
      value_verification_hash: HASH,
    }))

/** The two packages disagree about enumerations and optional fields that mean the same on the wire. */
const either = (body: object) => body as never

describeRows('sharing with published vault-api-sdk %s', PACKAGES, (_, vaultOf, passOn, settings) => {
  let server: TestHttpServer
  let ada: SignedInUser
  let bob: SignedInUser
  beforeAll(async () => {
    server = await startHttpServer(settings)
    ada = aSignedInUser(server)
    bob = aSignedInUser(server)
    connect(server, ada, bob)
  })
  afterAll(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  const as = ({ token }: SignedInUser) => vaultOf(server.url, { token })

  async function shared(fields: object = {}) {
    const { item, slots } = await as(ada).item.itemsPost({
      template_name: 'custom',
      item: { label: 'Car', slots_attributes: [{ label: 'Plate', encrypted_value: sealed('own') }] },
    })
    const entry = { recipient_id: bob.userId, encrypted_dek: DEK, slot_values: values(slots, 'shared'), ...fields }
    const { shares } = await as(ada).share.itemsIdSharesPost(item.id, either({ shares: [entry] }))
    const share = shares[0]
    if (share === undefined) throw new Error('no share came back')
    return { item, slots, share }
  }

  it('shares with acceptance, terms and an expiry; the recipient finds, accepts and opens it', async () => {
    const terms = { acceptance_required: 'acceptance_required', terms: 'be kind', expires_at: new Date('2026-03-01') }
    const { item, share } = await shared({ ...passOn, ...terms })

    expect(share).toMatchObject({
      item_id: item.id,
      sender_id: ada.userId,
      public_key: keyOf(bob),
      terms: 'be kind',
      expires_at: new Date('2026-03-01T00:00:00.000Z'),
      created_at: new Date('2026-01-01T00:00:00.000Z'),
    })
    expect(share).toMatchObject(passOn)
    const waiting = await as(bob).share.incomingSharesGet(undefined, 10, 'acceptance_required')
    expect(waiting.shares).toMatchObject([{ id: share.id, encrypted_dek: null }])
    expect((await as(bob).share.incomingSharesIdItemGet(share.id)).slots).toMatchObject([{ encrypted_value: null }])

    const accepted = await as(bob).share.incomingSharesIdAcceptPut(share.id)
    expect(accepted.share).toMatchObject({ acceptance_required: 'accepted', encrypted_dek: DEK })
    const opened = await as(bob).share.incomingSharesIdItemGet(share.id)
    expect(opened).toMatchObject({
      share: { id: share.id },
      item: { own: false, original_id: item.id },
      slots: [{ encrypted_value: sealed('shared plate'), value_verification_hash: HASH }],
    })
    expect(opened.item_shared_via_another_share_id ?? null).toBeNull() // the clients drop null
    expect((await as(bob).share.incomingSharesIdGet(share.id)).share.id).toBe(share.id)
    expect((await as(ada).share.outgoingSharesIdGet(share.id)).share.id).toBe(share.id)
    const sent = await as(ada).share.outgoingSharesGet(undefined, undefined, [item.id])
    expect(sent.shares.map(({ id }) => id)).toEqual([share.id])
  })

  it('updates the item, runs the task, updates the share; the recipient encrypts again and deletes it', async () => {
    const { item, slots, share } = await shared()
    await as(ada).item.itemsIdPut(item.id, { item: { label: 'Boat' } })
    const queue = await as(ada).task.clientTaskQueueGet(undefined, undefined, true, item.id, either(['todo']))
    expect(queue.client_tasks).toMatchObject([
      { state: 'todo', work_type: 'update_item_shares', target_id: item.id, last_state_transition_at: null },
    ])
    const id = queue.client_tasks[0]?.id ?? ''

    const keys = await as(ada).share.itemsIdSharesGet(item.id)
    expect(keys.shares).toMatchObject([{ id: share.id, public_key: keyOf(bob) }])
    const slot_values = values(slots, 'new').map((value) => ({ ...value, share_id: share.id }))
    const update = { share_deks: [{ share_id: share.id, dek: sealed('new key') }], slot_values, client_tasks: [] }
    expect((await as(ada).share.itemsIdSharesPut(item.id, update)).shares).toMatchObject([{ id: share.id }])
    const done = await as(ada).task.clientTaskQueuePut({ client_tasks: [{ id, state: 'done', report: {} }] })
    expect(done.client_tasks).toMatchObject([{ id, state: 'done', last_state_transition_at: expect.any(Date) as Date }])

    const copy = await as(bob).share.incomingSharesIdItemGet(share.id)
    expect(copy.item.label).toBe('Boat')
    expect(copy.slots).toMatchObject([{ encrypted_value: sealed('new plate') }])
    const own = copy.slots.map((slot) => ({ id: slot.id, encrypted_value: sealed('mine') }))
    const reply = await as(bob).share.itemsIdEncryptPost(copy.item.id, { slots: own })
    expect(reply.slots).toMatchObject([{ encrypted_value: sealed('mine') }])
    expect((await as(bob).share.incomingSharesIdGet(share.id)).share.encrypted_dek).toBeNull()

    await as(bob).share.sharesIdDelete(share.id)
    expect((await as(ada).share.itemsIdSharesGet(item.id)).shares).toEqual([])
  })

  it('is told which part of a refused share is wrong', async () => {
    const refused = await shared({ expires_at: new Date('2020-01-01') }).catch((reason: unknown) => reason)

    if (!(refused instanceof Response)) throw new Error('the call was not refused', { cause: refused })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      errors: [
        {
          error: 'expires_at_invalid',
          extra_info: { shares: [{ index: 0, recipient_id: bob.userId, expires_at: '2020-01-01T00:00:00.000Z' }] },
        },
      ],
    })
  })
})

it('published vault client 37 › reconfigures, deletes and creates shares in one call', async () => {
  const server = await startHttpServer()
  const [ada, bob] = [aSignedInUser(server), aSignedInUser(server)]
  connect(server, ada, bob)
  const { item: items, share } = publishedVault37(server.url, { token: ada.token })
  const { item } = await items.itemsPost({ template_name: 'custom', item: { label: 'Car' } })
  const entry = { recipient_id: bob.userId, encrypted_dek: DEK, slot_values: [] }
  const made = await share.itemsIdSharesPost(item.id, either({ shares: [entry, entry] }))
  const [gone, kept] = made.shares.map(({ id }) => id)

  await share.sharesPut({
    shares: [{ share_id: String(kept), expires_at: new Date('2026-05-01'), onsharing_permitted: true }],
  })
  await share.sharesPatch(either({ shares_to_delete: [gone], item_to_share_id: item.id, shares_to_create: [entry] }))

  const sent = (await share.outgoingSharesGet()).shares
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ id: kept, onsharing_permitted: true, expires_at: new Date('2026-05-01') })
  await server.close()
})
