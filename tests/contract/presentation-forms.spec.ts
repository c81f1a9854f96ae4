// Proves docs/contract/exchange.md, Forms, Verifier: forms, Wallet endpoints.

/** What wallets send, in the forms that are taken and in those that are not, at both places that take presentations. */
import { generateKeyPairSync } from 'node:crypto'
import * as vc from '@digitalbazaar/vc'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { aJwt, HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import {
  aPresentation,
  aSubmission,
  SUBMISSION_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { aVerifier, refusalOf } from '../support/exchange/verifier.ts'
import { ED25519_2020_CONTEXT, publishedLoader, signingSuite } from '../support/published/published-parties.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const NAME = {
  id: 'name',
  constraints: { fields: [{ path: ['$.credentialSubject.id', '$.vc.credentialSubject.id'] }] },
}
const WISH = { presentation_definition: { input_descriptors: [NAME] } }
const VP = { '@context': [CREDENTIALS_V1], type: ['VerifiablePresentation'] }
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

type Request = Pick<VerifierRequest, 'id' | 'definition_id' | 'destination_url'>
interface Answer {
  readonly vp_token: JsonObject | string
  readonly presentation_submission: JsonObject
}

let submissions = 0

/** As OpenID4VP has it: the map begins at the whole presentation. */
function mapOf({ definition_id }: Request, [outer, inner]: readonly string[], path: string): JsonObject {
  const path_nested = { id: 'name', format: inner, path }
  submissions += 1
  const descriptor_map = [{ id: 'name', format: outer, path: '$', path_nested }]
  return aSubmission(definition_id, { id: `submission ${submissions}`, descriptor_map })
}

function aJoseParty() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' }))).toString('base64url')
  const did = `did:jwk:${jwk}`
  const header = { alg: 'ES256', kid: `${did}#0`, typ: 'JWT' }
  return { did, sign: (claims: JsonObject) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey) }
}

/** By jose; what the map says stands inside as well where nothing can stand beside it. */
async function joseAnswer(request: Request, nowMs: number, members: JsonObject = {}): Promise<Answer> {
  const [issuer, holder] = [aJoseParty(), aJoseParty()]
  const seconds = nowMs / 1000
  const subject = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential', 'Any'], credentialSubject: {} }
  const times = { nbf: seconds, exp: seconds + 3600 }
  const credential = await issuer.sign({
    ...times,
    iss: issuer.did,
    sub: holder.did,
    vc: { ...subject, credentialSubject: { name: 'A' } },
  })
  const vp = { ...VP, verifiableCredential: [credential], ...members }
  const binding = { nonce: request.id, aud: new URL(request.destination_url).origin }
  const vp_token = await holder.sign({ ...times, iat: seconds, iss: holder.did, ...binding, vp })
  return { vp_token, presentation_submission: mapOf(request, ['jwt_vp', 'jwt_vc'], '$.vp.verifiableCredential[0]') }
}

/** By Digital Bazaar's library. */
async function bazaarAnswer(request: Request, nowMs: number, members: JsonObject = {}): Promise<Answer> {
  const date = new Date(nowMs).toISOString().replace('.000Z', 'Z')
  const documentLoader = publishedLoader(THE_ISSUER, THE_HOLDER)
  const credential = {
    '@context': [CREDENTIALS_V1, ED25519_2020_CONTEXT],
    id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    type: ['VerifiableCredential'],
    issuer: ISSUER,
    issuanceDate: date,
    credentialSubject: { id: HOLDER },
  }
  const suite = (party: typeof THE_HOLDER) => signingSuite('Ed25519Signature2020', party, date)
  const issued = await vc.issue({ credential, suite: await suite(THE_ISSUER), documentLoader, now: date })
  const { presentation_submission: _, ...unsigned } = aPresentation(
    [issued],
    {},
    {
      '@context': [CREDENTIALS_V1, SUBMISSION_CONTEXT, ED25519_2020_CONTEXT],
    },
  )
  const vp_token = (await vc.signPresentation({
    presentation: { ...unsigned, ...members },
    suite: await suite(THE_HOLDER),
    challenge: request.id,
    domain: new URL(request.destination_url).origin,
    documentLoader,
  })) as JsonObject
  return { vp_token, presentation_submission: mapOf(request, ['ldp_vp', 'ldp_vc'], '$.verifiableCredential[0]') }
}

