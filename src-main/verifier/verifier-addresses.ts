import { MAX_DOMAINS } from '../../shared/contract/presentations.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import type { DeepLink } from '../../shared/presentation-exchange/deep-link.ts'
import { isLoopbackUrl } from '../../shared/loopback-url.ts'
import { clientIdOf, openid4vpLink } from './openid4vp-request.ts'
import type { Door, RequestAddresses, StoredRequest } from './verifier-request-store.ts'

interface VerifierAddressesOptions {
  /** The verifier's base address on this computer, without a trailing slash. */
  readonly own: () => string
  /** The configured base URL, or null if there is none. */
  readonly chosen: () => string | null
  /** Base addresses on the local network; empty while the wallet endpoints are not open to it. */
  readonly onNetwork: () => readonly string[]
  /** The DID by which the verifier names itself to OpenID4VP wallets. */
  readonly did: () => string
}

/** What the addresses of a request follow from. */
type Addressed = Pick<
  StoredRequest,
  'id' | 'wallet_scheme' | 'binding' | 'client_id_prefix' | 'query_language' | 'asked'
>

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

/** Where an OpenID4VP wallet fetches a request, and posts its answer. */
function openid4vpUris(address: string, id: string) {
  const base = `${address}/requests/${id}`
  return { request_uri: `${base}/request_object`, response_uri: `${base}/response` }
}

export type VerifierAddresses = ReturnType<typeof createVerifierAddresses>

/** The addresses at which wallets reach the verifier. They change, so they are not stored with a request. */
export function createVerifierAddresses({ own, chosen, onNetwork, did }: VerifierAddressesOptions) {
  const preferred = () => chosen() ?? onNetwork()[0] ?? own()
  return {
    /** The addresses of one request. */
    of(request: Addressed): RequestAddresses {
      const { id, wallet_scheme, binding, asked } = request
      const link = requestLink(preferred(), id)
      const { nonce: _unbound, ...unboundLink } = link
      const asking = this.askingOf(request)
      return {
        definition_url: link.definition,
        destination_url: link.destination,
        deep_link: deepLinkOf(wallet_scheme, binding === 'ignored' ? unboundLink : link),
        openid4vp_link: openid4vpLink(request, asking),
        request_uri: asked === null ? asking.request_uri : null,
        response_uri: asking.response_uri,
        reachable_from_phone: !isLoopbackUrl(link.destination),
      }
    },

    /** Who asks an OpenID4VP wallet, and where it fetches and answers. */
    askingOf: ({ id }: Pick<StoredRequest, 'id'>) => ({ did: did(), ...openid4vpUris(preferred(), id) }),

    /** Translates a URL of this verifier to its base address on this computer; undefined for any other URL. */
    onThisComputer(url: string): string | undefined {
      const bases = [chosen() ?? own(), ...onNetwork(), own()]
      const base = bases.find((one) => url.startsWith(`${one}/`))
      return base === undefined ? undefined : own() + url.slice(base.length)
    },

    /**
     * The domains that an answer may be bound to. At the address of the deep link: every origin at which the wallet may
     * have received the request, then the address for the answer at each. At that of the OpenID4VP request: its Client
     * Identifier. Names beyond the exchange's limit are left out.
     */
    domainsOf(
      request: Pick<StoredRequest, 'id' | 'client_id_prefix' | 'query_language'>,
      door: Door,
    ): readonly string[] {
      const { id } = request
      const bases = [chosen() ?? own(), ...onNetwork(), own()]
      const links = bases.map((address) => requestLink(address, id))
      const names =
        door === 'presentations'
          ? [...links.map(({ client_id }) => client_id), ...links.map(({ destination }) => destination)]
          : bases.map((address) => clientIdOf(request, { did: did(), ...openid4vpUris(address, id) }))
      return [...new Set(names)].slice(0, MAX_DOMAINS)
    },
  }
}
