/** Headers of a request by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/**
 * The generic header names and the aliases that published clients send (docs/contract/vault.md, Credentials). If
 * several are present, the first one counts.
 */
const HEADER_NAMES = {
  userToken: ['authorization'],
  oidcToken: ['oidc_token'],
  secondOidcToken: ['authorizationoidc2'],
  subscriptionKey: ['service-subscription-key', 'meeco-subscription-key'],
  delegationId: ['service-delegation-id', 'meeco-delegation-id'],
  operatorPassword: ['admin_password', 'admin-password'],
  clientVersion: ['x_meeco_api_version'],
  waitingGroup: ['service-waiting-group'],
  language: ['accept-language'],
  userAgent: ['user-agent'],
} as const

/** The length in characters to which names of waiting groups are cut. */
export const MAX_WAITING_GROUP = 255

export type HeaderPurpose = keyof typeof HEADER_NAMES

/** All names the service reads; transports pass on no others. */
export const KNOWN_HEADER_NAMES: readonly string[] = Object.values(HEADER_NAMES).flat()

/**
 * Reads a header by purpose. A value that is empty, `undefined` or `null` as text counts as absent: published clients
 * always send all four authentication headers.
 */
export function readHeader(headers: RequestHeaders, purpose: HeaderPurpose): string | undefined {
  const name = sentHeaderName(headers, purpose)
  return name === undefined ? undefined : valueOf(headers, name)
}

/** The name of the header whose value {@link readHeader} returns. */
export function sentHeaderName(headers: RequestHeaders, purpose: HeaderPurpose): string | undefined {
  return HEADER_NAMES[purpose].find((name) => valueOf(headers, name) !== undefined)
}

function valueOf(headers: RequestHeaders, name: string): string | undefined {
  const sent: unknown = headers[name] // over IPC and in process anything may arrive
  const value = typeof sent === 'string' ? sent.trim() : ''
  return value === '' || value === 'undefined' || value === 'null' ? undefined : value
}