const inside = ({ presentation_submission }: Answer) => ({ presentation_submission })
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const asForm = (members: object) =>
  new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [name, asText(value)]),
  ).toString()
const alone = async (make: typeof joseAnswer, request: Request, nowMs: number) =>
  (await make(request, nowMs, inside(await make(request, nowMs)))).vp_token

type Body = (request: Request, nowMs: number) => Promise<string>
const MAKERS = [
  ['jose', joseAnswer],
  ['@digitalbazaar/vc', bazaarAnswer],
] as const
const TAKEN: readonly (readonly [string, string, Body])[] = [
  ...MAKERS.flatMap(([name, make]): (readonly [string, string, Body])[] => [
    [`direct_post of ${name}`, FORM, async (...of) => asForm({ ...(await make(...of)), state: 's' })],
    [`vp_token of ${name} as JSON`, JSON_TYPE, async (...of) => JSON.stringify(await make(...of))],
    [
      `vp_token of ${name} as texts in JSON`,
      JSON_TYPE,
      async (...of) => {
        const { vp_token, presentation_submission } = await make(...of)
        return JSON.stringify({
          vp_token: asText(vp_token),
          presentation_submission: JSON.stringify(presentation_submission),
        })
      },
    ],
  ]),
  ...['application/jwt', 'application/vp+jwt', 'Application/JWT; charset=utf-8'].map(
    (type): readonly [string, string, Body] => [
      'a JWT by itself',
      type,
      async (...of) => `${asText(await alone(joseAnswer, ...of))}\n`,
    ],
  ),
  ['linked data by itself', 'application/vp', async (...of) => asText(await alone(bazaarAnswer, ...of))],
]

