import { isLoopbackUrl } from '../loopback-url.ts'
import { calledBy, isRequestLink, isSaidSigned, readRequestLink } from './link.ts'
import type { CalledAddress } from './link.ts'
import { readDeepLink } from '../presentation-exchange/deep-link.ts'

/** An address that opening a link leads to. */
interface LinkAddress {
  readonly use: CalledAddress['use']
  /** The host with its port, even if it is the default port of the scheme. */
  readonly host: string
  readonly path: string
  readonly isRemote: boolean
}

/** What a person sees of a link before anything is called. */
export interface LinkFacts {
  readonly addresses: readonly LinkAddress[]
  /** Who asks, by its own words; undefined for a deep link, which need not say it. */
  readonly verifier: { readonly client_id: string; readonly isSaidSigned: boolean } | undefined
}

/** The path of this program's verifier endpoints. */
const OWN_PATH = '/verifier/'

/**
 * The addresses that opening a link would call and a person must see first: all but those of this program's verifier. A
 * malformed link has none: the wallet reports the broken rule, and calls nothing.
 *
 * @param own the base address of this program's service, if it is served
 */
export function linkFacts(link: string, own?: string): LinkFacts {
  const { verifier, called } = readLink(link)
  const urls = called.map(({ use, url }) => ({ use, url: new URL(url) }))
  const isOwn = urls.every(({ url }) => url.origin === originOf(own) && url.pathname.startsWith(OWN_PATH))
  const addresses = urls.map(({ use, url }) => ({
    use,
    host: hostWithPort(url),
    path: url.pathname + url.search,
    isRemote: !isLoopbackUrl(url.href) && url.origin !== originOf(own),
  }))
  return { addresses: isOwn ? [] : addresses, verifier }
}

interface Called {
  readonly verifier: LinkFacts['verifier']
  readonly called: readonly CalledAddress[]
}

function readLink(link: string): Called {
  const scheme = link.slice(0, link.indexOf(':'))
  if (isRequestLink(link, scheme)) {
    const reading = readRequestLink(link)
    if (!reading.ok) return { verifier: undefined, called: [] }
    const { link: request } = reading
    const verifier = { client_id: request.client_id, isSaidSigned: isSaidSigned(request) }
    return { verifier, called: calledBy(request) }
  }
  const reading = readDeepLink(link, scheme)
  if (!reading.ok) return { verifier: undefined, called: [] }
  const { definition, destination } = reading.link
  return {
    verifier: undefined,
    called: [
      { use: 'definition', url: definition },
      { use: 'answer', url: destination },
    ],
  }
}

function hostWithPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
