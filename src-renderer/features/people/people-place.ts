import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type PeopleTab = NonNullable<PlaceParams<'people'>['tab']>

/** The page with the people of an actor; without id, the list alone. */
export const peoplePlace = (actor: string, tab: PeopleTab, id?: string) =>
  linkTo('people', { actor, tab: tab === 'connections' && id === undefined ? undefined : tab, id })
