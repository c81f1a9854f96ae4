// Proves docs/contract/exchange.md, Profiles.

/** What our wallet makes, seen by implementations that are not ours. */
import { createPublicKey } from 'node:crypto'
import { Ed25519Signature2018 } from '@digitalbazaar/ed25519-signature-2018'
import * as vc from '@digitalbazaar/vc'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aWalletCredential } from '../../../tests/support/exchange/wallet.ts'
import { HOLDER_SEED, ISSUER_SEED } from '../../../tests/vectors/presentation-vectors.ts'
import { encodeBase58 } from '../../crypto/base58.ts'
import { didKeyMethodOf, didKeyOf, newSigningKey, signingKeyFrom } from '../../crypto/signing-key.ts'
import type { SigningKey, SigningKeyKind } from '../../crypto/signing-key.ts'
import { contextRegistry } from '../../exchange/registries/context-registry.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import { bindingOf, draftPresentation } from './draft.ts'
import type { PresentationDraft } from './draft.ts'
import { preparePost } from './post.ts'
import { bodyOf, canSign, documentOf, signPresentation } from './sign.ts'

const CONTEXTS = contextRegistry().find
const NOW = '2026-02-01T00:00:00.000Z'
const DESTINATION = 'http://127.0.0.1:4242/verifier/requests/AAAAAAAAAAAAAAAAAAAAAA/presentations'
const ISSUER = signingKeyFrom('Ed25519', ISSUER_SEED)
const HOLDER = holderOf(signingKeyFrom('Ed25519', HOLDER_SEED), 'Ed25519')
const CREDENTIAL = await aWalletCredential('proof-of-age', HOLDER.did)

function holderOf(key: SigningKey, algorithm: OpenHolderKey['algorithm']): OpenHolderKey {
  return { did: didKeyOf(key), algorithm, key }
}

function draft(profile: Profile, holder = HOLDER): PresentationDraft {
  return draftPresentation({
    profile,
    holder: holder.did,
    now: NOW,
    submissionId: 'urn:uuid:00000000-0000-4000-8000-000000000002',
    definitionId: 'the definition',
    credentials: new Map([['c1', CREDENTIAL]]),
    choice: new Map([
      ['age', 'c1'],
      ['again', 'c1'],
    ]),
    link: { destination: DESTINATION },
  })
}

describe('draftPresentation', () => {
  it('bound › has the members of the contract', () => {
    expect(documentOf(draft('bound'))).toEqual({
      '@context': [
        'https://www.w3.org/2018/credentials/v1',
        'https://identity.foundation/presentation-exchange/submission/v1',
        'https://contexts.vaultbench.example/presentation/v1',
      ],
      type: ['VerifiablePresentation', 'PresentationSubmission', 'VaultbenchPresentation'],
      holder: HOLDER.did,
      issuanceDate: NOW,
      verifiableCredential: [CREDENTIAL],
      presentation_submission: {
        id: 'urn:uuid:00000000-0000-4000-8000-000000000002',
        definition_id: 'the definition',
        descriptor_map: [
          { id: 'age', path: '$.verifiableCredential[0]', format: 'ldp_vc' },
          { id: 'again', path: '$.verifiableCredential[0]', format: 'ldp_vc' },
        ],
      },
    })
    expect(draft('bound').proof).toMatchObject({
      proofPurpose: 'authentication',
      challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
      domain: 'http://127.0.0.1:4242',
    })
  })

  it('plain › has the members of the requirement only', () => {
    expect(documentOf(draft('plain'))).toMatchObject({
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiablePresentation'],
    })
    expect(draft('plain').proof).toEqual({
      proofPurpose: 'assertionMethod',
      created: NOW,
      challenge: undefined,
      domain: undefined,
    })
  })

  it('takes a JWT credential as it is, and says so in the map', () => {
    const jwt = 'aaa.bbb.ccc'
    const order = { ...orderOf(jwt), link: { destination: DESTINATION } }

    expect(documentOf(draftPresentation(order))).toMatchObject({
      verifiableCredential: [jwt],
      presentation_submission: { descriptor_map: [{ format: 'jwt_vc' }] },
    })
  })
})

function orderOf(credential: unknown) {
  return {
    profile: 'bound',
    holder: HOLDER.did,
    now: NOW,
    submissionId: 'urn:uuid:1',
    definitionId: 'd',
    credentials: new Map([['c', credential]]),
    choice: new Map([['one', 'c']]),
  } as const
}

describe('bindingOf', () => {
  it.each([
    [
      'https://verifier.example:8443/a/r1/presentations?x=1',
      { challenge: 'r1', domain: 'https://verifier.example:8443' },
    ],
    ['http://localhost/presentations', { challenge: undefined, domain: 'http://localhost' }],
    ['http://localhost/r1/presentations/', { challenge: 'r1', domain: 'http://localhost' }],
  ])('%s', (destination, binding) => {
    expect(bindingOf({ destination })).toEqual(binding)
  })

  it('is what the link says, each part for itself', () => {
    const destination = 'https://verifier.example/a/r1/presentations'

    expect(bindingOf({ destination, nonce: 'n-1', client_id: destination })).toEqual({
      challenge: 'n-1',
      domain: destination,
    })
    expect(bindingOf({ destination, nonce: 'n-1' })).toEqual({ challenge: 'n-1', domain: 'https://verifier.example' })
    expect(bindingOf({ destination, client_id: destination })).toEqual({ challenge: 'r1', domain: destination })
  })
})

