// Proves docs/contract/exchange.md, Scenarios.

/** What is hidden is still signed: each way to hide a member leaves every byte that was signed as it was. */
import { describe, expect, it } from 'vitest'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { contextRegistry } from '../../exchange/registries/context-registry.ts'
import { buildCredential } from '../issuer/credential-document.ts'
import { bytesToSign, proofOptions } from '../signing/linked-data-signer.ts'
import { hideChallenge, hideClaim, hideExpiry, hideSchema, hideStatus, hideSubject } from './disguises.ts'

const CONTEXTS = contextRegistry()
const SCHEMA = findDemoSchema('https://schemas.vaultbench.example/driving-licence/1.0.0')
if (SCHEMA === undefined) throw new Error('there is no such schema')
const LIST = 'https://status.example/1'
const CREDENTIAL = buildCredential(
  {
    id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    schema: SCHEMA,
    subject: 'did:example:holder',
    values: SCHEMA.example,
    issuanceDate: '2026-01-01T00:00:00Z',
    expirationDate: '2026-02-01T00:00:00Z',
    credentialStatus: ['revocation', 'suspension'].map((statusPurpose) => ({
      id: `${LIST}#${statusPurpose}`,
      type: 'StatusList2021Entry',
      statusPurpose,
      statusListIndex: '7',
      statusListCredential: `${LIST}/${statusPurpose}`,
    })),
  },
  { did: 'did:example:issuer', name: 'Issuer' },
)
const PROOF = proofOptions({
  created: '2026-01-02T03:04:05Z',
  verificationMethod: 'did:example:holder#key-1',
  proofPurpose: 'authentication',
  challenge: 'c',
  domain: 'https://verifier.example',
})

const signedBytes = async (document: JsonObject, options: JsonObject) =>
  Buffer.from(await bytesToSign(document, options, CONTEXTS.find)).toString('hex')

const WAYS: readonly (readonly [string, (credential: JsonObject) => JsonObject, (sent: JsonObject) => unknown])[] = [
  ['expirationDate', hideExpiry, (sent) => sent['expirationDate']],
  ['credentialStatus', hideStatus, (sent) => sent['credentialStatus']],
  ['credentialSchema', hideSchema, (sent) => sent['credentialSchema']],
  ['the id of the subject', hideSubject, (sent) => (sent['credentialSubject'] as JsonObject)['id']],
  ['a text', (sent) => hideClaim(sent, 'category'), (sent) => (sent['credentialSubject'] as JsonObject)['category']],
  ['a date', (sent) => hideClaim(sent, 'birthDate'), (sent) => (sent['credentialSubject'] as JsonObject)['birthDate']],
]

describe('a hidden member', () => {
  it.each(WAYS)('%s › is not where it is read, and signed as before', async (_name, hide, read) => {
    const hidden = hide(CREDENTIAL)

    expect(read(CREDENTIAL)).toBeDefined()
    expect(read(hidden)).toBeUndefined()
    expect(await signedBytes(hidden, PROOF)).toBe(await signedBytes(CREDENTIAL, PROOF))
  })

  it('challenge › is not where it is read, and signed as before', async () => {
    const hidden = hideChallenge(PROOF)

    expect(hidden).not.toHaveProperty('challenge')
    expect(await signedBytes(CREDENTIAL, hidden)).toBe(await signedBytes(CREDENTIAL, PROOF))
    expect(await signedBytes(CREDENTIAL, hidden)).not.toBe(await signedBytes(CREDENTIAL, { ...PROOF, challenge: 'd' }))
  })

  it('is refused where it is not, for then nothing would be hidden', () => {
    expect(() => hideExpiry(hideExpiry(CREDENTIAL))).toThrow('expirationDate')
  })
})
