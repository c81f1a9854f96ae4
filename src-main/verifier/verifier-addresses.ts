import { MAX_DOMAINS } from '../../shared/contract/presentations.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import type { DeepLink } from '../../shared/presentation-exchange/deep-link.ts'
import { isLoopbackUrl } from '../../shared/loopback-url.ts'
import type { StoredRequest } from './verifier-request-store.ts'

interface VerifierAddressesOptions {
  /** The verifier's base address on this computer, without a trailing slash. */
  readonly own: () => string
  /** The configured base URL, or null if there is none. */
  readonly chosen: () => string | null
  /** Base addresses on the local network; empty while the wallet endpoints are not open to it. */
  readonly onNetwork: () => readonly string[]
}

type Addresses = Pick<VerifierRequest, 'definition_url' | 'destination_url' | 'deep_link' | 'reachable_from_phone'>

/**
 * The deep link of a request at a base address of the verifier. The presentation must be bound to the id of the request
 * as its challenge, and to the origin of the address as its domain.
 */
export function requestLink(address: string, id: string): Required<DeepLink> {
  const base = `${address}/requests/${id}`
  return {
    definition: `${base}/definition`,
    destination: `${base}/presentations`,
    nonce: id,
    client_id: new URL(address).origin,
  }
}

export type VerifierAddresses = ReturnType<typeof createVerifierAddresses>

/** The addresses at which wallets reach the verifier. They change, so they are not stored with a request. */
export function createVerifierAddresses({ own, chosen, onNetwork }: VerifierAddressesOptions) {
  return {
    /** The addresses of one request. */
    of({ id, wallet_scheme, binding }: Pick<StoredRequest, 'id' | 'wallet_scheme' | 'binding'>): Addresses {
      const link = requestLink(chosen() ?? onNetwork()[0] ?? own(), id)
      const { nonce: _unbound, ...unboundLink } = link
      return {
        definition_url: link.definition,
        destination_url: link.destination,
        deep_link: deepLinkOf(wallet_scheme, binding === 'ignored' ? unboundLink : link),
        reachable_from_phone: !isLoopbackUrl(link.destination),
      }
    },

    /** Translates a URL of this verifier to its base address on this computer; undefined for any other URL. */
    onThisComputer(url: string): string | undefined {
      const bases = [chosen() ?? own(), ...onNetwork(), own()]
      const base = bases.find((one) => url.startsWith(`${one}/`))
      return base === undefined ? undefined : own() + url.slice(base.length)
    },

    /**
     * The domains that an answer may be bound to: every origin at which the wallet may have received the request, then
     * the address for the answer at each. Names beyond the exchange's limit are left out.
     */
    domainsOf({ id }: Pick<StoredRequest, 'id'>): readonly string[] {
      const links = [chosen() ?? own(), ...onNetwork(), own()].map((address) => requestLink(address, id))
      const names = [...links.map(({ client_id }) => client_id), ...links.map(({ destination }) => destination)]
      return [...new Set(names)].slice(0, MAX_DOMAINS)
    },
  }
}
