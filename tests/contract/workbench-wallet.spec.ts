// Proves docs/contract/exchange.md, Deep link, Holding, Runs, Profiles, Importing.

import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletCredential, WalletRun } from '../../shared/contract/workbench-wallet.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { READY_DEFINITIONS } from '../../shared/demo-credentials/ready-definitions.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aRequest, A_STRANGER, aWalletCredential } from '../support/exchange/wallet.ts'
import {
  bytesBelow,
  openWorkbench,
  PASSPHRASE,
  registerUser,
  startWorkbench,
  stopWorkbench,
} from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'

const {
  callsGet,
  forward,
  holderKeyCreate,
  holderKeyDefault,
  userSignIn,
  userSignOut,
  walletCredentialImport,
  walletCredentialOpen,
  walletCredentialRemove,
  walletGet,
  walletRunChoose,
  walletRunGet,
  walletRunRefuse,
  walletRunStart,
  walletRunSubmit,

  workspaceLock,
} = workbenchOperations

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const SECRET_NUMBER = 'DL-CANARY-1'

let workbench: TestWorkbench
let call: TestWorkbench['call']
let params: { readonly user_id: string }
let servers: Server[]

beforeEach(async () => {
  servers = []
  workbench = await openWorkbench({ networkAddresses: () => ['127.0.0.1'] })
  call = workbench.call
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
})

afterEach(async () => {
  for (const server of servers) server.close()
  await stopWorkbench(workbench)
})

function definition(key: string): JsonObject {
  const found = READY_DEFINITIONS.find((one) => one.key === key)
  if (found === undefined) throw new Error(`there is no definition ${key}`)
  return found.definition
}

const view = () => call(walletGet, { params })

async function did(): Promise<string> {
  const [key] = (await view()).holder_keys
  if (key === undefined) throw new Error('a wallet has a key')
  return key.did
}

async function hold(schema: string, members: Parameters<typeof aWalletCredential>[2] = {}): Promise<WalletCredential> {
  const text = JSON.stringify(await aWalletCredential(schema, await did(), members))
  const { credentials } = await call(walletCredentialImport, { params, body: { text } })
  const [only] = credentials
  if (only === undefined) throw new Error('nothing came in')
  return only
}

async function start(link: string, allow_remote = false): Promise<WalletRun> {
  return (await call(walletRunStart, { params, body: { link, allow_remote } })).run
}

async function openRun(key = 'age-only', members: JsonObject = {}): Promise<WalletRun> {
  return start((await aRequest(call, definition(key), members)).deep_link)
}

const submit = async (run: WalletRun, body: JsonObject = {}) =>
  (await call(walletRunSubmit, { params: { ...params, run_id: run.id }, body })).run

/** Another verifier on this computer, which answers what it is told. */
function anotherVerifier(status: number, body: string): Promise<string> {
  return listening(createServer((_request, response) => response.writeHead(status).end(body)))
}

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function linkTo(definitionUrl: string, destination = `${definitionUrl}/x/presentations`): string {
  return deepLinkOf('vaultbench-wallet', { definition: definitionUrl, destination })
}

/** What the verifier found, as the wallet is told. */
function answered({ answer }: WalletRun) {
  const body = answer?.body as { readonly valid?: boolean; readonly errors?: readonly { code: string }[] }
  return { status: answer?.http_status, valid: body.valid, codes: body.errors?.map(({ code }) => code) }
}

