import type { RouteLocationRaw } from 'vue-router'

/** `own`: those the actor is a member of or acts for. */
export const ORGANIZATION_LISTS = ['own', 'requests', 'approved'] as const
export type OrganizationList = (typeof ORGANIZATION_LISTS)[number]

export type OrganizationTab = 'overview' | 'members' | 'services' | 'keys' | 'events'

/** Where an actor sees organizations. */
export function organizationsPlace(actor: string, list: OrganizationList = 'own'): RouteLocationRaw {
  return { name: 'organizations', params: { actor }, query: list === 'own' ? {} : { list } }
}

/** Where an actor requests one. */
export function newOrganizationPlace(actor: string): RouteLocationRaw {
  return { name: 'organizations', params: { actor }, query: { request: 'new' } }
}

/** Where an actor sees one organization. */
export function organizationPlace(actor: string, organization: string, tab: OrganizationTab = 'overview') {
  return {
    name: 'organizations',
    params: { actor, organization, tab: tab === 'overview' ? null : tab },
  } satisfies RouteLocationRaw
}
