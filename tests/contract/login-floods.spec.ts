// Proves docs/contract/vault.md, Limits; docs/contract/keystore.md, SRP login, Login keys.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { newSecretToken } from '../../src-main/crypto/token.ts'
import type { ServiceReply } from '../../src-main/service/reply.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { RegisteredUser } from '../support/service/keystore-accounts.ts'
import { bodyOf, logIn, refusalOf, registerUser, requestLoginKey } from '../support/service/keystore-accounts.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import type { TestService } from '../support/service/test-service.ts'
import type { VaultAccount } from '../support/service/vault-accounts.ts'
import { createVaultAccount } from '../support/service/vault-accounts.ts'

const WRONG_PROOF = '0'.repeat(64)
const EXHAUSTED = { status: 429, code: 'too_many_requests' }
/** Ten kinds, and the clock goes on by a tenth of a second for each round: a hundred hostile calls a second. */
const ROUND_MS = 100
/** Failed attempts are counted under names that exist, under one for all that do not, and under the operator. */
const MOST_FAILURE_ROWS = 20

type Send = TestService['send']

describe('floods of logins, over HTTP', () => {
  let server: TestHttpServer
  let send: Send
  let owner: RegisteredUser & { readonly account: VaultAccount; readonly loginKey: string }
  let madeUp = 0

  beforeEach(async () => {
    server = await startHttpServer()
    send = sendOverHttp(server.url)
    const user = await registerUser({ send })
    const { headers } = user
    const token = await send({ operation: 'keystore.externalAdmissionTokensGet', headers })
    const { external_admission_token: admission } = bodyOf<{
      external_admission_token: { vault_api_admission_token: string }
    }>(token)
    const account = await createVaultAccount({ send }, { admissionToken: admission.vault_api_admission_token })
    const { login_key } = bodyOf<{ login_key: string }>(
      await requestLoginKey({ send }, user, { label: 'program' }),
      201,
    )
    owner = { ...user, account, loginKey: login_key }
  })

  afterEach(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  /** What strangers can ask for who know the name and the public key of the owner. */
  const hostile: Readonly<Record<string, () => Promise<ServiceReply>>> = {
    'a challenge of the owner': () => challenge(owner.username),
    'a challenge of a name that is made up': () => challenge(`nobody ${(madeUp += 1)}`),
    'a proof of the owner that nobody asked for': () =>
      send({
        operation: 'keystore.srpSessionPost',
        body: { username: owner.username, srp_a: '07', srp_m: WRONG_PROOF },
      }),
    'a wrong proof of a name that is made up': () => wrongProof(`no one ${(madeUp += 1)}`),
    'a login with the public key of the owner': () => byPublicKey(owner.account.loginKey.publicKey),
    'a login with a public key of nobody': () => byPublicKey(newKeyPair().publicKey),
    'a login key that is made up': () => byLoginKey(newSecretToken()),
    'an access token that is made up': () =>
      send({ operation: 'vault.sessionGet', headers: { authorization: `v_${newSecretToken()}` } }),
    'a token of an identity provider': () =>
      send({ operation: 'keystore.sessionGet', headers: { authorization: 'Bearer e30.e30.e30' } }),
    'an operator password': () => send({ operation: 'vault.systemStatusGet', headers: { admin_password: 'guessed' } }),
  }

  const challenge = (username: string, srp_a = (0x1000 + (madeUp += 1)).toString(16)) =>
    send({ operation: 'keystore.srpChallengesPost', body: { username, srp_a } })
  const wrongProof = async (username: string) => {
    const srp_a = (0x1000 + (madeUp += 1)).toString(16)
    bodyOf(await challenge(username, srp_a))
    return send({ operation: 'keystore.srpSessionPost', body: { username, srp_a, srp_m: WRONG_PROOF } })
  }
  const byPublicKey = (public_key: string) => send({ operation: 'vault.sessionPost', body: { public_key } })
  const byLoginKey = (login_key: string) => send({ operation: 'keystore.sessionWithLoginKeyPost', body: { login_key } })

  /** The ways in that the owner has, each with what shows that it is open. */
  const honest: readonly (() => Promise<ServiceReply>)[] = [
    () => logIn({ send }, owner),
    () => byLoginKey(owner.loginKey),
    async () => {
      const { session } = bodyOf<{ session: { encrypted_session_authentication_string: string } }>(
        await byPublicKey(owner.account.loginKey.publicKey),
      )
      const authorization = owner.account.loginKey.open(session.encrypted_session_authentication_string)
      return send({ operation: 'vault.meGet', headers: { authorization } })
    },
    () => send({ operation: 'vault.meGet', headers: owner.headers }),
  ]

  const rows = () => {
    const tables = server.connection
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all()
    const count = (table: string) => Number(server.connection.prepare(`SELECT count(*) FROM "${table}"`).pluck().get())
    return Object.fromEntries(tables.map((table) => [table, count(table)]))
  }

  it('none of 100 honest logins is refused while a hundred hostile calls come in a second', async () => {
    const refused: unknown[] = []
    for (let round = 0; round < 100; round += 1) {
      server.clock.advanceMs(ROUND_MS)
      const flood = Object.values(hostile).map((ask) => ask())
      const reply = await honest[round % honest.length]?.()
      if (reply?.ok !== true) refused.push(reply)
      await Promise.all(flood)
    }
    expect(refused).toEqual([])
  })

  it('what strangers ask for leaves no row behind, of whatever kind and however often', async () => {
    const { failed_attempts: _, ...before } = rows()
    for (let round = 0; round < 25; round += 1) {
      server.clock.advanceMs(ROUND_MS)
      await Promise.all(Object.values(hostile).map((ask) => ask()))
    }
    const { failed_attempts: failures, ...after } = rows()
    expect(after).toEqual(before)
    expect(failures).toBeLessThanOrEqual(MOST_FAILURE_ROWS)
  })

  it('ten wrong proofs for a name end proofs for it, and neither sessions nor logins by key', async () => {
    for (let count = 0; count < 10; count += 1) await wrongProof(owner.username)
    const [bySrp, ...others] = honest
    expect(refusalOf((await bySrp?.()) as ServiceReply)).toEqual(EXHAUSTED)
    for (const way of others) expect((await way()).ok).toBe(true)
    const other = await registerUser({ send })
    expect((await logIn({ send }, other)).ok).toBe(true)
  })
})