describe('a verifier that others reach under another address', () => {
  const { networkAccessOpen, verifierSettingsSave } = workbenchOperations
  const settings = { wallet_scheme: 'vaultbench-wallet', explain: true, cors_origins: [], base_url: null }

  it.each([
    ['on the local network', () => call(networkAccessOpen, { body: { minutes: 1 } })],
    [
      'through a forwarded address',
      () => call(verifierSettingsSave, { body: { ...settings, base_url: 'https://tunnel.example/desk' } }),
    ],
  ])('%s › is answered here, and knows which wallet it was', async (_, open) => {
    await open()
    await hold('proof-of-age')
    const request = await aRequest(call, definition('age-only'))
    const run = await submit(await start(request.deep_link))
    const asked = { operation: 'verifier.getVerifierRequest', params: { request_id: request.id } }
    const { body } = await call(forward, { body: { as: 'subscription', ...asked } })

    expect(request.reachable_from_phone).toBe(request.definition_url.startsWith('https://tunnel.example/desk/'))
    expect(run).toMatchObject({ request_id: request.id, warnings: [] })
    expect(answered(run)).toEqual({ status: 200, valid: true, codes: [] })
    expect(body).toMatchObject({ request: { attempts: [{ remote: 'Wallet of Alice', valid: true }] } })
  })

  it('is sent nothing when its address leads away by then, and nobody allowed it', async () => {
    await call(verifierSettingsSave, { body: { ...settings, base_url: 'https://tunnel.example/desk' } })
    await hold('proof-of-age')
    const run = await start((await aRequest(call, definition('age-only'))).deep_link)
    await call(verifierSettingsSave, { body: settings })

    const ended = await submit(run)

    expect(ended).toMatchObject({
      state: 'failed',
      failure: { code: 'remote_not_allowed' },
      presentation: null,
      can_submit: false,
    })
    expect(ended.steps.map(({ kind }) => kind)).not.toContain('submitted')
    expect((await view()).open_run).toBeNull()
  })

  it('is answered under the scheme it is set to', async () => {
    await call(verifierSettingsSave, { body: { ...settings, wallet_scheme: 'other-wallet' } })
    const request = await aRequest(call, definition('age-only'))

    expect(await start(request.deep_link)).toMatchObject({ request_id: request.id })
    await expect(start(request.deep_link.replace('other-wallet', 'vaultbench-wallet'))).rejects.toMatchObject({
      code: 'wallet_link_invalid',
    })
  })
})

describe('walletGet', () => {
  it('makes the first holder key, once', async () => {
    const [first] = await Promise.all([view(), view(), view()])

    expect(first).toMatchObject({
      holder_keys: [{ algorithm: 'Ed25519', is_default: true, did: expect.stringMatching(/^did:key:z6Mk/) as string }],
      credentials: [],
      open_run: null,
      runs: [],
    })
    expect(await view()).toEqual(first)
  })

  it('is refused for somebody who is not signed in, and for nobody', async () => {
    await expect(call(walletGet, { params: { user_id: UNKNOWN } })).rejects.toMatchObject({ code: 'not_found' })
    await call(userSignOut, { params })
    await expect(view()).rejects.toMatchObject({ code: 'user_locked' })
    await call(workspaceLock, {})
    await expect(view()).rejects.toMatchObject({ code: 'workspace_locked' })
  })
})

describe('holder keys', () => {
  it.each(['Ed25519', 'P-256', 'secp256k1', 'RSA'] as const)('makes one of %s that signs a JWT', async (algorithm) => {
    await view()
    const { holder_key } = await call(holderKeyCreate, { params, body: { algorithm, make_default: true } })
    await hold('proof-of-age')

    const ended = await submit(await openRun(), { profile: 'jwt', holder_key_id: holder_key.id })

    expect((await view()).holder_keys.map(({ is_default }) => is_default)).toEqual([false, true])
    expect(answered(ended)).toEqual({ status: 200, valid: false, codes: ['subject_not_holder'] })
    expect(holder_key.did).toMatch(/^did:key:z/)
  })

  it('chooses the default one, and refuses one that is not there', async () => {
    const [first] = (await view()).holder_keys
    await call(holderKeyCreate, { params, body: { algorithm: 'Ed25519', make_default: true } })

    const { holder_key } = await call(holderKeyDefault, { params, body: { holder_key_id: first?.id ?? '' } })

    expect(holder_key).toEqual({ ...first, is_default: true })
    expect((await view()).holder_keys.map(({ is_default }) => is_default)).toEqual([true, false])
    const wrong = call(holderKeyDefault, { params, body: { holder_key_id: UNKNOWN } })
    await expect(wrong).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['holderKeyCreate', () => call(holderKeyCreate, { params, body: { algorithm: 'RSA' } })],
    ['holderKeyDefault', () => call(holderKeyDefault, { params, body: { holder_key_id: UNKNOWN } })],
    ['walletCredentialImport', () => call(walletCredentialImport, { params, body: { text: '{}' } })],
    ['walletCredentialOpen', () => call(walletCredentialOpen, { params: { ...params, credential_id: UNKNOWN } })],
    ['walletCredentialRemove', () => call(walletCredentialRemove, { params: { ...params, credential_id: UNKNOWN } })],
    ['walletRunStart', () => call(walletRunStart, { params, body: { link: linkTo('http://127.0.0.1:1') } })],
    ['walletRunGet', () => call(walletRunGet, { params: { ...params, run_id: UNKNOWN } })],
    ['walletRunChoose', () => call(walletRunChoose, { params: { ...params, run_id: UNKNOWN }, body: { choice: {} } })],
    ['walletRunSubmit', () => call(walletRunSubmit, { params: { ...params, run_id: UNKNOWN }, body: {} })],
    ['walletRunRefuse', () => call(walletRunRefuse, { params: { ...params, run_id: UNKNOWN } })],
  ])('%s › is refused while the keys of the user are locked', async (_name, work) => {
    await call(userSignOut, { params })

    await expect(work()).rejects.toMatchObject({ code: 'user_locked' })
  })
})

