import type { Session } from 'electron'
import { APP_URL, isAppUrl } from './app-protocol.ts'

type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'setProxy'
  | 'on'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> }

/** Copying a revealed value is a feature of the window. Reading the clipboard is not, nor is anything else. */
const GRANTED_PERMISSION = 'clipboard-sanitized-write'

/** Shuts everything a page could reach besides our own files and our own server. */
export async function restrictSession(session: GuardedSession, serverUrl: string): Promise<void> {
  session.setPermissionRequestHandler((...[, permission, answer, details]) => {
    answer(permission === GRANTED_PERMISSION && details.isMainFrame && isAppUrl(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permission === GRANTED_PERMISSION && isAppUrl(requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => {
    event.preventDefault()
  })
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    answer({ cancel: !mayRequest(url, resourceType, serverUrl) })
  })
  await session.setProxy({ mode: 'direct' })
}

/** True for our page, what our page made itself (blob:, and data: for images) and our own loopback server. */
export function mayRequest(address: string, resourceType: string, serverUrl: string): boolean {
  if (isAppUrl(address) || address.startsWith(`blob:${APP_URL}`)) return true
  if (address.startsWith('data:')) return resourceType === 'image'
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  const server = new URL(serverUrl)
  return protocol === server.protocol && host === server.host && username === '' && password === ''
}
