import type { PlaceParams } from '../../frame/places.ts'
import { linkTo } from '../../frame/places.ts'

export type OperatorTab = NonNullable<PlaceParams<'operator'>['tab']>

/** The address of a tab of the operator console; a review, scheme or template may be open. */
export const operatorPlace = (tab: OperatorTab = 'reviews', id?: string) => linkTo('operator', { tab, id })
