import type { RouteLocationRaw } from 'vue-router'
import type { Event } from '../../shared/contract/events.ts'
import { factsOf } from './event-facts.ts'

export type EventLinks = Readonly<
  Partial<Record<'item' | 'person' | 'invitation' | 'share' | 'organization', RouteLocationRaw>>
>

/** Links for the parts of an event's sentence; deleted records have none. */
export function eventLinks(actor: string, event: Event): EventLinks {
  const { itemId, personId, connectionId, invitationId, shareId, organizationId } = factsOf(event)
  const isGone = event.event_type === 'delete'
  const place = (name: string, id: string | undefined, tab: object = {}): RouteLocationRaw | undefined =>
    id === undefined ? undefined : { name, params: { actor, ...tab, ...(name === 'sharing' ? { share: id } : { id }) } }
  return withoutGaps({
    item: isGone ? undefined : place('items', itemId, { mode: '' }),
    person:
      event.name === 'connection.deleted' || isAboutMember(event)
        ? undefined
        : place('people', connectionId ?? personId, { tab: 'connections' }),
    invitation: event.name === 'invitation.deleted' ? undefined : place('people', invitationId, { tab: 'invitations' }),
    organization:
      organizationId === undefined || event.name === 'organization.deleted'
        ? undefined
        : { name: 'organizations', params: { actor, organization: organizationId, tab: '' } },
    share: isGone || isEndOfShare(event) ? undefined : place('sharing', shareId, { tab: directionOf(event) }),
  })
}

const isEndOfShare = ({ name }: Event): boolean => name === 'share.deleted' || name === 'share.expired'

/** Members of an organization need not be connected with each other. */
const isAboutMember = ({ name }: Event): boolean => (name ?? '').startsWith('member.')

/** Whether the user of the feed received the share; both sides are told of an answer, and the recipient gives it. */
function directionOf({ name, creator, user_id, event_type }: Event): 'incoming' | 'outgoing' {
  const isAnswer = name === 'share.accepted' || name === 'share.rejected'
  if (isAnswer) return creator === user_id ? 'incoming' : 'outgoing'
  const isSenders = name === 'share.created' || (name === 'share.updated' && event_type === 'milestone')
  return isSenders ? 'outgoing' : 'incoming'
}

function withoutGaps(links: Readonly<Record<string, RouteLocationRaw | undefined>>): EventLinks {
  return Object.fromEntries(Object.entries(links).filter(([, place]) => place !== undefined))
}
