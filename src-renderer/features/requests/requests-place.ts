import type { RouteLocationRaw } from 'vue-router'
import { linkTo } from '../../frame/places.ts'

/** The verifier page, with the detail of one request. */
export const requestPlace = (request?: string) => linkTo('requests', { request })

/** The initial values of a new request: a definition, or all settings of another request. */
export interface RequestSeed {
  readonly definition?: string | undefined
  readonly like?: string | undefined
}

/** The address of the dialog for a new request. */
export const newRequestPlace = (seed: RequestSeed = {}) => linkTo('new-request', {}, { ...seed })

/** The address of a user's wallet with an open request. */
export function walletPlace(actor: string, link: string): RouteLocationRaw {
  return { path: `/u/${actor}/wallet`, query: { link } }
}
