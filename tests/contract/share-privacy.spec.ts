// Proves docs/contract/vault.md, Shares, Shares: acceptance, Events.

import { beforeEach, expect, it } from 'vitest'
import type { Event } from '../../shared/contract/events.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import type { Caller } from '../support/service/builders.ts'
import { PASSPHRASE_CIPHER_TEXT, peopleCalls } from '../support/people/people.ts'
import { chainOfThree, connect, DEK, ownerValues } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/* What people in a chain of shares must not learn, and what they get when they were invited to it. */

describeOverTransports('privacy of shares', (start) => {
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
  const events = async (calls: SharingCalls) =>
    (await calls.ok<{ events: Event[] }>(200, 'eventFeedGet', { query: {} })).events
  const updateAll = async () => {
    const { shares } = await ada.ok<{ shares: { id: string }[] }>(200, 'itemsIdSharesGet', {
      params: { id: car.item.id },
    })
    await ada.ok(200, 'itemsIdSharesPut', {
      params: { id: car.item.id },
      body: {
        share_deks: shares.map(({ id: share_id }) => ({ share_id, dek: DEK })),
        slot_values: shares.flatMap(({ id: share_id }) => ownerValues(car.slots).map((v) => ({ ...v, share_id }))),
      },
    })
  }

  it('events › do not name the owner as their creator to whoever is not connected to the owner', async () => {
    const first = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    await bob.share(await copyOf(bob, first.id), cleo.user)
    await updateAll()
    await ada.updateItem(car.item.id, { label: 'Boat' })
    await ada.end(first.id)

    const feed = await events(cleo)
    expect(feed.map(({ name }) => name)).toEqual(expect.arrayContaining(['share.updated', 'share.deleted']))
    expect(JSON.stringify(feed)).not.toContain(ada.user.userId)
    expect(feed.find(({ name }) => name === 'share.updated')?.creator).toBeNull()
    expect(feed.find(({ name }) => name === 'share.received')?.creator).toBe(bob.user.userId)
    expect((await events(bob)).find(({ name }) => name === 'share.updated')?.creator).toBe(ada.user.userId)
    for (const { id } of feed) {
      const { event } = await cleo.ok<{ event: Event }>(200, 'eventsIdGet', { params: { id } })
      expect(JSON.stringify(event)).not.toContain(ada.user.userId)
    }
    const activities = await cleo.ok<object>(200, 'activitiesGet', { query: {} })
    expect(JSON.stringify(activities)).not.toContain(ada.user.userId)
  })

  it('events › tell whoever rejected a share nothing new of the item', async () => {
    const share = await ada.share(car, bob.user, { acceptance_required: 'acceptance_required' })
    await bob.reject(share.id)
    await ada.updateItem(car.item.id, { label: 'A secret of later' })
    await ada.end(share.id)

    expect(JSON.stringify(await events(bob))).not.toContain('A secret of later')
    expect((await events(bob)).some(({ name }) => name === 'share.deleted')).toBe(true)
  })

  it('an on-share from an intent › is updated by the owner when the values it passes on were replaced meanwhile', async () => {
    const first = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    await ada.updateItem(car.item.id, { label: 'Boat' })
    const [task] = await ada.tasks()
    running.clock.advanceMs(1000)
    const { id, token } = await peopleCalls(running, bob.user).invite()
    const copy = await copyOf(bob, first.id)
    const { recipient_id: _, ...intent } = bob.entry(copy, cleo.user)
    await bob.ok(201, 'invitationsInvitationIdShareIntentsPost', {
      params: { invitation_id: id },
      body: { share_intent: { ...intent, item_id: copy.item.id, encrypted_dek: PASSPHRASE_CIPHER_TEXT } },
    })
    running.clock.advanceMs(1000)
    await updateAll()
    await ada.ok(200, 'clientTaskQueuePut', { body: { client_tasks: [{ id: task?.id, state: 'done' }] } })

    const { created_shares_report } = await peopleCalls(running, cleo.user).connect(token)

    expect(created_shares_report).toMatchObject([{ success: true }])
    expect(await ada.tasks({ state: 'todo' })).toMatchObject([{ target_id: car.item.id }])
  })

  it('an on-share from an intent › ends with the share it passes on, also when that was shortened meanwhile', async () => {
    const first = await ada.share(car, bob.user, { sharing_mode: 'anyone', expires_at: '2026-09-01T00:00:00.000Z' })
    const { id, token } = await peopleCalls(running, bob.user).invite()
    const copy = await copyOf(bob, first.id)
    const { recipient_id: _, ...intent } = bob.entry(copy, cleo.user)
    await bob.ok(201, 'invitationsInvitationIdShareIntentsPost', {
      params: { invitation_id: id },
      body: { share_intent: { ...intent, item_id: copy.item.id, encrypted_dek: PASSPHRASE_CIPHER_TEXT } },
    })
    const expires_at = '2026-06-01T00:00:00.000Z'
    await ada.ok(200, 'sharesPut', { body: { shares: [{ share_id: first.id, expires_at }] } })

    const { created_shares_report } = await peopleCalls(running, cleo.user).connect(token)

    expect(created_shares_report).toMatchObject([{ success: true }])
    expect((await cleo.incomingList()).shares).toMatchObject([{ expires_at }])
  })

  it('passing on › does not confirm who the owner is to somebody not connected to the owner', async () => {
    const first = await ada.share(car, bob.user, { sharing_mode: 'anyone' })
    const second = await bob.share(await copyOf(bob, first.id), cleo.user, { sharing_mode: 'anyone' })
    const copy = await copyOf(cleo, second.id)
    const codeFor = async (to: Caller) =>
      (
        await cleo.refusal('itemsIdSharesPost', {
          params: { id: copy.item.id },
          body: { shares: [cleo.entry(copy, to)] },
        })
      )[0]?.error

    expect(await codeFor(ada.user)).toBe('recipient_not_connected')
    connect(running, ada.user, cleo.user)
    expect(await codeFor(ada.user)).toBe('sharing_with_self')
  })
})
