import { linkTo } from '../../frame/places.ts'

export const WALLET_TABS = ['phone', 'credentials', 'issue', 'scenarios'] as const
export type WalletTab = (typeof WALLET_TABS)[number]

/** One tab of an actor's wallet, the phone by default; with id, one credential. */
export const walletPlace = (actor: string, tab: WalletTab = 'phone', id?: string) =>
  linkTo('wallet', { actor, tab: tab === 'phone' ? undefined : tab, id })

/** A run on the phone. */
export const runPlace = (actor: string, run: string) => linkTo('wallet', { actor, tab: 'runs', id: run })

/** A request at the verifier. */
export const requestPlace = (request: string) => linkTo('requests', { request })
