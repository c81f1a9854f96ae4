// Proves docs/contract/window.md, Issuers; docs/contract/keystore.md, OpenID Connect, Test issuers.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestFor } from '../../shared/contract/operation.ts'
import type { OidcIssuerRow } from '../../shared/contract/workbench-oidc.ts'
import { TestTokenFault } from '../../shared/contract/workbench-oidc.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { keysAt } from '../../src-main/keystore/oidc/read-keys.ts'
import { filesTelling } from '../support/service/bytes-on-disk.ts'
import { anIssuer } from '../support/service/oidc-issuers.ts'
import type { TestIssuer } from '../support/service/oidc-issuers.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { oidcGet, oidcIssuerSave, oidcIssuerRemove, oidcIdentityRemove } = workbenchOperations
const { testIssuerCreate, testIssuerKeyReplace, testTokenMint, workspaceLock, workspaceOpen, callsGet, callGet } =
  workbenchOperations

type Order = NonNullable<RequestFor<typeof testTokenMint>['body']>

let workbench: TestWorkbench
let provider: TestIssuer

beforeEach(async () => {
  workbench = await openWorkbench()
  // Of its own time, because the application runs by the real clock.
  provider = await anIssuer('https://provider.test')
})

afterEach(() => stopWorkbench(workbench))

const read = () => workbench.call(oidcGet, {})
const create = async (name: string) => (await workbench.call(testIssuerCreate, { body: { name } })).issuer
const mint = (issuer: OidcIssuerRow, order: Partial<Order> = {}) =>
  workbench.call(testTokenMint, { params: { test_id: issuer.test_id ?? '' }, body: { subject: 'ada', ...order } })
const me = async (token: string, header = 'oidc_token') => {
  const reply = await fetch(`${workbench.application.url}/vault/me`, { headers: { [header]: token } })
  const body: unknown = await reply.json()
  return { status: reply.status, body }
}

