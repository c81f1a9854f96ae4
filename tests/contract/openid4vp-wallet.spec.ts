// Proves docs/contract/exchange.md, OpenID4VP: wallet.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletRun } from '../../shared/contract/workbench-wallet.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { findDemoSchema } from '../../shared/demo-credentials/demo-schemas.ts'
import { readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { schemaId } from '../support/exchange/issuing.ts'
import { requestLink, startVerifier } from '../support/exchange/openid4vp-verifier.ts'
import type { TestVerifier, VerifierFaults } from '../support/exchange/openid4vp-verifier.ts'
import { aRequest, aWalletCredential } from '../support/exchange/wallet.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { credentialIssue, trustAdd, walletCredentialImport, walletGet } = workbenchOperations
const { walletRunRefuse, walletRunStart, walletRunSubmit } = workbenchOperations

const VCT = 'https://credentials.vaultbench.example/driving-licence'
const VALUES = findDemoSchema(schemaId('driving-licence'))?.example ?? {}
const ASKED = {
  dcql_query: {
    credentials: [
      { id: 'licence', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['category'] }] },
    ],
  },
}
const DEFINITION = {
  id: 'definition-1',
  input_descriptors: [{ id: 'age', constraints: { fields: [{ path: ['$.credentialSubject.ageOver18'] }] } }],
}

let workbench: TestWorkbench
let call: TestWorkbench['call']
let params: { readonly user_id: string }
let verifier: TestVerifier

beforeEach(async () => {
  verifier = await startVerifier()
  workbench = await openWorkbench()
  call = workbench.call
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
})

afterEach(async () => {
  verifier.close()
  await stopWorkbench(workbench)
})

const issue = () =>
  call(credentialIssue, {
    params,
    body: {
      ...{ issuer_id: 'harbour-registry', schema: schemaId('driving-licence'), format: 'dc+sd-jwt' },
      ...{ values: VALUES, sd_jwt: {} },
    },
  })
const start = async (link: string, allow_remote = false) =>
  (await call(walletRunStart, { params, body: { link, allow_remote } })).run
const submit = async ({ id }: WalletRun, body: JsonObject = {}) =>
  (await call(walletRunSubmit, { params: { ...params, run_id: id }, body })).run
const refuse = async ({ id }: WalletRun) => (await call(walletRunRefuse, { params: { ...params, run_id: id } })).run
const sentTo = (path: string) => verifier.calls.filter((one) => one.path === path)
const claimsOf = (jwt: string) => readCompactJwt(jwt)?.payload

