// Proves docs/contract/exchange.md, Checks: submission.

import { describe, expect, it } from 'vitest'
import { phrase } from '../../../shared/phrase.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { mapBudget } from './evaluation.ts'
import { readVerificationRequest } from './read-request.ts'
import { followMap } from './submission-map.ts'
import type { MapEntry } from './submission-map.ts'

/** Where entries lead is asked before any signature, so these are signed by nobody. */
function aJwt(payload: JsonObject): string {
  const parts = [{ alg: 'EdDSA' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return [...parts, 'AAAA'].join('.')
}

const CREDENTIALS = ['one', 'two'].map((jti) => aJwt({ jti, vc: {} }))
const vpOf = (verifiableCredential: readonly unknown[]) => ({
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  type: 'VerifiablePresentation',
  verifiableCredential,
})
const A_JWT = aJwt({ iss: 'did:example:holder', vp: vpOf(CREDENTIALS) })
/** A linked data presentation of a JWT presentation, which is no credential. */
const AROUND_A_JWT = vpOf([A_JWT])

interface Way {
  readonly path: string
  readonly format: string
  readonly path_nested?: Way & { readonly id: string }
}

/** The levels of a way from outside to inside, each as `path format`. */
function wayOf(...[level = '', ...inner]: readonly string[]): Way {
  const [path = '', format = ''] = level.split(' ')
  return { path, format, ...(inner.length > 0 && { path_nested: { id: 'licence', ...wayOf(...inner) } }) }
}

function followed(presentation: unknown, ...levels: readonly string[]): MapEntry | undefined {
  const { token } = readVerificationRequest({ presentation })
  const context = { token, descriptors: new Set(['licence']), budget: mapBudget() }
  return followMap([{ id: 'licence', ...wayOf(...levels) }], context)[0]
}

/** The index of the credential an entry leads to, or the code of its fault. */
function ledTo(presentation: unknown, ...levels: readonly string[]): number | string | undefined {
  const found = followed(presentation, ...levels)
  return found?.fault?.code ?? found?.credential?.index
}

describe('followMap, below a JWT presentation', () => {
  it.each<[string, readonly string[]]>([
    ['from the payload, as published libraries write it', ['$ jwt_vp', '$.vp.verifiableCredential[1] jwt_vc']],
    ['from vp', ['$ jwt_vp', '$.verifiableCredential[1] jwt_vc']],
    ['under the later name of the format', ['$ jwt_vp_json', '$.vp.verifiableCredential[1] jwt_vc_json']],
    ['when the outer level names vp', ['$.vp jwt_vp', '$.vp.verifiableCredential[1] jwt_vc']],
    ['with one level more', ['$ jwt_vp', '$ jwt_vp', '$.vp.verifiableCredential[1] jwt_vc']],
    ['without levels', ['$.vp.verifiableCredential[1] jwt_vc']],
  ])('finds the credential %s', (_, levels) => {
    expect(ledTo(A_JWT, ...levels)).toBe(1)
  })

  it.each(['$.vp.verifiableCredential[0] jwt_vc', '$.verifiableCredential[0] jwt_vc'])(
    'finds what %s selects in a JWT presentation inside of another one, which is no credential of the outer one',
    (inner) => {
      expect(ledTo(AROUND_A_JWT, '$.verifiableCredential[0] jwt_vp', inner)).toBe('path_not_a_credential')
    },
  )

  it.each<[string, readonly string[]]>([
    ['path_no_match', ['$ jwt_vp', '$.vp.verifiableCredential[2] jwt_vc']],
    ['path_no_match', ['$ jwt_vp', '$.vp.vp.verifiableCredential[0] jwt_vc']],
    ['path_ambiguous', ['$ jwt_vp', '$.vp.verifiableCredential[*] jwt_vc']],
    ['format_mismatch', ['$ jwt_vp', '$.vp.verifiableCredential[0] ldp_vc']],
    ['format_mismatch', ['$ ldp_vp', '$.vp.verifiableCredential[0] jwt_vc']],
  ])('still says %s', (code, levels) => {
    expect(ledTo(A_JWT, ...levels)).toBe(code)
  })

  it('does not look for vp in a linked data presentation', () => {
    expect(ledTo(vpOf(CREDENTIALS), '$ ldp_vp', '$.vp.verifiableCredential[0] jwt_vc')).toBe('path_no_match')
    expect(ledTo(vpOf(CREDENTIALS), '$ ldp_vp', '$.verifiableCredential[0] jwt_vc')).toBe(0)
  })
})

describe('followMap, with a format that cannot be checked', () => {
  const CHECKED = 'jwt, jwt_vc, jwt_vp, jwt_vc_json, jwt_vp_json, ldp, ldp_vc, ldp_vp, dc+sd-jwt, vc+sd-jwt'

  it.each([
    ['mso_mdoc', 'ISO/IEC 18013-5 mdoc'],
    ['ac_vc', 'AnonCreds'],
    ['di_vp', 'Data Integrity'],
  ])('%s › is named as %s, with what can be', (format, name) => {
    const levels = [['$'], ['$ jwt_vp', '$.vp.verifiableCredential[0]']]

    for (const [last = '', ...outer] of levels.map((one) => [...one].reverse())) {
      expect(followed(A_JWT, ...outer, `${last} ${format}`)?.fault).toMatchObject({
        code: 'format_unknown',
        message: phrase`the format ${`${format} (${name})`} cannot be checked here, only ${CHECKED}`,
        actual: format,
      })
    }
  })

  it.each(['jpeg', 'constructor', 'x'.repeat(5000)])('what is no format › is not repeated in the message', (format) => {
    expect(followed(A_JWT, `$ ${format}`)?.fault).toMatchObject({
      code: 'format_unknown',
      message: phrase`this is not a claim format; what can be checked here: ${CHECKED}`,
    })
  })
})
