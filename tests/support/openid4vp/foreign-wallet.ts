import { randomUUID } from 'node:crypto'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import type { Openid4vpAuthorizationRequest as WalletRequest } from '@openid4vc/openid4vp'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { IDENTITY, sdJwtVcLibrary } from '../exchange/sd-jwts.ts'
import type { SdJwtParty } from '../exchange/sd-jwts.ts'
import { libraryCallbacks } from './library-party.ts'

/** What the tests ask for. */
export const CARD_QUERY = {
  credentials: [
    {
      id: 'identity',
      format: 'dc+sd-jwt',
      meta: { vct_values: [IDENTITY] },
      claims: [{ path: ['name'] }, { path: ['address', 'city'] }],
    },
  ],
}

/** The same as older wallets are asked for it. */
export const CARD_DEFINITION = {
  input_descriptors: [
    {
      id: 'identity',
      format: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
      constraints: {
        fields: [{ path: ['$.vct'], filter: { const: IDENTITY } }, { path: ['$.name'] }, { path: ['$.address.city'] }],
      },
    },
  ],
}

const CARD_FRAME = { _sd: ['name', 'address', 'born'], address: { _sd: ['city'] } }
const SHOWN = { name: true, address: { city: true } }

/** An identity card of which name, town and birth can be withheld. @param nowSeconds when it is issued */
export function issueCard(
  { issuer, holder }: CardParties,
  nowSeconds: number,
  members: JsonObject = {},
): Promise<string> {
  const claims = {
    iss: issuer.did,
    vct: IDENTITY,
    iat: nowSeconds - 60,
    exp: nowSeconds + 3600,
    cnf: { jwk: holder.jwk },
    name: 'Ada',
    address: { city: 'Kiel', country: 'DE' },
    born: 1815,
    ...members,
  }
  return sdJwtVcLibrary(issuer, holder).issue(claims, CARD_FRAME as never, { header: { kid: issuer.kid } })
}

export interface CardParties {
  readonly issuer: SdJwtParty
  readonly holder: SdJwtParty
}

/** What a presentation has otherwise than the request wants it. */
export interface PresentedOtherwise {
  /** Whose key signs the binding; the holder's unless said. */
  readonly by?: SdJwtParty
  /** Members of the key binding that are not those of the request. */
  readonly binding?: JsonObject
  /** Claims of the credential that are not the usual ones. */
  readonly claims?: JsonObject
  /** What becomes of the credential before it is presented. */
  readonly change?: (card: string) => string
}

/** The same JWT, or SD-JWT that ends with one, with another first character of its signature. */
export function withBrokenSignature(text: string): string {
  const at = text.lastIndexOf('.') + 1
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

/** How the wallet fetches a request object. */
export interface Fetching {
  /** As the link says it, unless said. */
  readonly method?: 'get' | 'post'
  /**
   * The form of a POST. The library is given it as the metadata of the wallet, which it sends field by field, without a
   * `wallet_nonce` of its own.
   */
  readonly form?: Readonly<Record<string, string>>
  /** What the request object has to repeat. */
  readonly expectedNonce?: string
}

/** What the wallet sends instead of what the library made of the answer. */
export type SentOtherwise = Readonly<Partial<Record<'state', string>>>

/**
 * A wallet of published libraries: `@openid4vc/openid4vp` reads the request and sends the answer, `@sd-jwt/sd-jwt-vc`
 * presents a card.
 *
 * @param now seconds since 1970
 */
export function aForeignWallet({ issuer, holder, now }: CardParties & { readonly now: () => number }) {
  const client = new Openid4vpClient({ callbacks: libraryCallbacks() })

  return { read, present, send, answer }

  /** Follows a link. @throws what the library finds wrong with the request */
  async function read(link: string, { method, form, expectedNonce }: Fetching = {}): Promise<WalletRequest> {
    const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link })
    const { authorizationRequestPayload: request } = await client.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: method === undefined ? params : { ...params, request_uri_method: method },
      wallet: {
        ...(form && { metadata: form }),
        ...(expectedNonce !== undefined && { expectedNonce }),
      },
    })
    if (!('response_uri' in request)) throw new Error('the request names no address for the answer')
    return request as WalletRequest // those of the browser's API have no such address
  }

  /** A presentation of a new card that discloses what CARD_QUERY asks for. */
  async function present(
    { nonce, client_id: aud }: Pick<WalletRequest, 'nonce' | 'client_id'>,
    { by = holder, binding = {}, claims = {}, change = (card) => card }: PresentedOtherwise = {},
  ): Promise<string> {
    const card = change(await issueCard({ issuer, holder }, now(), claims))
    const kb = { payload: { iat: now(), nonce, aud, ...binding } }
    return sdJwtVcLibrary(issuer, by).present(card, SHOWN, { kb })
  }

  /** Posts a presentation as the answer. */
  async function send(request: WalletRequest, presentation: string, otherwise: SentOtherwise = {}): Promise<Response> {
    const { authorizationResponsePayload } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: answerOf(request, presentation),
    })
    const { response } = await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: { ...authorizationResponsePayload, ...otherwise },
    })
    return response
  }

  /** All of it, as a wallet without faults does it. */
  async function answer(link: string, fetching?: Fetching): Promise<Response> {
    const request = await read(link, fetching)
    return send(request, await present(request))
  }
}

/** By the id of the query, or with a submission where a definition was asked. */
function answerOf({ presentation_definition: definition }: WalletRequest, presentation: string) {
  if (definition === undefined) return { vp_token: { identity: [presentation] } }
  const presentation_submission = {
    id: randomUUID(),
    definition_id: String((definition as { readonly id?: unknown }).id),
    descriptor_map: [{ id: 'identity', format: 'dc+sd-jwt', path: '$' }],
  }
  return { vp_token: presentation, presentation_submission }
}
