import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import { isLoopbackUrl } from '../../shared/presentation-exchange/loopback-url.ts'
import type { StoredRequest } from './verifier-request-store.ts'

export interface VerifierAddressesOptions {
  /** Address of the mount on this computer, without a slash at its end. */
  readonly own: () => string
  /** What a person set instead of it; null: nothing. */
  readonly chosen: () => string | null
  /** Addresses on the local network, while the wallet endpoints are open to it. */
  readonly onNetwork: () => readonly string[]
}

type Addresses = Pick<VerifierRequest, 'definition_url' | 'destination_url' | 'deep_link' | 'reachable_from_phone'>

export type VerifierAddresses = ReturnType<typeof createVerifierAddresses>

/** Under which addresses wallets reach the verifier. They change, so they are not stored with a request. */
export function createVerifierAddresses({ own, chosen, onNetwork }: VerifierAddressesOptions) {
  return {
    /** Those of one request (exchange contract 9). */
    of({ id, wallet_scheme }: Pick<StoredRequest, 'id' | 'wallet_scheme'>): Addresses {
      const base = `${chosen() ?? onNetwork()[0] ?? own()}/requests/${id}`
      const [definition, destination] = [`${base}/definition`, `${base}/presentations`]
      return {
        definition_url: definition,
        destination_url: destination,
        deep_link: deepLinkOf(wallet_scheme, { definition, destination }),
        reachable_from_phone: !isLoopbackUrl(base),
      }
    },

    /** The same place under the own address; undefined for an address of somebody else. */
    onThisComputer(url: string): string | undefined {
      const bases = [chosen() ?? own(), ...onNetwork(), own()]
      const base = bases.find((one) => url.startsWith(`${one}/`))
      return base === undefined ? undefined : own() + url.slice(base.length)
    },

    /** Every origin that a wallet may have been sent to; its answer must be bound to one of them. */
    origins(): readonly string[] {
      return [...new Set([chosen() ?? own(), ...onNetwork(), own()].map((address) => new URL(address).origin))]
    },
  }
}
