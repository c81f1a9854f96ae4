import type { CustomScheme, Protocol } from 'electron'

export const APP_SCHEME = 'vaultbench'
const APP_HOST = 'app'

/** The address of the window. Its own scheme separates the page from `file:` and from every other origin. */
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`

/** Must be registered before the application is ready. A standard, secure scheme gives the page an origin. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** Whether an address belongs to our own page. It is parsed, because a prefix can be imitated. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === ''
}

/** Serves the window's files under our scheme, for GET and our host only. */
export function serveAppScheme(
  protocol: Pick<Protocol, 'handle'>,
  serveUi: (request: Request) => Promise<Response>,
): void {
  protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
    if (!isAppUrl(request.url)) return new Response(null, { status: 404 })
    return serveUi(request)
  })
}
