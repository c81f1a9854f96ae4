/*
 * The link that points a wallet at a request:
 * `<wallet_scheme>://request?definition=<url>&destination=<url>&nonce=<text>&client_id=<url>`, the values as
 * encodeURIComponent writes them. The last two say what a presentation is to be bound to, and may be missing.
 */

export const MAX_DEEP_LINK_LENGTH = 2048

export interface DeepLink {
  /** Where the wallet fetches what is asked of it. */
  readonly definition: string
  /** Where it posts its presentation. */
  readonly destination: string
  /** What the presentation carries as its `challenge`; 1 to 256 visible ASCII characters. */
  readonly nonce?: string
  /** What it carries as its `domain`: a URL of the same origin as the destination. */
  readonly client_id?: string
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
  nonce_repeated: 'the link has the parameter "nonce" more than once',
  nonce_text: 'the parameter "nonce" is not a text of 1 to 256 visible ASCII characters',
  client_id_repeated: 'the link has the parameter "client_id" more than once',
  client_id_url: 'the parameter "client_id" is not an absolute http or https URL',
  client_id_user_info: 'the URL in "client_id" holds a user name or password',
  client_id_origin: 'the parameter "client_id" names another party than the one the answer goes to',
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
export function deepLinkOf(scheme: string, { definition, destination, nonce, client_id }: DeepLink): string {
  const parameters = Object.entries({ definition, destination, nonce, client_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${scheme}://request?${parameters.join('&')}`
}

/**
 * Reads a link. Scheme and host are compared without regard to case; parameters may stand in any order, and others than
 * the four are ignored.
 *
 * @param scheme the one of the wallet that reads
 */
export function readDeepLink(text: string, scheme: string): DeepLinkReading {
  const asked = searchOf(text, scheme)
  if (typeof asked === 'string') return broken(asked)
  const { search } = asked
  const definition = requiredUrl('definition', search)
  if (typeof definition === 'string') return broken(definition)
  const destination = requiredUrl('destination', search)
  if (typeof destination === 'string') return broken(destination)
  const nonce = nonceIn(search)
  if (typeof nonce === 'string') return broken(nonce)
  const client = clientIn(search, destination.origin)
  if (typeof client === 'string') return broken(client)
  return {
    ok: true,
    link: { definition: definition.text, destination: destination.text, ...nonce, ...client },
    sameOrigin: definition.origin === destination.origin,
  }
}

const broken = (rule: DeepLinkRule): DeepLinkReading => ({ ok: false, rule })

/** What follows the question mark. */
function searchOf(text: string, scheme: string): { readonly search: string } | DeepLinkRule {
  if (text.length > MAX_DEEP_LINK_LENGTH) return 'too_long'
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^?#]*)(?:\?([^#]*))?/i.exec(text)
  if (parts === null) return 'not_a_link'
  const [, sentScheme = '', host = '', search = ''] = parts
  if (sentScheme.toLowerCase() !== scheme.toLowerCase()) return 'scheme'
  return /^request\/?$/i.test(host) ? { search } : 'host'
}

/** `text` is undefined for a broken escape. */
type OnlyValue = { readonly text: string | undefined } | 'repeated'
interface ReadUrl {
  readonly text: string
  readonly origin: string
}

function requiredUrl(name: 'definition' | 'destination', search: string): ReadUrl | DeepLinkRule {
  const value = onlyValue(name, search)
  return value === undefined ? `${name}_missing` : urlOf(name, value)
}

function urlOf(name: 'definition' | 'destination' | 'client_id', value: OnlyValue): ReadUrl | DeepLinkRule {
  if (value === 'repeated') return `${name}_repeated`
  const { text } = value
  // A reader of URLs drops line ends and blanks; what it would repair is refused.
  const url = text !== undefined && /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null
  if (text === undefined || url === null) return `${name}_url`
  return /^https?:\/\/[^/?#]*@/i.test(text) ? `${name}_user_info` : { text, origin: url.origin }
}

function nonceIn(search: string): Pick<DeepLink, 'nonce'> | DeepLinkRule {
  const value = onlyValue('nonce', search)
  if (value === undefined) return {}
  if (value === 'repeated') return 'nonce_repeated'
  const { text } = value
  return text !== undefined && /^[!-~]{1,256}$/.test(text) ? { nonce: text } : 'nonce_text'
}

/**
 * A presentation that is bound to somebody else than who gets it could be handed on to him as an answer to his own
 * request; so the party that is named must be the one the answer goes to.
 */
function clientIn(search: string, origin: string): Pick<DeepLink, 'client_id'> | DeepLinkRule {
  const value = onlyValue('client_id', search)
  if (value === undefined) return {}
  const url = urlOf('client_id', value)
  if (typeof url === 'string') return url
  return url.origin === origin ? { client_id: url.text } : 'client_id_origin'
}

/** @returns undefined where it is missing */
function onlyValue(name: keyof DeepLink, search: string): OnlyValue | undefined {
  const [value, ...others] = search.split('&').flatMap((pair) => valueNamed(name, pair))
  if (others.length > 0) return 'repeated'
  return value === undefined ? undefined : { text: decoded(value) }
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
