/** Proofs made and verified by an independent implementation, in both directions. */
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import { describe, expect, it } from 'vitest'
import { ISSUER_SEED, SIGNED_DOCUMENTS } from '../../../tests/vectors/presentation-vectors.ts'
import type { PublishedSuite } from '../../../tests/support/published-parties.ts'
import { ED25519_2020_CONTEXT, publishedLoader, signingSuite } from '../../../tests/support/published-parties.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry, CREDENTIALS_V1, CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { CREDENTIAL as CREDENTIAL_KIND } from './document-kinds.ts'
import { jsonLdOver } from './json-ld.ts'
import { verifyDocument } from './linked-data-proof.ts'

const JSON_LD = jsonLdOver(contextRegistry())
const { document: SIGNED, signer: ISSUER } = SIGNED_DOCUMENTS[0]
const { proof: _proof, ...CREDENTIAL } = SIGNED
const METHOD = `${ISSUER}#${ISSUER.slice('did:key:'.length)}`
const THE_ISSUER = { did: ISSUER, seed: ISSUER_SEED }
const documentLoader = publishedLoader(THE_ISSUER)

const verify = (document: JsonObject) =>
  verifyDocument(document, CREDENTIAL_KIND, { jsonLd: JSON_LD, dids: { find: () => undefined } })

/** A credential of data model 2.0, whose context defines Data Integrity proofs. */
const SECOND_MODEL = {
  '@context': [CREDENTIALS_V2],
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: { id: 'did:example:holder' },
}

const SUITES: readonly (readonly [PublishedSuite, string, JsonObject])[] = [
  ['Ed25519Signature2018', 'Ed25519Signature2018', CREDENTIAL],
  [
    'Ed25519Signature2020',
    'Ed25519Signature2020',
    { ...CREDENTIAL, '@context': [CREDENTIALS_V1, ED25519_2020_CONTEXT] },
  ],
  ['eddsa-rdfc-2022', 'DataIntegrityProof', SECOND_MODEL],
  ['eddsa-jcs-2022', 'DataIntegrityProof', SECOND_MODEL],
]

describe.each(SUITES)('%s', (name, type, credential) => {
  it('made there › holds here, and not when changed', async () => {
    const suite = await signingSuite(name, THE_ISSUER, '2026-01-02T03:04:05Z')
    const issued = (await vc.issue({ credential: structuredClone(credential), suite, documentLoader })) as JsonObject

    const { plain: _plain, ...outcome } = await verify(issued)
    expect(outcome).toEqual({
      proof: { type, signer: { did: ISSUER, method: METHOD }, fault: undefined },
      contextFault: undefined,
      isRead: true,
      unsigned: [],
      disguises: [],
    })
    expect((await verify({ ...issued, id: 'urn:uuid:other' })).proof?.fault?.code).toBe('signature_invalid')
  })
})

describe('the credential of the contract', () => {
  it('holds there', async () => {
    const suite = new Ed25519Signature2018()
    expect(await vc.verifyCredential({ credential: SIGNED, suite, documentLoader })).toMatchObject({ verified: true })
  })
})
