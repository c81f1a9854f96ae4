// Proves docs/contract/window.md, Events.

import { describe, expect, it } from 'vitest'
import type { KnownNames } from './event-sentence.ts'
import { sentenceOf, sentenceText } from './event-sentence.ts'
import { kindOf } from './event-facts.ts'
import { anEvent } from './testing/an-event.ts'

const NAMES: KnownNames = {
  self: { id: 'vault-alice', name: 'Alice' },
  person: (id) => (id === 'vault-bob' ? 'Bob from work' : undefined),
  item: (id) => (id === 'i1' ? 'Passport' : undefined),
}
const told = (changes: Parameters<typeof anEvent>[0]): string => sentenceText(sentenceOf(anEvent(changes), NAMES))

describe('sentenceOf', () => {
  it('says who did what to what', () => {
    expect(told({ name: 'item.created', label: 'Licence' })).toBe('Alice created Licence')
    expect(told({ name: 'item.deleted', creator: 'system', label: 'Licence' })).toBe('The service deleted Licence')
  })

  it('says that whoever the session is for signed in, though the service records it', () => {
    expect(told({ name: 'session.created', creator: 'system' })).toBe('Alice signed in')
  })

  it('names people as the acting user calls them, and nobody else', () => {
    const value = { item_id: 'i1', share_id: 's1', user_id: 'vault-bob' }
    expect(told({ name: 'share.created', label: 'Passport', value })).toBe('Alice shared Passport with Bob from work')
    expect(told({ name: 'share.accepted', label: 'Passport', creator: 'vault-eve', value })).toBe(
      'Someone accepted Passport',
    )
  })

  it('knows shares that an invitation made: their receiver caused them', () => {
    const value = { item_id: 'i1', share_id: 's1', user_id: 'vault-bob' }
    expect(told({ name: 'share.created', creator: 'vault-bob', label: 'Passport', value })).toBe(
      'Passport was shared with Bob from work by an invitation',
    )
  })

  it('finds the label of an item that an event only knows by its id', () => {
    const value = { item_id: 'i1', slot_label: 'Number' }
    expect(told({ name: 'slot.updated', eventable_type: 'Slot', label: 'Number', value })).toBe(
      'Alice changed Number of Passport',
    )
  })

  it('tells names that only a client knows as they are', () => {
    expect(told({ name: 'crane.started', label: 'Crane 4' })).toBe('Alice recorded crane.started for Crane 4')
    expect(told({ name: null, event_type: 'milestone', label: null })).toBe(
      'Alice recorded Item milestone for something',
    )
  })

  it('says which organization, who became what in it, and why it was rejected', () => {
    const value = { organization_id: 'o1', user_id: 'vault-bob', role: 'admin' }
    const of = { eventable_type: 'Connection', label: 'Harbour Clinic' } as const
    expect(told({ ...of, name: 'organization.validated', value: { organization_id: 'o1' } })).toBe(
      'Alice approved the organization Harbour Clinic',
    )
    expect(told({ ...of, name: 'organization.rejected', value: { organization_id: 'o1', reason: 'Unknown' } })).toBe(
      'Alice rejected the organization Harbour Clinic: Unknown',
    )
    expect(told({ ...of, name: 'organization.validated', creator: null, value: { organization_id: 'o1' } })).toBe(
      'The operator approved the organization Harbour Clinic',
    )
    expect(told({ ...of, name: 'service.rejected', label: 'Recall', value: { service_id: 's', reason: null } })).toBe(
      'Alice rejected the service Recall',
    )
    expect(told({ ...of, name: 'member.added', value })).toBe('Bob from work became admin of Harbour Clinic')
    expect(told({ ...of, name: 'member.updated', value: { ...value, role: 'owner' } })).toBe(
      'Alice made Bob from work owner of Harbour Clinic',
    )
    expect(told({ ...of, name: 'member.removed', value })).toBe('Alice removed Bob from work from Harbour Clinic')
    expect(told({ ...of, name: 'member.removed', creator: 'vault-bob', value })).toBe(
      'Bob from work left Harbour Clinic',
    )
  })

  it('has a sentence for every event the service reports', () => {
    const unknown = SERVICE_EVENTS.filter((name) => sentenceOf(anEvent({ name }), NAMES).key === 'feed.sentence.other')

    expect(unknown).toEqual([])
    expect(SERVICE_EVENTS.filter((name) => kindOf({ name }) === 'other')).toEqual([])
  })
})

/** Every name the service gives an event (docs/contract/vault.md, Events: names). */
const SERVICE_EVENTS = [
  ...['session.created', 'session.resumed', 'session.deleted', 'item.created', 'item.updated', 'item.deleted'],
  ...['slot.created', 'slot.updated', 'slot.deleted', 'slot.attached', 'template.created', 'tag.created'],
  ...['tag.updated', 'tag.deleted'],
  ...['item.classified', 'item.unclassified', 'invitation.created', 'invitation.deleted', 'invitation.expired'],
  ...['connection.created', 'connection.updated', 'connection.deleted', 'share.created', 'share.received'],
  ...['share.accepted', 'share.rejected', 'share.updated', 'share.encrypted', 'share.deleted', 'share.expired'],
  ...['share_intent.created', 'share_intent.deleted', 'attachment.created', 'attachment.deleted', 'item.viewed'],
  ...['task.created', 'task.done', 'task.failed', 'user.deletion_queued', 'user.deletion_cancelled'],
  ...['organization.requested', 'organization.validated', 'organization.rejected', 'organization.deleted'],
  ...['service.requested', 'service.validated', 'service.rejected', 'service.deleted'],
  ...['organization', 'service'].flatMap((subject) =>
    ['suspended', 'reinstated', 'session_created', 'session_ended'].map((change) => `${subject}.${change}`),
  ),
  ...['member.added', 'member.updated', 'member.removed'],
]