describe('credentials', () => {
  it('come in with what lists show, judged, and open as they came', async () => {
    const raw = await aWalletCredential('driving-licence', await did())
    const { credentials } = await call(walletCredentialImport, { params, body: { text: JSON.stringify(raw) } })
    const [credential] = credentials

    expect(credential).toMatchObject({
      format: 'ldp_vc',
      types: ['VerifiableCredential', 'DrivingLicenceCredential'],
      title: 'Driving licence',
      issuer: A_STRANGER.did,
      issuer_name: 'A stranger',
      subject: await did(),
      period: 'current',
      source: 'imported',
      verified: { valid: true },
    })
    const opened = await call(walletCredentialOpen, {
      params: { ...params, credential_id: credential?.id ?? '' },
    })
    expect(opened).toEqual({ credential, raw, decoded: raw })
    expect((await view()).credentials).toEqual([credential])
  })

  it('are sealed: no claim and no key is on the disk', async () => {
    const values = { licenceNumber: SECRET_NUMBER, givenName: 'Canary', familyName: 'Bird', category: 'B' }
    const about = { id: await did(), type: 'Person', birthDate: '1990-01-01', ...values }
    await hold('driving-licence', { credentialSubject: about })
    const [licence] = definition('car-hire')['input_descriptors'] as JsonObject[]
    const run = await start((await aRequest(call, { input_descriptors: [{ ...licence, group: undefined }] })).deep_link)
    const ended = await submit(run)
    expect(JSON.stringify(ended)).toContain(SECRET_NUMBER)

    await workbench.application.close()

    const disk = bytesBelow(workbench.directory)
    expect(disk).not.toContain(SECRET_NUMBER)
    expect(disk).toContain('DrivingLicenceCredential')
    workbench = await startWorkbench(workbench.directory)
  })

  it('of a changed document are kept, and marked', async () => {
    const raw = (await aWalletCredential('proof-of-age', await did())) as JsonObject
    const text = JSON.stringify({
      ...raw,
      credentialSubject: { ...(raw['credentialSubject'] as JsonObject), id: 'did:x:y' },
    })

    const { credentials } = await call(walletCredentialImport, { params, body: { text } })

    expect(credentials[0]?.verified).toMatchObject({
      valid: false,
      problems: [{ check: 'credential.proof', code: 'signature_invalid' }],
    })
  })

  it('come as a JWT, as the credentials of a presentation, and of a run that was recorded', async () => {
    const jwt = await aWalletCredential('membership', await did(), { format: 'jwt_vc' })
    const age = await aWalletCredential('proof-of-age', await did())
    const presentation = { type: ['VerifiablePresentation'], verifiableCredential: [age, jwt] }
    const importText = async (text: string) =>
      (await call(walletCredentialImport, { params, body: { text } })).credentials.map(
        ({ title, format, source }) => `${title} ${format} ${source}`,
      )

    expect(await importText(` ${jwt as string}\n`)).toEqual(['Membership jwt_vc imported'])
    expect(await importText(JSON.stringify(jwt))).toEqual(['Membership jwt_vc imported'])
    expect(await importText(JSON.stringify(presentation))).toEqual([
      'Proof of age ldp_vc imported',
      'Membership jwt_vc imported',
    ])
    const ended = await submit(await openRun())
    expect(await importText(JSON.stringify({ run: ended }))).toEqual(['Proof of age ldp_vc recorded'])
  })

  it.each([
    ['no JSON', '{'],
    ['no credential', '{"a":1}'],
    ['an empty presentation', '{"type":"VerifiablePresentation","verifiableCredential":[]}'],
    ['a JWT without one', 'eyJhbGciOiJub25lIn0.e30.'],
    ['nested without end', '['.repeat(5000) + ']'.repeat(5000)],
  ])('are refused when the text is %s', async (_what, text) => {
    await expect(call(walletCredentialImport, { params, body: { text } })).rejects.toMatchObject({
      code: 'credential_invalid',
    })
    expect((await view()).credentials).toEqual([])
  })

  it('are removed, not those of others, and not twice', async () => {
    const { id } = await hold('membership')
    const bob = (await registerUser(workbench, 'Bob')).user.id
    const remove = (user_id: string) => call(walletCredentialRemove, { params: { user_id, credential_id: id } })

    await expect(remove(bob)).rejects.toMatchObject({ code: 'not_found' })
    const openAsBob = call(walletCredentialOpen, { params: { user_id: bob, credential_id: id } })
    await expect(openAsBob).rejects.toMatchObject({ code: 'not_found' })
    await remove(params.user_id)
    await expect(remove(params.user_id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await view()).credentials).toEqual([])
  })

  it('neither come nor go while a request is open', async () => {
    const { id } = await hold('proof-of-age')
    const text = JSON.stringify(await aWalletCredential('membership', await did()))
    await openRun()

    const importing = call(walletCredentialImport, { params, body: { text } })
    await expect(importing).rejects.toMatchObject({ code: 'wallet_run_open' })
    const removing = call(walletCredentialRemove, { params: { ...params, credential_id: id } })
    await expect(removing).rejects.toMatchObject({ code: 'wallet_run_open' })
    expect((await view()).credentials).toHaveLength(1)
  })
})

