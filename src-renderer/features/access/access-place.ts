import type { RouteLocationRaw } from 'vue-router'

export type AccessTab = 'sessions' | 'keys' | 'login-keys' | 'client-kit' | 'issuers' | 'token-users' | 'account'

/** Where a part of the access of an actor is shown; without id, the list alone. */
export function accessPlace(actor: string, tab: AccessTab, id?: string): RouteLocationRaw {
  return { name: 'access', params: { actor, tab, id: id ?? null } }
}
