// Proves docs/contract/exchange.md, Limits, Verifier: requests, States, Wallet endpoints, Deep link, Scenarios.

import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Media } from '../../shared/contract/media.ts'
import type { VerifierRequest } from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { readDeepLink } from '../../shared/presentation-exchange/deep-link.ts'
import { qrPng, qrSvg } from '../../src-main/verifier/qr-image.ts'
import { UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports, startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { aPresentation, aSubmission, privateKeyOf, THE_HOLDER } from '../support/exchange/presentations.ts'
import {
  ANY_CREDENTIAL,
  aVerifier,
  clientIdOf,
  DAY_MS,
  DOORS,
  refusalOf,
  THE_CREDENTIAL,
} from '../support/exchange/verifier.ts'

const UNKNOWN_REQUEST = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A problem as a wallet is told it. */
const told = (check: string, code: string, pointer: string) =>
  ({ check, code, pointer, message: expect.stringMatching(/./) as string }) as const

/** A wallet answers at the address of the deep link or at that of the OpenID4VP request; everything else is the same. */
describe.each(DOORS)('at the door %s', (door) => {
  describeOverTransports('verifier requests', (start) => {
    let running: TestService
    let verifier: ReturnType<typeof aVerifier>

    beforeEach(async () => {
      running = await start()
      verifier = aVerifier(running, door)
    })

    const stateOf = async (request: VerifierRequest) => (await verifier.read(request)).state
    const kinds = async (request: VerifierRequest) => (await verifier.read(request)).timeline.map(({ kind }) => kind)

    const rowsOf = (table: 'verifications' | 'accepted_presentations') =>
      running.connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()

    it('createVerifierRequest › stores a definition and makes a request for it', async () => {
      const reply = await verifier.desk('createVerifierRequest', {
        body: { presentation_definition: { ...ANY_CREDENTIAL, name: 'Identity' }, name: ' Front desk ' },
      })
      const { request } = bodyOf<{ request: VerifierRequest }>(reply, 201)
      const now = running.clock.nowMs()

      expect(request).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/) as string,
        name: 'Front desk',
        scenario: null,
        definition_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        definition_name: 'Identity',
        state: 'waiting',
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + 600_000).toISOString(),
        first_fetched_at: null,
        answered_at: null,
        binding: 'if_present',
        max_age_seconds: 300,
        max_attempts: 20,
        attempt_count: 0,
        trusted_issuers: null,
        policy: {},
        on_valid: { kind: 'none' },
        on_valid_result: null,
        definition_url: `http://127.0.0.1/verifier/requests/${request.id}/definition`,
        destination_url: `http://127.0.0.1/verifier/requests/${request.id}/presentations`,
        deep_link: request.deep_link,
        client_id_prefix: 'decentralized_identifier',
        openid4vp_link: expect.stringMatching(/^openid4vp:\/\/\?client_id=/) as string,
        request_uri: `http://127.0.0.1/verifier/requests/${request.id}/request_object`,
        response_uri: `http://127.0.0.1/verifier/requests/${request.id}/response`,
        reachable_from_phone: false,
      })
      expect(readDeepLink(request.deep_link, 'vaultbench-wallet')).toEqual({
        ok: true,
        sameOrigin: true,
        link: {
          definition: request.definition_url,
          destination: request.destination_url,
          nonce: request.id,
          client_id: 'http://127.0.0.1',
        },
      })
      expect(await verifier.read(request)).toMatchObject({ ...request, attempts: [], timeline: [{ kind: 'created' }] })
    })

    it('createVerifierRequest › takes every choice, and several requests share a definition', async () => {
      const { definition_id } = await verifier.request()
      const wish = {
        definition_id,
        expires_in: 30,
        binding: 'required',
        max_age_seconds: null,
        max_attempts: 2,
        trusted_issuers: ['did:example:issuer'],
        policy: { 'credential.status': 'off' },
        wallet_scheme: 'other-wallet',
      }
      const [first, second] = [await verifier.request(wish), await verifier.request(wish)]
      const { wallet_scheme: _scheme, expires_in: _seconds, ...kept } = wish

      expect(first).toMatchObject(kept)
      expect(first.deep_link).toMatch(/^other-wallet:\/\/request\?/)
      expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBe(30_000)
      expect(second.id).not.toBe(first.id)
      expect(second.definition_id).toBe(first.definition_id)
    })

    it('createVerifierRequest › asks for no challenge in the link of a request that looks at none', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, binding: 'ignored' })

      expect(request.deep_link).not.toContain('nonce')
      expect(readDeepLink(request.deep_link, 'vaultbench-wallet')).toMatchObject({
        ok: true,
        link: { client_id: 'http://127.0.0.1' },
      })
    })

    it.each<[string, object, string, unknown]>([
      ['no definition', {}, 'param_missing', 'definition_id'],
      [
        'two definitions',
        { definition_id: UNKNOWN_ID, presentation_definition: ANY_CREDENTIAL },
        'invalid_params',
        'presentation_definition',
      ],
      [
        'a definition that breaks rules',
        { presentation_definition: { input_descriptors: [{}] } },
        'invalid_params',
        '/presentation_definition/input_descriptors/0',
      ],
      ['an end too soon', { definition_id: UNKNOWN_ID, expires_in: 29 }, 'invalid_params', 'expires_in'],
      ['an end too late', { definition_id: UNKNOWN_ID, expires_in: 604_801 }, 'invalid_params', 'expires_in'],
      ['an unknown binding', { definition_id: UNKNOWN_ID, binding: 'some' }, 'invalid_params', 'binding'],
      ['no attempts', { definition_id: UNKNOWN_ID, max_attempts: 0 }, 'invalid_params', 'max_attempts'],
      [
        'a level that cannot be chosen',
        { definition_id: UNKNOWN_ID, policy: { 'presentation.proof': 'off' } },
        'param_not_permitted',
        'policy.presentation.proof',
      ],
      ['a scheme with a blank', { definition_id: UNKNOWN_ID, wallet_scheme: 'a b' }, 'invalid_params', 'wallet_scheme'],
      ['an unknown member', { definition_id: UNKNOWN_ID, redirect: 'x' }, 'param_not_permitted', 'redirect'],
    ])('createVerifierRequest › refuses %s', async (_, body, error, path) => {
      const refusal = refusalOf(await verifier.desk('createVerifierRequest', { body }))

      expect(refusal).toMatchObject({ status: 400, error })
      expect((refusal.extra_info?.['fields'] as readonly { path: string }[] | undefined)?.[0]?.path).toBe(path)
    })

    it('createVerifierRequest › answers 404 for a definition the exchange does not have', async () => {
      for (const definition_id of [UNKNOWN_ID, 'no id']) {
        const reply = await verifier.desk('createVerifierRequest', { body: { definition_id } })
        expect(refusalOf(reply)).toMatchObject({ status: 404, error: 'not_found' })
      }
    })

    it('listVerifierRequests › newest first, page by page, by state and by definition', async () => {
      const made: VerifierRequest[] = []
      for (let count = 0; count < 5; count += 1) {
        made.unshift(await verifier.request())
        running.clock.advanceMs(1000)
      }
      const [newest, second] = made as [VerifierRequest, VerifierRequest]
      await verifier.fetched(newest)
      const list = async (query: object) =>
        bodyOf<{ requests: VerifierRequest[]; next_page_after: string | null }>(
          await verifier.desk('listVerifierRequests', { query }),
          200,
        )
      const ids = (rows: readonly VerifierRequest[]) => rows.map(({ id }) => id)

      const first = await list({ per_page: 3 })
      const rest = await list({ per_page: 3, next_page_after: first.next_page_after })
      expect(ids([...first.requests, ...rest.requests])).toEqual(ids(made))
      expect(rest.next_page_after).toBeNull()
      expect(ids((await list({ state: ['fetched'] })).requests)).toEqual([newest.id])
      expect(ids((await list({ state: 'waiting,fetched' })).requests)).toEqual(ids(made))
      expect(ids((await list({ definition_id: second.definition_id })).requests)).toEqual([second.id])
      expect(refusalOf(await verifier.desk('listVerifierRequests', { query: { state: 'open' } }))).toMatchObject({
        status: 400,
        error: 'invalid_params',
      })
      expect(refusalOf(await verifier.desk('listVerifierRequests', { query: { next_page_after: 'x' } }))).toMatchObject(
        {
          status: 400,
          error: 'invalid_cursor',
        },
      )
    })

    it('getVerifierRequestQr › is the deep link, as a drawing or as an image', async () => {
      const { id, deep_link } = await verifier.request()
      const qr = async (query: object) =>
        bodyOf<Media>(await verifier.desk('getVerifierRequestQr', { params: { request_id: id }, query }), 200)

      expect(await qr({})).toEqual(qrSvg(deep_link))
      expect(await qr({ format: 'svg' })).toEqual(qrSvg(deep_link))
      expect(await qr({ format: 'png' })).toEqual(qrPng(deep_link))
      expect(
        refusalOf(
          await verifier.desk('getVerifierRequestQr', { params: { request_id: id }, query: { format: 'gif' } }),
        ),
      ).toMatchObject({ status: 400, error: 'invalid_params' })
    })

    it('cancelVerifierRequest › ends a request once', async () => {
      const request = await verifier.request()
      const cancel = () => verifier.desk('cancelVerifierRequest', { params: { request_id: request.id } })

      expect(await cancel()).toMatchObject({ ok: true, status: 204 })
      expect(await stateOf(request)).toBe('cancelled')
      expect(await kinds(request)).toEqual(['created', 'cancelled'])
      expect(refusalOf(await cancel())).toMatchObject({ status: 410, error: 'request_cancelled' })
    })

    it('getRequestDefinition › gives a wallet the definition, notes the first time, and needs no key', async () => {
      const request = await verifier.request()
      running.clock.advanceMs(1000)
      const fetched = bodyOf<JsonObject>(await verifier.fetched(request), 200)
      const definition =
        door === 'presentations' ? fetched : decodeJwt(String(fetched['data']))['presentation_definition']
      running.clock.advanceMs(1000)
      await verifier.fetched(request)

      expect(definition).toEqual({ ...ANY_CREDENTIAL, id: request.definition_id })
      expect(await verifier.read(request)).toMatchObject({
        state: 'fetched',
        first_fetched_at: new Date(running.clock.nowMs() - 1000).toISOString(),
        timeline: [{ kind: 'created' }, { kind: 'definition_fetched' }, { kind: 'definition_fetched' }],
      })
    })

    it('getRequestDefinition › 600 times, then no more', async () => {
      const request = await verifier.request()
      running.connection.prepare('UPDATE verifier_requests SET fetch_count = 599').run()

      expect((await verifier.fetched(request)).ok).toBe(true)
      expect(refusalOf(await verifier.fetched(request))).toMatchObject({ status: 429, error: 'too_many_requests' })
    })

    it('postRequestPresentation › a valid answer closes the request', async () => {
      const request = await verifier.request()
      await verifier.fetched(request)
      const presentation = await verifier.presentation(request)
      const answer = await verifier.answer(request, presentation)
      const closed = await verifier.read(request)

      expect(answer).toEqual({
        request_id: request.id,
        valid: true,
        verification_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        errors: [],
        warnings: [
          told('credential.shape', 'type_missing', '/verifiableCredential/0/type'),
          told('credential.trust', 'issuer_trust_not_checked', '/verifiableCredential/0/issuer'),
        ],
        ...(door === 'presentations' && { redirect_url: null }),
      })
      expect(closed).toMatchObject({
        state: 'verified',
        answered_at: new Date(running.clock.nowMs()).toISOString(),
        attempt_count: 1,
        attempts: [
          {
            bytes: Buffer.byteLength(JSON.stringify(verifier.kept(presentation))),
            http_status: 200,
            valid: true,
            error: null,
            presentation_kept: true,
            verification: { verification_id: answer.verification_id, challenge: request.id, valid: true },
          },
        ],
      })
      expect(closed.timeline.map(({ kind }) => kind)).toEqual([
        'created',
        'definition_fetched',
        'presentation_received',
        'verified',
      ])
      expect(refusalOf(await verifier.post(request, presentation))).toMatchObject({
        status: 409,
        error: 'request_closed',
      })
      expect(refusalOf(await verifier.fetched(request))).toMatchObject({ status: 409, error: 'request_closed' })
      expect((await verifier.read(request)).attempts).toMatchObject([
        { valid: true },
        { valid: null, error: 'request_closed', http_status: 409, verification: null, presentation_kept: false },
      ])
    })

    it('postRequestPresentation › an invalid answer may be followed by a valid one', async () => {
      const request = await verifier.request()
      const wrong = await verifier.answer(request, await verifier.presentation(request, { challenge: 'other' }))

      expect(wrong.valid).toBe(false)
      expect(wrong.errors).toEqual([
        expect.objectContaining({ check: 'presentation.challenge', code: 'challenge_mismatch' }),
      ])
      expect(await verifier.read(request)).toMatchObject({ state: 'rejected', attempts: [{ valid: false }] })
      expect((await verifier.read(request)).timeline.at(-1)?.detail).toMatch(/^1 of \d+ checks failed$/)
      expect((await verifier.answer(request, await verifier.presentation(request))).valid).toBe(true)
      expect(await stateOf(request)).toBe('verified')
    })

    it('postRequestPresentation › of two valid answers at once exactly one counts', async () => {
      const request = await verifier.request()
      const presentations = await Promise.all([1, 2, 3].map(() => verifier.presentation(request)))
      const replies = await Promise.all(presentations.map((one) => verifier.post(request, one)))

      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      for (const reply of replies) if (!reply.ok) expect(refusalOf(reply)).toMatchObject({ error: 'request_closed' })
      expect(await verifier.read(request)).toMatchObject({ state: 'verified', attempt_count: 1 })
      // The others were not asked about: they are not used up, and can be sent elsewhere.
      expect(rowsOf('accepted_presentations')).toBe(1)
    })

    it('postRequestPresentation › no more are judged than a request takes, however many come at once', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, max_attempts: 2 })
      const wrong = await verifier.presentation(request, { challenge: 'other' })
      const replies = await Promise.all([1, 2, 3, 4, 5].map(() => verifier.post(request, wrong)))

      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
      expect(rowsOf('verifications')).toBe(2)
    })

    it('postRequestPresentation › binding decides about challenge and domain', async () => {
      const plain = { challenge: undefined, domain: undefined }
      const codes = async (binding: string, proof: object) => {
        const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, binding })
        const answer = await verifier.answer(request, await verifier.presentation(request, { ...proof }))
        return answer.errors?.map(({ code }) => code)
      }

      expect(await codes('if_present', plain)).toEqual([])
      expect(await codes('required', {})).toEqual([])
      expect(await codes('required', plain)).toEqual(['challenge_missing'])
      expect(await codes('required', { challenge: undefined })).toEqual(['challenge_missing'])
      expect(await codes('required', { domain: undefined })).toEqual(['domain_missing'])
      expect(await codes('if_present', { domain: undefined })).toEqual([])
      expect(await codes('ignored', { challenge: 'x', domain: 'https://elsewhere.example' })).toEqual([])
      expect(await codes('if_present', { domain: 'https://elsewhere.example' })).toEqual(['domain_mismatch'])
    })

    it('postRequestPresentation › tells what it warned of, as far as a policy lets it', async () => {
      const warned = async (wish: object, proof: object = {}) => {
        const presentation_definition = { ...ANY_CREDENTIAL, format: { jwt: { alg: ['EdDSA'] } } }
        const request = await verifier.request({ presentation_definition, ...wish })
        const { valid, warnings } = await verifier.answer(request, await verifier.presentation(request, { ...proof }))
        return [valid, ...(warnings ?? []).map(({ code }) => code)]
      }
      const always = ['format_not_listed', 'type_missing']
      const policy = { 'credential.trust': 'off' } as const

      expect(await warned({ policy }, { challenge: undefined, domain: undefined })).toEqual([
        true,
        'format_not_listed',
        'challenge_missing',
        'domain_missing',
        'type_missing',
        'format_not_listed',
      ])
      expect(await warned({ policy })).toEqual([true, ...always, 'format_not_listed'])
      expect(await warned({ policy: { 'credential.trust': 'warn' } })).toEqual([
        true,
        ...always,
        'issuer_trust_not_checked',
        'format_not_listed',
      ])
    })

    it('postRequestPresentation › is bound to this verifier by its origin or by the whole address of the request', async () => {
      const [request, other] = [await verifier.request(), await verifier.request()]
      const outcome = async (domain: string, of = request) => {
        const answer = await verifier.answer(of, await verifier.presentation(of, { domain }))
        return answer.errors?.map(({ code }) => code)
      }

      expect(await outcome(other.destination_url)).toEqual(['domain_mismatch'])
      expect(await outcome(`${request.destination_url}/`)).toEqual(['domain_mismatch'])
      // Neither door takes what was made for the other one.
      const others = { presentations: clientIdOf(request), response: request.destination_url }
      expect(await outcome(others[door])).toEqual(['domain_mismatch'])
      const origin = new URL(request.destination_url).origin
      expect(await outcome(origin)).toEqual(door === 'presentations' ? [] : ['domain_mismatch'])
      const own = { presentations: other.destination_url, response: clientIdOf(other) }
      expect(await outcome(own[door], other)).toEqual([])
    })

    it('postRequestPresentation › age, policy and trusted issuers are those of the request', async () => {
      const old = { created: new Date(running.clock.nowMs() - 400_000).toISOString() }
      const codes = async (wish: object, proof: object = {}) => {
        const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, ...wish })
        const answer = await verifier.answer(request, await verifier.presentation(request, { ...proof }))
        return answer.errors?.map(({ code }) => code)
      }

      expect(await codes({}, old)).toEqual(['presentation_too_old'])
      expect(await codes({ max_age_seconds: null }, old)).toEqual([])
      expect(await codes({ trusted_issuers: ['did:example:nobody'] })).toEqual(['issuer_untrusted'])
      expect(await codes({ trusted_issuers: ['did:example:nobody'], policy: { 'credential.trust': 'off' } })).toEqual(
        [],
      )
    })

    it('postRequestPresentation › a JWT that says no time is dated by the nonce of its request', async () => {
      const outcome = async (binding: string, nonceOf: (id: string) => string | undefined) => {
        const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, binding })
        const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
        const vp = aPresentation(
          [THE_CREDENTIAL],
          aSubmission(request.definition_id, { id: request.id, descriptor_map }),
        )
        const aud = verifier.domainOf(request)
        const claims = { iss: THE_HOLDER.did, aud, exp: Math.floor(running.clock.nowMs() / 1000) + 300, vp }
        const jwt = await new SignJWT({ ...claims, nonce: nonceOf(request.id) })
          .setProtectedHeader({ alg: 'EdDSA', kid: `${THE_HOLDER.did}#${THE_HOLDER.did.slice('did:key:'.length)}` })
          .sign(privateKeyOf(THE_HOLDER.seed))
        const { valid, errors, warnings } = await verifier.answer(request, jwt)
        const codesOf = (problems: typeof errors) => (problems ?? []).map(({ code }) => code)
        return [valid, codesOf(errors), codesOf(warnings).includes('presentation_not_dated')]
      }
      const own = (id: string) => id

      expect(await outcome('required', own)).toEqual([true, [], true])
      expect(await outcome('if_present', own)).toEqual([true, [], true])
      expect(await outcome('if_present', () => undefined)).toEqual([false, ['presentation_not_dated'], false])
      expect(await outcome('ignored', own)).toEqual([false, ['presentation_not_dated'], false])
    })

    it('postRequestPresentation › the same presentation for another request is a replay', async () => {
      const first = await verifier.request({ presentation_definition: ANY_CREDENTIAL, binding: 'ignored' })
      const second = await verifier.request({ definition_id: first.definition_id, binding: 'ignored' })
      const presentation = await verifier.presentation(first, { challenge: undefined, domain: undefined })
      await verifier.answer(first, presentation)

      expect((await verifier.answer(second, presentation)).errors?.map(({ code }) => code)).toEqual([
        'presentation_replayed',
      ])
    })

    it('postRequestPresentation › what the exchange recorded and the verifier did not, is a replay; signed anew it holds', async () => {
      const request = await verifier.request()
      const presentation = await verifier.presentation(request)
      running.connection.exec(
        `CREATE TEMP TRIGGER power_cut BEFORE INSERT ON verifier_attempts WHEN new.valid = 1 BEGIN SELECT raise(FAIL, 'cut'); END`,
      )
      expect(await verifier.post(request, presentation)).toMatchObject({ ok: false, status: 500 })
      running.faults.length = 0
      running.connection.exec('DROP TRIGGER power_cut')

      const again = await verifier.answer(request, presentation)
      expect(again.errors?.map(({ code }) => code)).toEqual(['presentation_replayed'])
      expect((await verifier.answer(request, await verifier.presentation(request))).valid).toBe(true)
      expect(await stateOf(request)).toBe('verified')
    })

    it('postRequestPresentation › takes the submission beside the presentation', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, binding: 'ignored' })
      const { presentation_submission, ...presentation } = await verifier.presentation(request)
      const answer = await verifier.answer(request, { presentation, presentation_submission })

      expect(answer.errors?.map(({ check }) => check)).not.toContain('submission.shape')
    })

    it('postRequestPresentation › passes on what cannot be read, and is not consumed by it', async () => {
      const request = await verifier.request()
      const at = { presentations: '', response: '/vp_token' }[door]
      const refusals = [
        [{ proof: {} }, `${at}/type`],
        [{ presentation: { type: 'VerifiablePresentation' } }, `${at || '/presentation'}/@context`],
        ['x.y', at],
        ...(door === 'presentations'
          ? ([[{ presentation: {}, options: { replay: 'off' } }, '/options']] as const)
          : []),
      ] as const

      for (const [body, path] of refusals) {
        const refusal = refusalOf(await verifier.post(request, body))
        expect(refusal).toMatchObject({ status: 400, error: 'invalid_params' })
        expect((refusal.extra_info?.['fields'] as readonly { path: string }[] | undefined)?.[0]?.path).toBe(path)
      }
      expect(await verifier.read(request)).toMatchObject({
        state: 'waiting',
        attempt_count: 0,
        attempts: refusals.map(() => ({ valid: null, error: 'invalid_params', http_status: 400 })),
      })
      expect((await verifier.answer(request, await verifier.presentation(request))).valid).toBe(true)
    })

    it('postRequestPresentation › refuses what is too large and what is no presentation at all', async () => {
      const request = await verifier.request()
      const large = { ...(await verifier.presentation(request)), filler: 'x'.repeat(1024 * 1024) }

      expect(refusalOf(await verifier.post(request, large))).toMatchObject({ status: 413, error: 'payload_too_large' })
      expect(refusalOf(await verifier.post(request, [1]))).toMatchObject({
        status: 400,
        error: door === 'presentations' ? 'presentation_form_not_taken' : 'invalid_params',
      })
      expect(await stateOf(request)).toBe('waiting')
    })

    it('postRequestPresentation › max_attempts, then 429', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, max_attempts: 2 })
      const wrong = await verifier.presentation(request, { challenge: 'other' })
      await verifier.answer(request, wrong)
      await verifier.answer(request, wrong)

      expect(refusalOf(await verifier.post(request, wrong))).toMatchObject({ status: 429, error: 'too_many_requests' })
      expect(await verifier.read(request)).toMatchObject({ state: 'rejected', attempt_count: 2 })
    })

    it('postRequestPresentation › writes down at most a hundred refusals', async () => {
      const request = await verifier.request()
      running.connection.prepare('UPDATE verifier_requests SET refusal_count = 99').run()
      await verifier.post(request, {})
      const before = databaseContent(running.connection)

      expect(refusalOf(await verifier.post(request, {}))).toMatchObject({ status: 400 })
      expect(databaseContent(running.connection)).toBe(before)
    })

    it('an exchange that refuses the verifier › 502, and the request stays as it is', async () => {
      const request = await verifier.request()
      const presentation = await verifier.presentation(request)
      running.connection.exec(`UPDATE subscription_keys SET key_hash = x'00' WHERE purpose = 'verifier'`)
      const unavailable = { status: 502, error: 'exchange_unavailable', extra_info: { status: 401 } }

      expect(refusalOf(await verifier.fetched(request))).toEqual(unavailable)
      expect(refusalOf(await verifier.post(request, presentation))).toEqual(unavailable)
      expect(
        refusalOf(await verifier.desk('createVerifierRequest', { body: { definition_id: request.definition_id } })),
      ).toEqual(unavailable)
      expect(await verifier.read(request)).toMatchObject({
        state: 'waiting',
        attempts: [{ error: 'exchange_unavailable', http_status: 502 }],
      })
    })

    it('a request that has ended › 410, whoever asks', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, expires_in: 60 })
      const presentation = await verifier.presentation(request)
      running.clock.advanceMs(60_000)
      const ended = { status: 410, error: 'request_expired' }

      expect(refusalOf(await verifier.fetched(request))).toMatchObject(ended)
      expect(refusalOf(await verifier.post(request, presentation))).toMatchObject(ended)
      expect(
        refusalOf(await verifier.desk('cancelVerifierRequest', { params: { request_id: request.id } })),
      ).toMatchObject(ended)
      expect(await kinds(request)).toEqual(['created', 'expired', 'refused'])
      expect(await stateOf(request)).toBe('expired')
    })

    it('a request nobody made › 404, whoever asks', async () => {
      const of = { params: { request_id: UNKNOWN_REQUEST } }

      const ofWallets = [
        'getRequestDefinition',
        'postRequestPresentation',
        'getRequestObject',
        'postRequestObject',
      ] as const
      for (const name of [...ofWallets, 'postAuthorizationResponse'] as const) {
        expect(refusalOf(await verifier.wallet(name, { ...of, body: {} }))).toMatchObject({ status: 404 })
      }
      for (const name of ['getVerifierRequest', 'cancelVerifierRequest', 'getVerifierRequestQr'] as const) {
        expect(refusalOf(await verifier.desk(name, of))).toMatchObject({ status: 404, error: 'not_found' })
      }
    })

    it('a request that was cancelled › 410 for the wallet', async () => {
      const request = await verifier.request()
      await verifier.desk('cancelVerifierRequest', { params: { request_id: request.id } })
      const gone = { status: 410, error: 'request_cancelled' }

      expect(refusalOf(await verifier.fetched(request))).toMatchObject(gone)
      expect(refusalOf(await verifier.post(request, await verifier.presentation(request)))).toMatchObject(gone)
    })

    it('closed requests › are forgotten after 90 days, with everything that belongs to them', async () => {
      const request = await verifier.request()
      await verifier.answer(request, await verifier.presentation(request))
      running.clock.advanceMs(90 * DAY_MS - 1)
      expect(await stateOf(request)).toBe('verified')
      running.clock.advanceMs(1)
      believeClock(running)

      expect(
        refusalOf(await verifier.desk('getVerifierRequest', { params: { request_id: request.id } })),
      ).toMatchObject({
        status: 404,
      })
      for (const table of ['verifier_requests', 'verifier_attempts', 'verifier_request_steps']) {
        expect(running.connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
      }
    })

    it('probeRequestDestination › says by its status whether a presentation would be taken', async () => {
      const request = await verifier.request({ presentation_definition: ANY_CREDENTIAL, max_attempts: 1 })
      const probe = async (request_id: string) =>
        (await verifier.wallet('probeRequestDestination', { params: { request_id } })).status

      expect(await probe(request.id)).toBe(200)
      expect(await probe(UNKNOWN_REQUEST)).toBe(404)
      await verifier.answer(request, await verifier.presentation(request, { challenge: 'x' }))
      expect(await probe(request.id)).toBe(429)
      running.clock.advanceMs(600_000)
      expect(await probe(request.id)).toBe(410)
    })

    it('a kept presentation › can be read, verified again and forgotten, and lies sealed', async () => {
      const request = await verifier.request()
      const presentation = await verifier.presentation(request)
      const { verification_id } = await verifier.answer(request, presentation)
      const [attempt] = (await verifier.read(request)).attempts
      const of = { params: { request_id: request.id, attempt_id: attempt?.id ?? '' } }

      const sql = 'SELECT sealed_presentation, sealed_verification FROM verifier_attempts'
      for (const sealed of Object.values(running.connection.prepare<[], Record<string, Buffer>>(sql).get() ?? {})) {
        expect(sealed.length).toBeGreaterThan(500)
        expect(sealed.includes('ifiable')).toBe(false)
      }
      expect(bodyOf(await verifier.desk('getAttemptPresentation', of), 200)).toEqual({
        presentation: verifier.kept(presentation),
      })
      running.clock.advanceMs(DAY_MS)
      const again = bodyOf<{ verification_id: string; valid: boolean }>(await verifier.desk('reverifyAttempt', of), 200)
      expect(again).toMatchObject({ valid: true })
      expect(again.verification_id).not.toBe(verification_id)

      expect((await verifier.desk('deleteAttemptPresentation', of)).status).toBe(204)
      expect((await verifier.read(request)).attempts).toMatchObject([
        { presentation_kept: false, valid: true, verification: { verification_id } },
      ])
      for (const name of ['getAttemptPresentation', 'reverifyAttempt', 'deleteAttemptPresentation'] as const) {
        expect(refusalOf(await verifier.desk(name, of))).toMatchObject({ status: 404, error: 'not_found' })
      }
    })

    it('a kept presentation › what was stale when it came is stale when it is verified again', async () => {
      const request = await verifier.request()
      const created = new Date(running.clock.nowMs() - 400_000).toISOString()
      await verifier.answer(request, await verifier.presentation(request, { created }))
      const [attempt] = (await verifier.read(request)).attempts
      running.clock.advanceMs(DAY_MS)
      const of = { params: { request_id: request.id, attempt_id: attempt?.id ?? '' } }
      const again = bodyOf<{ errors: { code: string }[] }>(await verifier.desk('reverifyAttempt', of), 200)

      expect(again.errors.map(({ code }) => code)).toEqual(['presentation_too_old'])
    })

    it('an attempt of another request › is not found', async () => {
      const [one, other] = [await verifier.request(), await verifier.request()]
      await verifier.answer(one, await verifier.presentation(one))
      const [attempt] = (await verifier.read(one)).attempts
      const of = { params: { request_id: other.id, attempt_id: attempt?.id ?? '' } }

      for (const name of ['getAttemptPresentation', 'reverifyAttempt', 'deleteAttemptPresentation'] as const) {
        expect(refusalOf(await verifier.desk(name, of))).toMatchObject({ status: 404, error: 'not_found' })
      }
    })
  })
})

