import type { FilesystemPermissionRequest, Session } from 'electron'
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

/** Copying a revealed value is a feature of the window. Reading the clipboard is not. */
const COPYING = 'clipboard-sanitized-write'
/** Presenting the window on the full screen. */
const FULL_SCREEN = 'fullscreen'
/** Writing one file that the person chose in a system dialog. Electron does not mark the main frame here. */
const SAVING = 'fileSystem'

const OWN_BLOBS = `blob:${APP_URL}`

/** Blocks everything that a page could reach except our own files and our own server. */
export async function restrictSession(session: GuardedSession, serverUrl: string): Promise<void> {
  session.setPermissionRequestHandler((...[, permission, answer, details]) => {
    const isForMainFrame = permission === COPYING || permission === FULL_SCREEN
    const isGranted = (isForMainFrame && details.isMainFrame) || (permission === SAVING && isSaving(details))
    answer(isGranted && isAppUrl(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      (permission === COPYING || (permission === SAVING && isSaving(details))) && isAppUrl(requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  // Downloads from our page are exports; Electron asks the person where to save them.
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(OWN_BLOBS)) event.preventDefault()
  })
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    answer({ cancel: !mayRequest(url, resourceType, serverUrl) })
  })
  await session.setProxy({ mode: 'direct' })
}

function isSaving(details: object): boolean {
  const { fileAccessType, isDirectory }: Pick<FilesystemPermissionRequest, 'fileAccessType' | 'isDirectory'> = details
  return fileAccessType === 'writable' && isDirectory !== true
}

/** Whether an address is our page, something our page made itself (blob:, and data: for images), or our server. */
export function mayRequest(address: string, resourceType: string, serverUrl: string): boolean {
  if (isAppUrl(address) || address.startsWith(OWN_BLOBS)) return true
  if (address.startsWith('data:')) return resourceType === 'image'
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  const server = new URL(serverUrl)
  return protocol === server.protocol && host === server.host && username === '' && password === ''
}
