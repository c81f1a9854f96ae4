// Proves docs/contract/window.md, Events.

import { expect, it } from 'vitest'
import { eventLinks } from './event-links.ts'
import { anEvent } from './testing/an-event.ts'

it('leads to a changed share on the side of the user whose feed it is', () => {
  const changed = { name: 'share.updated', value: { share_id: 's1' } }

  expect(eventLinks('eve', anEvent({ ...changed, event_type: 'update' })).share).toMatchObject({
    params: { tab: 'incoming', share: 's1' },
  })
  expect(eventLinks('eve', anEvent({ ...changed, event_type: 'milestone' })).share).toMatchObject({
    params: { tab: 'outgoing', share: 's1' },
  })
})

it('leads to the organization while it is there, and to no member in People', () => {
  const value = { organization_id: 'o1', user_id: 'vault-bob', role: 'admin' }

  expect(eventLinks('eve', anEvent({ name: 'member.added', eventable_type: 'Connection', value }))).toEqual({
    organization: { name: 'organizations', params: { actor: 'eve', organization: 'o1', tab: '' } },
  })
  expect(
    eventLinks('eve', anEvent({ name: 'organization.deleted', eventable_type: 'Connection', value })),
  ).not.toHaveProperty('organization')
})
