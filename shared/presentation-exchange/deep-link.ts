import { CodedError } from '../coded-error.ts'
import { hasUserInfo, isHttpUrl } from '../http-url.ts'
import { phrase } from '../phrase.ts'

/*
 * The link by which a wallet opens a request, with values as encodeURIComponent writes them:
 * `<wallet_scheme>://request?definition=<url>&destination=<url>&nonce=<text>&client_id=<url>`. The last two parameters
 * are optional, and the presentation is bound to them.
 */

export const MAX_DEEP_LINK_LENGTH = 2048

export interface DeepLink {
  /** The URL of the definition. */
  readonly definition: string
  readonly destination: string
  /** The `challenge` for the presentation; 1 to 256 visible ASCII characters. */
  readonly nonce?: string
  /** The `domain` for the presentation: a URL of the same origin as the destination. */
  readonly client_id?: string
}

/** The messages for a link that breaks a rule. */
export const DEEP_LINK_RULES = {
  too_long: phrase`the link is longer than ${MAX_DEEP_LINK_LENGTH} characters`,
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
      /** False if definition and destination have different origins, which a wallet warns of. */
      readonly sameOrigin: boolean
    }
  | { readonly ok: false; readonly rule: DeepLinkRule }

/** @param scheme the registered scheme of the wallet, without `://` */
export function deepLinkOf(scheme: string, { definition, destination, nonce, client_id }: DeepLink): string {
  const parameters = Object.entries({ definition, destination, nonce, client_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${scheme}://request?${parameters.join('&')}`
}

/**
 * Reads a link. Scheme and host are compared without regard to case, parameters may have any order, and unknown ones are
 * ignored.
 *
 * @param scheme the scheme of the wallet that reads the link
 */
export function readDeepLink(text: string, scheme: string): DeepLinkReading {
  try {
    const query = queryOf(text, scheme)
    const definition = urlIn(query, 'definition') ?? refuse('definition_missing')
    const destination = urlIn(query, 'destination') ?? refuse('destination_missing')
    const nonce = nonceIn(query)
    const client = urlIn(query, 'client_id')
    // If a presentation were bound to another party, its receiver could replay it there.
    if (client !== undefined && client.origin !== destination.origin) refuse('client_id_origin')
    return {
      ok: true,
      link: {
        definition: definition.text,
        destination: destination.text,
        ...(nonce !== undefined && { nonce }),
        ...(client !== undefined && { client_id: client.text }),
      },
      sameOrigin: definition.origin === destination.origin,
    }
  } catch (fault) {
    if (fault instanceof LinkFault) return { ok: false, rule: fault.code }
    throw fault
  }
}

class LinkFault extends CodedError<DeepLinkRule> {}

function refuse(rule: DeepLinkRule): never {
  throw new LinkFault(rule, DEEP_LINK_RULES[rule])
}

function queryOf(text: string, scheme: string): string {
  if (text.length > MAX_DEEP_LINK_LENGTH) refuse('too_long')
  const [, sentScheme, host = '', query = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  if (sentScheme === undefined) return refuse('not_a_link')
  if (sentScheme.toLowerCase() !== scheme.toLowerCase()) refuse('scheme')
  return /^request\/?$/i.test(host) ? query : refuse('host')
}

interface ReadUrl {
  readonly text: string
  readonly origin: string
}

/** @returns undefined if the parameter is missing */
function urlIn(query: string, name: 'definition' | 'destination' | 'client_id'): ReadUrl | undefined {
  const value = parameterIn(query, name)
  if (value === undefined) return undefined
  const text = decoded(value)
  if (text === undefined || !isHttpUrl(text)) return refuse(`${name}_url`)
  return hasUserInfo(text) ? refuse(`${name}_user_info`) : { text, origin: new URL(text).origin }
}

function nonceIn(query: string): string | undefined {
  const value = parameterIn(query, 'nonce')
  const text = value === undefined ? undefined : decoded(value)
  const isValid = value === undefined || (text !== undefined && /^[!-~]{1,256}$/.test(text))
  return isValid ? text : refuse('nonce_text')
}

/** The value of a parameter, still encoded. */
function parameterIn(query: string, name: keyof DeepLink): string | undefined {
  const [value, ...others] = query.split('&').flatMap((pair) => {
    const [sentName = '', ...rest] = pair.split('=')
    return decoded(sentName) === name ? [rest.join('=')] : []
  })
  return others.length > 0 ? refuse(`${name}_repeated`) : value
}

/** Decodes percent-encoding, but not `+` as a space; undefined for a broken escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // the link was cut
  }
}
