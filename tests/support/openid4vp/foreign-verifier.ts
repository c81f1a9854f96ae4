import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Openid4vpVerifier } from '@openid4vc/openid4vp'
import type { Openid4vpAuthorizationRequest } from '@openid4vc/openid4vp'
import { aP256Party, sdJwtVcLibrary } from '../exchange/sd-jwts.ts'
import type { SdJwtParty } from '../exchange/sd-jwts.ts'
import { CARD_QUERY, withBrokenSignature } from './foreign-wallet.ts'
import { didJwkOf, libraryCallbacks } from './library-party.ts'

/** What this verifier does wrong on demand. */
export type VerifierFault =
  | 'signature broken'
  | 'signed by another key'
  | 'client_id of another in the link'
  | 'wallet_nonce not echoed'

/** What came of an answer: the claims that were disclosed, or why it was refused. */
export type ForeignVerdict =
  | { readonly disclosed: Readonly<Record<string, unknown>> }
  | { readonly refused: string }
  | { readonly error: string }

interface ForeignVerifier {
  /** An `openid4vp://` link. @param method how the wallet is to fetch the request object */
  ask(wish?: { readonly method?: 'get' | 'post'; readonly fault?: VerifierFault }): string
  /** One for each answer, in their order. */
  readonly verdicts: readonly ForeignVerdict[]
  close(): Promise<void>
}

interface Asked {
  readonly request: Openid4vpAuthorizationRequest
  readonly fault: VerifierFault | undefined
}

/**
 * A verifier of published libraries on a free port of this computer: `@openid4vc/openid4vp` signs the request as a
 * `decentralized_identifier` and reads the answer, `@sd-jwt/sd-jwt-vc` verifies the presentation.
 *
 * @param issuer whose credentials it takes
 * @param query what it asks for, as DCQL
 */
export async function startForeignVerifier(issuer: SdJwtParty, query: object = CARD_QUERY): Promise<ForeignVerifier> {
  const [signer, stranger] = [aP256Party(), aP256Party()]
  const did = didJwkOf(signer)
  const asked = new Map<string, Asked>()
  const verdicts: ForeignVerdict[] = []
  const server = createServer((incoming, reply) => {
    serve(incoming, reply).catch((cause: unknown) => reply.writeHead(500).end(String(cause)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const base = `http://127.0.0.1:${port}`

  return {
    ask,
    verdicts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }

  function ask({ method = 'get', fault }: Parameters<ForeignVerifier['ask']>[0] = {}): string {
    const id = randomUUID()
    const client_id = `decentralized_identifier:${did}`
    const request = {
      response_type: 'vp_token' as const,
      response_mode: 'direct_post' as const,
      client_id,
      response_uri: `${base}/response/${id}`,
      nonce: randomUUID(),
      state: randomUUID(),
      dcql_query: query,
      client_metadata: {
        client_name: 'A foreign verifier',
        vp_formats_supported: { 'dc+sd-jwt': {} },
      },
    }
    asked.set(id, { request, fault })
    const shown =
      fault === 'client_id of another in the link' ? `decentralized_identifier:${didJwkOf(stranger)}` : client_id
    const members = { client_id: shown, request_uri: `${base}/request/${id}` }
    const link = new URLSearchParams(method === 'post' ? { ...members, request_uri_method: 'post' } : members)
    return `openid4vp://?${link.toString()}`
  }

  async function serve(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const [, action, id = ''] = (incoming.url ?? '').split('/')
    const found = asked.get(id)
    const form = Object.fromEntries(new URLSearchParams(await textOf(incoming)))
    if (found === undefined) {
      reply.writeHead(404).end()
    } else if (action === 'request') {
      reply.writeHead(200, { 'content-type': 'application/oauth-authz-req+jwt' })
      reply.end(await requestObject(found, form['wallet_nonce']))
    } else {
      const verdict = await judge(found.request, form)
      verdicts.push(verdict)
      const status = 'refused' in verdict ? 400 : 200
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(status === 200 ? '{}' : JSON.stringify({ error: 'invalid_request' }))
    }
  }

  /** As the library signs it. */
  async function requestObject({ request, fault }: Asked, wallet_nonce: string | undefined): Promise<string> {
    const isEchoed = wallet_nonce !== undefined && fault !== 'wallet_nonce not echoed'
    const by = fault === 'signed by another key' ? stranger : signer
    const { jar } = await new Openid4vpVerifier({
      callbacks: libraryCallbacks(by),
    }).createOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: isEchoed ? { ...request, wallet_nonce } : request,
      ...(isEchoed && { wallet: { expectedNonce: wallet_nonce } }),
      jar: {
        jwtSigner: { method: 'did', alg: 'ES256', didUrl: `${did}#0` },
        requestUri: `${base}/request`,
        expiresInSeconds: 300,
        additionalJwtPayload: { aud: 'https://self-issued.me/v2' },
      },
    })
    const jwt = jar?.authorizationRequestJwt ?? ''
    return fault === 'signature broken' ? withBrokenSignature(jwt) : jwt
  }

  async function judge(
    request: Openid4vpAuthorizationRequest,
    form: Readonly<Record<string, string>>,
  ): Promise<ForeignVerdict> {
    if (form['error'] !== undefined) return { error: form['error'] }
    try {
      const { presentations } = await parsed(request, form)
      const [text] = Object.values(presentations).flat()
      const library = sdJwtVcLibrary(issuer, issuer)
      if (typeof text !== 'string') return { refused: 'there is no SD-JWT' }
      const { payload, kb } = await library.verify(text, { keyBindingNonce: request.nonce })
      if (kb?.payload.aud !== request.client_id) return { refused: 'aud is another verifier' }
      return { disclosed: { ...payload } }
    } catch (cause) {
      return { refused: String(cause) }
    }
  }

  /** The presentations of an answer, once the library has compared it with the request. */
  async function parsed(request: Openid4vpAuthorizationRequest, form: Readonly<Record<string, string>>) {
    const callbacks = libraryCallbacks()
    const answer = await new Openid4vpVerifier({ callbacks }).parseOpenid4vpAuthorizationResponse({
      authorizationResponse: form,
      authorizationRequestPayload: request,
      callbacks,
    })
    if (answer.type !== 'dcql') throw new Error('the answer is none to a DCQL query')
    return answer.dcql
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks).toString()
}
