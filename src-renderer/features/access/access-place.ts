import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type AccessTab = NonNullable<PlaceParams<'access'>['tab']>

/** The page with one tab of an actor's access; the list without id. */
export const accessPlace = (actor: string, tab: AccessTab, id?: string) => linkTo('access', { actor, tab, id })
