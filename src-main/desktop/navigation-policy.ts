import type { WebContents } from 'electron'
import { isAppUrl } from './app-protocol.ts'

export interface PageLinks {
  /** Opens one more window of this program. */
  another(): void
  /** Asks the person at the window, naming the host, or the person a message would go to. */
  confirm(to: string, address: string): Promise<boolean>
  /** Hands the address to the system's browser or mail program. */
  open(address: string): Promise<void>
}

/** One person, and no parameters, which could attach files or write the text of the message. */
const MAIL = /^[^\s@<>()[\],;:\\"?&#%/]+@[^\s@<>()[\],;:\\"?&#%/]+$/

/**
 * Decides whether an address may leave for another program: http or https with a host and no user name in front of it
 * (`https://bank.example@evil.example` reads like another place), or the mail address of one person.
 *
 * @returns what to show of it and the normalised address to open, or undefined when it may not leave
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
 * Keeps a page where it is: no navigation, no frame navigation, no redirect, no window of its own making, no web view. The
 * routes of our own page change its history and never navigate. A page that asks for a window with the address of our page
 * gets one more window of ours, at its start. A link to the outside opens in the system's browser or mail program, after
 * the person has seen where it leads.
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
