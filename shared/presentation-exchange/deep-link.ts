/*
 * The link that points a wallet at a request (exchange contract 9):
 * `<wallet_scheme>://request?definition=<url>&destination=<url>`, both values as encodeURIComponent writes them.
 */

export const MAX_DEEP_LINK_LENGTH = 2048

export interface DeepLink {
  /** Where the wallet fetches what is asked of it. */
  readonly definition: string
  /** Where it posts its presentation. */
  readonly destination: string
}

/** Each rule a link can break, as a sentence about the link. */
export const DEEP_LINK_RULES = {
  too_long: `the link is longer than ${MAX_DEEP_LINK_LENGTH} characters`,
  not_a_link: 'this is not a link: it does not begin with a scheme and ://',
  scheme: 'the link is for another wallet: its scheme is not the one of this wallet',
  host: 'the link does not name a request: what follows :// must be "request"',
  definition_missing: 'the link has no parameter "definition"',
  definition_repeated: 'the link has the parameter "definition" more than once',
  definition_url: 'the parameter "definition" is not an absolute http or https URL',
  definition_user_info: 'the URL in "definition" holds a user name or password',
  destination_missing: 'the link has no parameter "destination"',
  destination_repeated: 'the link has the parameter "destination" more than once',
  destination_url: 'the parameter "destination" is not an absolute http or https URL',
  destination_user_info: 'the URL in "destination" holds a user name or password',
} as const
export type DeepLinkRule = keyof typeof DEEP_LINK_RULES

export type DeepLinkReading =
  | {
      readonly ok: true
      readonly link: DeepLink
      /** False: the answer would go elsewhere than where the question comes from, which a wallet warns of. */
      readonly sameOrigin: boolean
    }
  | { readonly ok: false; readonly rule: DeepLinkRule }

/** @param scheme without `://`, as the wallet registered it */
export function deepLinkOf(scheme: string, { definition, destination }: DeepLink): string {
  return `${scheme}://request?definition=${encodeURIComponent(definition)}&destination=${encodeURIComponent(destination)}`
}

/**
 * Reads a link. Scheme and host are compared without regard to case; parameters may stand in any order, and others than
 * the two are ignored.
 *
 * @param scheme the one of the wallet that reads
 */
export function readDeepLink(text: string, scheme: string): DeepLinkReading {
  if (text.length > MAX_DEEP_LINK_LENGTH) return broken('too_long')
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^?#]*)(?:\?([^#]*))?/i.exec(text)
  if (parts === null) return broken('not_a_link')
  const [, sentScheme = '', host = '', search = ''] = parts
  if (sentScheme.toLowerCase() !== scheme.toLowerCase()) return broken('scheme')
  if (!/^request\/?$/i.test(host)) return broken('host')
  const definition = urlOf('definition', search)
  if (typeof definition === 'string') return broken(definition)
  const destination = urlOf('destination', search)
  if (typeof destination === 'string') return broken(destination)
  return {
    ok: true,
    link: { definition: definition.text, destination: destination.text },
    sameOrigin: definition.origin === destination.origin,
  }
}

const broken = (rule: DeepLinkRule): DeepLinkReading => ({ ok: false, rule })

function urlOf(
  name: 'definition' | 'destination',
  search: string,
): { readonly text: string; readonly origin: string } | DeepLinkRule {
  const values = search.split('&').flatMap((pair) => valueNamed(name, pair))
  if (values.length > 1) return `${name}_repeated`
  const [value] = values
  if (value === undefined) return `${name}_missing`
  const text = decoded(value)
  // A reader of URLs drops line ends and blanks; what it would repair is refused.
  const url = text !== undefined && /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null
  if (text === undefined || url === null) return `${name}_url`
  return /^https?:\/\/[^/?#]*@/i.test(text) ? `${name}_user_info` : { text, origin: url.origin }
}

function valueNamed(name: string, pair: string): readonly string[] {
  const [sentName = '', ...rest] = pair.split('=')
  return decoded(sentName) === name ? [rest.join('=')] : []
}

/** A plus is a plus; undefined for a broken escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // the link was cut
  }
}
