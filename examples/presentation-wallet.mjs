/*
 * A small wallet: an issuer and a holder with fresh keys, a credential and a presentation as JSON Web Tokens.
 * docs/walk-throughs/presentation.md runs it.
 *
 * node presentation-wallet.mjs LINK [tampered]    prints the answer; tampered: the credential was changed
 */
import { generateKeyPairSync, sign } from 'node:crypto'

const [link, wrong] = process.argv.slice(2)
const { definition, nonce, client_id } = Object.fromEntries(new URL(link).searchParams)
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = Math.floor(Date.now() / 1000)

function aParty() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const did = `did:jwk:${encoded(publicKey.export({ format: 'jwk' }))}`
  const header = encoded({ alg: 'EdDSA', kid: `${did}#0` })
  const jwt = (payload) => {
    const signed = `${header}.${encoded(payload)}`
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }
  return { did, jwt }
}

const [issuer, holder] = [aParty(), aParty()]
const claims = (category) => ({
  iss: issuer.did,
  sub: holder.did,
  nbf: now - 60,
  jti: 'urn:uuid:2f0d4a52-9a60-4b35-8b3d-6a3f7d0c1e11',
  vc: {
    '@context': ['https://www.w3.org/2018/credentials/v1'],
    type: ['VerifiableCredential', 'DrivingLicenceCredential'],
    credentialSubject: { category },
  },
})
let credential = issuer.jwt(claims(wrong === 'tampered' ? 'A' : 'B'))
// The holder would like to drive more than was issued.
if (wrong === 'tampered') credential = credential.replace(/\.[^.]+\./, `.${encoded(claims('B'))}.`)

const presentation = holder.jwt({
  iss: holder.did,
  aud: client_id,
  nonce,
  iat: now,
  vp: {
    '@context': ['https://www.w3.org/2018/credentials/v1'],
    type: ['VerifiablePresentation'],
    verifiableCredential: [credential],
  },
})
const { id } = await (await fetch(definition)).json()
const presentation_submission = {
  id: 'urn:uuid:6f1c2b1e-5b0e-4f51-9f0e-1f3b4c5d6e7f',
  definition_id: id,
  descriptor_map: [{ id: 'licence', path: '$.verifiableCredential[0]', format: 'jwt_vc' }],
}
console.log(JSON.stringify({ presentation, presentation_submission }))
