import type { RouteLocationRaw } from 'vue-router'

/** `waiting`: incoming shares to accept. `planned`: those that invitations will make. */
export const SHARING_TABS = ['waiting', 'incoming', 'outgoing', 'planned', 'graph'] as const
export type SharingTab = (typeof SHARING_TABS)[number]

/** The tabs that list shares; the others list what will become shares, and draw who has what. */
export type ShareListTab = Exclude<SharingTab, 'planned' | 'graph'>

/** Where shares of an actor are shown, with the detail of one of them. */
export function sharingPlace(actor: string, tab: SharingTab, share?: string): RouteLocationRaw {
  return { name: 'sharing', params: { actor, tab, share: share ?? null } }
}
