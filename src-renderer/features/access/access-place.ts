import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type AccessTab = NonNullable<PlaceParams<'access'>['tab']>

/** The page with a part of the access of an actor; without id, the list alone. */
export const accessPlace = (actor: string, tab: AccessTab, id?: string) => linkTo('access', { actor, tab, id })
