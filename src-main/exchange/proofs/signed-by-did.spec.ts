// Proves docs/contract/exchange.md, OpenID4VP: wallet.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aP256Party, compactJwt, theEd25519Issuer } from '../../../tests/support/exchange/sd-jwts.ts'
import { didSignatureChecker } from './signed-by-did.ts'

const [signer, other] = [aP256Party(), aP256Party()]
const check = didSignatureChecker({ find: () => undefined })
const signed = (header: JsonObject, by = signer) =>
  compactJwt({ alg: by.alg, typ: 'oauth-authz-req+jwt', ...header }, { nonce: 'n' }, by)

describe('didSignatureChecker', () => {
  it.each([signer, theEd25519Issuer()])('signed by the key that `kid` names › holds ($alg)', (by) => {
    expect(check(signed({ kid: by.kid }, by))).toBeUndefined()
  })

  it.each([
    ['a key of somebody else', signed({ kid: other.kid }), 'signature_invalid'],
    ['a key that the registry does not have', signed({ kid: 'did:web:verifier.example#0' }), 'did_method_unavailable'],
    ['no key named', signed({}), 'key_unresolved'],
    ['an algorithm of another key', signed({ kid: signer.kid, alg: 'EdDSA' }), 'algorithm_key_mismatch'],
    ['no signature', signed({ kid: signer.kid, alg: 'none' }), 'algorithm_unsupported'],
    ['a header that must be understood', signed({ kid: signer.kid, crit: ['exp'] }), 'jws_header_invalid'],
    ['a changed payload', signed({ kid: signer.kid }).replace(/\.[^.]+\./, '.e30.'), 'signature_invalid'],
  ])('%s › is refused', (_, jws, code) => {
    expect(check(jws)?.code).toBe(code)
  })
})
