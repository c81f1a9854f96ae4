// Proves docs/contract/exchange.md, Runs, Demo issuers.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeOperations } from '../../shared/contract/index.ts'
import { DEMO_SCHEMAS } from '../../shared/demo-credentials/demo-schemas.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { credentialIssue, forward, issuedRows, issuedStatusChange, issuersGet } = workbenchOperations
const { registryGet, trustAdd, userSignOut, walletCredentialOpen, walletGet, walletRunRefuse, walletRunStart } =
  workbenchOperations
const { workspaceLock } = workbenchOperations

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const HARBOUR = 'harbour-registry'
const LICENCE = 'https://schemas.vaultbench.example/driving-licence/1.0.0'
const VALUES = DEMO_SCHEMAS.find(({ id }) => id === LICENCE)?.example ?? {}
const ALGORITHMS = [
  ['ldp_vc', 'EdDSA'],
  ['jwt_vc', 'EdDSA'],
  ['jwt_vc', 'ES256'],
  ['jwt_vc', 'RS256'],
] as const

let workbench: TestWorkbench
let call: TestWorkbench['call']
let alice: { readonly user_id: string }

beforeEach(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  call = workbench.call
  const { user } = await registerUser(workbench, 'Alice')
  alice = { user_id: user.id }
})

afterEach(() => stopWorkbench(workbench))

type Order = Partial<Parameters<typeof issue>[0]>
const issue = (body: {
  schema?: string
  issuer_id?: string
  format?: 'ldp_vc' | 'jwt_vc'
  algorithm?: 'EdDSA' | 'ES256' | 'RS256'
  values?: Record<string, unknown>
  with_status?: boolean
  issue_anyway?: boolean
}) => call(credentialIssue, { params: alice, body: { issuer_id: HARBOUR, schema: LICENCE, values: VALUES, ...body } })
const rows = () => call(issuedRows, { query: {} })

/** What the exchange says against the credentials of a wallet; the presentation around them is nobody's. */
async function problemsOf(...credentialIds: readonly string[]): Promise<readonly string[]> {
  const opened = credentialIds.map((credential_id) =>
    call(walletCredentialOpen, { params: { ...alice, credential_id } }),
  )
  const presentation = {
    '@context': ['https://www.w3.org/2018/credentials/v1'],
    type: ['VerifiablePresentation'],
    verifiableCredential: (await Promise.all(opened)).map(({ raw }) => raw),
  }
  // Nobody trusts the demo issuers here, which is no problem of what they issue.
  const options = { evaluate: 'none', replay: 'off', policy: { 'credential.trust': 'off' } }
  const { id } = exchangeOperations.verifyPresentation
  const reply = await call(forward, { body: { as: 'subscription', operation: id, body: { presentation, options } } })
  const { credentials } = reply.body as Verification
  return credentials.flatMap(({ checks }) =>
    checks.flatMap(({ check, result, code }) => (/fail|warn/.test(result) ? [`${check} ${code ?? ''}`] : [])),
  )
}

describe('issuers', () => {
  it('are two, with what they issue', async () => {
    const { issuers, schemas } = await call(issuersGet, {})

    expect(issuers.map(({ name, trusted, keys }) => [name, trusted, keys.length])).toEqual([
      ['Harbour Registry', null, 2],
      ['Pop-up Issuer', null, 2],
    ])
    expect(schemas.map(({ id, type }) => [id, type])).toEqual(DEMO_SCHEMAS.map(({ id, type }) => [id, type]))
    expect(schemas[0]?.schema).toEqual(DEMO_SCHEMAS[0]?.schema)
    expect(await call(issuersGet, {})).toEqual({ issuers, schemas })
  })

  it('are trusted as the trust list says', async () => {
    const { issuers } = await call(issuersGet, {})
    const [harbour] = issuers
    await call(trustAdd, { body: { did: harbour?.did ?? '', name: 'Harbour Registry' } })

    expect((await call(issuersGet, {})).issuers.map(({ trusted }) => trusted)).toEqual([true, false])
  })

  it('are not trusted before and after the period of their entry', async () => {
    const { issuers } = await call(issuersGet, {})
    const [harbour, popUp] = issuers.map(({ did, name }) => ({ did, name }))
    if (harbour === undefined || popUp === undefined) return expect.unreachable()
    await call(trustAdd, { body: { ...harbour, valid_until: '2020-01-01T00:00:00Z' } })
    await call(trustAdd, { body: { ...popUp, schemas: [LICENCE], valid_from: '2020-01-01T00:00:00Z' } })

    expect((await call(issuersGet, {})).issuers.map(({ trusted }) => trusted)).toEqual([false, true])
  })

  it('no secret of theirs is in a reply', async () => {
    expect(JSON.stringify(await call(issuersGet, {}))).not.toMatch(/sealed|secret|"d":/)
  })
})

