import type { RouteLocationRaw } from 'vue-router'

export const TRUST_TABS = [
  'issuers',
  'schemas',
  'contexts',
  'did-documents',
  'status-lists',
  'keys',
  'settings',
] as const

/** A part of what verification rests on; without id, the list alone. */
export function trustPlace(tab: string, id?: string): RouteLocationRaw {
  return { name: 'trust', params: { tab, id: id ?? null } }
}
