// Proves docs/contract/vault.md, Time, Items: filters, Items: deleting, Shares, Shares: making, Shares: acceptance,
// Shares: what a recipient sees, Shares: one copy, Shares: reading and ending, Events: names.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { MadeShare } from '../../shared/contract/shares.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import { connect, DEK, HASH, keyOf, ownerValues, sealed, sharingCallsOf, valuesOf } from '../support/people/sharing.ts'
import type { SharingCalls, SharesPage } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { slotNamed } from '../support/service/vault-calls.ts'

/* What shares do for owner and recipient: the flows 6.3 and 6.4 of the vault contract, and tables 4.1.1 to 4.1.3. */

describeOverTransports('shares', (start) => {
  let running: TestService
  let ada: SharingCalls
  let bob: SharingCalls
  let users: { readonly ada: SignedInUser; readonly bob: SignedInUser }

  beforeEach(async () => {
    running = await start()
    users = { ada: aSignedInUser(running), bob: aSignedInUser(running) }
    connect(running, users.ada, users.bob)
    ada = sharingCallsOf(running, users.ada)
    bob = sharingCallsOf(running, users.bob)
  })

  it('POST /items/{id}/shares › makes a share and a copy that the recipient reads at once', async () => {
    const car = await ada.newItem()

    const made = await ada.share(car, users.bob, { terms: 'be kind', expires_at: '2026-02-01T01:00:00+01:00' })

    const { item_shared_via_another_share_id: via, ...share } = made
    expect(via).toBeNull()
    expect(share).toEqual({
      id: share.id,
      owner_id: users.ada.userId,
      sender_id: users.ada.userId,
      recipient_id: users.bob.userId,
      acceptance_required: 'acceptance_not_required',
      sharing_mode: 'owner',
      onsharing_permitted: false,
      item_id: car.item.id,
      slot_id: null,
      public_key: keyOf(users.bob),
      keypair_external_id: `pair of ${users.bob.userId}`,
      encrypted_dek: DEK,
      terms: 'be kind',
      expires_at: '2026-02-01T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    expect(await bob.incoming(share.id)).toEqual(share)
    const { share: same, item_shared_via_another_share_id, ...copy } = await bob.opened(share.id)
    expect(same).toEqual(share)
    expect(item_shared_via_another_share_id).toBeNull()
    expect(copy.item).toMatchObject({
      own: false,
      name: 'car',
      label: 'Car',
      user_id: users.bob.userId,
      original_id: car.item.id,
      share_id: share.id,
      item_template_id: car.item.item_template_id,
      ordinal: 0,
    })
    expect(copy.item.id).not.toBe(car.item.id)
    expect(valuesOf(copy.slots)).toEqual({ a: 'shared a', b: 'shared b', empty: null })
    expect(slotNamed(copy.slots, 'a')).toMatchObject({
      own: false,
      share_id: share.id,
      item_id: copy.item.id,
      ordinal: 0,
      encrypted_value_verification_key: sealed('key of a'),
      value_verification_hash: HASH,
      original_id: slotNamed(car.slots, 'a').id,
      creator: 'user',
    })
    expect(await bob.getItem(copy.item.id)).toEqual(copy)
    expect(await bob.getSlot(copy.slots[0]?.id ?? '')).toEqual(copy.slots[0])
    expect((await bob.listItems({ own: false })).items).toEqual([copy.item])
    expect((await ada.getItem(car.item.id)).slots).toEqual(car.slots)
  })

  it('POST /items/{id}/shares › reports it to sender and recipient', async () => {
    const car = await ada.newItem()

    const share = await ada.share(car, users.bob)

    expect(eventsOf(running, users.ada.userId).at(-1)).toMatchObject({
      name: 'share.created',
      eventable_type: 'Item',
      eventable_id: car.item.id,
      event_type: 'milestone',
      label: 'Car',
      value: { item_id: car.item.id, share_id: share.id, slot_id: null, user_id: users.bob.userId },
    })
    const [copy] = (await bob.listItems()).items
    expect(eventsOf(running, users.bob.userId)).toMatchObject([
      {
        name: 'share.received',
        eventable_type: 'Item',
        eventable_id: copy?.id,
        event_type: 'create',
        value: {
          item_id: copy?.id,
          share_id: share.id,
          user_id: users.ada.userId,
          acceptance_required: 'acceptance_not_required',
        },
      },
    ])
  })

  it('acceptance › hides values until the recipient accepts', async () => {
    const car = await ada.newItem()
    const share = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })

    expect((await bob.incomingList({ acceptance_required: 'acceptance_required' })).shares).toMatchObject([
      { id: share.id, encrypted_dek: null, acceptance_required: 'acceptance_required' },
    ])
    expect((await ada.outgoing(share.id)).encrypted_dek).toBe(DEK)
    const hidden = await bob.opened(share.id)
    expect(hidden.item).toMatchObject({ label: 'Car', share_id: share.id })
    expect(hidden.share.encrypted_dek).toBeNull()
    const nothing = { encrypted_value: null, encrypted_value_verification_key: null, value_verification_hash: null }
    expect(hidden.slots).toMatchObject([nothing, nothing, nothing])
    expect((await bob.getItem(hidden.item.id)).slots).toEqual(hidden.slots)
    expect((await bob.listItems()).slots).toEqual(hidden.slots)
    expect(await bob.getSlot(hidden.slots[0]?.id ?? '')).toEqual(hidden.slots[0])

    running.clock.advanceMs(1000)
    expect(await bob.accept(share.id)).toMatchObject({ acceptance_required: 'accepted', encrypted_dek: DEK })

    const shown = await bob.opened(share.id)
    expect(shown.item.id).toBe(hidden.item.id)
    expect(shown.slots.map(({ id }) => id)).toEqual(hidden.slots.map(({ id }) => id))
    expect(valuesOf(shown.slots)).toEqual({ a: 'shared a', b: 'shared b', empty: null })
    expect(slotNamed(shown.slots, 'a').value_verification_hash).toBe(HASH)
  })

  it('acceptance › is reported to both, once', async () => {
    const car = await ada.newItem()
    const share = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })
    const { item } = await bob.opened(share.id)

    await bob.accept(share.id)
    await bob.accept(share.id)

    const named = (user: SignedInUser) => eventsOf(running, user.userId).filter(({ name }) => name === 'share.accepted')
    expect(named(users.bob)).toMatchObject([
      { eventable_id: item.id, event_type: 'milestone', value: { share_id: share.id, user_id: users.ada.userId } },
    ])
    expect(named(users.ada)).toMatchObject([
      { eventable_id: car.item.id, event_type: 'milestone', value: { share_id: share.id, user_id: users.bob.userId } },
    ])
  })

  it('acceptance › rejecting removes the copy and keeps the share in both lists, without its item', async () => {
    const car = await ada.newItem()
    const share = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })
    const { item } = await bob.opened(share.id)

    expect(await bob.reject(share.id)).toMatchObject({ acceptance_required: 'rejected', encrypted_dek: null })
    expect(await bob.reject(share.id)).toMatchObject({ acceptance_required: 'rejected' })

    expect((await bob.incomingList()).shares).toMatchObject([{ id: share.id, acceptance_required: 'rejected' }])
    expect((await ada.outgoingList()).shares).toMatchObject([{ id: share.id, acceptance_required: 'rejected' }])
    expect((await bob.listItems()).items).toEqual([])
    expect((await ada.listItems({ shared_with: users.bob.userId })).items).toEqual([])
    const before = databaseContent(running.connection)
    for (const [name, id, error] of [
      ['incomingSharesIdItemGet', share.id, 'not_found'],
      ['itemsIdGet', item.id, 'not_found'],
      ['incomingSharesIdAcceptPut', share.id, 'share_not_acceptable'],
    ] as const) {
      expect(await bob.refusal(name, { params: { id } })).toMatchObject([{ error }])
    }
    expect(await ada.ok(200, 'itemsIdSharesGet', { params: { id: car.item.id } })).toEqual({ shares: [] })
    expect(databaseContent(running.connection)).toBe(before)
    expect(eventsOf(running, users.ada.userId).filter(({ name }) => name === 'share.rejected')).toHaveLength(1)
  })

  it.each(['acceptance_not_required', 'accepted'])(
    'acceptance › %s: accepting changes nothing, rejecting is refused',
    async (state) => {
      const open = state === 'accepted' ? { acceptance_required: 'acceptance_required' } : {}
      const share = await ada.share(await ada.newItem(), users.bob, open)
      if (state === 'accepted') await bob.accept(share.id)
      const before = databaseContent(running.connection)

      expect(await bob.accept(share.id)).toMatchObject({ acceptance_required: state, encrypted_dek: DEK })
      const refusal = await bob.refusal('incomingSharesIdRejectPut', { params: { id: share.id } })

      expect(refusal).toMatchObject([{ error: 'share_not_acceptable', http_code: 409 }])
      expect(databaseContent(running.connection)).toBe(before)
    },
  )

  it('a single slot › only that slot is in the copy', async () => {
    const car = await ada.newItem()
    const slot = slotNamed(car.slots, 'b')

    const share = await ada.share(car, users.bob, { slot_id: slot.id, slot_values: ownerValues([slot]) })

    expect(share.slot_id).toBe(slot.id)
    expect(valuesOf((await bob.opened(share.id)).slots)).toEqual({ b: 'shared b' })
  })

  it('a second share › makes no second copy; only a granted one of the whole item takes over from one slot', async () => {
    const car = await ada.newItem()
    const slot = slotNamed(car.slots, 'a')
    const single = await ada.share(car, users.bob, { slot_id: slot.id, slot_values: ownerValues([slot], 'single') })
    const copyId = (await bob.opened(single.id)).item.id
    const slotId = (await bob.opened(single.id)).slots[0]?.id

    const open = await ada.share(car, users.bob, {
      acceptance_required: 'acceptance_required',
      slot_values: ownerValues(car.slots, 'open'),
    })
    const hidden = await bob.opened(open.id)
    expect(hidden).toMatchObject({ item_shared_via_another_share_id: single.id, item: { id: copyId } })
    expect(hidden.slots).toMatchObject([{ encrypted_value: null, value_verification_hash: null }])
    expect(valuesOf((await bob.getItem(copyId)).slots)).toEqual({ a: 'single a' })

    await bob.accept(open.id)
    const shown = await bob.opened(open.id)
    expect(shown).toMatchObject({ item_shared_via_another_share_id: null, item: { id: copyId, share_id: open.id } })
    expect(valuesOf(shown.slots)).toEqual({ a: 'open a', b: 'open b', empty: null })
    expect(slotNamed(shown.slots, 'a').id).toBe(slotId)

    await ada.end(open.id)
    const last = await bob.opened(single.id)
    expect(last).toMatchObject({ item_shared_via_another_share_id: null, item: { id: copyId, share_id: single.id } })
    expect(valuesOf(last.slots)).toEqual({ a: 'single a' })
    await ada.end(single.id)
    expect((await bob.listItems()).items).toEqual([])
  })

  it('a second share › the first keeps the copy, later ones name it, the oldest left takes over', async () => {
    const car = await ada.newItem()
    const shareWith = (text: string, fields: object = {}) =>
      ada.share(car, users.bob, { slot_values: ownerValues(car.slots, text), ...fields })
    const first = await shareWith('first')
    const open = await shareWith('open', { acceptance_required: 'acceptance_required' })
    const second = await shareWith('second')
    const third = await shareWith('third')
    const { item } = await bob.opened(first.id)
    const holders = async () => {
      const opened = await Promise.all([first, open, second, third].map(({ id }) => bob.opened(id)))
      expect(opened.map((one) => one.item.id)).toEqual(opened.map(() => item.id))
      return opened.map((one) => one.item_shared_via_another_share_id)
    }

    expect([first, open, second, third].map((made) => made.item_shared_via_another_share_id)).toEqual([
      null,
      first.id,
      first.id,
      first.id,
    ])
    expect(await holders()).toEqual([null, first.id, first.id, first.id])
    expect(valuesOf((await bob.opened(third.id)).slots)).toMatchObject({ a: 'first a', b: 'first b' })
    await bob.accept(open.id)
    expect(await holders()).toEqual([null, first.id, first.id, first.id])

    await ada.ok(200, 'itemsIdSharesPut', {
      params: { id: car.item.id },
      body: {
        share_deks: [{ share_id: first.id, dek: DEK }],
        slot_values: ownerValues(car.slots, 'as new').map((value) => ({ ...value, share_id: first.id })),
      },
    })
    expect(valuesOf((await bob.opened(third.id)).slots)).toMatchObject({ a: 'as new a', b: 'as new b' })

    await ada.end(first.id)
    const next = await bob.opened(third.id)
    expect(next).toMatchObject({ item_shared_via_another_share_id: open.id, item: { id: item.id, share_id: open.id } })
    expect(valuesOf(next.slots)).toMatchObject({ a: 'open a', b: 'open b' })
    await ada.end(open.id)
    expect(valuesOf((await bob.opened(third.id)).slots)).toMatchObject({ a: 'second a', b: 'second b' })
    await ada.end(second.id)
    expect(valuesOf((await bob.opened(third.id)).slots)).toMatchObject({ a: 'third a', b: 'third b' })
  })

  it('a second share › of another slot waits behind the first, and the answer says so', async () => {
    const car = await ada.newItem()
    const shareSlot = (name: string) => {
      const slot = slotNamed(car.slots, name)
      return ada.share(car, users.bob, { slot_id: slot.id, slot_values: ownerValues([slot]) })
    }
    const first = await shareSlot('a')

    const second = await shareSlot('b')

    expect(second).toMatchObject({ item_shared_via_another_share_id: first.id })
    expect(valuesOf((await bob.opened(second.id)).slots)).toEqual({ a: 'shared a' })
    await ada.end(first.id)
    expect(valuesOf((await bob.opened(second.id)).slots)).toEqual({ b: 'shared b' })
  })

  it('POST /items/shares, PATCH /shares › name the holder as it is after all entries', async () => {
    const car = await ada.newItem()
    const slot = slotNamed(car.slots, 'a')
    const single = { slot_id: slot.id, slot_values: ownerValues([slot]) }
    const entries = [ada.entry(car, users.bob, single), ada.entry(car, users.bob)]

    const made = await ada.ok<{ shares: MadeShare[] }>(201, 'itemsSharesPost', {
      body: { shares: entries.map((entry) => ({ ...entry, item_id: car.item.id })) },
    })
    const patched = await ada.ok<{ shares: MadeShare[] }>(200, 'sharesPatch', {
      body: { item_to_share_id: car.item.id, shares_to_create: [ada.entry(car, users.bob)] },
    })

    const whole = made.shares[1]?.id
    expect(made.shares.map((share) => share.item_shared_via_another_share_id)).toEqual([whole, null])
    expect(patched.shares.map((share) => share.item_shared_via_another_share_id)).toEqual([whole])
  })

  it('a second share › of one slot never displaces what is shown', async () => {
    const car = await ada.newItem()
    const whole = await ada.share(car, users.bob)
    const slot = slotNamed(car.slots, 'a')

    const single = await ada.share(car, users.bob, { slot_id: slot.id, slot_values: ownerValues([slot], 'single') })

    expect((await bob.opened(single.id)).item_shared_via_another_share_id).toBe(whole.id)
    expect(valuesOf((await bob.opened(single.id)).slots)).toEqual({ a: 'shared a', b: 'shared b', empty: null })
  })

  it('DELETE /shares/{id} › ends the share for owner and recipient, and reports it', async () => {
    const car = await ada.newItem()
    for (const party of [ada, bob]) {
      const share = await ada.share(car, users.bob)
      const { item } = await bob.opened(share.id)

      await party.end(share.id)

      expect(await bob.refusal('incomingSharesIdGet', { params: { id: share.id } })).toMatchObject([
        { error: 'not_found' },
      ])
      expect(await ada.refusal('outgoingSharesIdGet', { params: { id: share.id } })).toMatchObject([
        { error: 'not_found' },
      ])
      expect(await bob.refusal('itemsIdGet', { params: { id: item.id } })).toMatchObject([{ error: 'not_found' }])
      expect(eventsOf(running, users.bob.userId).at(-1)).toMatchObject({
        name: 'share.deleted',
        event_type: 'delete',
        eventable_id: item.id,
        value: { item_id: item.id, share_id: share.id },
      })
      expect(eventsOf(running, users.ada.userId).at(-1)).toMatchObject({
        name: 'share.deleted',
        event_type: 'milestone',
        eventable_id: car.item.id,
      })
    }
  })

  it('expiry › removes the share and its copy, whoever calls next, and reports it', async () => {
    const car = await ada.newItem()
    const share = await ada.share(car, users.bob, { expires_at: '2026-01-02T00:00:00Z' })
    const { item } = await bob.opened(share.id)
    running.clock.advanceMs(24 * 60 * 60 * 1000 - 1)
    expect((await bob.listItems()).items).toHaveLength(1)

    running.clock.advanceMs(1)

    expect((await bob.listItems()).items).toEqual([])
    expect((await bob.incomingList()).shares).toEqual([])
    expect((await ada.outgoingList()).shares).toEqual([])
    expect(eventsOf(running, users.bob.userId).at(-1)).toMatchObject({
      name: 'share.expired',
      event_type: 'delete',
      eventable_id: item.id,
    })
    expect(eventsOf(running, users.ada.userId).at(-1)).toMatchObject({ name: 'share.expired', event_type: 'milestone' })
  })

  it('DELETE /items/{id} › of an own item ends its shares; of a copy ends its share', async () => {
    const car = await ada.newItem()
    const first = await ada.share(car, users.bob)
    const copy = (await bob.opened(first.id)).item

    await bob.deleteItem(copy.id)
    expect((await ada.outgoingList()).shares).toEqual([])
    expect((await ada.getItem(car.item.id)).slots).toEqual(car.slots)

    await ada.share(car, users.bob)
    await ada.deleteItem(car.item.id)
    expect((await bob.listItems()).items).toEqual([])
    expect((await bob.incomingList()).shares).toEqual([])
    expect(eventsOf(running, users.bob.userId).at(-1)).toMatchObject({ name: 'share.deleted', event_type: 'delete' })
  })

  it('DELETE /slots/{id} › takes the slot from copies and ends shares of just that slot', async () => {
    const car = await ada.newItem()
    const slot = slotNamed(car.slots, 'a')
    const cleo = aSignedInUser(running)
    connect(running, users.ada, cleo)
    const whole = await ada.share(car, users.bob)
    const single = await ada.share(car, cleo, { slot_id: slot.id, slot_values: ownerValues([slot]) })
    const waiting = await ada.share(car, users.bob, { acceptance_required: 'acceptance_required' })

    await ada.ok(204, 'slotsIdDelete', { params: { id: slot.id } })

    expect(valuesOf((await bob.opened(whole.id)).slots)).toEqual({ b: 'shared b', empty: null })
    expect((await sharingCallsOf(running, cleo).listItems()).items).toEqual([])
    expect(await ada.refusal('outgoingSharesIdGet', { params: { id: single.id } })).toMatchObject([
      { error: 'not_found' },
    ])
    expect(await ada.tasks()).toEqual([])
    await bob.accept(waiting.id)
    expect(valuesOf((await bob.opened(waiting.id)).slots)).toEqual({ b: 'shared b', empty: null })
  })

  it('lists › are paged and filtered', async () => {
    const cars = [await ada.newItem('One'), await ada.newItem('Two'), await ada.newItem('Three')]
    const sent = []
    for (const car of cars) sent.push(await ada.share(car, users.bob))
    const open = await ada.share(await ada.newItem('Four'), users.bob, { acceptance_required: 'acceptance_required' })

    const first = await bob.incomingList({ per_page: 2 })
    const second = await bob.incomingList({ per_page: 2, next_page_after: first.next_page_after })

    expect([...first.shares, ...second.shares].map(({ id }) => id)).toEqual([...sent, open].map(({ id }) => id))
    expect(second.next_page_after).toBeNull()
    const shareIds = [sent[0]?.id, sent[2]?.id]
    expect((await bob.incomingList({ share_ids: shareIds.join(',') })).shares.map(({ id }) => id)).toEqual(shareIds)
    expect((await bob.incomingList({ acceptance_required: 'accepted' })).shares).toEqual([])
    expect((await ada.outgoingList({ item_ids: cars[1]?.item.id })).shares).toMatchObject([{ id: sent[1]?.id }])
    expect((await ada.outgoingList({ item_ids: '' })).shares).toEqual([])
    expect((await ada.incomingList()).shares).toEqual([])
    expect((await ada.listItems({ shared_with: users.bob.userId })).items).toHaveLength(4)
    expect((await bob.listItems({ shared_with: users.ada.userId })).items).toEqual([])
    const codeOf = async (name: string, query: object) => (await bob.refusal(name, { query }))[0]?.error
    expect(await codeOf('incomingSharesGet', { acceptance_required: 'maybe' })).toBe('invalid_params')
    for (const name of ['incomingSharesGet', 'outgoingSharesGet']) {
      expect(await codeOf(name, { per_page: 0 })).toBe('invalid_params')
      expect(await codeOf(name, { next_page_after: 'x' })).toBe('invalid_cursor')
    }
  })

  it('GET /incoming_shares › newest first on request, and says how many there are and how many wait', async () => {
    const counts = ({ total_count, waiting_count }: SharesPage) => [total_count, waiting_count]
    expect(counts(await bob.incomingList())).toEqual([0, 0])
    const awaiting = { acceptance_required: 'acceptance_required' }
    const sent = []
    for (const more of [{}, awaiting, awaiting]) sent.push(await ada.share(await ada.newItem(), users.bob, more))
    const [old, open, other] = sent.map(({ id }) => id)

    const newest = await bob.incomingList({ order: 'desc', per_page: 2 })
    expect(newest.shares.map(({ id }) => id)).toEqual([other, open])
    const rest = await bob.incomingList({ order: 'desc', per_page: 2, next_page_after: newest.next_page_after })
    expect(rest.shares.map(({ id }) => id)).toEqual([old])
    const waiting = await bob.incomingList({ acceptance_required: 'acceptance_required', order: 'desc', per_page: 1 })
    expect(waiting.shares.map(({ id }) => id)).toEqual([other])
    for (const page of [newest, rest, waiting]) expect(counts(page)).toEqual([3, 2])

    await bob.accept(open ?? '')
    expect(counts(await bob.incomingList())).toEqual([3, 1])
    await bob.reject(other ?? '')
    await ada.end(old ?? '')
    expect(counts(await bob.incomingList())).toEqual([2, 0])
    expect(counts(await ada.incomingList())).toEqual([0, 0])
    expect((await bob.refusal('incomingSharesGet', { query: { order: 'newest' } }))[0]?.error).toBe('invalid_params')
  })

  it('GET /items › finds copies by their originals', async () => {
    const cars = [await ada.newItem('One'), await ada.newItem('Two'), await ada.newItem('Three')]
    for (const car of cars) await ada.share(car, users.bob)
    const original_ids = [cars[0], cars[2]].map((car) => car?.item.id).join(',')

    const found = await bob.listItems({ original_ids })
    expect(found.items.map(({ label }) => label)).toEqual(['One', 'Three'])
    expect(found.slots).toHaveLength(6)
    expect((await bob.listItems({ original_ids: found.items[0]?.id })).items).toEqual([])
    expect((await ada.listItems({ original_ids })).items).toEqual([]) // they are originals here, and nobody else's are
  })

  it('POST /items/shares › shares several items at once', async () => {
    const cars = [await ada.newItem('One'), await ada.newItem('Two')]
    const cleo = aSignedInUser(running)
    connect(running, users.ada, cleo)
    const entries = cars.flatMap((car) =>
      [users.bob, cleo].map((to) => ({ ...ada.entry(car, to), item_id: car.item.id })),
    )

    const { shares } = await ada.ok<{ shares: MadeShare[] }>(201, 'itemsSharesPost', { body: { shares: entries } })

    expect(shares.map(({ item_id, recipient_id }) => ({ item_id, recipient_id }))).toEqual(
      entries.map(({ item_id, recipient_id }) => ({ item_id, recipient_id })),
    )
    expect((await bob.listItems()).items.map(({ label }) => label)).toEqual(['One', 'Two'])
  })

  it('GET /items/{id} › reports the view of a copy once an hour', async () => {
    const share = await ada.share(await ada.newItem(), users.bob)
    const { item } = await bob.opened(share.id)
    const views = () => eventsOf(running, users.bob.userId).filter(({ name }) => name === 'item.viewed')
    await bob.getItem(item.id)
    expect(views()).toMatchObject([
      { eventable_id: item.id, event_type: 'view', value: { item_id: item.id, share_id: share.id } },
    ])

    running.clock.advanceMs(60 * 60 * 1000 - 1)
    await bob.getItem(item.id)
    expect(views()).toHaveLength(1)

    running.clock.advanceMs(1)
    await bob.getItem(item.id)
    expect(views()).toHaveLength(2)
  })

  it('classification › global nodes come with the copy, tags stay', async () => {
    const car = await ada.createItem({
      label: 'Car',
      classification_nodes_attributes: [
        { node_name: 'mine', scheme_name: 'tag' },
        { node_name: 'Vehicle', scheme_name: 'esafe' },
      ].slice(0, 1),
    })
    const share = await ada.share(car, users.bob)

    expect((await bob.opened(share.id)).classification_nodes).toEqual([])
  })
})
