// Proves docs/contract/vault.md, Lists, Events.

import { beforeEach, expect, it } from 'vitest'
import type { Activity, Event } from '../../shared/contract/events.ts'
import type { Connection } from '../../shared/contract/connections.ts'
import { sqliteEventStore } from '../../src-main/service/event-store.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { operatorCalls, organizationCalls } from '../support/people/organizations.ts'
import { connectUsers, peopleCalls } from '../support/people/people.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { CIPHER_TEXT } from '../support/service/vault-calls.ts'

interface EventPage {
  readonly events: readonly Event[]
  readonly next_page_after: string | null
  readonly meta: { readonly pages: number; readonly total_count: number; readonly next_page_exists: boolean }
}

describeOverTransports('events', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  })
  const as = (user: SignedInUser) => peopleCalls(running, user)
  const feed = (query: object = {}, name = 'eventFeedGet') => as(ada).ok<EventPage>(200, name, { query })
  const record = async (body: object) => (await as(ada).ok<{ event: Event }>(201, 'eventsPost', { body })).event

  async function refused(name: string, parts: object) {
    const before = databaseContent(running.connection)
    const [error] = await as(ada).refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error
  }

  it('GET /event_feed › shows every field, newest first, and nobody else’s', async () => {
    const { id } = await as(ada).item('Car')
    running.clock.advanceMs(1000)
    await as(ada).updateItem(id, { label: 'Boat' })
    await as(bob).item('Theirs')

    const { events, next_page_after, meta } = await feed()

    expect(events.map(({ name }) => name)).toEqual(['item.updated', 'item.created'])
    expect(events[1]).toEqual({
      id: events[1]?.id,
      parent_id: null,
      creator: ada.userId,
      user_id: ada.userId,
      eventable_type: 'Item',
      eventable_id: id,
      event_type: 'create',
      name: 'item.created',
      label: 'Car',
      value: { item_id: id, item_label: 'Car', template_name: 'custom' },
      duration_in_seconds: null,
      activity_ids: [events[1]?.id],
      event_time: '2026-01-01T00:00:00.000Z',
    })
    expect(next_page_after).toBeNull()
    expect(meta).toEqual({ pages: 1, total_count: 2, next_page_exists: false })
    expect(await as(ada).ok(200, 'eventsIdGet', { params: { id: events[1]?.id } })).toEqual({ event: events[1] })
  })

  it('GET /events › pages, counts and filters by type and by day', async () => {
    const { id } = await as(ada).item('Car')
    running.clock.advanceMs(24 * 60 * 60 * 1000 - 1)
    await as(ada).updateItem(id, { label: 'Boat' })
    running.clock.advanceMs(1)
    await as(ada).updateItem(id, { label: 'Ship' })

    const all = await feed({}, 'eventsGet')
    const first = await feed({ per_page: '2' }, 'eventsGet')
    const last = await feed({ per_page: '2', next_page_after: first.next_page_after }, 'eventsGet')
    expect(all).toEqual(await feed())
    expect([...first.events, ...last.events]).toEqual(all.events)
    expect(first.meta).toEqual({ pages: 2, total_count: 3, next_page_exists: true })
    expect(last).toMatchObject({ next_page_after: null, meta: { pages: 2, total_count: 3, next_page_exists: false } })

    const named = async (query: object) => {
      const { events, meta } = await feed(query, 'eventsGet')
      expect(meta.total_count).toBe(events.length)
      return events.map(({ name, label }) => [name, label])
    }
    expect(await named({ event_type: 'create' })).toEqual([['item.created', 'Car']])
    expect(await named({ event_type: 'delete' })).toEqual([])
    expect(await named({ on_date: '2026-01-01' })).toEqual([
      ['item.updated', 'Boat'],
      ['item.created', 'Car'],
    ])
    expect(await named({ on_date: '2026-01-02', event_type: 'update' })).toEqual([['item.updated', 'Ship']])
    for (const query of [
      { event_type: 'explode' },
      { on_date: '2026-02-30' },
      { on_date: 'today' },
      { per_page: '-1' },
    ]) {
      expect(await refused('eventsGet', { query })).toMatchObject({ error: 'invalid_params', http_code: 400 })
    }
    for (const name of ['eventsGet', 'eventFeedGet', 'activitiesGet']) {
      expect(await refused(name, { query: { next_page_after: '?' } })).toMatchObject({ error: 'invalid_cursor' })
    }
  })

  it('GET /events › of one organization pages, counts and goes with the other filters', async () => {
    const { id: asked } = await organizationCalls(running, ada).request()
    const { id: other } = await organizationCalls(running, ada).request({ name: 'Pier Car Hire' })
    const item = await as(ada).item('Car')
    running.clock.advanceMs(1000)
    await operatorCalls(running).validate(asked)
    const details = { organization_id: asked }
    const own = { eventable_type: 'Item', eventable_id: item.id, event_type: 'view', value: JSON.stringify(details) }
    const viewed = await record(own)

    const of = async (organization_id: string, query: object = {}) => {
      const page = await feed({ organization_id, ...query }, 'eventsGet')
      return { ...page, names: page.events.map(({ name, label }) => [name, label]) }
    }
    const all = await of(asked)
    expect(all.events[0]).toEqual(viewed)
    expect(all.names.slice(1)).toEqual([
      ['organization.validated', 'Harbour Clinic'],
      ['organization.requested', 'Harbour Clinic'],
    ])
    expect(all.meta).toEqual({ pages: 1, total_count: 3, next_page_exists: false })
    expect((await of(other)).names).toEqual([['organization.requested', 'Pier Car Hire']])
    const first = await of(asked, { per_page: '2' })
    expect(first.meta).toEqual({ pages: 2, total_count: 3, next_page_exists: true })
    const last = await of(asked, { per_page: '2', next_page_after: first.next_page_after })
    expect([...first.events, ...last.events]).toEqual(all.events)
    expect((await of(asked, { event_type: 'view' })).meta.total_count).toBe(1)
    expect((await of(asked, { on_date: '2026-01-02' })).meta.total_count).toBe(0)
    expect((await of(UNKNOWN_ID)).events).toEqual([])
    expect((await as(bob).ok<EventPage>(200, 'eventsGet', { query: { organization_id: asked } })).events).toEqual([])
    const wrong = { query: { organization_id: 'clinic' } }
    expect(await refused('eventsGet', wrong)).toMatchObject({ error: 'invalid_params', http_code: 400 })
  })

  it('POST /events › records what a client says of a record it can read', async () => {
    const { id } = await as(ada).item('Car')
    const started = await record({ eventable_type: 'Item', eventable_id: id, event_type: 'start', name: 'drive' })
    running.clock.advanceMs(90_000)

    const stopped = await record({
      eventable_type: 'Item',
      eventable_id: id,
      event_type: 'stop',
      parent_id: started.id,
      label: 'Home',
      value: '{"kilometres":12}',
    })

    expect(stopped).toEqual({
      id: stopped.id,
      parent_id: started.id,
      creator: ada.userId,
      user_id: ada.userId,
      eventable_type: 'Item',
      eventable_id: id,
      event_type: 'stop',
      name: 'client.stop',
      label: 'Home',
      value: { kilometres: 12 },
      duration_in_seconds: 90,
      activity_ids: [stopped.id],
      event_time: '2026-01-01T00:01:30.000Z',
    })
    expect((await feed()).events[0]).toEqual(stopped)
    const earlier = await record({
      eventable_type: 'Item',
      eventable_id: id,
      event_type: 'view',
      event_time: '2025-12-31T00:00:00+01:00',
    })
    expect(earlier.event_time).toBe('2025-12-30T23:00:00.000Z')
    expect((await feed()).events.at(-1)).toEqual(earlier)
    const ahead = { eventable_type: 'Item', eventable_id: id, event_type: 'view', event_time: '2999-01-01' }
    expect((await record(ahead)).event_time).toBe('2026-01-01T00:01:30.000Z')
  })

  it('POST /events › knows every kind of record that the user can read', async () => {
    const { item, slots, classification_nodes } = await as(ada).createItem({
      label: 'Car',
      classification_nodes_attributes: [{ node_name: 'urgent', scheme_name: 'tag' }],
      slots_attributes: [{ label: 'Colour' }],
    })
    const invitation = await as(ada).invite()
    const { ofInvited } = await connectUsers(running, bob, ada)
    const records = {
      Item: item.id,
      Slot: slots[0]?.id,
      Classification: classification_nodes[0]?.id,
      TemplateItem: item.item_template_id,
      Connection: ofInvited.own.id,
      AccessToken: ada.sessionId,
    }
    for (const [eventable_type, eventable_id] of [...Object.entries(records), ['Connection', invitation.id]]) {
      expect((await record({ eventable_type, eventable_id, event_type: 'view' })).eventable_id).toBe(eventable_id)
      const of = (id: string) => ({ body: { eventable_type, eventable_id: id, event_type: 'view' } })
      expect(await refused('eventsPost', of(UNKNOWN_ID))).toMatchObject({
        error: 'invalid_params',
        http_code: 400,
        extra_info: { parameter: 'eventable_id' },
      })
    }
    const theirs = (await as(bob).item('Theirs')).id
    const foreign = { body: { eventable_type: 'Item', eventable_id: theirs, event_type: 'view' } }
    expect(await refused('eventsPost', foreign)).toMatchObject({ error: 'invalid_params' })
  })

  it('POST /events › refuses what only the service records, and what it cannot read', async () => {
    const { id } = await as(ada).item('Car')
    const base = { eventable_type: 'Item', eventable_id: id, event_type: 'view' }
    const cases: readonly [object, string, string][] = [
      [{ ...base, event_type: 'create' }, 'invalid_params', 'event_type'],
      [{ ...base, event_type: undefined }, 'param_missing', 'event_type'],
      [{ ...base, eventable_type: 'Share' }, 'invalid_params', 'eventable_type'],
      [{ ...base, eventable_id: undefined }, 'param_missing', 'eventable_id'],
      [{ ...base, parent_id: UNKNOWN_ID }, 'invalid_params', 'parent_id'],
      [{ ...base, value: 'text' }, 'invalid_params', 'value'],
      [{ ...base, value: '[1]' }, 'invalid_params', 'value'],
      [{ ...base, value: `{"a":${'['.repeat(64)}${']'.repeat(64)}}` }, 'invalid_params', 'value'],
      [{ ...base, value: `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}` }, 'invalid_params', 'value'],
      [{ ...base, value: { a: 1 } }, 'invalid_params', 'value'],
      [{ ...base, event_time: 'yesterday' }, 'invalid_params', 'event_time'],
    ]
    for (const [body, error, parameter] of cases) {
      const refusal = await refused('eventsPost', { body })
      expect({ error: refusal?.error, parameter: refusal?.extra_info['parameter'] }).toEqual({ error, parameter })
    }
  })

  it('GET /activities › shows events side by side with what they concern', async () => {
    const { item, slots } = await as(ada).createItem({ label: 'Car', slots_attributes: [{ label: 'Colour' }] })
    await as(ada).ok(204, 'slotsIdDelete', { params: { id: slots[0]?.id } })
    const { ofInvited } = await connectUsers(running, bob, ada)

    const { activities, events, connections, meta } = await as(ada).ok<{
      activities: Activity[]
      events: Event[]
      connections: Connection[]
      meta: object[]
    }>(200, 'activitiesGet')

    expect(activities.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    expect(events).toEqual((await feed()).events)
    expect(connections).toEqual([ofInvited])
    expect(meta).toEqual([{ next_page_exists: false, per_page: 100, order: 'desc', order_by: 'event_time' }])
    expect(activities[0]).toMatchObject({
      connection_id: ofInvited.own.id,
      user_id: bob.userId,
      encrypted_user_name: CIPHER_TEXT,
      item_id: null,
    })
    expect(activities[1]).toMatchObject({ slot_id: slots[0]?.id, slot_label: 'Colour', item_id: item.id })
    const created = activities.at(-1)
    expect(created).toMatchObject({ item_label: 'Car', start_time: created?.timestamp, event_ids: [created?.id] })
    expect(await as(ada).ok(200, 'activitiesIdGet', { params: { id: created?.id } })).toEqual(created)
    expect(await refused('activitiesIdGet', { params: { id: UNKNOWN_ID } })).toMatchObject({ error: 'not_found' })
  })

  it('GET /alerts › counts what awaits an answer', async () => {
    expect(await as(ada).ok(200, 'alertsGet')).toEqual({
      alerts: { conversations: 0, notifications: 0, invitations: 0 },
    })
    await as(ada).invite()
    await connectUsers(running, ada, bob)
    await as(bob).invite()

    expect(await as(ada).ok(200, 'alertsGet')).toEqual({
      alerts: { conversations: 0, notifications: 0, invitations: 1 },
    })
  })

  it('GET /alerts › counts received shares until they are answered, and client tasks to do', async () => {
    connect(running, ada, bob)
    const [sender, recipient] = [sharingCallsOf(running, ada), sharingCallsOf(running, bob)]
    const item = await sender.newItem()
    const AWAITING = { acceptance_required: 'acceptance_required' }
    const share = await sender.share(item, bob, AWAITING)
    await sender.share(await sender.newItem(), bob)
    const notifications = async (of: SignedInUser) =>
      (await as(of).ok<{ alerts: { notifications: number } }>(200, 'alertsGet')).alerts.notifications

    expect([await notifications(ada), await notifications(bob)]).toEqual([0, 1])
    await recipient.accept(share.id)
    expect(await notifications(bob)).toBe(0)

    running.clock.advanceMs(1)
    await sender.updateItem(item.item.id, { label: 'Changed' })
    expect([await notifications(ada), await notifications(bob)]).toEqual([1, 0])
  })

  it('events of one moment › are paged without loss, the count stays right when a user goes', async () => {
    const store = sqliteEventStore(running.connection)
    for (let count = 0; count < 5; count++) {
      store.add({
        id: newTestId(),
        parent_id: null,
        user_id: ada.userId,
        creator: 'system',
        eventable_type: 'Item',
        eventable_id: UNKNOWN_ID,
        event_type: 'milestone',
        name: 'test',
        label: null,
        value: null,
        event_time: '2026-01-01T00:00:00.000Z',
      })
    }
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null;) {
      const page = await feed({ per_page: '2', ...(after === undefined ? {} : { next_page_after: after }) })
      seen.push(...page.events.map(({ id }) => id))
      after = page.next_page_after
    }
    expect(new Set(seen).size).toBe(5)
    await as(ada).ok(204, 'meDelete')
    const left = running.connection.prepare('SELECT count(*) FROM event_counts WHERE user_id = ?').pluck()
    expect(left.get(ada.userId)).toBe(0)
  })
})
