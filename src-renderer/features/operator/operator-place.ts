import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type OperatorTab = NonNullable<PlaceParams<'operator'>['tab']>

/** A tab of the operator console; of reviews, schemes and templates, one may be open. */
export const operatorPlace = (tab: OperatorTab = 'reviews', id?: string) => linkTo('operator', { tab, id })
