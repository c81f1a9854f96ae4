import { fork } from 'node:child_process'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { memberOf } from '../shared/presentation-exchange/json.ts'
import { decodeBase58 } from '../src-main/crypto/base58.ts'
import { canonicalText } from '../src-main/exchange/proofs/canonical-text.ts'
import { jsonLdOver } from '../src-main/exchange/proofs/json-ld.ts'
import { contextRegistry } from '../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../tests/support/exchange/definitions.ts'
import type { Row, Sample, Side } from './measure.ts'
import { compare, timedOnProcessor } from './measure.ts'
import type { BenchAlgorithm } from './presentations.ts'
import {
  CHALLENGE,
  DOMAIN,
  jwtPresentation,
  linkedDataPresentation,
  newSdJwtVerifier,
  newVerifier,
  sdJwtPresentation,
} from './presentations.ts'

/** A second, so that compiling, which goes on for thousands of them, is a small part. */
const LINKED_DATA = 1600
/** How much slower the published library is. */
const SLOWER = 4
const JWTS = 2000
const SD_JWTS = 1000

/**
 * Verification of one presentation with one credential, every check, in process, in processor time: beside the
 * signatures and hashes alone, and beside the published library for such presentations.
 */
export async function run(): Promise<readonly Row[]> {
  const presentation = await linkedDataPresentation('d1')
  const product = productSide(presentation, LINKED_DATA)
  return [
    await compare('verify, ldp_vc in ldp_vp, bare crypto (X1)', await bareSide(presentation), product),
    await besidePublished(),
    await jwtRow('EdDSA'),
    await jwtRow('ES256'),
    await jwtRow('RS256'),
    await sdJwtRow(),
  ]
}

function productSide(presentation: JsonObject | string, operations: number): Side {
  const verify = newVerifier()
  return { name: 'product', measure: () => timedOnProcessor(operations, () => verify(presentation)) }
}

/** What no verification can do without: four hashes of canonical text and two signatures, all else prepared. */
async function bareSide(presentation: JsonObject): Promise<Side> {
  const [credential] = memberOf(presentation, 'verifiableCredential') as readonly JsonObject[]
  const parts = await Promise.all(
    [
      { document: credential ?? {}, did: ISSUER },
      { document: presentation, did: HOLDER },
    ].map(signedParts),
  )
  return {
    name: 'bare crypto',
    measure: () =>
      timedOnProcessor(LINKED_DATA, () => {
        for (const { header, texts, key, signature } of parts) {
          const hashes = texts.map((text) => createHash('sha256').update(text).digest())
          if (!verifySignature(null, Buffer.concat([header, ...hashes]), key, signature)) throw new Error('not valid')
        }
      }),
  }
}

async function signedParts({ document, did }: { readonly document: JsonObject; readonly did: string }) {
  const jsonLd = jsonLdOver(contextRegistry())
  const { proof, ...body } = document
  const { jws, ...options } = proof as JsonObject
  const [header = '', , signature = ''] = String(jws).split('.')
  const documents = [{ ...options, '@context': document['@context'] }, body]
  return {
    header: Buffer.from(`${header}.`),
    texts: await Promise.all(documents.map(async (one) => canonicalText((await jsonLd.statementsOf(one)).quads))),
    key: publicKeyOf(did),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function publicKeyOf(did: string) {
  const x = Buffer.from(decodeBase58(did.slice('did:key:z'.length)).subarray(2)).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** Each in a process of its own, because the garbage and the compiled code of one slow down the other. */
async function besidePublished(): Promise<Row> {
  const published = inProcess('published', LINKED_DATA / SLOWER)
  const product = inProcess('product', LINKED_DATA)
  try {
    return await compare('the same beside @digitalbazaar/vc (X2)', published, product)
  } finally {
    for (const side of [published, product]) side.end()
  }
}

function inProcess(library: 'published' | 'product', operations: number): Side & { readonly end: () => void } {
  const child = fork(join(import.meta.dirname, 'verify-child.ts'), [library])
  return {
    name: library,
    async measure() {
      const answered = once(child, 'message')
      child.send(operations)
      const [sample] = (await Promise.race([answered, ended()])) as [Sample] // of verify-child.ts
      return sample
    },
    end: () => void child.kill(),
  }

  async function ended(): Promise<never> {
    await once(child, 'exit')
    throw new Error(`the process of ${library} ended`)
  }
}

async function jwtRow(alg: BenchAlgorithm): Promise<Row> {
  const { presentation, credential, issuerKey, holderKey } = await jwtPresentation(alg)
  const floor: Side = {
    name: 'jose',
    measure: () =>
      timedOnProcessor(JWTS, async () => {
        await jwtVerify(credential, issuerKey)
        await jwtVerify(presentation, holderKey, { audience: DOMAIN })
      }),
  }
  return compare(`verify, jwt_vc in jwt_vp, ${alg}, jose (X4)`, floor, productSide(presentation, JWTS))
}

/** Signatures and hashes of both sides are those of Node; the library knows no queries, replays, trust or statuses. */
async function sdJwtRow(): Promise<Row> {
  const { text, library } = await sdJwtPresentation()
  const verify = newSdJwtVerifier()
  const floor: Side = {
    name: '@sd-jwt/sd-jwt-vc',
    measure: () => timedOnProcessor(SD_JWTS, () => library.verify(text, { keyBindingNonce: CHALLENGE })),
  }
  const product: Side = { name: 'product', measure: () => timedOnProcessor(SD_JWTS, () => verify(text)) }
  return compare('verify an SD-JWT VC of ten disclosures, @sd-jwt/sd-jwt-vc', floor, product)
}
