import type { RouteLocationRaw } from 'vue-router'

/** The verifier desk, with the detail of one request. */
export function requestPlace(request?: string): RouteLocationRaw {
  return { name: 'requests', params: { request: request ?? null } }
}

/** What a new request begins with: a definition, or everything that another request asks. */
export interface RequestSeed {
  readonly definition?: string | undefined
  readonly like?: string | undefined
}

/** The dialog that makes a request. */
export function newRequestPlace({ definition, like }: RequestSeed = {}): RouteLocationRaw {
  return { name: 'new-request', query: { ...(definition && { definition }), ...(like && { like }) } }
}

/** The wallet of a user with a request opened in it. */
export function walletPlace(actor: string, link: string): RouteLocationRaw {
  return { path: `/u/${actor}/wallet`, query: { link } }
}
