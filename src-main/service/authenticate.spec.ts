// Proves docs/contract/vault.md, Credentials.

import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { createActing } from './acting-for-another.ts'
import { createAuthenticator } from './authenticate.ts'
import type { AuthenticationSettings, StoredSession } from './authenticate.ts'

const USER = '01890000-0000-7000-8000-00000000000a'
const SESSION: StoredSession = {
  id: 'session',
  issued_by: 'vault',
  opened_by: null,
  vault_user_id: USER,
  keystore_user_id: 'keystore user',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_till: '2026-01-02T00:00:00.000Z',
  client_identifier: null,
  timezone: null,
  delegation_token: null,
  ended: 0,
}
const DURING_MS = Date.parse('2026-01-01T12:00:00.000Z')
const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.'
const OTHER = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.'

interface Given {
  readonly settings?: Partial<AuthenticationSettings>
  readonly subscriptionKeys?: readonly string[]
  readonly session?: Partial<StoredSession>
  readonly overNetwork?: boolean
  readonly nowMs?: number
}

/** Authenticates a call; tokens and keys are their own hashes. Answers the caller, or code and reason of the refusal. */
async function authenticated(operation: Operation, headers: Readonly<Record<string, string>>, given: Given = {}) {
  const bytes = (text: string) => new TextEncoder().encode(text.padEnd(32))
  const text = (hash: Uint8Array) => new TextDecoder().decode(hash).trim()
  const keys = given.subscriptionKeys ?? []
  const failures: string[] = []
  const authenticate = createAuthenticator(
    {
      findSessionByTokenHash: (hash) => (text(hash) === 'v_good' ? { ...SESSION, ...given.session } : undefined),
      hasPassphrase: () => false,
      hasSubscriptionKeys: () => keys.length > 0,
      findSubscriptionKeyId: (hash) => (keys.includes(text(hash)) ? 'key id' : undefined),
      noteKeyUse: () => undefined,
    },
    { hashToken: bytes },
    {
      requireSubscriptionKey: false,
      separateTokens: false,
      operatorPasswordHash: () => bytes('operator'),
      ...given.settings,
    },
    {
      operatorAttempts: {
        refuseWhenExhausted: () => undefined,
        storeFailures: () => undefined,
        recordFailure: (key) => failures.push(key),
      },
      actFor: createActing({ inVault: () => undefined, inKeystore: () => undefined, byToken: () => undefined }).actFor,
      signInWithToken: (token, part) =>
        token === JWT
          ? Promise.resolve({
              session: { ...SESSION, type: 'oidc', issued_by: part, token },
              caller: { vaultUserId: `${part} user of the JWT`, keystoreUserId: `${part} user of the JWT` },
            })
          : Promise.reject(new ServiceError('unauthorized', 'No.', { extraInfo: { reason: 'unknown_issuer' } })),
    },
  )
  try {
    const result = await authenticate(operation, headers, given.nowMs ?? DURING_MS, given.overNetwork ?? true)
    if (result === undefined) return 'anybody'
    if ('subscriptionKeyId' in result) return `holder of ${result.subscriptionKeyId}`
    return result.caller.vaultUserId ?? result.caller.keystoreUserId
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    const reason = fault.extraInfo['reason']
    return typeof reason === 'string'
      ? `${fault.code}: ${reason}`
      : `${fault.code}${failures.length > 0 ? ', counted' : ''}`
  }
}

const { meGet, versionGet, sessionPost, admissionTokensPost } = vaultOperations
const { keyEncryptionKeyGet, keypairsIdDelete } = keystoreOperations
const GOOD = { authorization: 'v_good' }

