import type { WebContents } from 'electron'
import { isAppUrl } from './app-protocol.ts'

export interface PageLinks {
  /** Opens one more window of this program. */
  another(): void
  /** Asks the person at the window, naming the host. */
  confirm(host: string, address: string): Promise<boolean>
  /** Hands the address to the system's browser. */
  open(address: string): Promise<void>
}

/**
 * Decides whether an address may leave for the system's browser: https, a host, and no user name in front of it
 * (`https://bank.example@evil.example` reads like another place).
 *
 * @returns the host to show and the normalised address to open, or undefined when it may not leave
 */
export function outsideLink(address: string): { readonly host: string; readonly address: string } | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return { host: url.host, address: url.href }
}

/**
 * Keeps a page where it is: no navigation, no frame navigation, no redirect, no window of its own making, no web view. The
 * routes of our own page change its history and never navigate. A page that asks for a window with the address of our page
 * gets one more window of ours, at its start. A link to the outside opens in the system's browser, after the person has
 * seen the host.
 */
export function guardNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>, links: PageLinks): void {
  const stay = (event: { preventDefault(): void }): void => {
    event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', stay)
  contents.setWindowOpenHandler(({ url }) => {
    if (isAppUrl(url)) links.another()
    else void openOutside(url, links)
    return { action: 'deny' }
  })
}

async function openOutside(address: string, links: Pick<PageLinks, 'confirm' | 'open'>): Promise<void> {
  const link = outsideLink(address)
  if (link === undefined) return
  if (await links.confirm(link.host, link.address)) await links.open(link.address)
}
