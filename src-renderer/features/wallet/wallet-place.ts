import type { RouteLocationRaw } from 'vue-router'

export const WALLET_TABS = ['phone', 'credentials', 'issue', 'scenarios'] as const
export type WalletTab = (typeof WALLET_TABS)[number]

/** A part of an actor's wallet; with id, one credential of it. The phone is where no part is named. */
export function walletPlace(actor: string, tab: WalletTab = 'phone', id?: string): RouteLocationRaw {
  return { name: 'wallet', params: { actor, tab: tab === 'phone' ? null : tab, id: id ?? null } }
}

/** A run on the phone. */
export function runPlace(actor: string, run: string): RouteLocationRaw {
  return { name: 'wallet', params: { actor, tab: 'runs', id: run } }
}

/** A request at the verifier. */
export function requestPlace(request: string): RouteLocationRaw {
  return `/requests/${encodeURIComponent(request)}`
}
