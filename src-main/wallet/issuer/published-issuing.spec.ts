// Proves docs/contract/exchange.md, Demo issuers.

/** What the demo issuers issue, verified by an independent implementation. */
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import { describe, expect, it } from 'vitest'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { demoIssuersForTest, ISSUED_AT } from '../../../tests/support/exchange/issuing.ts'
import { encodeBase58 } from '../../crypto/base58.ts'
import { contextRegistry } from '../../exchange/registries/context-registry.ts'
import type { IssuerKey } from './issuer-keys.ts'

const CONTEXTS = contextRegistry()
const { issue, issuers, received, lists } = demoIssuersForTest()
const ISSUER = await issuers.keyOf('harbour-registry', 'EdDSA')

const verify = (credential: unknown) =>
  vc.verifyCredential({ credential, suite: new Ed25519Signature2018(), documentLoader, now: ISSUED_AT })

function documentLoader(url: string): Promise<unknown> {
  return Promise.resolve({ documentUrl: url, document: CONTEXTS.find(url) ?? didDocument(url, ISSUER) })
}

function didDocument(url: string, { did, verificationMethod, key }: IssuerKey): JsonObject {
  if (!url.includes('#')) {
    return { '@context': 'https://www.w3.org/ns/did/v1', id: did, assertionMethod: [verificationMethod] }
  }
  return {
    '@context': 'https://w3id.org/security/suites/ed25519-2018/v1',
    id: verificationMethod,
    type: 'Ed25519VerificationKey2018',
    controller: did,
    publicKeyBase58: encodeBase58(key.publicBytes),
  }
}

describe('there', () => {
  it.each(DEMO_SCHEMAS)('$name › holds, and not with another value', async ({ id, example }) => {
    await issue({ schema: id, with_status: false, issued_at: '2026-01-01T00:00:00Z', expires_at: 'never' })
    const credential = received.at(-1) as JsonObject
    const [property = ''] = Object.keys(example)
    const changed = { ...(credential['credentialSubject'] as JsonObject), [property]: 'changed' }

    expect(await verify(credential)).toMatchObject({ verified: true })
    expect(await verify({ ...credential, credentialSubject: changed })).toMatchObject({ verified: false })
  })

  it('a status list holds', async () => {
    await issue({ with_status: true })
    const { credential } = lists.get('https://status.vaultbench.example/harbour-registry/revocation') ?? {}

    expect(await verify(credential)).toMatchObject({ verified: true })
  })
})