describe('a request made by the library', () => {
  it.each([
    ['by GET', false],
    ['by POST', true],
  ])('signed, fetched %s › is answered, bound to nonce and client', async (_, post) => {
    await issue()

    const run = await start(await verifier.byReference(ASKED, { post }))
    expect(run).toMatchObject({
      state: 'choosing',
      openid4vp: { client_id: `decentralized_identifier:${verifier.did}`, signed: true, nonce: 'n-0', state: 's-0' },
      destination_url: verifier.response_uri,
      can_submit: true,
    })
    expect(sentTo('/response/1')).toEqual([])
    verifier.answerWith(200, { redirect_uri: 'https://verifier.example/thanks' })
    const ended = await submit(run)

    const [asked] = sentTo('/request/1')
    expect(asked?.method).toBe(post ? 'POST' : 'GET')
    if (post)
      expect(JSON.parse(asked?.fields['wallet_metadata'] ?? '')).toMatchObject({
        response_modes_supported: ['direct_post'],
      })
    const [answer] = sentTo('/response/1')
    expect(answer).toMatchObject({ method: 'POST', fields: { state: 's-0' } })
    const vp_token = JSON.parse(answer?.fields['vp_token'] ?? '') as { licence: [string] }
    expect(claimsOf(vp_token.licence[0].split('~').at(-1) ?? '')).toMatchObject({
      nonce: 'n-0',
      aud: `decentralized_identifier:${verifier.did}`,
    })
    expect(ended).toMatchObject({
      state: 'sent',
      answer: { body: { redirect_uri: 'https://verifier.example/thanks' } },
    })
    expect(ended.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['request_fetched', 'definition_checked', 'submitted', 'answered']),
    )
  })

  it('by value, unsigned › is answered after nothing was fetched', async () => {
    await issue()
    const run = await start(await verifier.byValue(ASKED))

    expect(verifier.calls).toEqual([])
    expect(run.openid4vp).toMatchObject({ client_id: `redirect_uri:${verifier.response_uri}`, signed: false })
    await submit(run)

    const [answer] = verifier.calls
    expect(JSON.parse(answer?.fields['vp_token'] ?? '')).toHaveProperty('licence')
  })

  it.each([
    ['ldp_vc', 'bound', 'ldp_vp', '$.verifiableCredential[0]'],
    ['jwt_vc', 'jwt', 'jwt_vp', '$.vp.verifiableCredential[0]'],
  ] as const)('with a definition, as older ones have › is answered with %s and a submission beside', async (...row) => {
    const [format, profile, label, path] = row
    const [key] = (await call(walletGet, { params })).holder_keys
    const credential = await aWalletCredential('proof-of-age', key?.did ?? '', { format })
    await call(walletCredentialImport, { params, body: { text: JSON.stringify(credential) } })

    const run = await start(await verifier.byValue({ presentation_definition: DEFINITION }))
    await submit(run, { profile })

    const { fields } = sentTo('/response/1')[0] ?? expect.unreachable()
    expect(JSON.parse(fields['presentation_submission'] ?? '')).toMatchObject({
      definition_id: 'definition-1',
      descriptor_map: [{ id: 'age', format: label, path: '$', path_nested: { id: 'age', format, path } }],
    })
    const vp =
      profile === 'jwt' ? claimsOf(fields['vp_token'] ?? '') : (JSON.parse(fields['vp_token'] ?? '') as JsonObject)
    expect(vp).toMatchObject(
      profile === 'jwt'
        ? { nonce: 'n-0', aud: `redirect_uri:${verifier.response_uri}` }
        : { proof: { challenge: 'n-0', domain: `redirect_uri:${verifier.response_uri}` } },
    )
  })

  it('whose definition lies elsewhere › fetches it from the address in the link', async () => {
    const { id: _id, ...query } = DEFINITION
    verifier.answerWith(200, { id: 'definition-2', ...query })
    const run = await start(await verifier.byValue({ presentation_definition_uri: `${verifier.origin}/definition` }))

    expect(run).toMatchObject({ state: 'choosing', definition: { id: 'definition-2' } })
    expect(verifier.calls).toMatchObject([{ method: 'GET', path: '/definition' }])
  })
})

describe('the OpenID4VP link of our own verifier', () => {
  it.each(['decentralized_identifier', 'redirect_uri'])('with %s › is answered within the program', async (prefix) => {
    await issue()
    const [held] = (await call(walletGet, { params })).credentials
    await call(trustAdd, { body: { did: held?.issuer ?? '', name: 'Harbour Registry' } })
    const request = await aRequest(call, ASKED, { client_id_prefix: prefix })
    const run = await start(request.openid4vp_link)

    expect(run).toMatchObject({ state: 'choosing', request_id: request.id, warnings: [] })
    expect(await submit(run)).toMatchObject({ state: 'accepted', answer: { body: { valid: true } } })
  })

  it('with a definition, for older wallets › is answered, and declined', async () => {
    const [key] = (await call(walletGet, { params })).holder_keys
    const text = JSON.stringify(await aWalletCredential('proof-of-age', key?.did ?? ''))
    await call(walletCredentialImport, { params, body: { text } })
    const { id: _id, ...definition } = DEFINITION
    const request = await aRequest(call, definition)
    const ended = await submit(await start(request.openid4vp_link))
    const declined = await refuse(await start((await aRequest(call, definition)).openid4vp_link))

    expect(ended.answer).toMatchObject({ http_status: 200, body: { valid: true } })
    expect(declined.steps.at(-1)).toMatchObject({ kind: 'refused', http_status: 200 })
  })
})

describe('the end of a run', () => {
  it.each([
    [200, { valid: true }, 'accepted'],
    [200, { valid: false, errors: [] }, 'not_accepted'],
    [200, {}, 'sent'],
    [204, null, 'sent'],
    [400, { error: 'invalid_request' }, 'not_accepted'],
    [302, {}, 'not_accepted'],
  ])('after %i %j is %s', async (status, body, state) => {
    await issue()
    const run = await start(await verifier.byValue(ASKED))
    verifier.answerWith(status, body)

    expect(await submit(run)).toMatchObject({ state })
    expect(sentTo('/response/1')).toHaveLength(1)
  })

  it('declined › is told to the verifier, with its state', async () => {
    const run = await start(await verifier.byReference(ASKED))
    const ended = await refuse(run)

    expect(sentTo('/response/1')).toEqual([
      { method: 'POST', path: '/response/1', fields: { error: 'access_denied', state: 's-0' } },
    ])
    expect(ended).toMatchObject({ state: 'refused', answer: null })
    expect(ended.steps.at(-1)).toMatchObject({ kind: 'refused', method: 'POST', http_status: 200 })
  })

  it('declined while the verifier is away › is refused all the same', async () => {
    const run = await start(await verifier.byValue(ASKED))
    verifier.close()
    const ended = await refuse(run)

    expect(ended).toMatchObject({ state: 'refused' })
    expect(ended.steps.at(-1)?.detail).toContain('cannot be reached')
  })

  it('without an answer of this wallet › sends nothing', async () => {
    const run = await start(await verifier.byValue(ASKED))

    expect(run.can_submit).toBe(false)
    await expect(submit(run)).rejects.toMatchObject({ code: 'wrong_status' })
    expect(verifier.calls).toEqual([])
  })
})

