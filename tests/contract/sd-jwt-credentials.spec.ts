// Proves docs/contract/exchange.md, Demo issuers, Importing, Holding, Runs.

import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { WalletRun } from '../../shared/contract/workbench-wallet.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { findDemoSchema } from '../../shared/demo-credentials/demo-schemas.ts'
import { readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import { deepLinkOf } from '../../shared/presentation-exchange/deep-link.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { schemaId } from '../support/exchange/issuing.ts'
import { aRequest, aWalletCredential } from '../support/exchange/wallet.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { credentialIssue, holderKeyCreate, issuedRows, issuedStatusChange, issuersGet, registryEntryGet, trustAdd } =
  workbenchOperations
const { walletCredentialImport, walletCredentialOpen, walletGet, walletRunStart, walletRunSubmit } = workbenchOperations

const LICENCE = schemaId('driving-licence')
const VCT = 'https://credentials.vaultbench.example/driving-licence'
const VALUES = findDemoSchema(LICENCE)?.example ?? {}

let workbench: TestWorkbench
let call: TestWorkbench['call']
let params: { readonly user_id: string }
let servers: Server[]

beforeEach(async () => {
  servers = []
  workbench = await openWorkbench()
  call = workbench.call
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
})

afterEach(async () => {
  for (const server of servers) server.close()
  await stopWorkbench(workbench)
})

const issue = (sd_jwt: JsonObject = {}, members: JsonObject = {}) =>
  call(credentialIssue, {
    params,
    body: { issuer_id: 'harbour-registry', schema: LICENCE, format: 'dc+sd-jwt', values: VALUES, sd_jwt, ...members },
  })
const open = (credential_id: string) => call(walletCredentialOpen, { params: { ...params, credential_id } })
const importText = (text: string) => call(walletCredentialImport, { params, body: { text } })
const credentials = async () => (await call(walletGet, { params })).credentials

async function issuedText(sd_jwt: JsonObject = {}): Promise<string> {
  return String((await open((await issue(sd_jwt)).wallet_credential_id)).raw)
}

/** A definition that asks an SD-JWT VC for these claims. */
function asking(paths: readonly string[], constraints: JsonObject = {}): JsonObject {
  const fields = [{ path: ['$.vct'], filter: { const: VCT } }, ...paths.map((path) => ({ path: [path] }))]
  const format = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['EdDSA'], 'kb-jwt_alg_values': ['EdDSA'] } }
  return { input_descriptors: [{ id: 'licence', format, constraints: { fields, ...constraints } }] }
}

