// Proves docs/contract/exchange.md, Importing.

import { describe, expect, it } from 'vitest'
import { aCredential, aJwt, HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
import { demoIssuersForTest } from '../../../tests/support/exchange/issuing.ts'
import { readImport } from './read-import.ts'

const CREDENTIAL = aCredential()
const JWT = aJwt({
  iss: ISSUER,
  sub: HOLDER,
  vc: { type: ['VerifiableCredential'], credentialSubject: { id: HOLDER } },
})
const { issue, received } = demoIssuersForTest()
await issue({ format: 'dc+sd-jwt' })
const SD_JWT = received[0] as string
const PRESENTATION = { type: ['VerifiablePresentation'], verifiableCredential: [CREDENTIAL, JWT] }
const shown = (text: string) => readImport(text).map(({ candidate, source }) => `${candidate.format} ${source}`)
const json = (value: unknown) => JSON.stringify(value)
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'credential_invalid', message: expect.stringMatching(message) as string }) as Error

describe('readImport', () => {
  it.each([
    ['a credential', json(CREDENTIAL), ['ldp_vc imported']],
    ['a JWT', ` ${JWT}\n`, ['jwt_vc imported']],
    ['a JWT in quotation marks', json(JWT), ['jwt_vc imported']],
    ['a list', json([JWT, CREDENTIAL]), ['jwt_vc imported', 'ldp_vc imported']],
    ['a presentation', json(PRESENTATION), ['ldp_vc imported', 'jwt_vc imported']],
    [
      'a presentation with its only credential',
      json({ ...PRESENTATION, verifiableCredential: JWT }),
      ['jwt_vc imported'],
    ],
    [
      'a presentation with its submission beside it',
      json({ presentation: PRESENTATION }),
      ['ldp_vc imported', 'jwt_vc imported'],
    ],
    ['a JWT presentation', aJwt({ iss: HOLDER, vp: PRESENTATION }), ['ldp_vc imported', 'jwt_vc imported']],
    ['an SD-JWT VC', ` ${SD_JWT}\n`, ['dc+sd-jwt imported']],
    ['a list with one', json([SD_JWT, CREDENTIAL]), ['dc+sd-jwt imported', 'ldp_vc imported']],
    [
      'a recorded run',
      json({ run: { steps: [], presentation: PRESENTATION } }),
      ['ldp_vc recorded', 'jwt_vc recorded'],
    ],
    [
      'a recorded run by itself',
      json({ steps: [], presentation: { presentation: aJwt({ vp: PRESENTATION }) } }),
      ['ldp_vc recorded', 'jwt_vc recorded'],
    ],
  ])('reads %s', (_what, text, found) => {
    expect(shown(text)).toEqual(found)
  })

  it.each([
    ['no text at all', '', /neither JSON nor a compact JWT/],
    ['null', 'null', /holds no credential/],
    ['a number', '7', /neither a credential/],
    ['an object', '{"proto":1}', /neither a credential/],
    ['a run in which nothing was sent', json({ steps: [], presentation: null }), /holds no credential/],
    ['a credential about nobody', json({ ...CREDENTIAL, credentialSubject: undefined }), /neither a credential/],
    ['one of two that is none', json([CREDENTIAL, 7]), /Number 2 of the text/],
    ['more than 50', json(Array.from({ length: 51 }, () => JWT)), /more than 50/],
    [
      'an SD-JWT VC with a key binding',
      `${SD_JWT}${JWT}`,
      /^The text is no SD-JWT VC that can be held: it does not end/,
    ],
    [
      'one of two with a disclosure too many',
      json([SD_JWT, `${SD_JWT}WyJzIiwiYSIsMV0~`]),
      /^Number 2 .* did not sign it/,
    ],
    ['a member that stands twice', '{"type":"a","type":"b"}', /^A member stands twice/],
    ['half of a surrogate pair', String.raw`["\ud800"]`, /half of a surrogate pair/],
    ['65 levels', '['.repeat(65) + ']'.repeat(65), /^The text is nested deeper than 64 levels/],
    ['what is nested without end', '['.repeat(10_000) + ']'.repeat(10_000), /nested deeper|neither/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => readImport(text)).toThrow(invalid(message))
  })
})
