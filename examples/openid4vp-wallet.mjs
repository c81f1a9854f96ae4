/*
 * A wallet of published libraries in one file: it issues itself a card, checks who asks, and shows the name on the card.
 * docs/walk-throughs/openid4vp.md runs it.
 *
 * node openid4vp-wallet.mjs LINK [AUDIENCE]    AUDIENCE: for whom the answer is said to be, other than who asks
 */
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { setGlobalConfig } from '@openid4vc/oauth2'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { compactVerify, importJWK } from 'jose'

setGlobalConfig({ allowInsecureUrls: true }) // a verifier on this computer has no TLS
const [authorizationRequest, audience] = process.argv.slice(2)
const [issuer, holder] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))

// What the libraries get from who uses them: digests, signatures, the network.
const jwkOf = ({ publicKey }) => publicKey.export({ format: 'jwk' })
const sha256 = (data) => hash('sha256', data, 'buffer')
const signer =
  ({ privateKey: key }) =>
  (data) =>
    sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

/** The key of a `did:jwk` stands in the DID itself. */
async function verifyJwt({ didUrl }, { compact }) {
  const signerJwk = JSON.parse(Buffer.from(didUrl.slice('did:jwk:'.length).split('#')[0], 'base64url'))
  await compactVerify(compact, await importJWK(signerJwk, 'ES256'))
  return { verified: true, signerJwk }
}

// 1. Read the request: fetch it, check its signature and that it is of who the link says.
const client = new Openid4vpClient({ callbacks: { fetch, hash: sha256, verifyJwt } })
const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest })
const { authorizationRequestPayload } = await client.resolveOpenId4vpAuthorizationRequest({
  authorizationRequestPayload: params,
})
const { nonce, client_id } = authorizationRequestPayload

// 2. Present the card: show the name, hide the year, bind it to this request.
const sdJwt = new SDJwtVcInstance({
  hasher: sha256,
  saltGenerator: (length) => randomBytes(length).toString('base64url'),
  signAlg: 'ES256',
  signer: signer(issuer),
  kbSignAlg: 'ES256',
  kbSigner: signer(holder),
})
const iat = Math.floor(Date.now() / 1000)
const iss = `did:jwk:${Buffer.from(JSON.stringify(jwkOf(issuer))).toString('base64url')}`
const vct = 'https://credentials.example/card'
const claims = { iss, iat, vct, cnf: { jwk: jwkOf(holder) }, name: 'Ada', born: 1815 }
const card = await sdJwt.issue(claims, { _sd: ['name', 'born'] })
const kb = { payload: { iat, nonce, aud: audience ?? client_id } }
const presentation = await sdJwt.present(card, { name: true }, { kb })

// 3. Send it, and say what the verifier answers.
const { authorizationResponsePayload } = await client.createOpenid4vpAuthorizationResponse({
  authorizationRequestPayload,
  authorizationResponsePayload: { vp_token: { card: [presentation] } },
})
const { response } = await client.submitOpenid4vpAuthorizationResponse({
  authorizationRequestPayload,
  authorizationResponsePayload,
})
console.log(await response.text())
