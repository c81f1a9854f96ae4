// Proves docs/contract/exchange.md, Verifier: OpenID4VP, Deep link, States.

import { setGlobalConfig } from '@openid4vc/oauth2'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Media } from '../../shared/contract/media.ts'
import { MAX_QR_CHARACTERS } from '../../shared/contract/verifier-requests.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { qrPng, qrSvg } from '../../src-main/verifier/qr-image.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../support/exchange/presentations.ts'
import { ANY_CREDENTIAL, aVerifier, clientIdOf, refusalOf, THE_CREDENTIAL } from '../support/exchange/verifier.ts'

const TYPE = 'VerifiableCredential'
/** Asks for any W3C credential. */
const A_QUERY = { credentials: [{ id: 'any', format: 'ldp_vc', meta: { type_values: [[TYPE]] } }] }
const BY_QUERY = { presentation_definition: { name: 'Identity', dcql_query: A_QUERY } }
const BY_DEFINITION = { presentation_definition: ANY_CREDENTIAL }
const BY_VALUE = { client_id_prefix: 'redirect_uri' }

const CREDENTIAL = {
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  id: 'urn:uuid:00000000-0000-4000-8000-0000000000aa',
  type: ['VerifiableCredential'],
  issuer: THE_ISSUER.did,
  issuanceDate: '2026-01-01T00:00:00Z',
  credentialSubject: { id: THE_HOLDER.did },
}

