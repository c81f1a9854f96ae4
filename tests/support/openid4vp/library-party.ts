import { hash } from 'node:crypto'
import type { CallbackContext } from '@openid4vc/oauth2'
import { setGlobalConfig } from '@openid4vc/oauth2'
import { compactVerify, importJWK } from 'jose'
import { z } from 'zod'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SdJwtParty } from '../exchange/sd-jwts.ts'
import { compactJwt } from '../exchange/sd-jwts.ts'

// The library changes the whole process: it replaces the messages of zod, and takes addresses without TLS only if it is
// told to. The tests run on this computer alone.
z.config({ customError: undefined })
setGlobalConfig({ allowInsecureUrls: true })

/** All that the OpenID4VP library asks of who uses it. */
type Callbacks = Omit<CallbackContext, 'generateRandom' | 'clientAuthentication'>

/** The DID that holds the public key of a party itself. */
export function didJwkOf({ jwk }: SdJwtParty): string {
  return `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`
}

/** Keys of `did:jwk`, no encryption, and connections to this computer only. @param party who signs; nobody: reads only */
export function libraryCallbacks(party?: SdJwtParty): Callbacks {
  return {
    fetch: fetchHere,
    hash: (data, algorithm) => hash(algorithm.replace('-', ''), data, 'buffer'),
    signJwt: (_, { header, payload }) => {
      if (party === undefined) throw new Error('this party signs nothing')
      return { jwt: compactJwt(header, payload, party), signerJwk: ecJwk(party.jwk) }
    },
    verifyJwt: async (signer, { compact }) => {
      if (signer.method !== 'did') return { verified: false }
      const jwk = ecJwk(jwkOfDid(signer.didUrl))
      const verified = await compactVerify(compact, await importJWK(jwk, signer.alg)).then(
        () => true,
        () => false,
      )
      return verified ? { verified, signerJwk: jwk } : { verified }
    },
    encryptJwe: () => {
      throw new Error('nothing is encrypted')
    },
    decryptJwe: () => ({ decrypted: false }),
  }
}

/** A test that would leave this computer fails. */
export const fetchHere: typeof fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname !== '127.0.0.1') throw new Error(`${hostname} is not this computer`)
  return fetch(input, init)
}

function jwkOfDid(didUrl: string): JsonObject {
  const [key] = didUrl.slice('did:jwk:'.length).split('#')
  return JSON.parse(Buffer.from(key ?? '', 'base64url').toString()) as JsonObject
}

function ecJwk(jwk: JsonObject) {
  return { kty: String(jwk['kty']), crv: String(jwk['crv']), x: String(jwk['x']), y: String(jwk['y']) }
}
