import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type TrustTab = NonNullable<PlaceParams<'trust'>['tab']>

/** A part of what verification rests on; without id, the list alone. */
export const trustPlace = (tab: TrustTab, id?: string) => linkTo('trust', { tab, id })
