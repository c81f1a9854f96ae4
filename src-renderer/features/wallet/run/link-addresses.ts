import { readDeepLink } from '../../../../shared/presentation-exchange/deep-link.ts'
import { isLoopbackUrl } from '../../../../shared/loopback-url.ts'

/** An address that opening a link leads to. */
export interface LinkAddress {
  /** `GET` fetches the definition, `POST` sends the presentation. */
  readonly method: 'GET' | 'POST'
  /** The host with its port, even if it is the default port of the scheme. */
  readonly host: string
  readonly path: string
  readonly isRemote: boolean
}

/** The path of this program's verifier endpoints. */
const OWN_PATH = '/verifier/'

/**
 * The addresses that opening a link would call and a person must see first: all but those of this program's verifier. A
 * malformed link has none: the wallet reports the broken rule, and calls nothing.
 *
 * @param own the base address of this program's service, if it is served
 */
export function linkAddresses(link: string, own?: string): readonly LinkAddress[] {
  const reading = readDeepLink(link, link.slice(0, link.indexOf(':')))
  if (!reading.ok) return []
  const { definition, destination } = reading.link
  const addresses = [
    { method: 'GET', url: new URL(definition) },
    { method: 'POST', url: new URL(destination) },
  ] as const
  if (addresses.every(({ url }) => url.origin === originOf(own) && url.pathname.startsWith(OWN_PATH))) return []
  return addresses.map(({ method, url }) => ({
    method,
    host: hostWithPort(url),
    path: url.pathname + url.search,
    isRemote: !isLoopbackUrl(url.href) && url.origin !== originOf(own),
  }))
}

function hostWithPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

/** `host:port` of an address; the text itself if it is not an address. */
export function hostOf(address: string | null): string {
  if (address === null) return ''
  return URL.canParse(address) ? new URL(address).host : address
}
