import type { RouteLocationRaw } from 'vue-router'

export const OPERATOR_TABS = ['reviews', 'schemes', 'templates', 'images', 'usage', 'audit'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]

/** A tab of the operator's desk; of reviews, schemes and templates, one may be open. */
export function operatorPlace(tab: OperatorTab = 'reviews', id: string | null = null): RouteLocationRaw {
  return { name: 'operator', params: { tab, id } }
}
