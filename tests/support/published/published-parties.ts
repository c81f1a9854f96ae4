/** Issuers and holders who sign with published libraries, and how those libraries find contexts and keys. */
import { createPrivateKey } from 'node:crypto'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as multikey from '@digitalbazaar/ed25519-multikey'
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020'
import { Ed25519VerificationKey2018 } from '@digitalbazaar/ed25519-verification-key-2018'
import { Ed25519VerificationKey2020 } from '@digitalbazaar/ed25519-verification-key-2020'
import { createSignCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { cryptosuite as rdfcSuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { encodeBase58 } from '../../../src-main/crypto/base58.ts'
import { contextRegistry } from '../../../src-main/exchange/registries/context-registry.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Party } from '../exchange/presentations.ts'
import { ED25519_2018_CONTEXT, IMPORTED_CONTEXTS } from '../exchange/presentations.ts'

export const ED25519_2020_CONTEXT = 'https://w3id.org/security/suites/ed25519-2020/v1'

export type PublishedSuite = 'Ed25519Signature2018' | 'Ed25519Signature2020' | 'eddsa-rdfc-2022' | 'eddsa-jcs-2022'

/** A suite of the library that signs as this party. */
export async function signingSuite(name: PublishedSuite, party: Party, date: string): Promise<unknown> {
  const key = new Ed25519VerificationKey2018(keyOf(party))
  const key2020 = Ed25519VerificationKey2020.fromEd25519VerificationKey2018({ keyPair: key })
  if (name === 'Ed25519Signature2018') return new Ed25519Signature2018({ key, date })
  if (name === 'Ed25519Signature2020') return new Ed25519Signature2020({ key: key2020, date })
  const signer = (await multikey.from(key2020)).signer()
  const cryptosuite: unknown = name === 'eddsa-rdfc-2022' ? rdfcSuite : createSignCryptosuite()
  return new DataIntegrityProof({ signer, cryptosuite, date })
}

function keyOf({ did, seed }: Party): Readonly<Record<string, unknown>> {
  const publicKey = publicKeyOf(seed)
  return {
    id: methodOf(did),
    controller: did,
    publicKeyBase58: encodeBase58(publicKey),
    privateKeyBase58: encodeBase58(Buffer.concat([seed, publicKey])),
  }
}

function publicKeyOf(seed: Uint8Array): Uint8Array {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function methodOf(did: string): string {
  return `${did}#${did.slice('did:key:'.length)}`
}

const CONTEXTS = contextRegistry({ find: (url) => IMPORTED_CONTEXTS.get(url) })

/** Gives the library contexts of ours, and documents of the keys of these parties. */
export function publishedLoader(...parties: readonly Party[]): (url: string) => Promise<unknown> {
  const documents = new Map(parties.flatMap(documentsOf))
  return (url) => {
    const document = CONTEXTS.find(url) ?? documents.get(url)
    if (document === undefined) return Promise.reject(new Error(`${url} is not known`))
    return Promise.resolve({ documentUrl: url, document, tag: 'static' })
  }
}

function documentsOf({ did, seed }: Party): readonly (readonly [string, JsonObject])[] {
  const id = methodOf(did)
  const type = 'Ed25519VerificationKey2018'
  const publicKeyBase58 = encodeBase58(publicKeyOf(seed))
  const context = 'https://www.w3.org/ns/did/v1'
  return [
    [id, { '@context': ED25519_2018_CONTEXT, id, type, controller: did, publicKeyBase58 }],
    [did, { '@context': context, id: did, assertionMethod: [id], authentication: [id] }],
  ]
}
