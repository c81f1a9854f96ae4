// Proves docs/contract/exchange.md, Profiles.

import { describe, expect, it } from 'vitest'
import { allowedPresentationFormats } from '../../../shared/presentation-exchange/format-step.ts'
import type { Format } from '../../../shared/presentation-exchange/definition.ts'
import { newSigningKey } from '../../crypto/signing-key.ts'
import { profileFault, profileFor } from './profile-for.ts'

const [ED25519, P256] = await Promise.all([newSigningKey('Ed25519'), newSigningKey('P-256')])
const SIGNED_2018 = { proof_type: ['Ed25519Signature2018'] }
const signing = (format: Format | undefined, key = ED25519) => ({
  formats: allowedPresentationFormats(format),
  key: { key },
})

describe('profileFor', () => {
  it.each<[string, Format | undefined]>([
    ['bound', undefined],
    ['bound', { jwt_vc: { alg: ['EdDSA'] } }],
    ['bound', { ldp_vp: SIGNED_2018, jwt_vp: { alg: ['EdDSA'] } }],
    ['jwt', { jwt_vp: { alg: ['EdDSA'] } }],
    ['jwt', { jwt: { alg: ['EdDSA', 'ES256'] } }],
    ['jwt', { ldp_vp: { proof_type: ['JsonWebSignature2020'] }, jwt_vp: { alg: ['EdDSA'] } }],
    // Neither is listed, and only the linked data proof is not refused for it.
    ['bound', { jwt_vp: { alg: ['ES256'] } }],
    ['jwt', { ldp_vp: { proof_type: ['JsonWebSignature2020'] } }],
    ['bound', { ldp_vp: { proof_type: ['JsonWebSignature2020'] }, jwt_vp: { alg: ['ES256'] } }],
  ])('is %s for %j', (profile, format) => {
    expect(profileFor(signing(format))).toBe(profile)
  })

  it.each<[string, Format | undefined]>([
    ['jwt', undefined],
    ['jwt', { ldp_vp: SIGNED_2018, jwt_vp: { alg: ['EdDSA'] } }],
    ['bound', { ldp_vp: SIGNED_2018 }],
    ['bound', { ldp_vp: SIGNED_2018, jwt_vp: { alg: ['ES256'] } }],
  ])('with a JWT among the credentials is %s for %j', (profile, format) => {
    expect(profileFor(signing(format), [{}, 'e30.e30.'])).toBe(profile)
  })

  it('depends on the key that signs', () => {
    expect(profileFor(signing({ jwt_vp: { alg: ['ES256'] } }, P256))).toBe('jwt')
  })
})

describe('profileFault', () => {
  it('says what is listed and how it would be signed', () => {
    expect(profileFault('plain', signing({ ldp_vp: { proof_type: ['JsonWebSignature2020'] } }))).toMatchObject({
      code: 'format_not_allowed',
      expected: 'JsonWebSignature2020',
      actual: 'Ed25519Signature2018',
    })
    expect(profileFault('jwt', signing({ jwt_vp: { alg: ['ES256'] } }))).toMatchObject({ actual: 'EdDSA' })
    expect(profileFault('jwt', signing({ jwt_vp: { alg: ['ES256'] } }, P256))).toBeUndefined()
  })
})
