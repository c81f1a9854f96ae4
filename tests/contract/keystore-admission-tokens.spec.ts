// Proves docs/contract/keystore.md, Principals, External admission tokens.

import { expect, it } from 'vitest'
import { localKey } from '../../src-main/crypto/keys.ts'
import { hashToken } from '../../src-main/crypto/token.ts'
import { wireAdmissionTokens } from '../../src-main/composition/keystore-wiring.ts'
import { sqliteSessionStore } from '../../src-main/service/session-store.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { bodyOf, logIn, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

interface AdmissionBody {
  readonly external_admission_token: { readonly vault_api_admission_token: string }
}

describeOverTransports('key-store external admission tokens', (start) => {
  let running: TestService

  const ask = (headers: Readonly<Record<string, string>>) =>
    running.send({ operation: 'keystore.externalAdmissionTokensGet', headers })
  const askForToken = async (headers: Readonly<Record<string, string>>) =>
    bodyOf<AdmissionBody>(await ask(headers)).external_admission_token.vault_api_admission_token
  // What POST /me of the vault does with a token, over the same database and local key as the running service.
  const admissionTokens = () =>
    wireAdmissionTokens(
      running.connection,
      localKey(new Uint8Array(32).fill(0x4c)),
      sqliteSessionStore(running.connection),
    )
  const insertVaultUser = () => {
    const id = newTestId()
    running.connection
      .prepare("INSERT INTO users (id, user_type, joined_at) VALUES (?, 'human', '2026-01-01T00:00:00.000Z')")
      .run(id)
    return id
  }
  const call = { now: '2026-01-01T00:00:00.000Z', newId: newTestId }

  it('GET /external_admission_tokens › answers the same unused token each time, each user another', async () => {
    running = await start()
    const user = await registerUser(running)
    const other = await registerUser(running)
    const first = await ask(user.headers)
    const { external_admission_token } = bodyOf<AdmissionBody>(first)
    expect(external_admission_token).toEqual({
      vault_api_admission_token: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      passphrase_store_admission_token: null,
    })
    expect(await ask(user.headers)).toEqual(first)
    expect(await askForToken(other.headers)).not.toBe(external_admission_token.vault_api_admission_token)
  })

  it('GET /external_admission_tokens › stores the token hashed and sealed, never in clear', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    const token = await askForToken(headers)
    const row = running.connection
      .prepare<[], { token_hash: Buffer; sealed_token: Buffer }>(
        'SELECT token_hash, sealed_token FROM admission_tokens',
      )
      .get()
    expect(row?.token_hash).toEqual(hashToken(token))
    expect(row?.sealed_token.includes(token)).toBe(false)
    expect(row?.sealed_token.includes(Buffer.from(token, 'hex'))).toBe(false)
  })

  it('a used token › links both users and their sessions, and is refused from then on', async () => {
    running = await start()
    const user = await registerUser(running)
    const token = await askForToken(user.headers)
    const vaultUserId = insertVaultUser()

    expect(admissionTokens().findByToken(token)).toMatchObject({ token_value: token, used: false })
    expect(admissionTokens().use(token, vaultUserId)).toEqual({ keystoreUserId: user.keystoreUserId })
    expect(admissionTokens().use(token, insertVaultUser())).toBeUndefined()
    expect(admissionTokens().findByToken(token)).toMatchObject({ used: true })

    expect(running.connection.prepare('SELECT vault_user_id FROM keystore_users').pluck().all()).toEqual([vaultUserId])
    bodyOf(await logIn(running, user), 201)
    expect(running.connection.prepare('SELECT vault_user_id FROM sessions').pluck().all()).toEqual([
      vaultUserId,
      vaultUserId,
    ])
    expect(refusalOf(await ask(user.headers))).toEqual({ status: 400, code: 'vault_account_exists' })
  })

  it('a used token › after the vault account is gone there is a new one, which works once', async () => {
    running = await start()
    const user = await registerUser(running)
    const vaultUserId = insertVaultUser()
    admissionTokens().use(await askForToken(user.headers), vaultUserId)
    running.connection.prepare('UPDATE sessions SET vault_user_id = NULL').run()
    running.connection.prepare('DELETE FROM users').run()
    const next = await askForToken(user.headers)
    const again = insertVaultUser()
    expect(await askForToken(user.headers)).toBe(next)
    expect(admissionTokens().use(next, again)).toEqual({ keystoreUserId: user.keystoreUserId })
    expect(refusalOf(await ask(user.headers))).toEqual({ status: 400, code: 'vault_account_exists' })
  })

  it('an operator token › belongs to no key-store user and works once', async () => {
    running = await start()
    const user = await registerUser(running)
    const token = admissionTokens().createForOperator(call)
    expect(token).toEqual({ id: token.id, token_value: expect.stringMatching(/^[0-9a-f]{40}$/) as string, used: false })
    expect(admissionTokens().use(token.token_value, insertVaultUser())).toEqual({ keystoreUserId: null })
    expect(admissionTokens().use(token.token_value, insertVaultUser())).toBeUndefined()
    expect(await askForToken(user.headers)).not.toBe(token.token_value)
  })

  it('an unknown token › changes nothing', async () => {
    running = await start()
    await registerUser(running)
    expect(admissionTokens().findByToken('0'.repeat(40))).toBeUndefined()
    expect(admissionTokens().use('0'.repeat(40), insertVaultUser())).toBeUndefined()
    expect(running.connection.prepare('SELECT vault_user_id FROM keystore_users').pluck().all()).toEqual([null])
  })

  it('GET /external_admission_tokens › vault_account_exists, a user with a vault account', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    expect(refusalOf(await ask(headers))).toEqual({ status: 400, code: 'vault_account_exists' })
    expect(running.connection.prepare('SELECT * FROM admission_tokens').all()).toEqual([])
  })

  it('GET /external_admission_tokens › unauthorized without a token, refused for somebody else', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    expect(refusalOf(await ask({}))).toEqual({ status: 401, code: 'unauthorized' })
    const delegated = await ask({ ...headers, 'service-delegation-id': UNKNOWN_ID })
    expect(refusalOf(delegated)).toEqual({ status: 403, code: 'delegation_not_permitted' })
    expect(running.connection.prepare('SELECT * FROM admission_tokens').all()).toEqual([])
  })
})