describe('a link that is not answered', () => {
  const parameters = (changes: JsonObject) => requestLink({ ...verifier.parameters(ASKED), ...changes })

  it.each<[string, string, string]>([
    ['without a client', 'openid4vp://?response_type=vp_token', 'client_id_missing'],
    ['with a parameter twice', 'openid4vp://?client_id=a&client_id=b', 'parameter_repeated'],
    [
      'with a request in two places',
      'openid4vp://?client_id=a&request=b&request_uri=https://c.example',
      'request_twice',
    ],
    [
      'with another method',
      'haip://?client_id=a&request_uri=https://c.example&request_uri_method=PUT',
      'request_uri_method_invalid',
    ],
    ['with a file to fetch', 'openid4vp://?client_id=a&request_uri=file:///etc/passwd', 'request_uri_invalid'],
    ['with a user name', 'eudi-openid4vp://?client_id=a&request_uri=https://u:p@c.example', 'request_uri_invalid'],
    ['longer than any', `openid4vp://?client_id=${'a'.repeat(16_300)}&state=${'b'.repeat(60)}`, 'too_long'],
    ['of another wallet', 'elsewhere://?client_id=a&response_type=vp_token', 'scheme'],
  ])('%s › starts no run', async (_, link, reason) => {
    await expect(start(link)).rejects.toMatchObject({
      errors: [{ error: 'wallet_link_invalid', extra_info: { reason } }],
    })
  })

  it.each<[string, JsonObject, string, string]>([
    ['another response type', { response_type: 'code' }, 'unsupported_response_type', 'code'],
    ['encrypted answers', { response_mode: 'direct_post.jwt' }, 'invalid_request', 'direct_post.jwt'],
    ['answers in the browser', { response_mode: undefined }, 'invalid_request', 'fragment'],
    ['the interface of browsers', { response_mode: 'dc_api' }, 'invalid_request', 'dc_api'],
    ['a transaction', { transaction_data: ['e30'] }, 'invalid_transaction_data', 'transaction_data'],
    ['a scope', { scope: 'licence', dcql_query: undefined }, 'invalid_scope', 'licence'],
    ['no query', { dcql_query: undefined }, 'invalid_request', 'none'],
    [
      'two queries',
      { presentation_definition: DEFINITION },
      'invalid_request',
      'dcql_query and presentation_definition',
    ],
    ['a query that is no JSON', { dcql_query: '{' }, 'invalid_request', 'dcql_query'],
    ['a query that is a number', { dcql_query: '7' }, 'definition_invalid', 'dcql_query'],
    ['a query without credentials', { dcql_query: { credentials: [] } }, 'definition_invalid', 'credentials'],
    ['metadata elsewhere', { client_metadata_uri: 'http://127.0.0.1:1/m' }, 'invalid_request', 'client_metadata_uri'],
    ['two addresses', { redirect_uri: 'http://127.0.0.1:1/' }, 'invalid_request', 'redirect_uri'],
    ['no nonce', { nonce: undefined }, 'invalid_request', 'nonce'],
    ['a nonce of blanks', { nonce: 'a b' }, 'invalid_request', 'a b'],
    ['an endless state', { state: 's'.repeat(2_049) }, 'invalid_request', 'sss'],
    ['a client of DNS', { client_id: 'x509_san_dns:a.example' }, 'invalid_client', 'x509_san_dns'],
    ['a client by hash', { client_id: 'x509_hash:abc' }, 'invalid_client', 'x509_hash'],
    ['an attested client', { client_id: 'verifier_attestation:a' }, 'invalid_client', 'verifier_attestation'],
    ['a federated client', { client_id: 'openid_federation:https://a.example' }, 'invalid_client', 'openid_federation'],
    ['a client of a browser', { client_id: 'origin:https://a.example' }, 'invalid_client', 'origin'],
    ['a registered client', { client_id: 'shop' }, 'invalid_client', 'pre-registered'],
    ['an unknown kind of client', { client_id: 'fax:123' }, 'invalid_client', 'fax:123'],
    [
      'a DID and no signature',
      { client_id: 'decentralized_identifier:did:web:a.example' },
      'invalid_client',
      'did:web',
    ],
    ['another client than the recipient', { client_id: 'redirect_uri:http://127.0.0.1:1/r' }, 'invalid_client', ':1/r'],
    ['an older scheme', { client_id: 'shop', client_id_scheme: 'x509_san_dns' }, 'invalid_client', 'x509_san_dns'],
  ])('by value, with %s › says what came, and calls nobody', async (_, changes, code, words) => {
    const run = await start(parameters(changes))

    expect(run).toMatchObject({ state: 'failed', failure: { code } })
    expect(run.failure?.message).toContain(words)
    expect(verifier.calls).toEqual([])
  })

  it.each<[string, VerifierFaults, string, string]>([
    [
      'not signed',
      { jwt: (text) => text.replace(/^[^.]+/, encoded({ alg: 'none' })).replace(/[^.]+$/, '') },
      'invalid_request_object',
      'none',
    ],
    [
      'signed by somebody else',
      { claims: (usual) => ({ ...usual, nonce: 'n-1' }), jwt: (text) => withClaims(text, { nonce: 'n-2' }) },
      'invalid_request_object',
      'signature',
    ],
    ['encrypted', { jwt: () => 'a.b.c.d.e' }, 'invalid_request_object', 'encrypted'],
    ['no JWT', { jwt: () => '{"response_type":"vp_token"}' }, 'invalid_request_object', 'JWT'],
    ['of another type', { header: { typ: 'JWT' } }, 'invalid_request', 'typ'],
    [
      'with metadata of another shape',
      { claims: (usual) => ({ ...usual, client_metadata: { jwks: 7 } }) },
      'invalid_request',
      'jwks',
    ],
    ['with crit', { header: { crit: ['b64'], b64: true } }, 'invalid_request_object', 'crit'],
    ['of a key by name', { header: { kid: 'key-1' } }, 'invalid_request_object', 'verification method'],
    [
      'of another client',
      { claims: (usual) => ({ ...usual, client_id: 'decentralized_identifier:did:web:b' }) },
      'invalid_client',
      'did:web:b',
    ],
    ['ended', { claims: (usual) => ({ ...usual, exp: 1 }) }, 'invalid_request_object', 'exp 1'],
    [
      'from the future',
      { claims: (usual) => ({ ...usual, iat: 9_999_999_999 }) },
      'invalid_request_object',
      '9999999999',
    ],
    ['dated by a text', { claims: (usual) => ({ ...usual, exp: 'tomorrow' }) }, 'invalid_request_object', 'tomorrow'],
    ['with another wallet nonce', { claims: (usual) => ({ ...usual, wallet_nonce: 'old' }) }, 'invalid_request', 'old'],
    [
      'for another address of its definition',
      { claims: ({ dcql_query: _, ...usual }) => ({ ...usual, presentation_definition_uri: 'http://127.0.0.1:1/d' }) },
      'invalid_request',
      'shown to nobody',
    ],
    ['not there', { status: 404 }, 'invalid_request_uri', '404'],
    ['somewhere else', { status: 302 }, 'invalid_request_uri', '302'],
  ])('whose request object is %s › says so, and is sent nothing', async (_, faults, code, words) => {
    const run = await start(await verifier.byReference(ASKED, { ...faults, post: true }))

    expect(run).toMatchObject({ state: 'failed', failure: { code } })
    expect(run.failure?.message).toContain(words)
    expect(verifier.calls.map(({ path }) => path)).toEqual(['/request/1'])
  })

  it('to another computer › calls nothing before a person allowed it', async () => {
    const run = await start('openid4vp://?client_id=a&request_uri=https%3A%2F%2Fverifier.example%2Fr')

    expect(run).toMatchObject({ state: 'failed', failure: { code: 'remote_not_allowed' } })
  })

  it('whose answer would leave this computer › ends once that is known', async () => {
    const response_uri = 'https://verifier.example/r'
    const run = await start(await verifier.byReference({ ...ASKED, response_uri }))

    expect(run).toMatchObject({
      state: 'failed',
      failure: { code: 'remote_not_allowed' },
      destination_url: response_uri,
    })
  })
})