const asForm = (response: object) =>
  Object.fromEntries(
    Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
const decodedDid = (did: string) => JSON.parse(Buffer.from(did.slice('did:jwk:'.length), 'base64url').toString()) as JWK

describeOverTransports('requests for OpenID4VP wallets', (start) => {
  let running: TestService
  let verifier: ReturnType<typeof aVerifier>

  beforeEach(async () => {
    running = await start()
    verifier = aVerifier(running, 'response')
  })

  const params = ({ id }: Pick<VerifierRequest, 'id'>) => ({ params: { request_id: id } })
  const get = (request: VerifierRequest) => verifier.wallet('getRequestObject', params(request))
  const post = (request: VerifierRequest, body: object = {}) =>
    verifier.wallet('postRequestObject', { ...params(request), body })
  const respond = (request: VerifierRequest, body: object) =>
    verifier.wallet('postAuthorizationResponse', { ...params(request), body: asForm(body) })
  const objectOf = async (reply: ReturnType<typeof get>) => bodyOf<Media>(await reply, 200).data
  const state = ({ id }: VerifierRequest) => `state-${id}`

  /** A presentation of one W3C credential that answers the query of these tests. */
  const answerTo = async (request: VerifierRequest, proof: JsonObject = {}) => {
    const credential = await signed(CREDENTIAL, THE_ISSUER, { created: new Date(running.clock.nowMs()).toISOString() })
    const { presentation_submission: _, ...presentation } = aPresentation([credential], aSubmission(''))
    return signed({ ...presentation, type: ['VerifiablePresentation'] }, THE_HOLDER, {
      proofPurpose: 'authentication',
      created: new Date(running.clock.nowMs()).toISOString(),
      challenge: request.id,
      domain: clientIdOf(request),
      ...proof,
    })
  }

  /** A wallet of another maker, that knows the verifier by its link alone. */
  const clientOf = (request: VerifierRequest) =>
    new Openid4vpClient({
      callbacks: {
        fetch: async (_, init) => {
          const sent = init?.body instanceof URLSearchParams ? init.body : new URLSearchParams()
          const fields = Object.fromEntries(sent)
          const reply = await (init?.method?.toLowerCase() === 'post' ? post(request, fields) : get(request))
          return new Response((reply.body as Media).data, { status: reply.status })
        },
        verifyJwt: async (signer, { compact }) => {
          if (signer.method !== 'did') return { verified: false }
          const jwk = decodedDid(signer.didUrl.split('#')[0] ?? '')
          await jwtVerify(compact, await importJWK(jwk, 'ES256'), { currentDate: new Date(running.clock.nowMs()) })
          return { verified: true, signerJwk: jwk as { kty: string } }
        },
        hash: () => new Uint8Array(),
        decryptJwe: () => ({ decrypted: false }),
        encryptJwe: () => Promise.reject(new Error('nothing is encrypted here')),
        signJwt: () => Promise.reject(new Error('nothing is signed here')),
      },
    })
  const resolved = async (request: VerifierRequest) => {
    setGlobalConfig({ allowInsecureUrls: true }) // as a wallet on this computer is set up
    vi.useFakeTimers({ toFake: ['Date'], now: running.clock.nowMs() }) // the library reads no other clock
    onTestFinished(() => void vi.useRealTimers())
    const client = clientOf(request)
    const { params: sent } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: request.openid4vp_link })
    return client.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: sent })
  }

  describe.each([
    ['a query, signed', BY_QUERY, 'decentralized_identifier', 100],
    ['a definition, signed', { ...BY_DEFINITION }, 'decentralized_identifier', 21],
    ['a query in the link', { ...BY_QUERY, ...BY_VALUE }, 'redirect_uri', 100],
    ['a definition in the link', { ...BY_DEFINITION, ...BY_VALUE }, 'redirect_uri', 25],
  ] as const)('%s', (_, wish, prefix, version) => {
    it('createVerifierRequest › a published wallet library takes the link and reads what is asked for', async () => {
      const request = await verifier.request(wish)
      const read = await resolved(request)

      expect(read.client.prefix).toBe(prefix)
      expect(read.version).toBe(version)
      expect(read.authorizationRequestPayload).toMatchObject({
        response_type: 'vp_token',
        response_mode: 'direct_post',
        response_uri: request.response_uri,
        nonce: request.id,
        state: state(request),
        client_metadata: { client_name: 'Vaultbench verifier' },
      })
      expect((read.dcql?.query ?? read.pex?.presentation_definition) as unknown).toEqual(
        'dcql_query' in wish.presentation_definition ? A_QUERY : { ...ANY_CREDENTIAL, id: request.definition_id },
      )
    })
  })

  it('createVerifierRequest › names the verifier in one of two ways, and refuses others and what is not built', async () => {
    const signedOne = await verifier.request(BY_QUERY)
    const unsigned = await verifier.request({ ...BY_QUERY, ...BY_VALUE })

    expect(signedOne.client_id_prefix).toBe('decentralized_identifier')
    expect(clientIdOf(signedOne)).toMatch(/^decentralized_identifier:did:jwk:[\w-]+$/)
    expect(signedOne.openid4vp_link.length).toBeLessThan(500)
    expect(clientIdOf(unsigned)).toBe(`redirect_uri:${unsigned.response_uri}`)
    expect(unsigned.request_uri).toBeNull()
    const wrong = { client_id_prefix: 'x509_san_dns' }
    expect(refusalOf(await verifier.desk('createVerifierRequest', { body: { ...BY_QUERY, ...wrong } }))).toMatchObject({
      status: 400,
      error: 'invalid_params',
      extra_info: { parameter: 'client_id_prefix' },
    })
    for (const name of ['transaction_data', 'response_mode', 'verifier_info', 'client_metadata']) {
      const reply = await verifier.desk('createVerifierRequest', { body: { ...BY_QUERY, [name]: ['x'] } })
      expect(refusalOf(reply)).toMatchObject({
        status: 400,
        error: 'param_not_permitted',
        extra_info: { parameter: name },
      })
    }
  })

  it('createVerifierRequest › refuses a query that is too long for a link', async () => {
    const type_values = Array.from({ length: 90 }, (_, number) => [`${TYPE}${'x'.repeat(90)}${number}`])
    const dcql_query = { credentials: [{ id: 'any', format: 'ldp_vc', meta: { type_values } }] }
    const body = { presentation_definition: { dcql_query } }

    expect(refusalOf(await verifier.desk('createVerifierRequest', { body: { ...body, ...BY_VALUE } }))).toMatchObject({
      status: 400,
      error: 'invalid_params',
      extra_info: { parameter: 'client_id_prefix' },
    })
    expect((await verifier.request(body)).request_uri).toMatch(/request_object$/)
  })

  it('getRequestObject › is signed by the verifier, for wallets, until the request ends', async () => {
    const request = await verifier.request({ ...BY_QUERY, expires_in: 60 })
    const jwt = await objectOf(get(request))
    const did = clientIdOf(request).slice('decentralized_identifier:'.length)
    const now = Math.floor(running.clock.nowMs() / 1000)

    expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'ES256', kid: `${did}#0`, typ: 'oauth-authz-req+jwt' })
    const { payload } = await jwtVerify(jwt, await importJWK(decodedDid(did), 'ES256'), {
      currentDate: new Date(running.clock.nowMs()),
    })
    expect(payload).toMatchObject({
      aud: 'https://self-issued.me/v2',
      iat: now,
      client_id: clientIdOf(request),
      dcql_query: A_QUERY,
      client_metadata: {
        vp_formats_supported: {
          ldp_vc: {
            proof_type_values: expect.arrayContaining(['DataIntegrityProof']) as unknown,
            cryptosuite_values: ['eddsa-rdfc-2022', 'eddsa-jcs-2022'],
          },
        },
      },
    })
    expect(payload).not.toHaveProperty('wallet_nonce')
    expect(payload.exp).toBe(Math.floor(Date.parse(request.expires_at) / 1000))
    expect(await verifier.read(request)).toMatchObject({
      state: 'fetched',
      timeline: [{ kind: 'created' }, { kind: 'definition_fetched', http_status: 200 }],
    })
  })

  it('getRequestObject › a definition is asked for as the drafts did', async () => {
    const request = await verifier.request(BY_DEFINITION)
    const payload = decodeJwt(await objectOf(get(request)))

    expect(payload).toMatchObject({
      client_id: expect.stringMatching(/^did:jwk:/) as string,
      client_id_scheme: 'did',
      presentation_definition: { id: request.definition_id },
      client_metadata: { vp_formats: { ldp_vp: { proof_type: expect.any(Array) as unknown } } },
    })
    expect(payload['client_metadata']).not.toHaveProperty('vp_formats_supported')
  })

  it('getRequestObject › counts with the definition, and the key stays the same', async () => {
    const [first, second] = [await verifier.request(BY_QUERY), await verifier.request(BY_DEFINITION)]
    expect(clientIdOf(first)).toContain(clientIdOf(second))
    running.connection.prepare('UPDATE verifier_requests SET fetch_count = 598').run()

    await verifier.wallet('getRequestDefinition', params(first))
    expect((await get(first)).ok).toBe(true)
    expect(refusalOf(await get(first))).toMatchObject({ status: 429, error: 'too_many_requests' })
    expect(refusalOf(await post(first))).toMatchObject({ status: 429, error: 'too_many_requests' })
    const sealed = "SELECT value FROM workbench_settings WHERE name = 'verifier_request_secret'"
    expect(running.connection.prepare<[], Buffer>(sealed).pluck().get()?.length).toBe(1 + 24 + 32 + 16)
  })

  it('getRequestObject › a request in a link has none', async () => {
    const request = await verifier.request({ ...BY_QUERY, ...BY_VALUE })

    for (const reply of [await get(request), await post(request)]) {
      expect(refusalOf(reply)).toMatchObject({ status: 404, error: 'not_found' })
    }
    expect((await verifier.read(request)).state).toBe('waiting')
  })

  it('postRequestObject › repeats the nonce of the wallet, and looks at what the wallet can do', async () => {
    const request = await verifier.request(BY_QUERY)
    const able = {
      vp_formats_supported: { 'dc+sd-jwt': null },
      response_modes_supported: ['direct_post.jwt', 'direct_post'],
      request_object_signing_alg_values_supported: ['EdDSA', 'ES256'],
      client_id_prefixes_supported: ['decentralized_identifier'],
    }
    const jwt = await objectOf(post(request, { wallet_nonce: 'n+/=-1', wallet_metadata: JSON.stringify(able) }))

    expect(decodeJwt(jwt)['wallet_nonce']).toBe('n+/=-1')
    expect(decodeJwt(await objectOf(post(request, { other: 'field' })))).not.toHaveProperty('wallet_nonce')
    expect((await verifier.read(request)).timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'definition_fetched',
      'definition_fetched',
    ])
  })

  it('postAuthorizationResponse › a valid answer to a query closes the request', async () => {
    const request = await verifier.request(BY_QUERY)
    const vp_token = { any: [await answerTo(request)] }
    const reply = await respond(request, { state: state(request), vp_token })

    expect(bodyOf(reply, 200)).toMatchObject({ request_id: request.id, valid: true, errors: [] })
    expect(reply.body).not.toHaveProperty('redirect_url')
    const closed = await verifier.read(request)
    expect(closed).toMatchObject({ state: 'verified', attempt_count: 1, attempts: [{ valid: true }] })
    // Answered by one door, it is answered.
    const other = aPresentation([THE_CREDENTIAL], aSubmission(request.definition_id))
    const late = await verifier.wallet('postRequestPresentation', { ...params(request), body: other })
    expect(refusalOf(late)).toMatchObject({ status: 409, error: 'request_closed' })
  })

  it('postAuthorizationResponse › an answer in a link of this request holds, and one to its other address does not', async () => {
    const request = await verifier.request({ ...BY_QUERY, ...BY_VALUE })
    const codes = async (domain: string) => {
      const vp_token = { any: [await answerTo(request, { domain })] }
      const { errors } = bodyOf<{ errors: { code: string }[] }>(
        await respond(request, { state: state(request), vp_token }),
        200,
      )
      return errors.map(({ code }) => code)
    }

    expect(await codes(request.response_uri)).toEqual(['domain_mismatch'])
    expect(await codes(clientIdOf(request))).toEqual([])
  })

  it('reverifyAttempt › verifies an answer with the audience of its own door', async () => {
    const request = await verifier.request(BY_QUERY)
    await respond(request, { state: state(request), vp_token: { any: [await answerTo(request)] } })
    const [attempt] = (await verifier.read(request)).attempts
    const of = { params: { request_id: request.id, attempt_id: attempt?.id } }

    expect(bodyOf(await verifier.desk('reverifyAttempt', of), 200)).toMatchObject({ valid: true })
    running.connection.exec("UPDATE verifier_attempts SET door = 'presentations'")
    expect(bodyOf(await verifier.desk('reverifyAttempt', of), 200)).toMatchObject({
      valid: false,
      errors: [{ code: 'domain_mismatch' }],
    })
  })

  it('postAuthorizationResponse › notes that a wallet declined, and the request stays open', async () => {
    const request = await verifier.request(BY_QUERY)
    const reply = await respond(request, {
      state: state(request),
      error: 'access_denied',
      error_description: `The person said\u202e no\n${'x'.repeat(300)}`,
    })

    expect(bodyOf(reply, 200)).toEqual({})
    const read = await verifier.read(request)
    expect(read).toMatchObject({ state: 'waiting', attempt_count: 0, attempts: [] })
    const [, step] = read.timeline
    expect(step).toMatchObject({ kind: 'declined', http_status: 200, attempt_id: null })
    expect(step?.detail).toMatch(/^access_denied: The person said {2}no x{180}…$/)
    expect(
      bodyOf(await respond(request, { state: state(request), vp_token: { any: [await answerTo(request)] } }), 200),
    ).toMatchObject({ valid: true })
    expect(refusalOf(await respond(request, { state: state(request), error: 'access_denied' }))).toMatchObject({
      status: 409,
      error: 'request_closed',
    })
  })

  it('postAuthorizationResponse › notes at most a hundred refusals of wallets', async () => {
    const request = await verifier.request(BY_QUERY)
    running.connection.prepare('UPDATE verifier_requests SET refusal_count = 99').run()
    for (const _ of [1, 2])
      expect((await respond(request, { state: state(request), error: 'access_denied' })).status).toBe(200)

    expect((await verifier.read(request)).timeline.map(({ kind }) => kind)).toEqual(['created', 'declined'])
  })

  it('getVerifierRequestQr › shows either link, and refuses one that is too long for a code', async () => {
    const code = async (request: VerifierRequest, query: object) =>
      verifier.desk('getVerifierRequestQr', { ...params(request), query })
    const short = await verifier.request(BY_QUERY)
    const type_values = Array.from({ length: 20 }, (_, number) => [`${TYPE}${'x'.repeat(90)}${number}`])
    const dcql_query = { credentials: [{ id: 'any', format: 'ldp_vc', meta: { type_values } }] }
    const long = await verifier.request({ presentation_definition: { dcql_query }, ...BY_VALUE })

    expect(bodyOf(await code(short, { link: 'openid4vp' }), 200)).toEqual(qrSvg(short.openid4vp_link))
    expect(bodyOf(await code(short, { link: 'openid4vp', format: 'png' }), 200)).toEqual(qrPng(short.openid4vp_link))
    expect(bodyOf(await code(short, { link: 'deep_link' }), 200)).toEqual(qrSvg(short.deep_link))
    expect(bodyOf(await code(long, {}), 200)).toEqual(qrSvg(long.deep_link))
    expect(refusalOf(await code(long, { link: 'openid4vp' }))).toMatchObject({ status: 400, error: 'invalid_params' })
    expect(refusalOf(await code(short, { link: 'other' }))).toMatchObject({ status: 400, error: 'invalid_params' })
    expect(qrSvg('x'.repeat(MAX_QR_CHARACTERS)).data).toContain('viewBox')
    expect(() => qrSvg('x'.repeat(MAX_QR_CHARACTERS + 1))).toThrow()
  })

  describe('each message with each fault', () => {
    const long = 'x'.repeat(20_000)
    const jwt = 'eyJhbGciOiJFUzI1NiJ9.e30.AA'
    const metadata = (members: object) => ({ wallet_metadata: JSON.stringify(members) })
    const wanted = expect.any(String) as unknown
    interface Fault {
      readonly message: 'postRequestObject' | 'postAuthorizationResponse'
      readonly fault: string
      readonly body: (request: VerifierRequest, other: VerifierRequest) => object
      readonly wish?: object
      readonly error?: string
      /** What the sentence names. */
      readonly says: RegExp
    }
    const toFetch = (fault: string, body: object, says: RegExp): Fault => ({
      message: 'postRequestObject',
      fault,
      body: () => body,
      says,
    })
    /** A response whose other members are right. */
    const toAnswer = (fault: string, members: object, says: RegExp, error?: string, wish?: object): Fault => ({
      message: 'postAuthorizationResponse',
      fault,
      body: (request) => ({ state: state(request), ...members }),
      says,
      ...(error !== undefined && { error }),
      ...(wish !== undefined && { wish }),
    })

    const FAULTS: readonly Fault[] = [
      toFetch('an empty wallet_nonce', { wallet_nonce: '' }, /wallet_nonce/),
      toFetch('a wallet_nonce with a blank', { wallet_nonce: 'a b' }, /wallet_nonce.*visible ASCII/),
      toFetch('a wallet_nonce that is too long', { wallet_nonce: 'x'.repeat(513) }, /wallet_nonce/),
      toFetch('an empty wallet_metadata', { wallet_metadata: '' }, /wallet_metadata/),
      toFetch('wallet_metadata that is no JSON', { wallet_metadata: '{' }, /wallet_metadata/),
      toFetch('wallet_metadata that is a text', { wallet_metadata: '"x"' }, /wallet_metadata.*object/),
      toFetch('wallet_metadata that is too long', { wallet_metadata: long }, /wallet_metadata/),
      toFetch('wallet_metadata with a member twice', { wallet_metadata: '{"a":1,"a":2}' }, /wallet_metadata/),
      toFetch('wallet_metadata that is deep', { wallet_metadata: '['.repeat(100) }, /wallet_metadata/),
      toFetch(
        'a mode that is a text',
        metadata({ response_modes_supported: 'direct_post' }),
        /response_modes_supported/,
      ),
      toFetch(
        'a wallet without direct_post',
        metadata({ response_modes_supported: ['direct_post.jwt'] }),
        /direct_post,/,
      ),
      toFetch('a wallet without vp_token', metadata({ response_types_supported: ['id_token'] }), /vp_token/),
      toFetch(
        'a wallet without ES256',
        metadata({ request_object_signing_alg_values_supported: ['EdDSA'] }),
        /request_object_signing_alg_values_supported without ES256/,
      ),
      toFetch(
        'a wallet without DIDs',
        metadata({ client_id_prefixes_supported: ['x509_hash'] }),
        /decentralized_identifier/,
      ),
      toFetch('a wallet of the drafts', metadata({ client_id_schemes_supported: ['did'] }), /decentralized_identifier/),

      { ...toAnswer('no state', {}, /state.*missing/, 'param_missing'), body: () => ({ vp_token: '{}' }) },
      toAnswer('an empty state', { vp_token: {}, state: '' }, /state/),
      {
        ...toAnswer('the state of another request', {}, /state.*another request/),
        body: (_, other) => ({ vp_token: {}, state: state(other) }),
      },
      {
        ...toAnswer('the nonce as state', {}, /state.*another request/),
        body: ({ id }) => ({ vp_token: {}, state: id }),
      },
      toAnswer('no vp_token', {}, /vp_token.*missing/, 'param_missing'),
      toAnswer('a presentation by another name', { presentation: '{}' }, /vp_token.*missing/, 'param_missing'),
      toAnswer('an empty vp_token', { vp_token: '' }, /vp_token.*empty/),
      toAnswer('a vp_token that is no JSON', { vp_token: '{' }, /vp_token/, 'bad_request'),
      toAnswer('a vp_token with a member twice', { vp_token: '{"any":[],"any":[]}' }, /vp_token/, 'bad_request'),
      toAnswer(
        'a vp_token that is deep',
        { vp_token: `${'['.repeat(100)}${']'.repeat(100)}` },
        /vp_token/,
        'bad_request',
      ),
      toAnswer('a JWT alone', { vp_token: jwt }, /vp_token.*a text.*\(any\)/),
      toAnswer('a list', { vp_token: [jwt] }, /vp_token.*a list.*\(any\)/),
      toAnswer('a presentation alone', { vp_token: { type: 'VerifiablePresentation' } }, /vp_token.*one presentation/),
      toAnswer('no presentation', { vp_token: {} }, /holds no presentation/),
      toAnswer('an unknown query', { vp_token: { other: [jwt] } }, /vp_token\/other.*no credential query.*any/),
      toAnswer('a text for a query', { vp_token: { any: jwt } }, /vp_token\/any.*a text.*list/),
      toAnswer('an empty list for a query', { vp_token: { any: [] } }, /vp_token\/any.*empty list/),
      toAnswer('a number as presentation', { vp_token: { any: [5] } }, /vp_token\/any\/0/),
      toAnswer(
        'a credential as presentation',
        { vp_token: { any: [{ type: 'VerifiableCredential', credentialSubject: {} }] } },
        /credential without a presentation/,
        'presentation_form_not_taken',
      ),
      toAnswer(
        'a submission',
        { vp_token: { any: [jwt] }, presentation_submission: {} },
        /presentation_submission.*definition/,
      ),
      toAnswer('direct_post.jwt', { response: jwt }, /direct_post\.jwt/, 'presentation_form_not_taken'),
      toAnswer('a self-issued token', { id_token: jwt }, /id_token/, 'presentation_form_not_taken'),
      toAnswer('two answers', { vp_token: {}, response: jwt }, /more than one answer/, 'presentation_form_not_taken'),
      toAnswer(
        'an answer and an error',
        { vp_token: {}, error: 'access_denied' },
        /more than one answer/,
        'presentation_form_not_taken',
      ),
      toAnswer(
        'an answer to a query',
        { vp_token: { any: [jwt] } },
        /DCQL query.*presentation definition/,
        undefined,
        BY_DEFINITION,
      ),
      toAnswer(
        'a submission that is no JSON',
        { vp_token: jwt, presentation_submission: '{' },
        /presentation_submission/,
        'bad_request',
        BY_DEFINITION,
      ),
      toAnswer(
        'a submission that is a list',
        { vp_token: 'e30.eyJ2cCI6eyJ0eXBlIjoiVmVyaWZpYWJsZVByZXNlbnRhdGlvbiJ9fQ.AA', presentation_submission: [] },
        /presentation_submission/,
        undefined,
        BY_DEFINITION,
      ),
      toAnswer('nothing for a definition', { vp_token: [] }, /holds no presentation/, undefined, BY_DEFINITION),

      toAnswer('an empty error', { error: '' }, /error.*access_denied/),
      toAnswer('an error with a blank', { error: 'access denied' }, /error.*access_denied/),
      toAnswer('an error that is too long', { error: 'x'.repeat(101) }, /error.*access_denied/),
      toAnswer(
        'an error_description that is too long',
        { error: 'a', error_description: 'x'.repeat(5000) },
        /error_description/,
      ),
      {
        ...toAnswer('an error without state', {}, /state.*missing/, 'param_missing'),
        body: () => ({ error: 'access_denied' }),
      },
      {
        ...toAnswer('an error with the state of another request', {}, /state.*another request/),
        body: (_, other) => ({ error: 'access_denied', state: state(other) }),
      },
    ]

    it.each(FAULTS)('$message › refuses $fault', async ({ message, body, wish = BY_QUERY, error, says }) => {
      const [request, other] = [await verifier.request(wish), await verifier.request(wish)]
      const sent = asForm(body(request, other))
      const reply = await verifier.wallet(message, { ...params(request), body: sent })

      const expected = message === 'postRequestObject' ? wanted : (error ?? 'invalid_params')
      expect(refusalOf(reply)).toMatchObject({ status: 400, error: expected })
      const [first] = (reply.body as { errors: { message: string }[] }).errors
      expect(first?.message).toMatch(says)
      const read = await verifier.read(request)
      expect(read).toMatchObject({ state: 'waiting', attempt_count: 0 })
    })
  })
})