describe('issuers of a workspace', () => {
  it('are none at first; one is saved, changed and removed', async () => {
    expect(await read()).toEqual({ issuers: [], identities: [] })

    const { issuer } = await workbench.call(oidcIssuerSave, { body: provider.config })

    const { jwks, ...said } = provider.config
    expect(issuer).toEqual({
      ...said,
      jwks,
      jwks_url: null,
      fixed: false,
      test_id: null,
      usable_keys: 1,
      problem: null,
    })
    await workbench.call(oidcIssuerSave, { body: { ...provider.config, audience: 'another' } })
    expect((await read()).issuers).toEqual([{ ...issuer, audience: 'another' }])
    await workbench.call(oidcIssuerRemove, { query: { issuer: issuer.issuer } })
    expect((await read()).issuers).toEqual([])
    await expect(workbench.call(oidcIssuerRemove, { query: { issuer: issuer.issuer } })).rejects.toThrow(
      refusal('not_found'),
    )
  })

  it.each([
    ['neither keys nor an address', { jwks: undefined }],
    ['both', { jwks_url: 'https://provider.test/jwks' }],
    ['an address without TLS', { jwks: undefined, jwks_url: 'http://provider.test/jwks' }],
    ['a file', { jwks: undefined, jwks_url: 'file:///etc/passwd' }],
    ['no key', { jwks: { keys: [] } }],
    ['a shared secret', { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['a private key', { jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA', d: 'AAAA' }] } }],
    ['no algorithm', { algorithms: [] }],
    ['alg none', { algorithms: ['none'] }],
    ['an HMAC', { algorithms: ['HS256'] }],
    ['no audience', { audience: '' }],
    ['a name with a line break', { issuer: 'https://a\n.test' }],
  ])('invalid_params, %s', async (_, changes) => {
    const body = { ...provider.config, ...changes } as typeof provider.config // wrong on purpose
    await expect(workbench.call(oidcIssuerSave, { body })).rejects.toThrow(refusal('invalid_params'))
    expect((await read()).issuers).toEqual([])
  })

  it('are there again after a lock, with the keys of test issuers', async () => {
    const issuer = await create('First')
    await workbench.call(workspaceLock, {})
    const [workspace] = (await workbench.call(workbenchOperations.statusGet, {})).workspaces
    await workbench.call(workspaceOpen, { params: { workspace_id: workspace?.id ?? '' }, body: {} })
    expect((await read()).issuers).toEqual([issuer])
    expect((await mint(issuer)).answer.status).toBe(200)
  })

  it('wrong_status, one that was given at the start is changed there; it wins over one of the workspace', async () => {
    await stopWorkbench(workbench)
    workbench = await openWorkbench({ settings: { oidcIssuers: [provider.config] } })
    expect((await read()).issuers).toMatchObject([{ issuer: 'https://provider.test', fixed: true }])
    await expect(workbench.call(oidcIssuerSave, { body: provider.config })).rejects.toThrow(refusal('wrong_status'))
    await expect(workbench.call(oidcIssuerRemove, { query: { issuer: provider.config.issuer } })).rejects.toThrow(
      refusal('wrong_status'),
    )
  })
})

describe('test issuers', () => {
  it('mint a token that the service accepts, in each header, from outside too', async () => {
    const issuer = await create('First provider')

    const { token, header, claims, answer } = await mint(issuer, { full_name: 'Ada Lovelace' })

    expect(issuer.issuer).toBe('https://first-provider.issuer.test')
    expect(header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(claims).toMatchObject({ iss: issuer.issuer, sub: 'ada', aud: issuer.audience, name: 'Ada Lovelace' })
    expect(answer).toMatchObject({ status: 200, body: { user: { full_name: 'Ada Lovelace' } } })
    for (const name of ['oidc_token', 'authorizationoidc2', 'authorization'])
      expect(await me(token, name)).toEqual(answer)
    expect((await read()).identities).toMatchObject([
      { issuer: issuer.issuer, subject: 'ada', full_name: 'Ada Lovelace', carried_over: false },
    ])
  })

  const REASONS: Readonly<Record<TestTokenFault, string | undefined>> = {
    none: undefined,
    expired: 'token_expired',
    not_yet_valid: 'invalid_jwt',
    wrong_audience: 'invalid_jwt',
    wrong_issuer: 'unknown_issuer',
    algorithm_none: 'invalid_jwt',
    key_confusion: 'invalid_jwt',
    unknown_kid: 'invalid_jwt',
    foreign_key: 'invalid_jwt',
    broken_signature: 'invalid_jwt',
  }
  it.each(TestTokenFault.options)('mint a token with the fault %s, for which it is refused', async (fault) => {
    const issuer = await create('First')
    for (const algorithm of ['RS256', 'EdDSA'] as const) {
      const other = (await workbench.call(testIssuerCreate, { body: { name: algorithm, algorithm } })).issuer
      expect((await mint(other, { fault })).answer.status).toBe(fault === 'none' ? 200 : 401)
    }
    const { answer } = await mint(issuer, { fault })
    const reason = REASONS[fault]
    expect(answer).toMatchObject(
      reason === undefined
        ? { status: 200 }
        : { status: 401, body: { errors: [{ error: 'unauthorized', extra_info: { reason } }] } },
    )
  })

  it('a change of the provider › the same user, once the second one may take over', async () => {
    const [first, second] = [await create('First'), await create('Second')]
    const before = await mint(first)
    const carry = { subject: 'ada-2', previous_user: 'ada' }
    expect((await mint(second, carry)).answer.status).toBe(403)

    const { jwks, issuer, audience, algorithms } = second
    const { issuer: saved } = await workbench.call(oidcIssuerSave, {
      body: { issuer, audience, algorithms, jwks: jwks ?? { keys: [] }, carries_over_from: [first.issuer] },
    })

    expect(saved).toMatchObject({ test_id: second.test_id, carries_over_from: [first.issuer] })
    const after = await mint(second, carry)
    expect(after.answer).toEqual(before.answer)
    expect((await read()).identities.map(({ subject, carried_over }) => [subject, carried_over])).toEqual([
      ['ada', false],
      ['ada-2', true],
    ])
  })

  it('a user of the workspace with a passphrase goes on with tokens, where the issuer may take accounts over', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const issuer = await create('First')
    const order = { subject: 'alice', previous_user: user.vault_user_id ?? '' }
    expect((await mint(issuer, order)).answer.status).toBe(403)
    const { audience, algorithms } = issuer
    await workbench.call(oidcIssuerSave, {
      body: {
        issuer: issuer.issuer,
        audience,
        algorithms,
        jwks: issuer.jwks ?? { keys: [] },
        carries_over_accounts: true,
      },
    })
    expect((await mint(issuer, order)).answer.body).toMatchObject({ user: { id: user.vault_user_id } })
  })

  it('an identity that is forgotten is somebody new with the next token', async () => {
    const issuer = await create('First')
    const first = await mint(issuer)
    const [identity] = (await read()).identities
    await workbench.call(oidcIdentityRemove, { params: { identity_id: identity?.id ?? '' } })
    expect((await read()).identities).toEqual([])
    expect((await mint(issuer)).answer.body).not.toEqual(first.answer.body)
    await expect(workbench.call(oidcIdentityRemove, { params: { identity_id: identity?.id ?? '' } })).rejects.toThrow(
      refusal('not_found'),
    )
  })

  it('a new key › tokens of the old one are refused from then on', async () => {
    const issuer = await create('First')
    const { token } = await mint(issuer)
    const { issuer: renewed } = await workbench.call(testIssuerKeyReplace, {
      params: { test_id: issuer.test_id ?? '' },
    })
    expect(renewed.jwks).not.toEqual(issuer.jwks)
    expect((await me(token)).status).toBe(401)
    expect((await mint(renewed)).answer.status).toBe(200)
  })

  it('publish what another program reads: a service that fetches the keys accepts the tokens', async () => {
    const issuer = await create('First')
    const { token } = await mint(issuer)
    const metadata = `${workbench.application.url}/keystore/test_issuers/${issuer.test_id ?? ''}/.well-known/openid-configuration`
    const { jwks_uri, ...said } = (await (await fetch(metadata)).json()) as { jwks_uri: string; issuer: string }
    expect(said.issuer).toBe(issuer.issuer)
    expect(await keysAt(jwks_uri)()).toEqual(issuer.jwks)

    const other = await openWorkbench()
    try {
      const { audience, algorithms } = issuer
      await other.call(oidcIssuerSave, { body: { issuer: issuer.issuer, audience, algorithms, jwks_url: jwks_uri } })
      expect((await other.call(oidcGet, {})).issuers).toMatchObject([{ usable_keys: null, problem: null }])
      const reply = await fetch(`${other.application.url}/vault/me`, { headers: { oidc_token: token } })
      expect(reply.status).toBe(200)
      expect((await other.call(oidcGet, {})).issuers).toMatchObject([{ usable_keys: 1, problem: null }])
    } finally {
      await stopWorkbench(other)
    }
  })

  it('issuer_keys_unavailable, and what stands in the way is shown', async () => {
    const issuer = await create('First')
    const { token } = await mint(issuer)
    await workbench.call(oidcIssuerRemove, { query: { issuer: issuer.issuer } })
    const { audience, algorithms } = issuer
    const jwks_url = 'http://127.0.0.1:1/jwks'
    await workbench.call(oidcIssuerSave, { body: { issuer: issuer.issuer, audience, algorithms, jwks_url } })
    expect(await me(token)).toMatchObject({
      status: 401,
      body: { errors: [{ extra_info: { reason: 'issuer_keys_unavailable' } }] },
    })
    expect((await read()).issuers).toMatchObject([{ usable_keys: null, problem: 'the address could not be reached' }])
  })

  it('name_taken, not_found', async () => {
    const issuer = await create('First')
    await expect(create('first')).rejects.toThrow(refusal('name_taken'))
    await workbench.call(oidcIssuerRemove, { query: { issuer: issuer.issuer } })
    await expect(mint(issuer)).rejects.toThrow(refusal('not_found'))
    await expect(workbench.call(testIssuerKeyReplace, { params: { test_id: issuer.test_id ?? '' } })).rejects.toThrow(
      refusal('not_found'),
    )
    expect((await create('First')).jwks).not.toEqual(issuer.jwks)
  })

  it('no token is in the journal, and no private key on the disk', async () => {
    const issuer = await create('First')
    const { token } = await mint(issuer)
    await me(token)
    const { calls } = await workbench.call(callsGet, { query: { limit: 500 } })
    const details = await Promise.all(calls.map(({ number }) => workbench.call(callGet, { params: { number } })))
    expect(JSON.stringify(details)).toContain('meGet')
    for (const part of token.split('.').slice(1)) expect(JSON.stringify(details)).not.toContain(part)
    expect(filesTelling(workbench.directory, ['privateJwk', ...token.split('.').slice(1)])).toEqual([])
  })

  it('423, where the workspace is locked', async () => {
    await stopWorkbench(workbench)
    workbench = await openWorkbench({ passphrase: PASSPHRASE })
    const issuer = await create('First')
    const { token } = await mint(issuer)
    await workbench.call(workspaceLock, {})
    await expect(read()).rejects.toThrow(refusal('workspace_locked'))
    await expect(mint(issuer)).rejects.toThrow(refusal('workspace_locked'))
    expect((await me(token)).status).toBe(423)
  })
})
