import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

/** `waiting`: incoming shares to accept. `planned`: those that invitations will make. */
export const SHARING_TABS = ['waiting', 'incoming', 'outgoing', 'planned', 'graph'] as const
export type SharingTab = NonNullable<PlaceParams<'sharing'>['tab']>

/** The tabs that list shares; the others show share intents, and the graph. */
export type ShareListTab = Exclude<SharingTab, 'planned' | 'graph'>

/** The page with the shares of an actor, and the detail of one of them. */
export const sharingPlace = (actor: string, tab: SharingTab, share?: string) => linkTo('sharing', { actor, tab, share })
