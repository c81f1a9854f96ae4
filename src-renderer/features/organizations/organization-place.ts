import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

/** The list `own` has the organizations that the actor is a member of or acts for. */
export const ORGANIZATION_LISTS = ['own', 'requests', 'approved'] as const
export type OrganizationList = (typeof ORGANIZATION_LISTS)[number]

export type OrganizationTab = 'overview' | NonNullable<PlaceParams<'organizations'>['tab']>

/** The page on which an actor sees organizations. */
export const organizationsPlace = (actor: string, list: OrganizationList = 'own') =>
  linkTo('organizations', { actor }, list === 'own' ? {} : { list })

/** The page on which an actor requests a new organization. */
export const newOrganizationPlace = (actor: string) => linkTo('organizations', { actor }, { request: 'new' })

/** The page on which an actor sees one organization. */
export const organizationPlace = (
  actor: string,
  organization: string,
  tab: OrganizationTab = 'overview',
  id?: string,
) => linkTo('organizations', { actor, organization, tab: tab === 'overview' ? undefined : tab, id })