describe('a scenario in a run of OpenID4VP', () => {
  const sent = async (scenario: string, link: string) => {
    const ended = await submit(await start(link), { scenario })
    expect(ended.broken).toBe(scenario)
    return sentTo('/response/1')[0]?.fields ?? {}
  }
  const bindingIn = ({ vp_token = '' }: Readonly<Record<string, string>>) => {
    const { licence } = JSON.parse(vp_token) as { licence: [string] }
    return claimsOf(licence[0].split('~').at(-1) ?? '')
  }

  it('changes what the scenario says, and nothing else', async () => {
    await issue()

    expect(await sent('vp-wrong-state', await verifier.byValue(ASKED))).toMatchObject({
      state: 'AAAAAAAAAAAAAAAAAAAAAA',
    })
    verifier.calls.splice(0)
    const wrongNonce = await sent('vp-wrong-nonce', await verifier.byReference(ASKED))
    expect(wrongNonce).toMatchObject({ state: 's-0' })
    expect(bindingIn(wrongNonce)).toMatchObject({ nonce: 'AAAAAAAAAAAAAAAAAAAAAA' })
    verifier.calls.splice(0)
    const encrypted = await sent('vp-encrypted', await verifier.byValue(ASKED))
    expect(Object.keys(encrypted)).toEqual(['response'])
    expect(encrypted['response']?.split('.')).toHaveLength(5)
    const run = await start(await verifier.byValue(ASKED))
    for (const scenario of ['vp-other-request', 'vp-mixed-formats'])
      await expect(submit(run, { scenario })).rejects.toMatchObject({ code: 'invalid_params' })
    await refuse(run)
  })

  it('of an SD-JWT VC, or of a W3C presentation, breaks it as behind a deep link', async () => {
    await issue()
    expect(bindingIn(await sent('sd-wrong-audience', await verifier.byValue(ASKED)))?.['aud']).toBe(
      'https://elsewhere.example',
    )
    verifier.calls.splice(0)
    const [key] = (await call(walletGet, { params })).holder_keys
    const text = JSON.stringify(await aWalletCredential('proof-of-age', key?.did ?? ''))
    await call(walletCredentialImport, { params, body: { text } })
    const definition = await verifier.byValue({ presentation_definition: DEFINITION })
    const fields = await sent('wrong-challenge', definition)

    expect(JSON.parse(fields['vp_token'] ?? '')).toMatchObject({ proof: { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' } })
    expect(JSON.parse(fields['presentation_submission'] ?? '')).toMatchObject({ descriptor_map: [{ path: '$' }] })
    const run = await start(definition)
    await expect(submit(run, { scenario: 'not-json' })).rejects.toMatchObject({ code: 'invalid_params' })
  })
})

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function withClaims(jwt: string, changes: JsonObject): string {
  const [header = '', , signature = ''] = jwt.split('.')
  return [header, encoded({ ...claimsOf(jwt), ...changes }), signature].join('.')
}

describe('every member of a request', () => {
  const FAULTS: readonly unknown[] = [undefined, null, '', 7, true, [], {}, [[]], 'x'.repeat(300), '\u0000', 'vp_token']
  const MEMBERS = [
    'response_type',
    'response_mode',
    'response_uri',
    'client_id',
    'nonce',
    'state',
    'dcql_query',
    'iat',
    'exp',
    'nbf',
    'aud',
    'iss',
    'wallet_nonce',
    'client_metadata',
    'verifier_info',
    'transaction_data',
    'scope',
    'client_id_scheme',
  ]

  it.each(MEMBERS)(
    '%s wrong in each way › ends in a run with its reason, or is open: never an error',
    async (member) => {
      for (const fault of FAULTS) {
        const claims = (usual: JsonObject) => ({ ...usual, [member]: fault })
        for (const link of [
          await verifier.byReference(ASKED, { claims, post: true }),
          requestLink({ ...verifier.parameters(ASKED), [member]: fault }),
        ]) {
          const run = await start(link).catch((refusal: unknown) => refusal as { code: string })
          if (!('state' in run)) expect(run).toMatchObject({ code: 'wallet_link_invalid' })
          else if (run.state === 'choosing') await refuse(run)
          else {
            expect(run.state).toBe('failed')
            expect(run.failure?.code).toMatch(/^(?:invalid_|unsupported_|definition_invalid)/)
            expect(run.failure?.message.length).toBeLessThan(600)
          }
        }
      }
    },
  )
})
