import { MAX_DOMAINS } from '../../shared/contract/presentations.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import type { DeepLink } from '../../shared/presentation-exchange/deep-link.ts'
import { isLoopbackUrl } from '../../shared/loopback-url.ts'
import type { StoredRequest } from './verifier-request-store.ts'

interface VerifierAddressesOptions {
  /** Address of the mount on this computer, without a slash at its end. */
  readonly own: () => string
  /** What a person set instead of it; null: nothing. */
  readonly chosen: () => string | null
  /** Addresses on the local network, while the wallet endpoints are open to it. */
  readonly onNetwork: () => readonly string[]
}

type Addresses = Pick<VerifierRequest, 'definition_url' | 'destination_url' | 'deep_link' | 'reachable_from_phone'>

/**
 * The link of a request at an address of the verifier. The challenge that the presentation must carry is the id of the
 * request, its domain is who asks: the origin of the address.
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

/** The addresses by which wallets reach the verifier. They change, so they are not stored with a request. */
export function createVerifierAddresses({ own, chosen, onNetwork }: VerifierAddressesOptions) {
  return {
    /** Those of one request. */
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

    /** The same place under the own address; undefined for an address of somebody else. */
    onThisComputer(url: string): string | undefined {
      const bases = [chosen() ?? own(), ...onNetwork(), own()]
      const base = bases.find((one) => url.startsWith(`${one}/`))
      return base === undefined ? undefined : own() + url.slice(base.length)
    },

    /**
     * What the answer to a request may be bound to: every origin that its wallet may have been sent to, and the address
     * of the request there. Origins come first; more names than the exchange takes are left out.
     */
    domainsOf({ id }: Pick<StoredRequest, 'id'>): readonly string[] {
      const links = [chosen() ?? own(), ...onNetwork(), own()].map((address) => requestLink(address, id))
      const names = [...links.map(({ client_id }) => client_id), ...links.map(({ destination }) => destination)]
      return [...new Set(names)].slice(0, MAX_DOMAINS)
    },
  }
}
