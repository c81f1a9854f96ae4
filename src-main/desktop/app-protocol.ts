import type { CustomScheme, Protocol } from 'electron'

export const APP_SCHEME = 'vaultbench'
const APP_HOST = 'app'

/** The address of the window. A scheme of its own keeps the page away from `file:` and from every other origin. */
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`

/** Registered before the application is ready; standard and secure, so that the content policy has an origin to name. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** True for an address of our own page. Decided on the parsed address: prefixes can be imitated. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === ''
}

/** Serves the window's files under our scheme: only GET, only our host; a missing file is the server's 404. */
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
