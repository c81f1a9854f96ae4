import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type TrustTab = NonNullable<PlaceParams<'trust'>['tab']>

/** One tab of the trust page; the list without id. */
export const trustPlace = (tab: TrustTab, id?: string) => linkTo('trust', { tab, id })
