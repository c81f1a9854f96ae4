import type { WebContents } from 'electron'
import { isAppUrl } from './app-protocol.ts'

export interface PageLinks {
  /** Opens one more window of this program. */
  another(): void
  /** Asks the person at the window, showing the host or mail address. */
  confirm(to: string, address: string): Promise<boolean>
  /** Hands the address to the system's browser or mail program. */
  open(address: string): Promise<void>
}

/** One recipient without parameters, which could attach files or write the message. */
const MAIL = /^[^\s@<>()[\],;:\\"?&#%/]+@[^\s@<>()[\],;:\\"?&#%/]+$/

/**
 * Decides whether an address may be opened in another program: http or https without a user name
 * (`https://bank.example@evil.example` is misleading), or the mail address of one recipient.
 *
 * @returns the part to show and the normalised address to open, or undefined if it may not be opened
 */
export function outsideLink(address: string): { readonly to: string; readonly address: string } | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, username, password, host, pathname, search, hash, href } = new URL(address)
  if (protocol === 'mailto:') {
    return MAIL.test(pathname) && search === '' && hash === '' ? { to: pathname, address: href } : undefined
  }
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return { to: host, address: href }
}

/**
 * Forbids a page to navigate, redirect, or create windows and web views. The routes of our own page only change its
 * history. A request for a window with the address of our page opens one more window of this program. An outside link
 * opens in the system's browser or mail program, after the person has confirmed where it leads.
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
  if (await links.confirm(link.to, link.address)) await links.open(link.address)
}