describe('a run', () => {
  it('shows what is asked, what answers it, and sends it', async () => {
    const held = await hold('proof-of-age')
    const request = await aRequest(call, definition('age-only'))
    const run = await start(request.deep_link)

    expect(run).toMatchObject({
      state: 'choosing',
      request_id: request.id,
      definition: { id: request.definition_id, name: 'Age only' },
      warnings: [],
      descriptors: [
        {
          id: 'age',
          name: 'Proof of age',
          fields: [{ name: 'Over 18', purpose: 'Only adults may enter' }],
          candidates: [
            {
              credential_id: held.id,
              values: [true],
              others: ['ageOver21', 'birthYear', 'verifiedOn', 'verifiedWith'],
            },
          ],
          nearest: null,
          chosen: held.id,
        },
      ],
      can_submit: true,
      missing: [],
      must_share_whole: false,
    })
    expect((await view()).open_run).toEqual(run)

    const ended = await submit(run)

    expect(answered(ended)).toEqual({ status: 200, valid: true, codes: [] })
    expect(ended).toMatchObject({ state: 'accepted', profile: 'bound', broken: null, failure: null })
    expect(ended.steps.map(({ kind, http_status }) => [kind, http_status])).toEqual([
      ['link_read', null],
      ['definition_fetched', 200],
      ['definition_checked', null],
      ['signed', null],
      ['submitted', null],
      ['answered', 200],
    ])
    const again = await call(walletRunGet, { params: { ...params, run_id: run.id } })
    expect(again.run).toEqual(ended)
    expect(await view()).toMatchObject({ open_run: null, runs: [{ id: run.id, state: 'accepted' }] })
  })

  it('is answered in the format that the definition lists for presentations', async () => {
    await hold('proof-of-age')
    const format = { ldp_vc: { proof_type: ['Ed25519Signature2018'] }, jwt_vp: { alg: ['EdDSA'] } }
    const request = await aRequest(call, { ...definition('age-only'), format })

    const ended = await submit(await start(request.deep_link))

    expect(ended).toMatchObject({ state: 'accepted', profile: 'jwt' })
    expect(answered(ended)).toEqual({ status: 200, valid: true, codes: [] })
  })

  it('is sent nothing that is signed in a way the definition does not list, and stays open', async () => {
    await hold('proof-of-age')
    const format = {
      ldp_vc: { proof_type: ['Ed25519Signature2018'] },
      ldp_vp: { proof_type: ['JsonWebSignature2020'] },
    }
    const run = await start((await aRequest(call, { ...definition('age-only'), format })).deep_link)

    await expect(submit(run, { profile: 'bound' })).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringMatching('JsonWebSignature2020') as string,
      errors: [{ extra_info: { fields: [{ path: 'profile' }] } }],
    })

    expect((await view()).open_run).toMatchObject({ id: run.id, state: 'choosing', presentation: null })
  })

  it('is told to the window, as is what comes and goes', async () => {
    const told = () =>
      workbench.events.flatMap((event) =>
        event.type === 'wallet' && event.user_id === params.user_id ? [event.run_id] : [],
      )
    const { id } = await hold('proof-of-age')
    const run = await openRun()
    await submit(run)
    await call(walletCredentialRemove, { params: { ...params, credential_id: id } })

    expect(told().filter((one, index, all) => one !== all[index - 1])).toEqual([null, run.id, null])
  })

  it('evaluates patterns that can take any time on another thread', { tags: ['full'] }, async () => {
    const fits = await hold('membership')
    const field = {
      path: ['$.credentialSubject.organization'],
      filter: { type: 'string', pattern: '^(?=[A-Z])[^!]+$' },
    }
    const slow = { path: ['$.credentialSubject.organization'], filter: { type: 'string', pattern: '^(?=(a+)+$)' } }
    const asks = (fields: readonly JsonObject[]) => ({ input_descriptors: [{ id: 'member', constraints: { fields } }] })

    const run = await start((await aRequest(call, asks([field]))).deep_link)
    expect(run.descriptors[0]?.chosen).toBe(fits.id)
    expect(run.warnings.map(({ code }) => code)).toEqual(['pattern_backtracking'])
    await call(walletRunRefuse, { params: { ...params, run_id: run.id } })

    const named = async (organization: string) => ({
      credentialSubject: { id: await did(), type: 'Person', organization, membershipNumber: 'ABC-1' },
    })
    await hold('membership', await named(`${'a'.repeat(60)}!`))
    const easy = await hold('membership', await named('aaaa'))
    await hold('membership', await named(`${'a'.repeat(61)}!`))
    const hard = await start((await aRequest(call, asks([slow]))).deep_link)
    expect(hard.descriptors[0]?.candidates.map(({ credential_id }) => credential_id)).toEqual([easy.id])
  })

  it('is recorded as calls of the wallet, and those of the verifier as its own', async () => {
    await hold('proof-of-age')
    await submit(await openRun())

    const { calls } = await call(callsGet, {})

    const made = calls.filter(({ source }) => source === 'wallet' || source === 'verifier').reverse()
    expect(made.map(({ source, operation, user_id }) => [source, operation, user_id === params.user_id])).toEqual(
      expect.arrayContaining([
        ['wallet', 'getRequestDefinition', true],
        ['wallet', 'postRequestPresentation', true],
        ['verifier', 'verifyPresentation', false],
      ]),
    )
  })

  it.each([
    ['bound', ['LDP'], []],
    ['plain', ['LDP'], ['unsigned_member', 'unsigned_member', 'challenge_missing', 'domain_missing']],
    ['jwt', ['JWT'], []],
  ] as const)('sends the profile %s, which the verifier takes', async (profile, _form, warnings) => {
    await hold('proof-of-age')
    const request = await aRequest(call, definition('age-only'))
    const ended = await submit(await start(request.deep_link), { profile })

    const operation = 'verifier.getVerifierRequest'
    const body = { operation, params: { request_id: request.id } }
    const reply = (await call(forward, { body: { as: 'subscription', ...body } })).body as {
      request: { attempts: { verification: { warnings: { code: string }[] } }[] }
    }
    expect(answered(ended)).toEqual({ status: 200, valid: true, codes: [] })
    // This workspace has no trust list; the wallet is told what the console knows.
    const codes = [...warnings, 'issuer_trust_not_checked']
    expect(reply.request.attempts[0]?.verification.warnings.map(({ code }) => code)).toEqual(codes)
    expect(ended.answer?.body).toMatchObject({ warnings: codes.map((code) => ({ code })) })
  })

  it('answers with a JWT credential inside linked data, and the other way round', async () => {
    await hold('proof-of-age', { format: 'jwt_vc' })
    await hold('driving-licence')

    for (const profile of ['bound', 'plain', 'jwt']) {
      const ended = await submit(await openRun('car-hire'), { profile })
      const body = ended.answer?.body as { readonly warnings: readonly { readonly code: string }[] } | undefined

      expect(answered(ended)).toEqual({ status: 200, valid: true, codes: [] })
      expect(body?.warnings.some(({ code }) => code === 'credential_not_covered')).toBe(profile !== 'jwt')
    }
  })

  it('answers with a JWT where one of the credentials is one, which no linked data proof covers', async () => {
    await hold('proof-of-age', { format: 'jwt_vc' })
    await hold('driving-licence')

    expect(await submit(await openRun('car-hire'))).toMatchObject({ state: 'accepted', profile: 'jwt' })
  })

  it('says what is missing and what comes nearest, and sends nothing then', async () => {
    await hold('driving-licence')
    const run = await openRun('car-hire')

    expect(run).toMatchObject({
      state: 'choosing',
      can_submit: false,
      missing: ['Proof of age'],
      requirements: [{ name: 'Licence and age', rule: 'all', from: 'A', satisfied: false, needed: '2 of 2' }],
      descriptors: [
        { nearest: null },
        { nearest: { check: 'descriptor.schema', code: 'schema_mismatch', field: null }, chosen: null },
      ],
    })
    await expect(submit(run)).rejects.toMatchObject({ code: 'wrong_status' })
    expect((await view()).open_run?.id).toBe(run.id)
  })

  it('names the claims that are sent unasked, and the field that is not in what comes nearest', async () => {
    const { id } = await hold('proof-of-age')
    const asking = (...names: readonly string[]) => ({
      name: 'Year of birth',
      input_descriptors: [
        {
          id: 'year',
          constraints: { fields: names.map((name) => ({ path: [`$.credentialSubject.${name}`] })) },
        },
      ],
    })
    const found = await start((await aRequest(call, asking('birthYear'))).deep_link)
    expect(found.descriptors[0]?.candidates).toMatchObject([
      { credential_id: id, others: ['ageOver18', 'ageOver21', 'verifiedOn', 'verifiedWith'] },
    ])
    await call(walletRunRefuse, { params: { ...params, run_id: found.id } })

    const missing = await start((await aRequest(call, asking('birthYear', 'shoeSize'))).deep_link)
    expect(missing.descriptors[0]?.nearest).toMatchObject({
      ...{ credential_id: id, code: 'field_missing', field: 1 },
      claims: ['ageOver18', 'ageOver21', 'birthYear', 'verifiedOn', 'verifiedWith'],
    })
  })

  it('takes another choice, and refuses one that does not fit', async () => {
    const older = await hold('proof-of-age')
    const newer = await hold('proof-of-age', { issuanceDate: '2026-01-02T00:00:00Z' })
    const other = await hold('membership')
    const run = await openRun()
    const choose = async (choice: Record<string, string | null>) =>
      (await call(walletRunChoose, { params: { ...params, run_id: run.id }, body: { choice } })).run

    expect(run.descriptors[0]?.chosen).toBe(newer.id)
    expect((await choose({ age: older.id })).descriptors[0]?.chosen).toBe(older.id)
    expect(await choose({ age: null })).toMatchObject({ can_submit: false, missing: ['Proof of age'] })
    await expect(choose({ age: other.id })).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(choose({ constructor: older.id })).rejects.toMatchObject({ code: 'invalid_params' })
    const chosen = await choose({ age: older.id })
    const ended = await submit(chosen)
    expect(answered(ended)).toEqual({ status: 200, valid: true, codes: [] })
    await expect(choose({ age: newer.id })).rejects.toMatchObject({ code: 'wrong_status' })
  })

  it('is refused without any call', async () => {
    await hold('proof-of-age')
    const run = await openRun()
    const before = (await call(callsGet, {})).total

    const { run: ended } = await call(walletRunRefuse, { params: { ...params, run_id: run.id } })

    expect(ended).toMatchObject({ state: 'refused', can_submit: false, answer: null })
    expect((await call(callsGet, {})).total).toBe(before)
    const again = call(walletRunRefuse, { params: { ...params, run_id: run.id } })
    await expect(again).rejects.toMatchObject({ code: 'wrong_status' })
    await expect(submit(run)).rejects.toMatchObject({ code: 'wrong_status' })
  })

  it('is sent once, however often it is asked for', async () => {
    await hold('proof-of-age')
    const run = await openRun()

    const both = await Promise.allSettled([submit(run), submit(run)])

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { calls } = await call(callsGet, {})
    expect(calls.filter(({ operation }) => operation === 'postRequestPresentation')).toHaveLength(1)
  })

  it('whose answer came after the person had signed out › ends, and says that the answer is not known', async () => {
    await hold('proof-of-age')
    const { definition_url } = await aRequest(call, definition('age-only'))
    const posted = Promise.withResolvers<() => void>()
    const server = createServer((_request, response) => posted.resolve(() => response.end('{"valid":true}')))
    const link = linkTo(definition_url, `${await listening(server)}/requests/r1/presentations`)
    const run = await start(link)

    const sent = expect(submit(run)).rejects.toMatchObject({ code: 'user_locked' })
    const answer = await posted.promise
    const meanwhile = (await view()).open_run
    await expect(start(link)).rejects.toMatchObject({ code: 'wallet_run_open' })
    await call(userSignOut, { params })
    answer()
    await sent
    await call(userSignIn, { params, body: { passphrase: PASSPHRASE } })

    expect(meanwhile).toMatchObject({ id: run.id, state: 'choosing', can_submit: false })
    expect(await view()).toMatchObject({ open_run: null, runs: [{ id: run.id, state: 'failed' }] })
    const { run: ended } = await call(walletRunGet, { params: { ...params, run_id: run.id } })
    expect(ended).toMatchObject({ state: 'failed', can_submit: false, failure: { code: 'answer_unknown' } })
    expect(ended.steps.map(({ kind }) => kind).slice(-3)).toEqual(['signed', 'submitted', 'failed'])
    expect(ended.presentation).toMatchObject({ proof: { challenge: 'r1' } })
    await expect(submit(run)).rejects.toMatchObject({ code: 'wrong_status' })
    expect((await start(link)).state).toBe('choosing')
  })

  it('says of a request that was answered that it was', async () => {
    await hold('proof-of-age')
    const { deep_link } = await aRequest(call, definition('age-only'))
    await submit(await start(deep_link))

    expect(await start(deep_link)).toMatchObject({
      state: 'failed',
      failure: { code: 'request_closed', message: expect.stringContaining('answered already') as string },
    })
  })

  it('is one at a time', async () => {
    const { deep_link } = await aRequest(call, definition('age-only'))
    await start(deep_link)

    await expect(start(deep_link)).rejects.toMatchObject({ code: 'wallet_run_open' })
  })

  it('shares a whole credential where single claims are wanted only when it is allowed to', async () => {
    await hold('proof-of-age')
    const [age] = definition('age-only')['input_descriptors'] as JsonObject[]
    const constraints = { ...(age?.['constraints'] as JsonObject), limit_disclosure: 'required' }
    const run = await start((await aRequest(call, { input_descriptors: [{ ...age, constraints }] })).deep_link)

    expect(run).toMatchObject({ must_share_whole: true, can_submit: true })
    await expect(submit(run)).rejects.toMatchObject({ code: 'invalid_params' })
    expect(answered(await submit(run, { share_whole: true }))).toEqual({ status: 200, valid: true, codes: [] })
  })

  it('signs linked data with Ed25519 only', async () => {
    const { holder_key } = await call(holderKeyCreate, { params, body: { algorithm: 'P-256' } })
    await hold('proof-of-age')
    const run = await openRun()

    await expect(submit(run, { holder_key_id: holder_key.id })).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(submit(run, { holder_key_id: UNKNOWN })).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(submit(run, { scenario: 'no-such-scenario' })).rejects.toMatchObject({ code: 'invalid_params' })
    expect((await view()).open_run?.id).toBe(run.id)
  })

  it.each([
    ['not a link', 'hello', 'not_a_link'],
    ['of another wallet', 'other-wallet://request?definition=http%3A%2F%2Fa&destination=http%3A%2F%2Fb', 'scheme'],
    ['without a destination', 'vaultbench-wallet://request?definition=http%3A%2F%2Fa', 'destination_missing'],
    [
      'of somebody who would hand the answer on',
      'vaultbench-wallet://request?definition=http%3A%2F%2Fa&destination=http%3A%2F%2Fb&client_id=http%3A%2F%2Fbank',
      'client_id_origin',
    ],
  ])('does not begin with a link that is %s', async (_what, link, rule) => {
    await expect(start(link)).rejects.toMatchObject({
      code: 'wallet_link_invalid',
      errors: [{ extra_info: { reason: rule } }],
    })
    expect((await view()).runs).toEqual([])
  })

  it.each([
    ['not JSON', 200, '<html>', 'not_json'],
    ['an error', 404, '{"errors":[{"error":"not_found","message":"gone"}]}', 'not_found'],
    ['a redirect', 302, '', 'status'],
    ['no definition', 200, '{"id":"x","input_descriptors":7}', 'definition_invalid'],
    ['a definition without an id', 200, '{"input_descriptors":[]}', 'definition_invalid'],
    ['larger than 256 KiB', 200, JSON.stringify({ id: 'x'.repeat(300_000) }), 'too_large'],
  ])('ends when the verifier answers with %s', async (_what, status, body, code) => {
    const run = await start(linkTo(await anotherVerifier(status, body)))

    expect(run).toMatchObject({ state: 'failed', failure: { code }, can_submit: false })
    expect((await view()).open_run).toBeNull()
  })

  it('ends when nobody answers, and when the link leads away and nobody allowed it', async () => {
    const nobody = await start(linkTo('http://127.0.0.1:1/definition'))
    const remote = await start(linkTo('https://verifier.example/definition'))

    expect(nobody).toMatchObject({ state: 'failed', failure: { code: 'not_reachable' } })
    expect(remote).toMatchObject({
      state: 'failed',
      failure: { code: 'remote_not_allowed' },
      warnings: [{ code: 'leaves_this_computer' }],
      steps: [{ kind: 'link_read' }, { kind: 'failed' }],
    })
  })

  it('keeps as text what a verifier answers deeper than anybody reads', async () => {
    await hold('proof-of-age')
    const depth = 200_000
    const elsewhere = await anotherVerifier(200, '['.repeat(depth) + ']'.repeat(depth))
    const { definition_url } = await aRequest(call, definition('age-only'))

    const ended = await submit(await start(linkTo(definition_url, `${elsewhere}/requests/r1/presentations`)))

    expect(ended).toMatchObject({ state: 'not_accepted', answer: { http_status: 200 } })
    expect(typeof ended.answer?.body).toBe('string')
  })

  it('warns when the answer goes elsewhere than where the question comes from', async () => {
    await hold('proof-of-age')
    const elsewhere = await anotherVerifier(200, '{"valid":true}')
    const { definition_url } = await aRequest(call, definition('age-only'))
    const run = await start(linkTo(definition_url, `${elsewhere}/requests/r1/presentations`))

    expect(run).toMatchObject({ request_id: null, warnings: [{ code: 'different_origin' }] })
    const ended = await submit(run)
    expect(ended).toMatchObject({ state: 'accepted', answer: { http_status: 200, body: { valid: true } } })
    expect(ended.presentation).toMatchObject({ proof: { challenge: 'r1', domain: elsewhere } })
  })

  it('binds the presentation to what the link of another verifier says, by whatever scheme it was opened', async () => {
    await hold('proof-of-age')
    const elsewhere = await anotherVerifier(200, '{"valid":true}')
    const asked = await aRequest(call, definition('age-only'))
    const destination = `${elsewhere}/answers`
    const link = { definition: asked.definition_url, destination, nonce: 'n-0S6_WzA2Mj', client_id: destination }
    const run = await start(deepLinkOf('vaultbench-wallet', link))
    await call(workbenchOperations.verifierSettingsSave, {
      body: { wallet_scheme: 'other-wallet', explain: true, cors_origins: [], base_url: null },
    })

    const ended = await submit(run)

    expect(ended).toMatchObject({ state: 'accepted' })
    expect(ended.presentation).toMatchObject({ proof: { challenge: 'n-0S6_WzA2Mj', domain: destination } })
  })

  it('is not found by others', async () => {
    await hold('proof-of-age')
    const run = await openRun()
    const bob = (await registerUser(workbench, 'Bob')).user.id
    const asBob = call(walletRunGet, { params: { user_id: bob, run_id: run.id } })
    await expect(asBob).rejects.toMatchObject({ code: 'not_found' })
    for (const work of [
      call(walletRunChoose, { params: { ...params, run_id: UNKNOWN }, body: { choice: {} } }),
      call(walletRunSubmit, { params: { ...params, run_id: UNKNOWN }, body: {} }),
      call(walletRunRefuse, { params: { ...params, run_id: UNKNOWN } }),
      call(walletRunGet, { params: { ...params, run_id: UNKNOWN } }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'not_found' })
    }
    expect((await call(walletRunGet, { params: { ...params, run_id: run.id } })).run).toEqual(run)
  })
})
