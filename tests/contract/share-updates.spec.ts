// Proves docs/contract/vault.md, Items: changing, Shares: updating, Shares: re-encrypting, Shares: reading and
// ending, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { Share } from '../../shared/contract/shares.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import { connect, DEK, HASH, ownerValues, sealed, sharingCallsOf, valuesOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { slotNamed } from '../support/service/vault-calls.ts'
import { SET_ITEM_FIELDS } from '../support/set-fields.ts'

/* Changing what is shared: new values, re-encryption, expiry and on-sharing. */

const NEW_DEK = sealed('new data key')
const OTHER_HASH = 'b6'.repeat(32)

describeOverTransports('share updates', (start) => {
  let running: TestService
  let ada: SharingCalls
  let bob: SharingCalls
  let users: { readonly ada: SignedInUser; readonly bob: SignedInUser; readonly cleo: SignedInUser }
  let car: ItemReply

  beforeEach(async () => {
    running = await start()
    users = { ada: aSignedInUser(running), bob: aSignedInUser(running), cleo: aSignedInUser(running) }
    connect(running, users.ada, users.bob)
    connect(running, users.bob, users.cleo)
    ada = sharingCallsOf(running, users.ada)
    bob = sharingCallsOf(running, users.bob)
    car = await ada.newItem()
  })

  const updateOf = (shares: readonly Share[], text: string, of = car) => ({
    share_deks: shares.map(({ id }) => ({ share_id: id, dek: NEW_DEK })),
    slot_values: shares.flatMap(({ id }) =>
      ownerValues(of.slots, text).map((value) => ({ ...value, share_id: id, value_verification_hash: OTHER_HASH })),
    ),
  })
  const put = (body: object) =>
    ada.ok<{ shares: Share[] }>(200, 'itemsIdSharesPut', { params: { id: car.item.id }, body })
  const refused = async (body: object) => {
    const before = databaseContent(running.connection)
    const [first] = await ada.refusal('itemsIdSharesPut', { params: { id: car.item.id }, body })
    expect(databaseContent(running.connection)).toBe(before)
    return first
  }

  it('PUT /items/{id} › labels reach copies at once; for the values the owner gets one task', async () => {
    const share = await ada.share(car, users.bob)
    running.clock.advanceMs(1000)

    const slot = slotNamed(car.slots, 'a')
    await ada.updateItem(car.item.id, {
      label: 'Boat',
      ...SET_ITEM_FIELDS,
      slots_attributes: [
        { id: slot.id, label: 'Alpha', encrypted_value: sealed('changed a'), slot_type_name: 'url', ordinal: 7 },
        { id: slotNamed(car.slots, 'empty').id, _destroy: true },
        { label: 'New', encrypted_value: sealed('own new') },
      ],
    })
    await ada.updateItem(car.item.id, { label: 'Boat' })

    const { item, slots } = await bob.opened(share.id)
    expect(item).toMatchObject({ label: 'Boat', ...SET_ITEM_FIELDS, name: 'car' })
    expect(slots.map(({ label, ordinal, slot_type_name }) => ({ label, ordinal, slot_type_name }))).toEqual([
      { label: 'B', ordinal: 0, slot_type_name: 'key_value' },
      { label: 'Alpha', ordinal: 7, slot_type_name: 'url' },
    ])
    expect(valuesOf(slots)).toEqual({ a: 'shared a', b: 'shared b' })
    expect(await ada.tasks()).toMatchObject([
      { state: 'todo', work_type: 'update_item_shares', target_id: car.item.id, last_state_transition_at: null },
    ])
    expect(await bob.tasks()).toEqual([])
    expect(eventsOf(running, users.ada.userId).filter(({ name }) => name === 'task.created')).toMatchObject([
      { eventable_type: 'Item', eventable_id: car.item.id, event_type: 'start' },
    ])
  })

  it('PUT /items/{id}/shares › replaces key and values, adds new slots, empties what has no value', async () => {
    const share = await ada.share(car, users.bob)
    const { item } = await bob.opened(share.id)
    const changed = await ada.updateItem(car.item.id, {
      slots_attributes: [
        { id: slotNamed(car.slots, 'b').id, encrypted_value: null },
        { label: 'New', encrypted_value: sealed('own new') },
      ],
    })
    const body = updateOf([share], 'again', changed)
    body.slot_values.push({
      ...body.slot_values[0],
      slot_id: slotNamed(changed.slots, 'empty').id,
      encrypted_value: null,
    } as never)

    const { shares } = await put(body)

    expect(shares).toMatchObject([{ id: share.id, encrypted_dek: NEW_DEK }])
    const after = await bob.opened(share.id)
    expect(after.item.id).toBe(item.id)
    expect(valuesOf(after.slots)).toEqual({ a: 'again a', b: null, empty: null, new: 'again new' })
    expect(slotNamed(after.slots, 'a').value_verification_hash).toBe(OTHER_HASH)
    expect(slotNamed(after.slots, 'b').value_verification_hash).toBeNull()
    expect(eventsOf(running, users.bob.userId).at(-1)).toMatchObject({ name: 'share.updated', event_type: 'update' })
  })

  it('PUT /items/{id}/shares › reaches open, displaced and re-encrypted shares, and on-shares', async () => {
    const first = await ada.share(car, users.bob, { sharing_mode: 'anyone' })
    const onShare = await bob.share(await bob.getItem((await bob.opened(first.id)).item.id), users.cleo)
    const shown = await ada.share(car, users.bob, { sharing_mode: 'anyone' })
    const open = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })
    const copy = await bob.opened(shown.id)
    await bob.ok(200, 'itemsIdEncryptPost', {
      params: { id: copy.item.id },
      body: { slots: ownerValues(copy.slots, 'bobs').map(({ slot_id: id, ...value }) => ({ id, ...value })) },
    })
    const listed = await ada.ok<{ shares: Share[] }>(200, 'itemsIdSharesGet', { params: { id: car.item.id } })
    expect(listed.shares.map(({ id }) => id)).toEqual([first.id, onShare.id, shown.id, open.id])
    expect(Object.keys(listed.shares[0] ?? {}).sort()).toEqual(['id', 'item_id', 'public_key', 'slot_id'])

    await put(updateOf(listed.shares, 'again'))

    expect(valuesOf((await bob.opened(shown.id)).slots)).toMatchObject({ a: 'again a' })
    expect((await bob.incoming(shown.id)).encrypted_dek).toBe(NEW_DEK)
    expect(valuesOf((await bob.opened(open.id)).slots)).toMatchObject({ a: null })
    const cleo = sharingCallsOf(running, users.cleo)
    expect(valuesOf((await cleo.opened(onShare.id)).slots)).toMatchObject({ a: 'again a' })
    expect(slotNamed((await cleo.opened(onShare.id)).slots, 'a').value_verification_hash).toBe(OTHER_HASH)
    await ada.end(shown.id)
    expect(valuesOf((await bob.opened(first.id)).slots)).toMatchObject({ a: 'again a' })
    await bob.accept(open.id)
    expect(valuesOf((await bob.opened(open.id)).slots)).toMatchObject({ a: 'again a' })
  })

  it('PUT /items/{id}/shares › ignores values of other slots for a share of one slot', async () => {
    const slot = slotNamed(car.slots, 'b')
    const share = await ada.share(car, users.bob, { slot_id: slot.id, slot_values: ownerValues([slot]) })

    await put(updateOf([share], 'again'))

    expect(valuesOf((await bob.opened(share.id)).slots)).toEqual({ b: 'again b' })
  })

  it('PUT /items/{id}/shares › leaves shares alone that are not named, and takes client tasks along', async () => {
    const [one, two] = [await ada.share(car, users.bob), await ada.share(car, users.bob)]
    await ada.updateItem(car.item.id, { label: 'Boat' })
    const [task] = await ada.tasks()

    await put({ ...updateOf([one], 'again'), client_tasks: [{ id: task?.id, state: 'done', report: { ok: true } }] })

    expect((await bob.incoming(two.id)).encrypted_dek).toBe(DEK)
    expect(valuesOf((await bob.opened(one.id)).slots)).toMatchObject({ a: 'again a' })
    await ada.end(one.id)
    expect(valuesOf((await bob.opened(two.id)).slots)).toMatchObject({ a: 'shared a' })
    expect(await ada.tasks()).toMatchObject([{ id: task?.id, state: 'done', report: { ok: true } }])
  })

  it('PUT /items/{id}/shares › refuses what does not fit, and changes nothing', async () => {
    const share = await ada.share(car, users.bob, { sharing_mode: 'anyone' })
    const other = await ada.share(await ada.newItem('Other'), users.bob)
    const open = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })
    await bob.reject(open.id)
    const good = updateOf([share], 'again')
    const [value, ...rest] = good.slot_values

    for (const [body, error] of [
      [updateOf([other], 'again'), 'share_not_of_item'],
      [updateOf([open], 'again'), 'share_not_of_item'],
      [{ ...good, share_deks: [{ share_id: UNKNOWN_ID, dek: NEW_DEK }] }, 'share_not_of_item'],
      [{ ...good, share_deks: [...good.share_deks, ...good.share_deks] }, 'share_not_of_item'],
      [{ share_deks: [], slot_values: good.slot_values }, 'slot_values_incomplete'],
      [{ share_deks: good.share_deks, slot_values: [] }, 'slot_values_incomplete'],
      [{ ...good, slot_values: rest }, 'slot_values_incomplete'],
      [{ ...good, slot_values: [...good.slot_values, value] }, 'slot_not_found'],
      [{ ...good, slot_values: [...good.slot_values, { ...value, slot_id: UNKNOWN_ID }] }, 'slot_not_found'],
      [{ ...good, slot_values: [{ ...value, value_verification_hash: null }, ...rest] }, 'verification_data_missing'],
      [{ ...good, slot_values: [{ ...value, encrypted_value: 'clear' }, ...rest] }, 'invalid_encrypted_value'],
      [{ ...good, client_tasks: [{ id: UNKNOWN_ID, state: 'done' }] }, 'not_found'],
    ] as const) {
      expect({ body, error: (await refused(body))?.error }).toEqual({ body, error })
    }
    const copyId = (await bob.opened(share.id)).item.id
    for (const name of ['itemsIdSharesPut', 'itemsIdSharesGet', 'itemsIdPut']) {
      const body = name === 'itemsIdPut' ? { item: { label: 'x' } } : {}
      expect(await bob.refusal(name, { params: { id: copyId }, body })).toMatchObject([{ error: 'not_item_owner' }])
    }
  })

  it('POST /items/{id}/encrypt › replaces the values; the key of the share goes, the hash stays', async () => {
    const share = await ada.share(car, users.bob)
    const { item, slots } = await bob.opened(share.id)
    const own = (name: string, fields: object) => ({ id: slotNamed(slots, name).id, ...fields })

    const reply = await bob.ok<ItemReply>(200, 'itemsIdEncryptPost', {
      params: { id: item.id },
      body: {
        slots: [
          own('a', { encrypted_value: sealed('bobs a'), encrypted_value_verification_key: sealed('bobs key') }),
          own('b', { encrypted_value: sealed('bobs b') }),
        ],
      },
    })

    expect(valuesOf(reply.slots)).toEqual({ a: 'bobs a', b: 'bobs b', empty: null })
    expect(slotNamed(reply.slots, 'a')).toMatchObject({
      encrypted_value_verification_key: sealed('bobs key'),
      value_verification_hash: HASH,
    })
    expect(slotNamed(reply.slots, 'b')).toMatchObject({
      encrypted_value_verification_key: null,
      value_verification_hash: HASH,
    })
    expect((await bob.incoming(share.id)).encrypted_dek).toBeNull()
    expect((await ada.outgoing(share.id)).encrypted_dek).toBeNull()
    expect(eventsOf(running, users.bob.userId).at(-1)).toMatchObject({ name: 'share.encrypted', event_type: 'update' })
  })

  it('POST /items/{id}/encrypt › refuses own items, open shares, and what is incomplete', async () => {
    const open = await ada.share(await ada.newItem('Open'), users.bob, { acceptance_required: 'acceptance_required' })
    const share = await ada.share(car, users.bob)
    const { item, slots } = await bob.opened(share.id)
    const openId = (await bob.opened(open.id)).item.id
    const values = ownerValues(slots).map(({ slot_id: id, encrypted_value }) => ({ id, encrypted_value }))
    const before = databaseContent(running.connection)

    for (const [calls, id, sent, error] of [
      [ada, car.item.id, [], 'forbidden'],
      [bob, openId, [], 'share_not_acceptable'],
      [bob, item.id, [], 'slot_values_incomplete'],
      [bob, item.id, values.slice(1), 'slot_values_incomplete'],
      [bob, item.id, [...values, ...values], 'slot_not_found'],
      [bob, item.id, [...values, { id: UNKNOWN_ID, encrypted_value: DEK }], 'slot_not_found'],
      [bob, item.id, [...values, { id: slotNamed(slots, 'empty').id, encrypted_value: DEK }], 'invalid_params'],
      [bob, item.id, [{ ...values[0], encrypted_value: 'clear' }], 'invalid_encrypted_value'],
    ] as const) {
      const [first] = await calls.refusal('itemsIdEncryptPost', { params: { id }, body: { slots: sent } })
      expect({ sent, error: first?.error }).toEqual({ sent, error })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST /items/{id}/encrypt › overwrites nothing newer where the key of what was read is named', async () => {
    const share = await ada.share(car, users.bob)
    const { item, slots } = await bob.opened(share.id)
    const body = {
      slots: ownerValues(slots, 'bobs').map(({ slot_id: id, encrypted_value }) => ({ id, encrypted_value })),
      encrypted_dek: DEK,
    }
    await put(updateOf([share], 'again'))
    const before = databaseContent(running.connection)

    const [refusal] = await bob.refusal('itemsIdEncryptPost', { params: { id: item.id }, body })

    expect(refusal).toMatchObject({ error: 'share_changed' })
    expect(databaseContent(running.connection)).toBe(before)
    const present = { params: { id: item.id }, body: { ...body, encrypted_dek: NEW_DEK } }
    expect(valuesOf((await bob.ok<ItemReply>(200, 'itemsIdEncryptPost', present)).slots)).toMatchObject({ a: 'bobs a' })
    expect(await bob.refusal('itemsIdEncryptPost', present)).toMatchObject([{ error: 'share_changed' }])

    const underOwnKey = { params: { id: item.id }, body: { ...body, encrypted_dek: null } }
    await bob.ok(200, 'itemsIdEncryptPost', underOwnKey)
    await put(updateOf([share], 'once more'))
    expect(await bob.refusal('itemsIdEncryptPost', underOwnKey)).toMatchObject([{ error: 'share_changed' }])
  })

  it('PUT /shares › changes expiry and on-sharing; what was passed on follows', async () => {
    const share = await ada.share(car, users.bob, { sharing_mode: 'anyone' })
    const copy = await bob.getItem((await bob.opened(share.id)).item.id)
    const onShare = await bob.share(copy, users.cleo, { expires_at: '2027-01-01T00:00:00Z' })
    const change = (fields: object) =>
      ada.ok<{ shares: Share[] }>(200, 'sharesPut', { body: { shares: [{ share_id: share.id, ...fields }] } })

    expect((await change({ expires_at: '2026-06-01' })).shares).toMatchObject([
      { expires_at: '2026-06-01T00:00:00.000Z', sharing_mode: 'anyone' },
    ])
    expect((await bob.outgoing(onShare.id)).expires_at).toBe('2026-06-01T00:00:00.000Z')

    await change({ expires_at: null })
    expect((await ada.outgoing(share.id)).expires_at).toBeNull()
    expect((await bob.outgoing(onShare.id)).expires_at).toBe('2026-06-01T00:00:00.000Z')

    expect((await change({ onsharing_permitted: false })).shares).toMatchObject([{ sharing_mode: 'owner' }])
    expect((await bob.outgoingList()).shares).toEqual([])
    expect((await sharingCallsOf(running, users.cleo).listItems()).items).toEqual([])
    expect((await change({ sharing_mode: 'anyone' })).shares).toMatchObject([{ onsharing_permitted: true }])
  })

  it('PUT /shares › refuses what the caller may not change', async () => {
    const share = await ada.share(car, users.bob, { sharing_mode: 'anyone', expires_at: '2026-06-01' })
    const copy = await bob.getItem((await bob.opened(share.id)).item.id)
    const onShare = await bob.share(copy, users.cleo)
    const unproven = ownerValues(car.slots).map(({ slot_id, encrypted_value }) => ({ slot_id, encrypted_value }))
    const plain = await ada.share(car, users.bob, { slot_values: unproven })
    const before = databaseContent(running.connection)

    for (const [calls, id, fields, error] of [
      [ada, share.id, { expires_at: '2025-01-01' }, 'expires_at_invalid'],
      [bob, onShare.id, { expires_at: '2026-06-02' }, 'expires_at_invalid'],
      [bob, onShare.id, { sharing_mode: 'anyone' }, 'not_item_owner'],
      [ada, onShare.id, { expires_at: '2026-05-01' }, 'forbidden'],
      [bob, share.id, { expires_at: '2026-05-01' }, 'forbidden'],
      [sharingCallsOf(running, users.cleo), share.id, { expires_at: '2026-05-01' }, 'not_found'],
      [ada, UNKNOWN_ID, {}, 'not_found'],
      [ada, plain.id, { sharing_mode: 'anyone' }, 'verification_data_missing'],
      [ada, share.id, { expires_at: 'soon' }, 'invalid_params'],
    ] as const) {
      const sent = { share_id: id, ...fields }
      const [first] = await calls.refusal('sharesPut', { body: { shares: [sent] } })
      const key = Object.keys(fields)[0] ?? 'share_id'
      expect({ fields, error: first?.error }).toEqual({ fields, error })
      if (error !== 'not_found') {
        expect(first?.extra_info['shares']).toEqual([
          { index: 0, share_id: id, [key]: (sent as Readonly<Record<string, unknown>>)[key] },
        ])
      }
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('PATCH /shares › deletes, changes and creates in one step, or does nothing', async () => {
    const [gone, kept] = [await ada.share(car, users.bob), await ada.share(car, users.bob)]
    const body = {
      shares_to_delete: [gone.id],
      shares_to_reconfigure: [{ share_id: kept.id, onsharing_permitted: true }],
      item_to_share_id: car.item.id,
      shares_to_create: [ada.entry(car, users.bob, { terms: 'third' })],
    }
    const before = databaseContent(running.connection)
    const faulty = { ...body, shares_to_create: [ada.entry(car, users.cleo)] }
    expect(await ada.refusal('sharesPatch', { body: faulty })).toMatchObject([
      {
        error: 'recipient_not_connected',
        extra_info: { shares_to_create: [{ index: 0, recipient_id: users.cleo.userId }] },
      },
    ])
    expect(databaseContent(running.connection)).toBe(before)

    const { shares } = await ada.ok<{ shares: Share[] }>(200, 'sharesPatch', { body })

    expect(shares).toMatchObject([{ id: kept.id, sharing_mode: 'anyone' }, { terms: 'third' }])
    expect((await ada.outgoingList()).shares.map(({ id }) => id)).toEqual(shares.map(({ id }) => id))
    expect(await ada.ok(200, 'sharesPatch', { body: { item_to_share_id: null } })).toEqual({ shares: [] })
  })
})