describe('authenticate › credentials', () => {
  it.each([
    ['none', {}, 'unauthorized: token_missing'],
    [
      'empty ones',
      { authorization: ' ', oidc_token: '', authorizationoidc2: 'undefined' },
      'unauthorized: token_missing',
    ],
    ['a text for nothing', { authorization: 'null', oidc_token: 'undefined' }, 'unauthorized: token_missing'],
    ['a token', GOOD, USER],
    ['a token with a prefix', { authorization: 'Bearer v_good' }, USER],
    ['a token with a prefix in another case', { authorization: 'bearer   v_good' }, USER],
    ['another token', { authorization: 'v_other' }, 'unauthorized: token_invalid'],
    ['a JWT for a token', { authorization: `Bearer ${JWT}` }, 'vault user of the JWT'],
    ['a JWT of the first variant', { oidc_token: JWT }, 'vault user of the JWT'],
    ['a JWT of the second variant', { authorizationoidc2: JWT }, 'vault user of the JWT'],
    [
      'a JWT of the first variant before one of the second',
      { oidc_token: JWT, authorizationoidc2: OTHER },
      'vault user of the JWT',
    ],
    ['a bad JWT of the first variant', { oidc_token: OTHER, authorizationoidc2: JWT }, 'unauthorized: unknown_issuer'],
    ['no JWT where one belongs', { oidc_token: 'v_good' }, 'unauthorized: invalid_jwt'],
    ['a token before a JWT', { ...GOOD, oidc_token: JWT }, USER],
    ['a bad token before a JWT', { authorization: 'v_other', oidc_token: JWT }, 'unauthorized: token_invalid'],
    ['an empty token before a JWT', { authorization: '', oidc_token: JWT }, 'vault user of the JWT'],
  ])('%s', async (_, headers, outcome) => {
    await expect(authenticated(meGet, headers)).resolves.toBe(outcome)
  })

  it('a token is valid until its last millisecond and not at its end', async () => {
    const end = Date.parse(SESSION.valid_till)
    await expect(authenticated(meGet, GOOD, { nowMs: end - 1 })).resolves.toBe(USER)
    await expect(authenticated(meGet, GOOD, { nowMs: end })).resolves.toBe('unauthorized: token_expired')
  })

  it('a JWT is for the part that is called, and not for what needs a session', async () => {
    await expect(authenticated(keyEncryptionKeyGet, { oidc_token: JWT })).resolves.toBe('keystore user of the JWT')
    await expect(
      authenticated(keyEncryptionKeyGet, { oidc_token: JWT }, { settings: { separateTokens: true } }),
    ).resolves.toBe('keystore user of the JWT')
    await expect(authenticated(keystoreOperations.sessionAllDelete, { oidc_token: JWT })).resolves.toBe(
      'forbidden: session_of_oidc',
    )
  })

  it('a user needs an account in the part, and with separate tokens one of the part', async () => {
    const onlyKeystore = { session: { vault_user_id: null } }
    await expect(authenticated(meGet, GOOD, onlyKeystore)).resolves.toBe('unauthorized: token_invalid')
    await expect(authenticated(keyEncryptionKeyGet, GOOD, onlyKeystore)).resolves.toBe('keystore user')
    await expect(authenticated(keyEncryptionKeyGet, GOOD, { settings: { separateTokens: true } })).resolves.toBe(
      'unauthorized: token_invalid',
    )
    await expect(authenticated(meGet, GOOD, { settings: { separateTokens: true } })).resolves.toBe(USER)
  })
})

describe('authenticate › subscription key', () => {
  const required = { settings: { requireSubscriptionKey: true } }
  const key = (value: string) => ({ 'service-subscription-key': value })
  it.each([
    ['optional, missing', sessionPost, {}, { subscriptionKeys: ['k'] }, 'anybody'],
    ['optional, text for nothing', sessionPost, key('undefined'), { subscriptionKeys: ['k'] }, 'anybody'],
    ['optional, right', sessionPost, key('k'), { subscriptionKeys: ['k'] }, 'anybody'],
    ['optional, wrong', sessionPost, key('x'), { subscriptionKeys: ['k'] }, 'subscription_key_invalid'],
    ['optional, no key configured', sessionPost, key('x'), {}, 'anybody'],
    ['required, missing', sessionPost, {}, { ...required, subscriptionKeys: ['k'] }, 'subscription_key_invalid'],
    ['required, right', sessionPost, key('k'), { ...required, subscriptionKeys: ['k'] }, 'anybody'],
    [
      'required, right by its alias',
      sessionPost,
      { 'meeco-subscription-key': 'k' },
      { ...required, subscriptionKeys: ['k'] },
      'anybody',
    ],
    ['required, wrong', sessionPost, key('x'), { ...required, subscriptionKeys: ['k'] }, 'subscription_key_invalid'],
    ['required, no key configured', sessionPost, key('x'), required, 'subscription_key_invalid'],
    ['required, missing, in process', sessionPost, {}, { ...required, overNetwork: false }, 'anybody'],
    ['required, missing, version', versionGet, {}, required, 'anybody'],
    ['required, missing, before the token', meGet, GOOD, required, 'subscription_key_invalid'],
  ])('%s', async (_, operation, headers, given, outcome) => {
    await expect(authenticated(operation, headers, given)).resolves.toBe(outcome)
  })
})

