import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenid4vpAuthorizationRequest } from '@openid4vc/openid4vp'
import { setGlobalConfig } from '@openid4vc/oauth2'
import type { JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

// Both libraries change the whole process: see src-main/crypto/openid4vp-library.ts.
z.config({ customError: undefined })
setGlobalConfig({ allowInsecureUrls: true })

interface SeenCall {
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/** What the verifier does otherwise than an honest one. */
export interface VerifierFaults {
  /** Changes the claims of the request object. */
  readonly claims?: (usual: JsonObject) => JsonObject
  readonly header?: JsonObject
  /** Changes the signed text. */
  readonly jwt?: (text: string) => string
  /** The status of the reply with the request object. */
  readonly status?: number
}

export type TestVerifier = Awaited<ReturnType<typeof startVerifier>>

/** A verifier of OpenID4VP 1.0 on this computer, made of the library, which writes down every call. */
export async function startVerifier() {
  const calls: SeenCall[] = []
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const did = `did:jwk:${Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url')}`
  let faults: VerifierFaults = {}
  let asked: JsonObject = {}
  let reply: { readonly status: number; readonly body: string } = { status: 200, body: '{}' }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()))
      const path = request.url ?? ''
      calls.push({ method: request.method ?? '', path, fields })
      if (!path.startsWith('/request')) response.writeHead(reply.status).end(reply.body)
      else void requestObject(fields).then((text) => response.writeHead(faults.status ?? 200).end(text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const response_uri = `${origin}/response/1`
  const usual = {
    response_type: 'vp_token',
    response_mode: 'direct_post',
    response_uri,
    nonce: 'n-0',
    state: 's-0',
  } as const

  return {
    calls,
    did,
    origin,
    response_uri,
    signed,
    close: () => server.close(),
    /** Answers responses of wallets so. */
    answerWith: (status: number, body: unknown) => void (reply = { status, body: JSON.stringify(body) }),
    byReference,
    byValue,
    /** Parameters of a link by value. */
    parameters: (query: JsonObject): JsonObject => ({ ...usual, client_id: `redirect_uri:${response_uri}`, ...query }),
  }

  /** The link of a signed request. */
  async function byReference(
    query: JsonObject,
    options: VerifierFaults & { readonly post?: boolean } = {},
  ): Promise<string> {
    faults = options
    asked = { ...usual, client_id: `decentralized_identifier:${did}`, ...query }
    const { authorizationRequest } = await createOpenid4vpAuthorizationRequest({
      authorizationRequestPayload: asked as never,
      jar: {
        requestUri: `${origin}/request/1`,
        jwtSigner: { method: 'did', didUrl: `${did}#0`, alg: 'ES256' },
        expiresInSeconds: 300,
      },
      callbacks: {
        signJwt: async () => ({ jwt: await signed(asked), signerJwk: (await exportJWK(publicKey)) as never }),
        encryptJwe: never,
      },
    })
    return options.post === true ? `${authorizationRequest}&request_uri_method=post` : authorizationRequest
  }

  /** The link of an unsigned request with all of its parameters. */
  async function byValue(query: JsonObject): Promise<string> {
    const payload = { ...usual, client_id: `redirect_uri:${response_uri}`, ...query }
    const { authorizationRequest } = await createOpenid4vpAuthorizationRequest({
      authorizationRequestPayload: payload,
      callbacks: { signJwt: never, encryptJwe: never },
    })
    return authorizationRequest
  }

  async function requestObject({ wallet_nonce }: Readonly<Record<string, string>>): Promise<string> {
    const text = await signed({ ...asked, ...(wallet_nonce !== undefined && { wallet_nonce }) })
    return faults.jwt?.(text) ?? text
  }

  async function signed(payload: JsonObject): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: payload['client_id'], aud: 'https://self-issued.me/v2', iat: now, exp: now + 300, ...payload }
    return new SignJWT((faults.claims?.(claims) ?? claims) as JWTPayload)
      .setProtectedHeader({ alg: 'ES256', kid: `${did}#0`, typ: 'oauth-authz-req+jwt', ...faults.header })
      .sign(privateKey)
  }
}

const never = () => Promise.reject(new Error('not used'))

/** A link of parameters, of which objects are JSON. */
export function requestLink(parameters: JsonObject, scheme = 'openid4vp'): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
  )
  return `${scheme}://?${String(new URLSearchParams(pairs))}`
}
