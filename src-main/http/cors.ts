import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'

/** The origins whose pages may call a path and read its replies, besides our own. */
export type CorsOrigins = (path: string) => readonly string[]

export const NO_CORS: CorsOrigins = () => []

const ALLOWED_REQUEST_HEADERS = [
  'Authorization',
  'oidc_token',
  'authorizationoidc2',
  'Service-Subscription-Key',
  'Meeco-Subscription-Key',
  'Service-Waiting-Group',
  'Service-Delegation-Id',
  'Meeco-Delegation-Id',
  'X_MEECO_API_VERSION',
  'X_MEECO_API_COMPONENT',
  'Accept-Language',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Range',
].join(', ')

const EXPOSED_HEADERS = 'Location, Content-Range, ETag, Retry-After, Service-Notice'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of a listed origin read replies (docs/contract/vault.md, Transports). Never allows `*`, credentials or the
 * operator password. Without listed origins CORS is off.
 *
 * @param allow the methods of the path, in the answer to a preflight request
 */
export function corsHeaders(
  origin: string | undefined,
  listed: readonly string[],
  allow?: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (listed.length === 0) return undefined
  if (origin === undefined || !listed.includes(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    ...(allow && {
      'Access-Control-Allow-Methods': allow.join(', '),
      'Access-Control-Allow-Headers': ALLOWED_REQUEST_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    }),
  }
}

const MOUNT = '/verifier'

const patterns = Object.values(verifierRequestOperations)
  .filter(({ auth }) => auth === 'none')
  .map(({ path }) => new RegExp(`^${MOUNT}${path.replace(/\{\w+\}/g, '[^/]+')}$`))

/** Whether a path is a wallet endpoint, which listed origins and the local network may reach. */
export function isWalletPath(path: string): boolean {
  return path.startsWith(MOUNT) && patterns.some((pattern) => pattern.test(path))
}
