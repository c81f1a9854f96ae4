// Proves docs/contract/vault.md, Items: changing, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import { chainOfThree, ownerValues, sealed } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { slotNamed } from '../support/service/vault-calls.ts'

/* Whoever sees a share or a copy is told when it changes, so that what they look at is not stale. */

describeOverTransports('events of shares', (start) => {
  let running: TestService
  let ada: SharingCalls
  let bob: SharingCalls
  let cleo: SharingCalls
  let car: ItemReply

  beforeEach(async () => {
    running = await start()
    ;({ ada, bob, cleo } = chainOfThree(running))
    car = await ada.newItem()
  })

  const copyOf = async (calls: SharingCalls, shareId: string) => calls.getItem((await calls.opened(shareId)).item.id)
  const feed = (calls: SharingCalls) => eventsOf(running, calls.user.userId)
  const newIn = (calls: SharingCalls, seen: number) =>
    feed(calls)
      .slice(seen)
      .filter(({ name }) => name !== 'item.viewed')
  const slot = (name: string) => slotNamed(car.slots, name)

  it('PUT /items/{id} › tells holders of copies what changed that is not encrypted, and only of their slots', async () => {
    const whole = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    const copy = await copyOf(bob, whole.id)
    const one = slotNamed(copy.slots, 'b')
    await bob.share(copy, cleo.user, {
      slot_id: one.id,
      slot_values: ownerValues([one]).map((value) => ({ ...value, value_verification_hash: null })),
    })
    const seen = [feed(bob).length, feed(cleo).length] as const

    await ada.updateItem(car.item.id, {
      label: 'Boat',
      slots_attributes: [{ id: slot('a').id, label: 'Alpha' }],
    })

    expect(newIn(bob, seen[0])).toMatchObject([
      {
        name: 'item.updated',
        event_type: 'update',
        eventable_type: 'Item',
        eventable_id: copy.item.id,
        label: 'Boat',
        value: { item_id: copy.item.id, item_label: 'Boat', share_id: whole.id, changed: ['label', 'a'] },
      },
    ])
    expect(newIn(cleo, seen[1])).toMatchObject([{ name: 'item.updated', value: { changed: ['label'] } }])
  })

  it('PUT /items/{id} › says nothing of new values before they are shared', async () => {
    const whole = await ada.share(car, bob.user)
    await bob.opened(whole.id)
    const seen = feed(bob).length

    await ada.updateItem(car.item.id, {
      label: 'Car',
      slots_attributes: [
        { id: slot('a').id, encrypted_value: sealed('changed') },
        { label: 'New', encrypted_value: sealed('new') },
      ],
    })

    expect(newIn(bob, seen)).toEqual([])
  })

  it.each(['DELETE /slots/{id}', 'PUT /items/{id}'])('%s › tells holders which slot of theirs is gone', async (by) => {
    const whole = await ada.share(car, bob.user)
    const copy = await copyOf(bob, whole.id)
    const seen = feed(bob).length

    if (by === 'PUT /items/{id}') {
      await ada.updateItem(car.item.id, { slots_attributes: [{ id: slot('b').id, _destroy: true }] })
    } else await ada.ok(204, 'slotsIdDelete', { params: { id: slot('b').id } })

    const gone = slotNamed(copy.slots, 'b')
    expect(newIn(bob, seen)).toMatchObject([
      {
        name: 'slot.deleted',
        event_type: 'delete',
        eventable_id: gone.id,
        value: { item_id: copy.item.id, slot_id: gone.id, slot_label: 'B' },
      },
    ])
  })

  it('onward shares › their acceptance, rejection and end are told to the owner too', async () => {
    const whole = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    const open = { acceptance_required: 'acceptance_required' }
    const first = await bob.share(await copyOf(bob, whole.id), cleo.user, open)
    const second = await bob.share(await copyOf(bob, whole.id), cleo.user, open)
    const seen = feed(ada).length

    await cleo.accept(first.id)
    await cleo.reject(second.id)
    await bob.end(first.id)

    const about = { eventable_id: car.item.id, event_type: 'milestone' }
    expect(newIn(ada, seen)).toMatchObject([
      { ...about, name: 'share.accepted', value: { share_id: first.id, user_id: cleo.user.userId } },
      { ...about, name: 'share.rejected', value: { share_id: second.id, user_id: cleo.user.userId } },
      { ...about, name: 'share.deleted', value: { share_id: first.id } },
    ])
  })

  it('PUT /shares › tells recipient and sender, and the owner of onward shares that end earlier with it', async () => {
    const whole = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    const onward = await bob.share(await copyOf(bob, whole.id), cleo.user)
    const copy = await copyOf(cleo, onward.id)
    const seen = [feed(ada).length, feed(bob).length, feed(cleo).length] as const
    const body = { shares: [{ share_id: whole.id, expires_at: '2026-06-01T00:00:00.000Z' }] }

    await ada.ok(200, 'sharesPut', { body })

    const name = 'share.updated'
    expect(newIn(ada, seen[0])).toMatchObject([
      { name, event_type: 'milestone', eventable_id: car.item.id, value: { share_id: whole.id } },
      { name, event_type: 'milestone', eventable_id: car.item.id, value: { share_id: onward.id } },
    ])
    expect(newIn(bob, seen[1])).toMatchObject([
      { name, event_type: 'update', value: { share_id: whole.id } },
      { name, event_type: 'milestone', value: { share_id: onward.id } },
    ])
    expect(newIn(cleo, seen[2])).toMatchObject([
      { name, event_type: 'update', eventable_id: copy.item.id, value: { share_id: onward.id } },
    ])

    await ada.ok(200, 'sharesPut', { body })
    expect(newIn(ada, seen[0])).toHaveLength(2)
  })
})
