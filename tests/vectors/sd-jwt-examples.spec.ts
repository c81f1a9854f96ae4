// Proves docs/contract/exchange.md, Checks: presentation, Checks: credential, Vectors.

import { readFileSync } from 'node:fs'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { memberOf } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { openDisclosures } from '../../src-main/crypto/sd-jwt/disclosures.ts'
import { readSdJwt } from '../../src-main/crypto/sd-jwt/sd-jwt.ts'
import { keyBindingOf, verifyKeyBinding } from '../../src-main/exchange/proofs/key-binding.ts'
import type { Registries } from '../../src-main/exchange/presentations/open-context.ts'
import { aP256Party, madeSdJwt } from '../support/exchange/sd-jwts.ts'
import { found, verifierAt } from '../support/exchange/sd-jwt-verifying.ts'

interface Examples {
  readonly issuer_key: JsonObject
  readonly presentations: readonly {
    readonly name: string
    readonly text: string
    /** Null where nobody is bound. */
    readonly kb_payload: JsonObject | null
    readonly processed: JsonObject
  }[]
  readonly structures: readonly {
    readonly name: string
    readonly payload: JsonObject
    readonly disclosures: readonly string[]
    readonly processed: JsonObject
  }[]
}

const EXAMPLES = JSON.parse(readFileSync(new URL('./sd-jwt/examples.json', import.meta.url), 'utf8')) as Examples
const NOBODY = { find: () => undefined }
const ISSUER_METADATA: Partial<Registries> = {
  issuerMetadata: { find: (issuer) => ({ issuer, jwks: { keys: [EXAMPLES.issuer_key] } }) },
}

describe.each(EXAMPLES.presentations)('$name', ({ text, kb_payload, processed }) => {
  it('the disclosures › give the processed payload that is printed', () => {
    const { claims, faults } = openDisclosures(readSdJwt(text))
    expect(faults).toEqual([])
    expect(claims).toEqual(processed)
  })

  it('the signature › fits the issuer key that is printed', async () => {
    const key = await importJWK({ ...EXAMPLES.issuer_key }, 'ES256')
    const [issued = ''] = text.split('~')
    await expect(compactVerify(issued, key)).resolves.toMatchObject({ protectedHeader: { alg: 'ES256' } })
  })

  it.runIf(kb_payload)('the key binding › holds, and has the payload that is printed', async () => {
    const sdJwt = readSdJwt(text)
    expect(keyBindingOf(sdJwt)?.payload).toEqual(kb_payload)
    expect((await verifyKeyBinding(sdJwt, sdJwt.jwt.payload, NOBODY)).fault).toBeUndefined()
  })

  it('the whole of it › holds by the key in the metadata of its issuer, if it says what it is and who issued it', async () => {
    const { iat, nonce: challenge, aud: domain } = kb_payload ?? {}
    const at = iat === undefined ? undefined : new Date((Number(iat) + 1) * 1000).toISOString()
    const binding = kb_payload && { challenge, domain, max_age_seconds: 60 }
    const answer = await verifierAt(at)({ vp_token: text, options: { evaluate: 'none', ...binding } }, ISSUER_METADATA)
    const has = (name: string) => memberOf(processed, name) !== undefined

    expect(found(answer)).toEqual([
      ...(has('vct') ? [] : ['credential.shape type_missing #/vct']),
      ...(has('iss') ? [] : ['credential.shape issuer_missing #/iss']),
      ...(has('vct') ? [] : ['credential.proof jws_header_invalid #']),
      ...(has('iss') ? ['warn credential.trust issuer_trust_not_checked #/iss'] : []),
      ...(has('cnf') ? [] : ['warn credential.holder holder_not_bound #']),
    ])
    expect(answer.valid).toBe(has('vct'))
  })

  it('the signature of the issuer with a bit changed › holds no more', async () => {
    const changed = text.replace(
      /\.([\w-]{20})(?=[\w-]*~)/,
      (all) => all.slice(0, -1) + (all.endsWith('A') ? 'B' : 'A'),
    )
    const answer = await verifierAt()({ vp_token: changed, options: { evaluate: 'none' } }, ISSUER_METADATA)
    expect(answer.valid).toBe(false)
  })
})

it.each(EXAMPLES.structures)(
  '$name › the disclosures give what was to be signed',
  ({ payload, disclosures, processed }) => {
    const { claims, faults } = openDisclosures(readSdJwt(madeSdJwt({ issuer: aP256Party(), payload, disclosures })))
    expect([claims, faults]).toEqual([processed, []])
  },
)