/** Opens a request of our verifier whose answer another one gets, which takes everything. */
async function openRun(definition: JsonObject): Promise<WalletRun> {
  const server = createServer((_request, response) => response.writeHead(200).end('{"valid":true}'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destination = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`
  const asked = await aRequest(call, definition)
  const link = { definition: asked.definition_url, destination, nonce: 'n-1', client_id: destination }
  const text = deepLinkOf('vaultbench-wallet', link)
  return (await call(walletRunStart, { params, body: { link: text, allow_remote: false } })).run
}

const submit = async (run: WalletRun, body: JsonObject = {}) =>
  (await call(walletRunSubmit, { params: { ...params, run_id: run.id }, body })).run

interface Answer {
  readonly vp_token: string | readonly unknown[]
  readonly presentation_submission: { readonly descriptor_map: readonly JsonObject[] }
}

const answerOf = ({ presentation }: WalletRun) => presentation as Answer
/** Names of the claims that a presentation discloses. */
const disclosedIn = (text: string) =>
  text
    .split('~')
    .slice(1, -1)
    .map((one) => (JSON.parse(Buffer.from(one, 'base64url').toString()) as unknown[])[1])

describe('credentialIssue of an SD-JWT VC', () => {
  it('puts it into the wallet, with what lists show, its claims opened and its title', async () => {
    const { issued, wallet_credential_id } = await issue({ decoys: 4 })
    const { credential, decoded, raw } = await open(wallet_credential_id)

    expect(issued).toMatchObject({ format: 'dc+sd-jwt', status: 'active', title: 'Driving licence' })
    expect(credential).toMatchObject({
      format: 'dc+sd-jwt',
      credential_id: issued.credential_id,
      types: [VCT],
      schema: null,
      title: 'Driving licence',
      subject: null,
      source: 'issued',
      period: 'current',
    })
    expect(Date.parse(credential.expires ?? '')).toBe(Date.parse(issued.expires ?? ''))
    expect(decoded).toMatchObject(VALUES)
    expect(String(raw).split('~')).toHaveLength(Object.keys(VALUES).length + 2)
    expect((await call(issuedRows, { query: {} })).rows).toEqual([issued])
  })

  it('publishes a token status list, which is signed anew when the status changes', async () => {
    const { issued } = await issue()
    const key = 'https://status.vaultbench.example/harbour-registry/tokens'
    const listed = async () =>
      (await call(registryEntryGet, { params: { kind: 'status-lists' }, query: { key } })).document
    const before = await listed()
    await call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status: 'revoked' } })

    expect(readCompactJwt(String(before))?.header).toMatchObject({ typ: 'statuslist+jwt' })
    expect(await listed()).not.toBe(before)
  })

  it.each([
    ['21 decoys', { sd_jwt: { decoys: 21 } }],
    ['half a decoy', { sd_jwt: { decoys: 1.5 } }],
    ['201 claims', { sd_jwt: { disclosable: Array.from({ length: 201 }, (_, at) => `/${at}`) } }],
    ['a pointer to nothing', { sd_jwt: { disclosable: ['/iss'] } }],
    ['a subject without a key', { subject: 'did:web:example.org' }],
    ['terms of another format', { format: 'ldp_vc' }],
  ])('%s › is refused, and nothing comes into the wallet', async (_what, members) => {
    await expect(issue({}, members)).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await credentials()).toEqual([])
  })
})

describe('walletCredentialImport of an SD-JWT VC', () => {
  it('takes its text, and judges it', async () => {
    const text = await issuedText()
    const [came] = (await importText(`${text}\n`)).credentials

    expect(came).toMatchObject({ format: 'dc+sd-jwt', source: 'imported', title: 'Driving licence' })
    expect(came?.verified).not.toBeNull()
    expect((await open(came?.id ?? '')).raw).toBe(text)
  })

  it.each([
    ['a disclosure that belongs to none', (text: string) => `${text}WyJzIiwiYSIsMV0~`, 'did not sign it'],
    ['a key binding', (text: string) => `${text}${text.split('~')[0] ?? ''}`, 'does not end with ~'],
    ['no disclosure in its form', (text: string) => `${text}abc~`, 'is base64url of a JSON list'],
  ])('with %s › is refused with the reason, and not kept', async (_what, change, reason) => {
    const text = await issuedText()
    const refused = importText(change(text))

    await expect(refused).rejects.toMatchObject({
      code: 'credential_invalid',
      message: expect.stringContaining(reason) as string,
    })
    expect(await credentials()).toHaveLength(1)
  })
})

describe('a run that an SD-JWT VC answers', () => {
  it('tells what is asked for, keeps the rest, and sends exactly what it showed', async () => {
    const { wallet_credential_id } = await issue({ disclosable: ['/birthDate', '/category', '/licenceNumber'] })
    const run = await openRun(asking(['$.birthDate', '$.category'], { limit_disclosure: 'preferred' }))

    expect(run).toMatchObject({ can_submit: true, must_share_whole: false })
    expect(run.told).toEqual([
      {
        credential_id: wallet_credential_id,
        query_id: null,
        disclosed: expect.arrayContaining(['/birthDate', '/category']) as string[],
        withheld: ['/licenceNumber'],
      },
    ])
    expect(run.descriptors[0]?.candidates[0]?.others).toEqual(
      Object.keys(VALUES).filter((name) => !['birthDate', 'category', 'licenceNumber'].includes(name)),
    )

    const ended = await submit(run)
    const { vp_token, presentation_submission } = answerOf(ended)
    const text = String(vp_token)
    expect(ended).toMatchObject({ state: 'accepted', profile: null, told: run.told })
    expect(disclosedIn(text).sort()).toEqual(['birthDate', 'category'])
    expect(presentation_submission.descriptor_map).toEqual([{ id: 'licence', path: '$', format: 'dc+sd-jwt' }])
    const binding = readCompactJwt(text.slice(text.lastIndexOf('~') + 1))
    expect(binding?.header).toEqual({ alg: 'EdDSA', typ: 'kb+jwt' })
    expect(binding?.payload).toMatchObject({ nonce: 'n-1', aud: ended.destination_url })
  })

  it('without limit_disclosure, too, nobody is told what nobody asked for', async () => {
    await issue()
    const ended = await submit(await openRun(asking(['$.category'])))

    expect(disclosedIn(String(answerOf(ended).vp_token))).toEqual(['category'])
  })

  it('demands limited disclosure › shares more than that only when it is allowed to', async () => {
    await issue({ disclosable: ['/birthDate'] })
    const run = await openRun(asking(['$.birthDate'], { limit_disclosure: 'required' }))

    expect(run.must_share_whole).toBe(true)
    await expect(submit(run)).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await submit(run, { share_whole: true })).toMatchObject({ state: 'accepted' })
  })

  it('bound to nobody › is presented without a key binding', async () => {
    await issue({ bound: false })
    const ended = await submit(await openRun(asking(['$.category'])))

    expect(String(answerOf(ended).vp_token)).toMatch(/~$/)
  })

  it('with another key than its own, or broken as W3C presentations are › is sent nothing', async () => {
    await issue()
    const { holder_key } = await call(holderKeyCreate, { params, body: { algorithm: 'Ed25519', make_default: false } })
    const run = await openRun(asking(['$.category']))

    await expect(submit(run, { holder_key_id: holder_key.id })).rejects.toMatchObject({ code: 'invalid_params' })
    await expect(submit(run, { scenario: 'tampered-claim' })).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await submit(run)).toMatchObject({ state: 'accepted' })
  })

  it('of somebody else › cannot be answered with', async () => {
    const bob = { user_id: (await registerUser(workbench, 'Bob')).user.id }
    const text = await issuedText()
    await call(walletCredentialImport, { params: bob, body: { text } })
    const { definition_url, destination_url } = await aRequest(call, asking(['$.category']))
    const link = deepLinkOf('vaultbench-wallet', { definition: definition_url, destination: destination_url })
    const { run } = await call(walletRunStart, { params: bob, body: { link } })

    await expect(call(walletRunSubmit, { params: { ...bob, run_id: run.id }, body: {} })).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('does not have') as string,
    })
  })

  it('signed in a way that the definition does not list for bindings › is sent nothing', async () => {
    await issue()
    const definition = asking(['$.category'])
    const [descriptor] = definition['input_descriptors'] as JsonObject[]
    const format = { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['ES256'] } }
    const run = await openRun({ format, input_descriptors: [{ ...descriptor, format: undefined }] })

    await expect(submit(run)).rejects.toMatchObject({ code: 'invalid_params' })
  })

  it('two of them and W3C credentials › are a list, and the submission says which is which', async () => {
    await issue()
    await issue({}, { schema: schemaId('identity'), values: findDemoSchema(schemaId('identity'))?.example })
    const [key] = (await call(walletGet, { params })).holder_keys
    await importText(JSON.stringify(await aWalletCredential('proof-of-age', key?.did ?? '')))
    const [licence] = asking(['$.category'])['input_descriptors'] as JsonObject[]
    const identity = {
      id: 'identity',
      constraints: { fields: [{ path: ['$.vct'], filter: { const: VCT.replace('driving-licence', 'identity') } }] },
    }
    const age = { id: 'age', constraints: { fields: [{ path: ['$.credentialSubject.ageOver18'] }] } }
    const definition = { input_descriptors: [licence, age, identity] }

    const ended = await submit(await openRun(definition))
    const { vp_token, presentation_submission } = answerOf(ended)
    expect(ended).toMatchObject({ state: 'accepted', profile: 'bound' })
    expect(vp_token).toHaveLength(3)
    expect(vp_token[0]).toMatchObject({ verifiableCredential: [{ credentialSubject: { ageOver18: true } }], proof: {} })
    expect(vp_token[0]).not.toHaveProperty('presentation_submission')
    expect(presentation_submission.descriptor_map).toEqual([
      { id: 'licence', path: '$[1]', format: 'dc+sd-jwt' },
      {
        id: 'age',
        path: '$[0]',
        format: 'ldp_vp',
        path_nested: { id: 'age', path: '$.verifiableCredential[0]', format: 'ldp_vc' },
      },
      { id: 'identity', path: '$[2]', format: 'dc+sd-jwt' },
    ])
  })
})

describe('a run that a DCQL query began', () => {
  const LICENCES = { format: 'dc+sd-jwt', meta: { vct_values: [VCT] } }
  const asks = (id: string, paths: readonly JsonObject['x'][], members: JsonObject = {}) => ({
    id,
    ...LICENCES,
    ...(paths.length > 0 && { claims: paths.map((path) => ({ path })) }),
    ...members,
  })
  const openQuery = (...credentials: readonly JsonObject[]) => openRun({ dcql_query: { credentials } })
  const tokenOf = ({ presentation }: WalletRun) =>
    (presentation as { readonly vp_token: Readonly<Record<string, readonly unknown[]>> }).vp_token

  it('tells each query what it asks for and nothing else, and answers by its id', async () => {
    const { wallet_credential_id } = await issue({ disclosable: ['/birthDate', '/category', '/licenceNumber'] })
    const run = await openQuery(asks('age', [['birthDate']]), asks('car', [['category']]), asks('any', []))

    expect(run).toMatchObject({ state: 'choosing', can_submit: true, must_share_whole: false })
    expect(run.descriptors.map(({ id, chosen }) => [id, chosen])).toEqual(
      ['age', 'car', 'any'].map((id) => [id, wallet_credential_id]),
    )
    expect(run.descriptors[0]).toMatchObject({
      fields: [{ path: "$['birthDate']" }],
      candidates: [{ values: [VALUES['birthDate']] }],
    })
    expect(run.told.map(({ query_id, disclosed }) => [query_id, disclosed])).toEqual([
      ['age', ['/birthDate']],
      ['car', ['/category']],
      ['any', []],
    ])

    const ended = await submit(run)
    const token = tokenOf(ended)
    expect(ended).toMatchObject({ state: 'accepted', profile: null })
    expect(Object.keys(ended.presentation as JsonObject)).toEqual(['vp_token'])
    expect(Object.entries(token).map(([id, list]) => [id, list.map((text) => disclosedIn(String(text)))])).toEqual([
      ['age', [['birthDate']]],
      ['car', [['category']]],
      ['any', [[]]],
    ])
    for (const [text] of Object.values(token)) {
      const binding = readCompactJwt(String(text).slice(String(text).lastIndexOf('~') + 1))
      expect(binding?.payload).toMatchObject({ nonce: 'n-1', aud: ended.destination_url })
    }
  })

  it('is answered with a W3C credential in a presentation of its own', async () => {
    const [key] = (await call(walletGet, { params })).holder_keys
    await importText(JSON.stringify(await aWalletCredential('proof-of-age', key?.did ?? '')))
    const meta = { type_values: [['ProofOfAgeCredential']] }
    const claims = [{ path: ['credentialSubject', 'ageOver18'], values: [true] }]
    const ended = await submit(await openQuery({ id: 'age', format: 'ldp_vc', meta, claims }))

    expect(ended).toMatchObject({ state: 'accepted', profile: 'bound', told: [] })
    expect(tokenOf(ended)['age']).toMatchObject([
      { verifiableCredential: [{ credentialSubject: { ageOver18: true } }] },
    ])
    expect(tokenOf(ended)['age']?.[0]).not.toHaveProperty('presentation_submission')
  })

  it('names what nothing answers and what comes nearest, and sends nothing', async () => {
    const { wallet_credential_id } = await issue()
    const run = await openQuery(asks('age', [['birthDate']]), asks('other', [['nobody has this']]))

    expect(run).toMatchObject({ can_submit: false, missing: ['other'] })
    expect(run.descriptors[1]).toMatchObject({
      candidates: [],
      nearest: { credential_id: wallet_credential_id, check: 'descriptor.field', code: 'field_missing', field: 0 },
    })
    await expect(submit(run)).rejects.toMatchObject({ code: 'wrong_status' })
  })

  it('needs one option of each set that is required', async () => {
    await issue()
    const credentials = [asks('age', [['birthDate']]), asks('other', [['nobody has this']])]
    const credential_sets = [{ options: [['other'], ['age']] }, { options: [['other']], required: false }]
    const run = await openRun({ dcql_query: { credentials, credential_sets } })

    expect(run.can_submit).toBe(true)
    expect(run.requirements).toMatchObject([
      { rule: 'pick', from: 'other | age', satisfied: true, needed: '1 of 2' },
      { from: 'other', satisfied: true, needed: '0 or 1 of 1' },
    ])
    expect(Object.keys(tokenOf(await submit(run)))).toEqual(['age'])
  })

  it('does not offer a credential whose key is not here where a binding is wanted, and no scenario', async () => {
    const bob = { user_id: (await registerUser(workbench, 'Bob')).user.id }
    const text = await issuedText()
    await call(walletCredentialImport, { params: bob, body: { text } })
    const { definition_url, destination_url } = await aRequest(call, { dcql_query: { credentials: [asks('age', [])] } })
    const link = deepLinkOf('vaultbench-wallet', { definition: definition_url, destination: destination_url })
    const { run } = await call(walletRunStart, { params: bob, body: { link } })
    expect(run).toMatchObject({ can_submit: false, descriptors: [{ nearest: { code: 'key_binding_missing' } }] })

    const own = await openQuery(asks('age', []))
    await expect(submit(own, { scenario: 'tampered-claim' })).rejects.toMatchObject({ code: 'invalid_params' })
  })

  it('with a fault › ends', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(200).end('{"dcql_query":{"credentials":[]}}'),
    )
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/d`
    const text = deepLinkOf('vaultbench-wallet', { definition: url, destination: url })
    const { run } = await call(walletRunStart, { params, body: { link: text } })

    expect(run).toMatchObject({ state: 'failed', failure: { code: 'definition_invalid' } })
  })
})