describe('issuing', () => {
  it('every schema in every format › is in the wallet, in the list, and holds without a warning', async () => {
    const made = []
    for (const { id, example } of DEMO_SCHEMAS) {
      for (const [format, algorithm] of ALGORITHMS) {
        made.push(await issue({ schema: id, values: { ...example }, format, algorithm }))
      }
    }

    expect(await rows()).toEqual({ rows: made.map(({ issued }) => issued).reverse(), matching: 28 })
    const { credentials } = await call(walletGet, { params: alice })
    const idsOf = (list: readonly { credential_id: string | null }[]) => list.map((one) => one.credential_id).sort()
    expect(idsOf(credentials)).toEqual(idsOf(made.map(({ issued }) => issued)))
    expect(made.flatMap(({ violations }) => violations)).toEqual([])
    expect(await problemsOf(...made.map(({ wallet_credential_id }) => wallet_credential_id))).toEqual([])
  })

  it('the row says what was issued, and to whom', async () => {
    const { issued, wallet_credential_id } = await issue({ format: 'jwt_vc', algorithm: 'ES256' })

    expect(issued).toMatchObject({
      title: 'Driving licence',
      user_id: alice.user_id,
      format: 'jwt_vc',
      status: 'active',
    })
    const { credentials } = await call(walletGet, { params: alice })
    expect(credentials).toMatchObject([
      { id: wallet_credential_id, credential_id: issued.credential_id, subject: issued.subject, source: 'issued' },
    ])
  })

  it('tells the window', async () => {
    workbench.events.length = 0
    await issue({})

    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'issued' })
    expect(workbench.events).toContainEqual({ type: 'wallet', user_id: alice.user_id, run_id: null })
  })

  it('publishes the lists before the first credential with a status', async () => {
    const lists = () => call(registryGet, { params: { kind: 'status-lists' } })
    await issue({ with_status: false })
    expect((await lists()).rows).toEqual([])

    await issue({})
    expect((await lists()).rows).toMatchObject([
      { key: 'https://status.vaultbench.example/harbour-registry/revocation', source: 'demo_issuer', problem: null },
      { key: 'https://status.vaultbench.example/harbour-registry/suspension', source: 'demo_issuer', problem: null },
    ])
  })

  it('anyway › breaks the schema, and only that', async () => {
    const { violations, wallet_credential_id } = await issue({ values: { ...VALUES, category: 5 }, issue_anyway: true })

    expect(violations.map(({ pointer }) => pointer)).toContain('/category')
    expect(await problemsOf(wallet_credential_id)).toEqual(['credential.schema schema_violation'])
  })

  it.each<[string, Order, string]>([
    ['an unknown issuer', { issuer_id: 'nobody' }, 'not_found'],
    ['an unknown schema', { schema: 'https://schemas.example/x' }, 'not_found'],
    ['values that break the schema', { values: {} }, 'credential_invalid'],
  ])('%s › is refused, and nothing changes', async (_name, order, code) => {
    workbench.events.length = 0

    await expect(issue(order)).rejects.toMatchObject({ code })
    expect(await rows()).toEqual({ rows: [], matching: 0 })
    expect((await call(walletGet, { params: alice })).credentials).toEqual([])
    expect(workbench.events.filter(({ type }) => type === 'exchange')).toEqual([])
  })

  it('into the wallet of nobody, or of somebody who is locked › is refused', async () => {
    const order = { issuer_id: HARBOUR, schema: LICENCE, values: VALUES }
    await expect(call(credentialIssue, { params: { user_id: UNKNOWN }, body: order })).rejects.toMatchObject({
      code: 'not_found',
    })

    await call(userSignOut, { params: alice })
    await expect(issue({})).rejects.toMatchObject({ code: 'user_locked' })
    expect((await rows()).matching).toBe(0)
  })

  it('while a request is open in the wallet › is refused until it is answered or refused', async () => {
    const presentation_definition = { name: 'Anything', input_descriptors: [] }
    const { id, name } = verifierRequestOperations.createVerifierRequest
    const made = await call(forward, {
      body: { as: 'subscription', operation: id, body: { name, presentation_definition } },
    })
    const { request } = made.body as { request: { deep_link: string } }
    const { run } = await call(walletRunStart, { params: alice, body: { link: request.deep_link } })
    expect(run.state).toBe('choosing')

    await expect(issue({})).rejects.toMatchObject({ code: 'wallet_run_open' })
    expect((await rows()).matching).toBe(0)
    await call(walletRunRefuse, { params: { ...alice, run_id: run.id } })
    await issue({})
  })

  it('a subject that is no URI › names the field', async () => {
    const body = { issuer_id: HARBOUR, schema: LICENCE, values: VALUES, subject: 'Alice' }
    await expect(call(credentialIssue, { params: alice, body })).rejects.toMatchObject({ code: 'invalid_params' })
  })
})

