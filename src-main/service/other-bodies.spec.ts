// Proves docs/contract/exchange.md, Forms.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import { readJsonText, refusalOfForm, refusalOfText } from './other-bodies.ts'
import {
  formOfCredential,
  openForm,
  PRESENTATION_FORMS,
} from '../../shared/presentation-exchange/presentation-forms.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (payload: object, header: object = { alg: 'EdDSA' }) => `${part(header)}.${part(payload)}.c2ln`
const VP = { '@context': [], type: 'VerifiablePresentation' }
const SD_JWT = `${jwt({ vct: 'x', _sd: [] }, { typ: 'dc+sd-jwt' })}~WyJzIiwibiIsInYiXQ~`
/** The first bytes of a device response (ISO/IEC 18013-5, D.4.1.2). */
const DEVICE_RESPONSE = Buffer.from('a36776657273696f6e63312e3069646f63756d656e747381a300', 'hex')

/** What comes, the form it is, and the name of it in the sentence. */
const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['several_answers', { vp_token: 'a', presentation: 'b' }, 'more than one answer'],
  ['several_answers', { vp_token: 'a', error: 'access_denied' }, 'more than one answer'],
  ['empty', {}, 'empty'],
  ['empty', ' ', 'empty'],
  ['list', [VP], 'list'],
  ['list', [], 'list'],
  ['enveloped_presentation', { ...VP, type: 'EnvelopedVerifiablePresentation', id: 'data:x' }, 'Enveloped'],
  [
    'enveloped_credential',
    { '@context': [], type: ['EnvelopedVerifiableCredential'] },
    'EnvelopedVerifiableCredential',
  ],
  ['credential', { '@context': [], type: ['VerifiableCredential'], credentialSubject: {} }, 'a credential without'],
  ['decoded_jwt', { iss: 'x', vp: VP }, 'payload of a JWT'],
  ['jws_json', { payload: part({ vp: VP }), protected: 'e30', signature: 'AA' }, 'JSON serialization'],
  ['jws_json', { payload: part({ vp: VP }), signatures: [{}] }, 'JSON serialization'],
  ['direct_post_jwt', { response: 'a.b.c.d.e', state: 's' }, 'direct_post.jwt'],
  ['direct_post_jwt', jwt({ vp_token: 'x' }), 'direct_post.jwt'],
  ['error_response', { error: 'access_denied', error_description: 'no', state: 's' }, 'error response'],
  ['vc_api', { verifiablePresentation: VP, options: {} }, 'vc-api'],
  ['dc_api', { protocol: 'openid4vp', data: {} }, 'Digital Credentials API'],
  ['id_token', { id_token: jwt({}) }, 'id_token'],
  ['submission_alone', { presentation_submission: '{}' }, 'without a presentation'],
  ['submission_alone', { id: 'x', descriptor_map: [] }, 'without a presentation'],
  ['other_object', { hello: 'world' }, 'without `type`'],
  ['data_url', 'data:application/vp+jwt,e30.e30.', 'data URL'],
  ['json_as_text', JSON.stringify(VP), 'JSON as a text'],
  ['json_as_text', JSON.stringify(jwt({ vp: VP })), 'JSON as a text'],
  ['sd_jwt', `${SD_JWT}${jwt({ nonce: 'n' }, { typ: 'kb+jwt' })}`, 'SD-JWT VC'],
  ['sd_jwt', SD_JWT, 'SD-JWT VC'],
  ['sd_jwt', jwt({ vct: 'x' }), 'SD-JWT VC'],
  ['sd_jwt', jwt({}, { typ: 'application/VC+SD-JWT' }), 'SD-JWT VC'],
  ['mdoc', DEVICE_RESPONSE.toString('base64url'), 'mdoc'],
  ['mdoc', Buffer.from('a26a6e616d65537061636573a06a69737375657241757468', 'hex').toString('base64'), 'mdoc'],
  ['encrypted_jwt', `${part({ alg: 'ECDH-ES', enc: 'A256GCM' })}..AA.AA.AA`, 'encrypted'],
  [
    'nested_jwt',
    `${part({ alg: 'EdDSA', cty: 'JWT' })}.${Buffer.from(jwt({ vp: VP })).toString('base64url')}.c2ln`,
    'a JWT inside of a JWT',
  ],
  ['credential_jwt', jwt({ vc: {} }), 'credential as JWT'],
  ['jose_presentation', jwt({ ...VP, holder: 'x' }), 'VC-JOSE-COSE presentation'],
  ['jose_presentation', jwt({ nonce: 'x' }, { typ: 'vp+jwt' }), 'VC-JOSE-COSE presentation'],
  ['jose_credential', jwt({ type: ['VerifiableCredential'] }), 'VC-JOSE-COSE credential'],
  ['jose_credential', jwt({ credentialSubject: {} }, { typ: 'vc+ld+jwt' }), 'VC-JOSE-COSE credential'],
]