describe('our own verifier', () => {
  const answeredTo = async (definition: JsonObject, status?: 'revoked' | 'suspended') => {
    const [harbour] = (await call(issuersGet, {})).issuers
    await call(trustAdd, { body: { did: harbour?.did ?? '', name: 'Harbour Registry' } })
    const { issued } = await issue({ decoys: 3 })
    if (status !== undefined) {
      await call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status } })
    }
    const { definition_url, destination_url } = await aRequest(call, definition)
    const link = deepLinkOf('vaultbench-wallet', { definition: definition_url, destination: destination_url })
    const { run } = await call(walletRunStart, { params, body: { link } })
    const { answer } = await submit(run)
    if (answer === null) throw new Error('the verifier answers')
    const { valid, errors, warnings } = answer.body as Verification
    return { valid, found: [...errors, ...warnings].map(({ check, code }) => `${check} ${code}`) }
  }
  const QUERY = {
    dcql_query: {
      credentials: [{ id: 'car', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['category'] }] }],
    },
  }

  it.each([
    ['a definition', asking(['$.category'], { limit_disclosure: 'required' })],
    ['a DCQL query', QUERY],
  ])('takes what answers %s, and finds nothing odd', async (_what, definition) => {
    expect(await answeredTo(definition)).toEqual({ valid: true, found: [] })
  })

  it.each(['revoked', 'suspended'] as const)('finds one that is %s', async (status) => {
    expect(await answeredTo(QUERY, status)).toEqual({ valid: false, found: [`credential.status credential_${status}`] })
  })
})