describe('status', () => {
  it('suspended and revoked › is seen in `credential.status` in every format', async () => {
    for (const [format, algorithm] of ALGORITHMS) {
      const { issued, wallet_credential_id } = await issue({ format, algorithm })
      const change = (status: 'active' | 'suspended' | 'revoked') =>
        call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status } })

      expect((await change('suspended')).issued).toEqual({ ...issued, status: 'suspended' })
      expect(await problemsOf(wallet_credential_id)).toEqual(['credential.status credential_suspended'])
      await change('active')
      expect(await problemsOf(wallet_credential_id)).toEqual([])
      await change('revoked')
      expect(await problemsOf(wallet_credential_id)).toEqual(['credential.status credential_revoked'])
      await expect(change('active')).rejects.toMatchObject({
        code: 'wrong_status',
        message: 'A revocation is final.',
      })
      expect((await rows()).rows[0]).toMatchObject({ id: issued.id, status: 'revoked' })
    }
  })

  it('of what was issued without › is refused', async () => {
    const { issued } = await issue({ with_status: false })
    const changing = call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status: 'revoked' } })
    await expect(changing).rejects.toMatchObject({
      code: 'wrong_status',
      message: 'The credential was issued without a status.',
    })
  })

  it('of nothing › is refused', async () => {
    const changing = call(issuedStatusChange, { params: { issued_id: UNKNOWN }, body: { status: 'revoked' } })
    await expect(changing).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a locked workspace', () => {
  it('answers none of it', async () => {
    await call(workspaceLock, {})
    const calls = [
      call(issuersGet, {}),
      issue({}),
      rows(),
      call(issuedStatusChange, { params: { issued_id: UNKNOWN }, body: { status: 'revoked' } }),
    ]
    for (const one of calls) await expect(one).rejects.toMatchObject({ code: 'workspace_locked' })
  })

  it('keeps keys, credentials and states', async () => {
    const { issuers } = await call(issuersGet, {})
    const { issued } = await issue({})
    await call(issuedStatusChange, { params: { issued_id: issued.id }, body: { status: 'suspended' } })
    await call(workspaceLock, {})
    const { current } = await call(workbenchOperations.statusGet, {})
    await call(workbenchOperations.workspaceOpen, {
      params: { workspace_id: current?.id ?? '' },
      body: { passphrase: PASSPHRASE },
    })

    expect((await call(issuersGet, {})).issuers).toEqual(issuers)
    expect((await rows()).rows).toMatchObject([{ id: issued.id, status: 'suspended' }])
  })
})