describe('the scenarioControls of the verifier', () => {
  const startWithControls = () => {
    const started = startService()
    const running: TestService = {
      ...started,
      send: (request) => started.service.dispatch(request),
      close: () => Promise.resolve(),
    }
    return { running, verifier: aVerifier(running), scenarioControls: started.service.verifier.scenarioControls }
  }

  it('leaves the key out once', async () => {
    const { verifier, scenarioControls } = startWithControls()
    const [request, other] = [await verifier.request(), await verifier.request()]
    const presentation = await verifier.presentation(request)
    scenarioControls.omitKeyOnce(request.id)

    expect((await verifier.fetched(other)).status).toBe(200)
    expect(refusalOf(await verifier.post(request, presentation))).toMatchObject({
      status: 502,
      extra_info: { status: 401 },
    })
    expect((await verifier.answer(request, presentation)).valid).toBe(true)
  })

  it('ends a request at once, and tells of it', async () => {
    const { running, verifier, scenarioControls } = startWithControls()
    const request = await verifier.request()
    const told: unknown[] = []
    running.service.verifier.subscribe((change) => told.push(change))
    scenarioControls.expireNow(request.id)

    expect(told).toEqual([{ request_id: request.id }])
    expect(refusalOf(await verifier.fetched(request))).toMatchObject({ status: 410, error: 'request_expired' })
    expect((await verifier.read(request)).timeline.map(({ kind }) => kind)).toEqual(['created', 'expired'])
    expect(() => scenarioControls.expireNow('unknown')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('does not open a closed request again', async () => {
    const { verifier, scenarioControls } = startWithControls()
    const request = await verifier.request()
    await verifier.answer(request, await verifier.presentation(request))
    scenarioControls.expireNow(request.id)

    expect((await verifier.read(request)).state).toBe('verified')
  })
})