describe('linked data presentations', () => {
  const signedAs = async (profile: Profile) => {
    const { presentation } = await signPresentation(draft(profile), HOLDER, { contexts: CONTEXTS })
    return presentation as JsonObject // of linked data
  }
  const judge = (profile: 'bound' | 'plain', presentation: unknown) =>
    vc.verify({ ...QUESTION[profile], presentation, documentLoader, now: NOW })

  it('bound › hold for @digitalbazaar/vc, and not when changed', async () => {
    const presentation = await signedAs('bound')

    expect(await judge('bound', presentation)).toMatchObject({ verified: true })
    expect(await judge('bound', { ...presentation, issuanceDate: '2026-02-02T00:00:00Z' })).toMatchObject({
      verified: false,
    })
  })

  it('plain › hold for @digitalbazaar/vc in what they cover; with what they do not cover it refuses them', async () => {
    const presentation = await signedAs('plain')
    const { issuanceDate: _date, presentation_submission: _submission, ...covered } = presentation

    expect(await judge('plain', covered)).toMatchObject({ verified: true })
    expect(await judge('plain', { ...covered, holder: didKeyOf(ISSUER) })).toMatchObject({ verified: false })
    expect(await judge('plain', presentation)).toMatchObject({ verified: false })
  })
})

/** What the library is told to expect; without a challenge it wants to know the purpose. */
const QUESTION = {
  bound: {
    suite: new Ed25519Signature2018(),
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    domain: 'http://127.0.0.1:4242',
  },
  plain: { suite: new Ed25519Signature2018(), presentationPurpose: assertionPurpose() },
}

/** The library gives out only a purpose for credentials; what it is made of is the plain one. */
function assertionPurpose(): object {
  const AssertionPurpose = Object.getPrototypeOf(vc.CredentialIssuancePurpose) as typeof vc.CredentialIssuancePurpose
  return new AssertionPurpose()
}

describe('JWT presentations', () => {
  const ALGORITHMS = { Ed25519: 'EdDSA', 'P-256': 'ES256', RSA: 'RS256' } as const

  it.each(['Ed25519', 'P-256', 'RSA'] as const)('%s › hold for jose', async (kind) => {
    const key = await newSigningKey(kind)
    const holder = holderOf(key, kind)
    const { presentation, submissionBeside } = await signPresentation(draft('jwt', holder), holder, {
      contexts: CONTEXTS,
    })

    const { payload, protectedHeader } = await jwtVerify(presentation as string, publicKeyOf(key), {
      issuer: holder.did,
      audience: 'http://127.0.0.1:4242',
      currentDate: new Date(NOW),
    })

    expect(protectedHeader).toEqual({ alg: ALGORITHMS[kind], typ: 'JWT', kid: didKeyMethodOf(key) })
    expect(payload).toMatchObject({ nonce: 'AAAAAAAAAAAAAAAAAAAAAA', vp: { verifiableCredential: [CREDENTIAL] } })
    expect(submissionBeside).toMatchObject({ definition_id: 'the definition' })
    expect(bodyOf({ presentation, submissionBeside })).toEqual({
      presentation,
      presentation_submission: submissionBeside,
    })
  })
})

function publicKeyOf(key: SigningKey) {
  if (key.kind === 'secp256k1') throw new Error('the platform does not know this curve')
  return createPublicKey(key.handle)
}

describe('canSign', () => {
  it.each<[SigningKeyKind, Profile, boolean]>([
    ['Ed25519', 'bound', true],
    ['P-256', 'bound', false],
    ['RSA', 'plain', false],
    ['secp256k1', 'jwt', true],
  ])('%s for %s is %s', (algorithm, profile, can) => {
    expect(canSign({ algorithm: algorithm as OpenHolderKey['algorithm'] }, { profile })).toBe(can)
  })
})

describe('preparePost', () => {
  it('applies each part of a deliberate fault in its place', async () => {
    const post = await preparePost(
      draft('bound'),
      { key: HOLDER, url: DESTINATION, contexts: CONTEXTS },
      {
        draft: (one) => ({ ...one, type: [...one.type, 'Changed'] }),
        signed: (one) => ({ ...one, presentation: { ...(one.presentation as JsonObject), late: true } }),
        post: (one) => ({ ...one, contentType: 'text/plain' }),
      },
    )

    expect(post).toMatchObject({ url: DESTINATION, contentType: 'text/plain' })
    expect(JSON.parse(post.body)).toMatchObject({ late: true, type: expect.arrayContaining(['Changed']) as unknown })
  })
})

function documentLoader(url: string): Promise<unknown> {
  return Promise.resolve({ documentUrl: url, document: CONTEXTS(url) ?? didDocument(url) })
}

function didDocument(url: string): JsonObject {
  const key = url.startsWith(HOLDER.did) ? HOLDER.key : ISSUER
  const [id, method] = [didKeyOf(key), didKeyMethodOf(key)]
  if (!url.includes('#')) {
    return { '@context': 'https://www.w3.org/ns/did/v1', id, assertionMethod: [method], authentication: [method] }
  }
  return {
    '@context': 'https://w3id.org/security/suites/ed25519-2018/v1',
    id: method,
    type: 'Ed25519VerificationKey2018',
    controller: id,
    publicKeyBase58: encodeBase58(key.publicBytes),
  }
}
