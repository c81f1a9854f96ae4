// Proves docs/contract/vault.md, Items: filters, Items: deleting, Shares, Shares: verification data, Shares: one
// copy, Shares: on-sharing.

import { beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import type { Share } from '../../shared/contract/shares.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import {
  connect,
  HASH,
  onwardValues,
  ownerValues,
  sealed,
  sharingCallsOf,
  valuesOf,
} from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { slotNamed } from '../support/service/vault-calls.ts'

/* Passing on what was received (docs/contract/vault.md, Shares: on-sharing). */

const ANYONE = { sharing_mode: 'anyone' }

describeOverTransports('on-shares', (start) => {
  let running: TestService
  let ada: SharingCalls
  let bob: SharingCalls
  let cleo: SharingCalls
  let dora: SharingCalls
  let car: ItemReply

  beforeEach(async () => {
    running = await start()
    const people = [1, 2, 3, 4].map(() => aSignedInUser(running))
    const [a, b, c, d] = people as [SignedInUser, SignedInUser, SignedInUser, SignedInUser]
    for (const pair of [
      [a, b],
      [b, c],
      [c, d],
    ] as const)
      connect(running, ...pair)
    ada = sharingCallsOf(running, a)
    bob = sharingCallsOf(running, b)
    cleo = sharingCallsOf(running, c)
    dora = sharingCallsOf(running, d)
    car = await ada.newItem()
  })

  const copyOf = async (calls: SharingCalls, share: Share) => calls.getItem((await calls.opened(share.id)).item.id)
  const refusedOf = async (calls: SharingCalls, item: ItemReply, entry: object) => {
    const before = databaseContent(running.connection)
    const [first] = await calls.refusal('itemsIdSharesPost', {
      params: { id: item.item.id },
      body: { shares: [entry] },
    })
    expect(databaseContent(running.connection)).toBe(before)
    return first?.error
  }

  it('shares of a copy › name the original, keep the hash of the owner, and hide the owner', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const copy = await copyOf(bob, first)

    const share = await bob.share(copy, cleo.user)

    expect(share).toMatchObject({
      owner_id: ada.user.userId,
      sender_id: bob.user.userId,
      recipient_id: cleo.user.userId,
      item_id: car.item.id,
      sharing_mode: 'owner',
    })
    const received = await cleo.opened(share.id)
    expect(received.share.owner_id).toBeNull()
    expect(received.item).toMatchObject({ owner_id: null, own: false, original_id: car.item.id, share_id: share.id })
    expect(slotNamed(received.slots, 'a')).toMatchObject({
      owner_id: null,
      original_id: slotNamed(car.slots, 'a').id,
      encrypted_value: sealed('passed on a'),
      encrypted_value_verification_key: sealed('key of a'),
      value_verification_hash: HASH,
    })
    expect((await bob.listItems({ shared_with: cleo.user.userId })).items).toMatchObject([{ id: copy.item.id }])
    expect((await ada.listItems({ shared_with: cleo.user.userId })).items).toMatchObject([{ id: car.item.id }])
    expect((await bob.outgoingList({ item_ids: copy.item.id })).shares).toMatchObject([{ id: share.id }])
    expect((await ada.outgoingList()).shares).toMatchObject([{ id: first.id }])
    expect(await ada.outgoing(share.id)).toMatchObject({ id: share.id, encrypted_dek: share.encrypted_dek })
    const created = (calls: SharingCalls) =>
      eventsOf(running, calls.user.userId)
        .filter(({ name }) => name === 'share.created')
        .at(-1)
    expect(created(bob)).toMatchObject({ eventable_id: copy.item.id, value: { share_id: share.id } })
    expect(created(ada)).toMatchObject({
      eventable_id: car.item.id,
      value: { share_id: share.id, user_id: cleo.user.userId },
    })

    connect(running, ada.user, cleo.user)
    expect((await cleo.opened(share.id)).item.owner_id).toBe(ada.user.userId)
    expect((await cleo.incoming(share.id)).owner_id).toBe(ada.user.userId)
  })

  it('chains › go on while somebody writes anyone, and end where somebody wrote owner', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const second = await bob.share(await copyOf(bob, first), cleo.user, ANYONE)
    const third = await cleo.share(await copyOf(cleo, second), dora.user)

    expect([second.sharing_mode, third.sharing_mode]).toEqual(['anyone', 'owner'])
    connect(running, dora.user, ada.user)
    connect(running, dora.user, bob.user)
    const copy = await copyOf(dora, third)
    expect(await refusedOf(dora, copy, dora.entry(copy, bob.user))).toBe('onsharing_not_permitted')
    const { shares } = await ada.ok<{ shares: Share[] }>(200, 'itemsIdSharesGet', { params: { id: car.item.id } })
    expect(shares.map(({ id }) => id)).toEqual([first.id, second.id, third.id])
  })

  it.each([
    ['not permitted', {}],
    ['not accepted', { ...ANYONE, acceptance_required: 'acceptance_required' }],
  ])('is refused where the own share is %s', async (_, fields) => {
    const copy = await copyOf(bob, await ada.share(car, bob.user, fields))

    expect(await refusedOf(bob, copy, { ...bob.entry(copy, cleo.user), slot_values: [] })).toBe(
      'onsharing_not_permitted',
    )
  })

  it('is refused for the whole item where only one slot was received', async () => {
    const slot = slotNamed(car.slots, 'a')
    const share = await ada.share(car, bob.user, { ...ANYONE, slot_id: slot.id, slot_values: ownerValues([slot]) })
    const copy = await copyOf(bob, share)
    expect(await refusedOf(bob, copy, bob.entry(copy, cleo.user))).toBe('onsharing_not_permitted')

    const passed = await bob.share(copy, cleo.user, { slot_id: copy.slots[0]?.id })

    expect(passed.slot_id).toBe(slot.id)
    expect(valuesOf((await cleo.opened(passed.id)).slots)).toEqual({ a: 'passed on a' })
  })

  it('is refused with other hashes, without keys, incomplete, or longer than the own share', async () => {
    const share = await ada.share(car, bob.user, { ...ANYONE, expires_at: '2026-06-01' })
    const copy = await copyOf(bob, share)
    const values = onwardValues(copy.slots)
    const [value, ...rest] = values

    for (const [fields, error] of [
      [
        { slot_values: [{ ...value, value_verification_hash: 'b6'.repeat(32) }, ...rest] },
        'verification_hash_not_permitted',
      ],
      [{ slot_values: [{ ...value, encrypted_value_verification_key: null }, ...rest] }, 'verification_data_missing'],
      [{ slot_values: rest }, 'slot_values_incomplete'],
      [
        { slot_values: [...values, { ...value, slot_id: slotNamed(copy.slots, 'empty').id }] },
        'verification_data_missing',
      ],
      [{ slot_values: ownerValues(car.slots) }, 'slot_not_found'],
      [{ expires_at: '2026-06-01T00:00:00.001Z' }, 'expires_at_invalid'],
    ] as const) {
      expect({ fields, error: await refusedOf(bob, copy, { ...bob.entry(copy, cleo.user), ...fields }) }).toEqual({
        fields,
        error,
      })
    }
    connect(running, ada.user, cleo.user)
    const back = await copyOf(
      cleo,
      await bob.share(copy, cleo.user, { ...ANYONE, slot_values: ownerValues(copy.slots) }),
    )
    expect(await refusedOf(cleo, back, cleo.entry(back, ada.user))).toBe('sharing_with_self')
    expect((await bob.outgoingList()).shares).toMatchObject([{ expires_at: '2026-06-01T00:00:00.000Z' }])
  })

  it('a slot that was encrypted again without its key cannot be passed on until the owner updates', async () => {
    const copy = await copyOf(bob, await ada.share(car, bob.user, ANYONE))
    const slots = ownerValues(copy.slots).map(({ slot_id: id, encrypted_value }) => ({ id, encrypted_value }))
    await bob.ok(200, 'itemsIdEncryptPost', { params: { id: copy.item.id }, body: { slots } })

    const unkeyed = onwardValues(copy.slots).map((value) => ({ ...value, encrypted_value_verification_key: null }))
    const entry = { ...bob.entry(copy, cleo.user), slot_values: unkeyed }
    expect(await refusedOf(bob, copy, entry)).toBe('verification_data_missing')
  })

  it('ending a share › ends the whole chain made from it', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const second = await bob.share(await copyOf(bob, first), cleo.user, ANYONE)
    const third = await cleo.share(await copyOf(cleo, second), dora.user)
    const copy = await copyOf(dora, third)

    await ada.ok(204, 'sharesIdDelete', { params: { id: first.id } })

    for (const calls of [bob, cleo, dora]) {
      expect((await calls.listItems()).items).toEqual([])
      expect((await calls.ok<{ shares: Share[] }>(200, 'outgoingSharesGet')).shares).toEqual([])
      expect((await calls.incomingList()).shares).toEqual([])
    }
    expect(eventsOf(running, dora.user.userId).at(-1)).toMatchObject({
      name: 'share.deleted',
      eventable_id: copy.item.id,
    })
  })

  it('ending a share › keeps what its recipient can still pass on from another share', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const passed = await bob.share(await copyOf(bob, first), cleo.user)
    const other = await ada.share(car, bob.user, ANYONE)

    await ada.end(first.id)
    expect(await cleo.incoming(passed.id)).toMatchObject({ id: passed.id })

    await ada.end(other.id)
    expect((await cleo.incomingList()).shares).toEqual([])
  })

  it('ending a share › two who passed it on to each other do not keep it alive', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const second = await bob.share(await copyOf(bob, first), cleo.user, ANYONE)
    await cleo.share(await copyOf(cleo, second), bob.user, ANYONE)

    await ada.end(first.id)

    for (const calls of [bob, cleo]) expect((await calls.listItems()).items).toEqual([])
  })

  it('ending a share › a copy continues from the share of the owner (flow 6.5)', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const second = await bob.share(await copyOf(bob, first), cleo.user)
    const copyId = (await cleo.opened(second.id)).item.id
    connect(running, ada.user, cleo.user)
    const third = await ada.share(car, cleo.user, { acceptance_required: 'acceptance_required' })
    expect((await cleo.opened(third.id)).item_shared_via_another_share_id).toBe(second.id)

    await ada.end(first.id)

    expect(await cleo.opened(third.id)).toMatchObject({
      item_shared_via_another_share_id: null,
      item: { id: copyId, share_id: third.id, owner_id: ada.user.userId },
      slots: [{ encrypted_value: null }, { encrypted_value: null }, { encrypted_value: null }],
    })
    await cleo.accept(third.id)
    expect(valuesOf((await cleo.opened(third.id)).slots)).toEqual({ a: 'shared a', b: 'shared b', empty: null })
  })

  it('a second share › names its holder to the owner, not to somebody who may not see that share', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    connect(running, ada.user, cleo.user)
    const direct = await ada.share(car, cleo.user)

    const passed = await bob.share(await copyOf(bob, first), cleo.user)
    const again = await ada.share(car, cleo.user)

    expect(passed).toMatchObject({ item_shared_via_another_share_id: null })
    expect((await cleo.opened(passed.id)).item_shared_via_another_share_id).toBe(direct.id)
    expect(again).toMatchObject({ item_shared_via_another_share_id: direct.id })
  })

  it('expiry › takes on-shares along', async () => {
    const first = await ada.share(car, bob.user, { ...ANYONE, expires_at: '2026-01-02' })
    const passed = await bob.share(await copyOf(bob, first), cleo.user, { expires_at: '2026-01-01T12:00:00Z' })
    expect(passed.expires_at).toBe('2026-01-01T12:00:00.000Z')
    running.clock.advanceMs(12 * 60 * 60 * 1000)
    expect((await cleo.listItems()).items).toEqual([])
    await bob.share(await copyOf(bob, first), cleo.user)
    running.clock.advanceMs(12 * 60 * 60 * 1000)
    expect((await cleo.listItems()).items).toEqual([])
  })

  it('DELETE /me › of anybody in the chain ends what hangs on it, and tells the others', async () => {
    const first = await ada.share(car, bob.user, ANYONE)
    const second = await bob.share(await copyOf(bob, first), cleo.user)
    const copy = await copyOf(cleo, second)
    const lastEnd = ({ user }: SharingCalls) =>
      eventsOf(running, user.userId).findLast(({ name }) => name === 'share.deleted')

    await bob.ok(204, 'meDelete')

    expect((await cleo.listItems()).items).toEqual([])
    expect((await ada.outgoingList()).shares).toEqual([])
    expect(lastEnd(cleo)).toMatchObject({
      name: 'share.deleted',
      eventable_id: copy.item.id,
    })
    expect(eventsOf(running, bob.user.userId)).toEqual([])

    connect(running, ada.user, dora.user)
    await ada.share(car, dora.user)
    await ada.ok(204, 'meDelete')
    expect((await dora.listItems()).items).toEqual([])
    expect(lastEnd(dora)).toMatchObject({ name: 'share.deleted', event_type: 'delete' })
  })
})