describe('authenticate › operator', () => {
  it.each([
    ['missing', {}, {}, 'admin_password_invalid'],
    ['right', { admin_password: 'operator' }, {}, 'anybody'],
    ['right by its alias', { 'admin-password': 'operator' }, {}, 'anybody'],
    ['wrong', { admin_password: 'x' }, {}, 'admin_password_invalid, counted'],
    [
      'none configured',
      { admin_password: 'operator' },
      { settings: { operatorPasswordHash: () => undefined } },
      'admin_password_invalid, counted',
    ],
  ])('password %s', async (_, headers, given, outcome) => {
    await expect(authenticated(admissionTokensPost, headers, given)).resolves.toBe(outcome)
  })
})

describe('authenticate › operator in the session of a user', () => {
  const operation = vaultOperations.managementRequestedOrganizationsGet
  const password = { admin_password: 'operator' }
  const required = { settings: { requireSubscriptionKey: true }, subscriptionKeys: ['k'] }
  it.each([
    ['both', { ...GOOD, ...password }, {}, USER],
    ['no password', GOOD, {}, 'admin_password_invalid'],
    ['a wrong password', { ...GOOD, admin_password: 'x' }, {}, 'admin_password_invalid, counted'],
    ['nothing', {}, {}, 'admin_password_invalid'],
    ['no session', password, {}, 'unauthorized: token_missing'],
    ['an unknown session', { ...password, authorization: 'v_other' }, {}, 'unauthorized: token_invalid'],
    [
      'a session of the key-store alone',
      { ...GOOD, ...password },
      { session: { vault_user_id: null } },
      'unauthorized: token_invalid',
    ],
    ['both, subscription key required', { ...GOOD, ...password }, required, USER],
    [
      'both, wrong subscription key',
      { ...GOOD, ...password, 'service-subscription-key': 'x' },
      required,
      'subscription_key_invalid',
    ],
    ['a delegation, which is ignored', { ...GOOD, ...password, 'service-delegation-id': 'x' }, {}, USER],
  ])('%s', async (_, headers, given, outcome) => {
    await expect(authenticated(operation, headers, given)).resolves.toBe(outcome)
  })
})

describe('authenticate › delegation and client version', () => {
  const by = (value: string) => ({ ...GOOD, 'service-delegation-id': value })
  it.each([
    ['the own id', meGet, by(USER.toUpperCase()), USER],
    ['a text for nothing', meGet, by('null'), USER],
    ["another user's id", meGet, by(USER.replace(/a$/, 'b')), 'delegation_not_permitted'],
    ["another user's id by its alias", meGet, { ...GOOD, 'meeco-delegation-id': 'x' }, 'delegation_not_permitted'],
    ['an id that is none', meGet, by('x'), 'delegation_not_permitted'],
    ['where it is ignored', vaultOperations.sessionGet, by('x'), USER],
    ['where it is refused', keypairsIdDelete, by('x'), 'delegation_not_permitted'],
    ['without a token', meGet, { 'service-delegation-id': USER }, 'unauthorized: token_missing'],
    ['client version 2', meGet, { ...GOOD, x_meeco_api_version: '2.9.9' }, USER],
    ['client version 3', meGet, { ...GOOD, x_meeco_api_version: '3' }, 'upgrade_required'],
    ['client version 10', versionGet, { x_meeco_api_version: '10.0.0' }, 'upgrade_required'],
    ['client version that is none', meGet, { ...GOOD, x_meeco_api_version: 'next' }, USER],
    ['client version 3 for the key-store', keyEncryptionKeyGet, { ...GOOD, x_meeco_api_version: '3' }, USER],
  ])('%s', async (_, operation, headers, outcome) => {
    await expect(authenticated(operation, headers)).resolves.toBe(outcome)
  })
})