describe('over HTTP', () => {
  let server: TestHttpServer
  let verifier: ReturnType<typeof aVerifier>
  let request: VerifierRequest

  beforeEach(async () => {
    server = await startHttpServer()
    verifier = aVerifier({ ...server, send: sendOverHttp(server.url), close: () => server.close() })
    request = await verifier.request(WISH)
  })
  afterEach(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  const post = async (url: string, type: string | undefined, body: string | Uint8Array<ArrayBuffer>, headers = {}) => {
    const sent = new Blob([body])
    const reply = await fetch(url, {
      method: 'POST',
      body: sent,
      headers: { ...headers, ...(type && { 'content-type': type }) },
    })
    return { status: reply.status, body: (await reply.json()) as JsonObject }
  }
  const toWallet = (type: string | undefined, body: string | Uint8Array<ArrayBuffer>) =>
    post(`${server.url}/verifier/requests/${request.id}/presentations`, type, body)
  const toExchange = (type: string | undefined, body: string | Uint8Array<ArrayBuffer>) =>
    post(`${server.url}/exchange/presentations/verify`, type, body, verifier.key.headers)
  const toBoth = async (type: string | undefined, body: string | Uint8Array<ArrayBuffer>) => {
    const [told, asked] = [await toWallet(type, body), await toExchange(type, body)]
    expect(asked).toEqual(told)
    return { ...told, error: (told.body['errors'] as readonly JsonObject[])[0] ?? {} }
  }

  it.each(TAKEN)('%s, %s › is taken by both', async (_, type, make) => {
    const now = server.clock.nowMs()
    const body = await make(request, now)
    const asked = await toExchange(type, await make(request, now - 1000)) // another one: each is taken once
    const told = await toWallet(type, body)
    const { state, attempts } = await verifier.read(request)

    expect(asked).toMatchObject({ status: 200, body: { valid: true, errors: [], descriptors: [{ satisfied: true }] } })
    expect(told).toMatchObject({ status: 200, body: { valid: true, errors: [], redirect_url: null } })
    expect([state, attempts.length]).toEqual(['verified', 1])
    const attempt = { params: { request_id: request.id, attempt_id: attempts[0]?.id } }
    expect(bodyOf<Verification>(await verifier.desk('reverifyAttempt', attempt), 200)).toMatchObject({ valid: true })
  })

  it('a form › may carry options for the exchange, and none for the verifier', async () => {
    const answer = await joseAnswer(request, server.clock.nowMs())
    const body = asForm({ ...answer, options: { challenge: 'another' } })
    const asked = await toExchange(FORM, body)
    const told = await toWallet(FORM, body)

    expect(asked).toMatchObject({ status: 200, body: { valid: false, errors: [{ code: 'challenge_mismatch' }] } })
    expect(told).toMatchObject({ status: 400, body: { errors: [{ error: 'invalid_params' }] } })
  })

  it('a form › that is not bound to the request, or whose map is missing, is judged as any other', async () => {
    const { vp_token } = await joseAnswer({ ...request, id: 'another' }, server.clock.nowMs())
    const told = await toWallet(FORM, asForm({ vp_token }))

    expect(told.status).toBe(200)
    expect((told.body['errors'] as readonly JsonObject[]).map(({ code }) => code)).toEqual([
      'challenge_mismatch',
      'submission_missing',
    ])
  })

  it.each<[string, string, string]>([
    ['a field twice', 'vp_token=a&vp_token=b', 'The form gives "vp_token" twice.'],
    ['a field twice in two spellings', 'vp_token=a&vp%5Ftoken=b', 'The form gives "vp_token" twice.'],
    ['half a percent encoding', 'vp_token=%', 'The field "vp_token" of the form is not UTF-8 in percent encoding.'],
    ['bytes that are no UTF-8', 'vp_token=%ff', 'The field "vp_token" of the form is not UTF-8 in percent encoding.'],
    ['half of a pair', 'vp_token=%ed%a0%80', 'The field "vp_token" of the form is not UTF-8 in percent encoding.'],
    ['a broken name', '%zz=1', 'A name of the form is not UTF-8 in percent encoding.'],
    ['a hostile name', '__proto__=1', 'A field of the form must not be named __proto__.'],
    ['101 fields', 'a&'.repeat(100), 'The form has more than 100 fields.'],
    ['a name without end', `${'n'.repeat(5000)}=1&${'n'.repeat(5000)}=2`, `The form gives "${'n'.repeat(60)}" twice.`],
    ['JSON', '{"vp_token":"a"}', 'The body is JSON but was sent as a form: send it as application/json.'],
    [
      'a member twice in its JSON',
      `vp_token=${encodeURIComponent('{"type":1,"type":2}')}`,
      'The JSON text in `/vp_token` cannot be read: a member stands twice in the same object.',
    ],
    [
      '65 levels in its JSON',
      `vp_token=e30&presentation_submission=${'['.repeat(65)}`,
      'The JSON text in `/presentation_submission` cannot be read: it is nested deeper than 64 levels.',
    ],
    [
      'no JSON where it must be',
      'vp_token=e30.e30.e30&presentation_submission=x',
      'The JSON text in `/presentation_submission` cannot be read: it is not JSON: it breaks at position 0.',
    ],
  ])('a form › with %s is refused', async (_, body, message) => {
    const before = (await verifier.read(request)).state
    const { status, error } = await toBoth(FORM, body)

    expect([status, error['error'], error['message']]).toEqual([400, 'bad_request', message])
    expect((await verifier.read(request)).state).toBe(before)
  })

  it('a form › is as long as other bodies at most, and its bytes are UTF-8', async () => {
    const long = await toBoth(FORM, `vp_token=${'x'.repeat(1 << 20)}`)
    const bytes = await toBoth(FORM, Uint8Array.from([0x76, 0x3d, 0xff]))

    expect([long.status, long.error['error']]).toEqual([413, 'payload_too_large'])
    expect([bytes.status, bytes.error['error']]).toEqual([400, 'bad_request'])
  })

  it.each<[string, string, string, RegExp]>([
    ['direct_post.jwt', 'response=a.b.c.d.e&state=s', 'direct_post_jwt', /direct_post\.jwt/],
    [
      'a credential in a DCQL answer',
      `vp_token=${encodeURIComponent(JSON.stringify({ query: [aJwt({ vc: {} })] }))}`,
      'credential_jwt',
      /`\/vp_token\/query\/0` is a credential as JWT/,
    ],
    [
      'a list in a list',
      `vp_token=${encodeURIComponent(JSON.stringify([[VP]]))}`,
      'list',
      /`\/vp_token\/0` is a list: send/,
    ],
    ['nothing', '&', 'empty', /empty/],
    ['fields of its own', 'token=a', 'other_object', /`vp_token`/],
    ['an SD-JWT without ~', `vp_token=${aJwt({ vct: 'x' })}`, 'sd_jwt', /`\/vp_token` is an SD-JWT VC: send/],
  ])('a form › with %s is named', async (_, body, reason, sentence) => {
    const { status, error } = await toBoth(FORM, body)

    expect([status, error['error']]).toEqual([400, 'presentation_form_not_taken'])
    expect(error).toMatchObject({ extra_info: { reason }, message: expect.stringMatching(sentence) as string })
  })

  it('a form › in which the wallet declines is named, and the request stays open', async () => {
    const { status, error } = await toBoth(FORM, 'error=access_denied&error_description=no&state=s')
    const { state, timeline } = await verifier.read(request)

    expect([status, error['error']]).toEqual([400, 'wallet_declined'])
    expect([state, timeline.at(-1)]).toMatchObject(['waiting', { kind: 'refused', detail: 'wallet_declined' }])
  })

  it.each<[string, string | undefined, string, number, RegExp]>([
    ['a bare JWT as JSON', JSON_TYPE, `${aJwt({ vp: VP })}\n`, 400, /a JWT without quotes: .*application\/jwt/],
    ['a bare SD-JWT as JSON', JSON_TYPE, `${aJwt({ vct: 'x' })}~`, 400, /an SD-JWT without quotes: .*dc\+sd-jwt/],
    ['a form as JSON', JSON_TYPE, 'vp_token=a&state=b', 400, /a form: .*x-www-form-urlencoded/],
    ['broken JSON', JSON_TYPE, '{"a":', 400, /breaks at position 5/],
    ['nothing at all', undefined, '', 400, /empty/],
    ['JSON as a JWT', 'application/jwt', JSON.stringify(VP), 400, /JSON as a text/],
    ['a quoted JWT as a JWT', 'application/jwt', `"${aJwt({ vp: VP })}"`, 400, /JSON as a text/],
    ['an encrypted JWT', 'application/jwt', 'e30.AA.AA.AA.AA', 400, /JWE/],
    [
      'a VC-JOSE-COSE presentation',
      'application/vp+jwt',
      aJwt(VP, { typ: 'vp+jwt' }),
      400,
      /VC-JOSE-COSE presentation/,
    ],
    ['a text', 'text/plain', aJwt({ vp: VP }), 415, /application\/jwt/],
    ['a form in parts', 'multipart/form-data; boundary=x', '--x--', 415, /x-www-form-urlencoded/],
    ['a key binding alone', 'application/kb+jwt', 'x', 415, /key binding without its credential/],
    ['a credential', 'application/vc+jwt', 'x', 415, /credential without a presentation/],
    ['an mdoc', 'application/cbor', 'x', 415, /mdoc/],
    ['another type', 'application/xml', '<a/>', 415, /application\/json or .* or application\/x-www-form-urlencoded/],
    ['a type of the language', 'constructor', 'x', 415, /application\/json or/],
    ['no type', undefined, 'x', 415, /application\/json or/],
  ])('%s › is named', async (_, type, body, status, sentence) => {
    const refused = await toBoth(type, body)

    expect(refused.status).toBe(status)
    expect(refused.error['message']).toMatch(sentence)
    expect(String(refused.error['message']).length).toBeLessThan(400)
  })
})

/** Values, as JSON carries them and a call in process. */
const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['nothing', {}, 'empty'],
  ['an empty text', '', 'empty'],
  ['a list of presentations', [VP, VP], 'list'],
  ['an SD-JWT VC without ~', aJwt({ vct: 'x' }), 'sd_jwt'],
  [
    'a device response',
    Buffer.from('a36776657273696f6e63312e3069646f63756d656e7473', 'hex').toString('base64url'),
    'mdoc',
  ],
  ['direct_post.jwt', { response: 'e30.AA.AA.AA.AA' }, 'direct_post_jwt'],
  ['a credential in a DCQL answer', { vp_token: { query: [aJwt({ vc: {} })] } }, 'credential_jwt'],
  ['a list in a list as vp_token', { vp_token: [[VP]] }, 'list'],
  ['an empty vp_token', { vp_token: '' }, 'empty'],
  ['a vc-api body', { verifiablePresentation: VP }, 'vc_api'],
  ['a VC-JOSE-COSE presentation', aJwt(VP, { alg: 'ES256', typ: 'vp+jwt' }), 'jose_presentation'],
  [
    'an enveloped presentation',
    { ...VP, type: 'EnvelopedVerifiablePresentation', id: 'data:,' },
    'enveloped_presentation',
  ],
  ['an enveloped credential', { '@context': [], type: 'EnvelopedVerifiableCredential' }, 'enveloped_credential'],
  ['a credential', { '@context': [], type: ['VerifiableCredential'], credentialSubject: {} }, 'credential'],
  ['a credential as JWT', aJwt({ vc: {} }), 'credential_jwt'],
  ['a credential in place of a presentation', { presentation: aJwt({ vc: {} }) }, 'credential_jwt'],
  ['two answers', { vp_token: 'a', presentation: VP }, 'several_answers'],
  ['a hostile name', { ['x'.repeat(5000)]: 'y'.repeat(5000) }, 'other_object'],
]

