import type { Event } from '../../shared/contract/events.ts'
import { oneOf, te, text } from '../i18n/i18n.ts'
import { detail, factsOf } from './event-facts.ts'

/** Current names of people and items for the acting user. */
export interface KnownNames {
  /** The user whose feed it is. */
  readonly self: { readonly id: string | null; readonly name: string }
  readonly person: (vaultUserId: string) => string | undefined
  readonly item: (itemId: string) => string | undefined
}

/** A message with its values; parts that can be links have their names. */
export interface Sentence {
  readonly key: string
  readonly parts: Readonly<Record<string, string>>
}

/** An event as a sentence: who did what to what. Event names of other clients are shown unchanged. */
export function sentenceOf(event: Event, names: KnownNames): Sentence {
  const facts = factsOf(event)
  const name = event.name ?? `${event.eventable_type} ${event.event_type}`
  return {
    key: messageOf(event),
    parts: {
      who: whoOf(event, names),
      self: names.self.name,
      item: facts.itemLabel ?? (facts.itemId && names.item(facts.itemId)) ?? text('feed.anItem'),
      slot: facts.slotLabel ?? text('feed.aSlot'),
      person: facts.personId === undefined ? text('feed.somebody') : personOf(facts.personId, names),
      invitation: text('feed.anInvitation'),
      label: facts.label ?? text('feed.something'),
      organization: facts.label ?? text('feed.something'),
      role: roleOf(facts.role),
      reason: facts.reason ?? '',
      name,
    },
  }
}

export function sentenceText({ key, parts }: Sentence): string {
  return text(key, parts)
}

function messageOf(event: Event): string {
  const key = oneOf('feed.sentence.*', `${(event.name ?? '').replace('.', '_')}${variantOf(event)}`)
  return te(key) ? key : 'feed.sentence.other'
}

/** Chooses a variant of the message by the person who acted and the known names. */
function variantOf(event: Event): string {
  const { name, creator } = event
  const { personId, reason } = factsOf(event)
  // Shares that come with an invitation are made when it is used, by whoever receives them.
  if (name === 'share.created' && creator === personId) return '_by_invitation'
  if (name === 'member.removed' && creator === personId) return '_by_member'
  return (name ?? '').endsWith('.rejected') && reason !== undefined ? '_with_reason' : ''
}

function roleOf(role: string | undefined): string {
  const key = oneOf('feed.role.*', role ?? '')
  return te(key) ? text(key) : text('feed.aMember')
}

/** Reviews by the operator, who is named only to users who know that person. */
const REVIEWED = /^(?:organization|service)\.(?:validated|rejected)$/

function whoOf(event: Event, names: KnownNames): string {
  const { creator, name } = event
  // The first session was made by "system": its maker is the user of this feed.
  if (creator === 'system') return name === 'session.created' ? names.self.name : text('feed.system')
  if (creator === null && REVIEWED.test(name ?? '')) return text('feed.operator')
  const who = creator === null ? text('feed.somebody') : personOf(creator, names)
  const owner = detail(event, 'on_behalf_of')
  return owner === undefined ? who : text('feed.onBehalf', { who, owner: personOf(owner, names) })
}

function personOf(id: string, names: KnownNames): string {
  return id === names.self.id ? names.self.name : (names.person(id) ?? text('feed.somebody'))
}