describe('refusalOfForm', () => {
  it.each(REFUSED)('%s › %j is named, itself and in a member', (reason, sent, named) => {
    for (const [at, subject] of [
      [[], 'The request'],
      [['presentation'], '`/presentation`'],
      [['vp_token'], '`/vp_token`'],
    ] as const) {
      const refusal = refusalOfForm({ sent, at })
      expect(refusal?.code).toBe(reason === 'error_response' ? 'wallet_declined' : 'presentation_form_not_taken')
      expect(refusal?.extraInfo).toMatchObject({ reason, fields: [{ path: at.map((step) => `/${step}`).join('') }] })
      expect(refusal?.message).toContain(named)
      expect(refusal?.message.startsWith(`${subject} is `)).toBe(true)
      expect(refusal?.message).toMatch(/: send [^:]+(?:Content-Type: application\/json[^:]*)?\.$/)
    }
  })

  it('has a sample here for every form', () => {
    const taken = PRESENTATION_FORMS.filter((form) => 'open' in form).map(({ name }) => name)
    const refused = new Set(REFUSED.map(([name]) => name))

    expect([...taken, ...refused].sort()).toEqual(PRESENTATION_FORMS.map(({ name }) => name).sort())
  })

  it.each([
    [{ ...VP, verifiableCredential: 1, presentation_submission: {}, error: 'x' }],
    [{ type: 'X' }],
    [5],
    [null],
    ['x.y'],
    [jwt({})],
    [jwt({ vp: {} })],
  ])('%j is recognised as nothing: its members are told', (sent) => {
    expect(refusalOfForm({ sent, at: [] })).toBeUndefined()
  })

  it('takes no time and no stack for long texts', () => {
    for (const text of ['~', 'a.b.c~', 'a.', ' ', 'A', '{', 'data:', 'a~.'].map((one) => one.repeat(500_000))) {
      expect(() => refusalOfForm({ sent: text, at: [] })).not.toThrow()
      expect(() => refusalOfText(text)).not.toThrow()
    }
  })

  it('never fails, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.base64String()), (sent) => {
        expect([undefined, 400]).toContain(refusalOfForm({ sent, at: [] })?.status)
        expect(() => refusalOfText(JSON.stringify(sent))).not.toThrow()
      }),
    )
  })
})

describe('openForm', () => {
  const submission = { id: 's', definition_id: 'd', descriptor_map: [] }
  const compact = jwt({ vp: VP })

  it.each([
    ['a presentation', VP, { sent: VP, at: [] }],
    ['a JWT', compact, { sent: compact, at: [] }],
    ['what nobody knows', 5, { sent: 5, at: [] }],
    ['a presentation with a member of that name', { ...VP, vp_token: 1 }, { sent: { ...VP, vp_token: 1 }, at: [] }],
    [
      'a presentation with its submission',
      { presentation: compact, presentation_submission: submission, options: {} },
      { sent: compact, at: ['presentation'], beside: submission, options: {} },
    ],
    ['a JWT as vp_token', { vp_token: compact, state: 's' }, { sent: compact, at: ['vp_token'] }],
    [
      'objects as vp_token',
      { vp_token: VP, presentation_submission: submission },
      { sent: VP, at: ['vp_token'], beside: submission },
    ],
    [
      'texts as vp_token',
      { vp_token: ` ${JSON.stringify(VP)}`, presentation_submission: JSON.stringify(submission), options: '{}' },
      { sent: VP, at: ['vp_token'], beside: submission, options: {} },
    ],
    ['a JWT in quotes as vp_token', { vp_token: JSON.stringify(compact) }, { sent: compact, at: ['vp_token'] }],
    ['a list as vp_token', { vp_token: `["${compact}"]` }, { sent: [compact], at: ['vp_token'] }],
  ])('%s', (_, body, opened) => {
    expect(openForm(body, readJsonText)).toMatchObject(opened)
  })

  it.each([
    ['a member twice', '{"type":1,"type":2}', 'a member stands twice in the same object.'],
    ['65 levels', '['.repeat(65), 'it is nested deeper than 64 levels.'],
    ['10,001 entries', `[${'0,'.repeat(10_000)}0]`, 'an object or array has more than 10000 entries.'],
    ['__proto__', '{"__proto__":1}', 'a member must not be named __proto__.'],
    ['half of a pair', String.raw`{"a":"\ud800"}`, 'a text holds half of a surrogate pair.'],
    ['broken JSON', '{"a":', 'it is not JSON: it breaks at position 5.'],
  ])('reads JSON in a text as strictly as a body: %s', (_, text, why) => {
    for (const [name, body] of [
      ['vp_token', { vp_token: text }],
      ['presentation_submission', { vp_token: compact, presentation_submission: text }],
    ] as const) {
      const message = `The JSON text in \`/${name}\` cannot be read: ${why}`
      expect(() => openForm(body, readJsonText)).toThrow(expect.objectContaining({ code: 'bad_request', message }))
    }
  })
})

describe('refusalOfText', () => {
  it.each([
    ['a bare JWT', jwt({ vp: VP }), 'a JWT without quotes'],
    ['a bare SD-JWT', SD_JWT, 'an SD-JWT without quotes'],
    ['a form', 'vp_token=e30&state=x', 'application/x-www-form-urlencoded'],
  ])('names %s that came as JSON', (_, text, named) => {
    expect(refusalOfText(`${text}\n`)).toBeInstanceOf(ServiceError)
    expect(refusalOfText(text)?.message).toContain(named)
  })

  it('says nothing of other text', () => {
    for (const text of ['hello', '{"a":', '[', '"x']) expect(refusalOfText(text)).toBeUndefined()
  })
})

describe('formOfCredential', () => {
  it.each(REFUSED)('%s › is told of a credential only where it can be one', (name, value) => {
    const names = [
      'enveloped_credential',
      'data_url',
      'json_as_text',
      'nested_jwt',
      'sd_jwt',
      'sd_jwt_kb',
      'mdoc',
      'encrypted_jwt',
    ]
    expect(formOfCredential(value) !== undefined).toBe([...names, 'jose_credential'].includes(name))
  })
})
