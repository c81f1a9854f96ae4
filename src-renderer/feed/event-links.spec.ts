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