describeOverTransports('forms of presentations', (start) => {
  let running: TestService
  let verifier: ReturnType<typeof aVerifier>
  let request: VerifierRequest

  beforeEach(async () => {
    running = await start()
    verifier = aVerifier(running)
    request = await verifier.request(WISH)
  })

  const verify = (body: unknown) =>
    running.send({ operation: 'exchange.verifyPresentation', headers: verifier.key.headers, body })

  it.each(REFUSED)('%s › is named by both, and changes nothing', async (_, sent, reason) => {
    const before = databaseContent(running.connection)
    const asked = await verify(sent)
    expect(databaseContent(running.connection)).toBe(before)
    const told = await verifier.post(request, sent)

    for (const reply of [asked, told]) {
      const { status, error, extra_info } = refusalOf(reply)
      expect([status, error, extra_info?.['reason']]).toEqual([400, 'presentation_form_not_taken', reason])
    }
    expect(asked.body).toEqual(told.body)
    expect(JSON.stringify(asked.body).length).toBeLessThan(1500)
    expect((await verifier.read(request)).state).toBe('waiting')
  })

  it('faults of what has the shape of a vp_token point into it', async () => {
    for (const reply of [
      await verify({ vp_token: { ...VP, proof: 1 } }),
      await verifier.post(request, { vp_token: { ...VP, proof: 1 } }),
    ]) {
      expect(refusalOf(reply)).toMatchObject({
        error: 'invalid_params',
        extra_info: { fields: [{ path: '/vp_token/proof' }] },
      })
    }
  })

  it.each([
    ['an SD-JWT VC', `${aJwt({ vct: 'x' })}~`, 'an SD-JWT VC'],
    ['an mdoc', Buffer.from('a36776657273696f6e63312e3069646f63756d656e7473', 'hex').toString('base64url'), 'an mdoc'],
    [
      'a VC-JOSE-COSE credential',
      aJwt({ type: 'VerifiableCredential' }, { typ: 'vc+jwt' }),
      'a VC-JOSE-COSE credential',
    ],
    [
      'an enveloped credential',
      { '@context': [CREDENTIALS_V1], id: 'data:application/vc+jwt,e30.e30.', type: 'EnvelopedVerifiableCredential' },
      'an EnvelopedVerifiableCredential',
    ],
  ])('%s inside of a presentation › is named once', async (_, credential, named) => {
    const presentation = { ...VP, verifiableCredential: [credential] }
    const body = { presentation, options: { evaluate: 'none' } }
    const { errors } = bodyOf<Verification>(await verify(body), 200)
    const found = errors.filter(({ check }) => check.startsWith('credential.'))

    expect(found.map(({ check, code }) => `${check} ${code}`)).toEqual(['credential.proof credential_form_unsupported'])
    expect(found[0]?.message).toContain(named)
  })

  it('a JWT that is broken inside of a presentation › is malformed as before', async () => {
    const body = { presentation: { ...VP, verifiableCredential: ['x.y'] }, options: { evaluate: 'none' } }
    const { errors } = bodyOf<Verification>(await verify(body), 200)

    expect(errors.map(({ code }) => code)).toContain('jws_malformed')
  })
})
