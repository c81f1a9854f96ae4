// Proves docs/contract/keystore.md, SRP login.

import { expect, it } from 'vitest'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { bodyOf, logIn, proofFor, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import { describeOverTransports, OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { createVaultAccount } from '../support/service/vault-accounts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const EXHAUSTED = { status: 429, code: 'too_many_requests' }

describeOverTransports('limits on guessing', (start) => {
  let running: TestService

  /** What is new finds no room, as on a full disk: neither a session nor the count of a failure. */
  const nothingCanBeWritten = () => {
    for (const table of ['sessions', 'failed_attempts']) {
      running.connection.exec(/* sql */ `
        CREATE TEMP TRIGGER no_room_in_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no room'); END
      `)
    }
  }
  const thereIsRoomAgain = () => {
    running.connection.exec('DROP TRIGGER no_room_in_sessions; DROP TRIGGER no_room_in_failed_attempts')
    for (const fault of running.faults.splice(0)) expect(fault).toMatchObject({ message: 'no room' })
  }
  const asOperator = (password: string) =>
    running.send({ operation: 'vault.systemStatusGet', headers: { admin_password: password } })

  it('a proof › is answered alike, right or wrong, while nothing can be written, and 10 wrong ones are the end', async () => {
    running = await start()
    const user = await registerUser(running)
    nothingCanBeWritten()
    const right = refusalOf(await logIn(running, user))
    for (let count = 0; count < 10; count += 1) {
      expect(refusalOf(await logIn(running, { ...user, password: 'wrong' }))).toEqual(right)
    }
    expect(right.status).toBeGreaterThanOrEqual(500)
    expect(refusalOf(await logIn(running, user))).toEqual(EXHAUSTED)
    thereIsRoomAgain()
    expect(refusalOf(await logIn(running, user))).toEqual(EXHAUSTED)
  })

  it('a login by public key › goes on while nothing can be written; its token is good once something can', async () => {
    running = await start()
    const { loginKey } = await createVaultAccount(running)
    nothingCanBeWritten()
    const knock = (public_key: string) => running.send({ operation: 'vault.sessionPost', body: { public_key } })
    const { session } = bodyOf<{ session: { encrypted_session_authentication_string: string } }>(
      await knock(loginKey.publicKey),
    )
    const unknown = newKeyPair().publicKey
    for (let count = 0; count < 10; count += 1) expect((await knock(unknown)).status).toBe(401)
    expect(refusalOf(await knock(unknown))).toEqual(EXHAUSTED)
    const authorization = loginKey.open(session.encrypted_session_authentication_string)
    const use = () => running.send({ operation: 'vault.sessionGet', headers: { authorization } })
    expect((await use()).status).toBeGreaterThanOrEqual(500)
    thereIsRoomAgain()
    expect((await use()).status).toBe(200)
  })

  it('the operator password › is answered alike, right or wrong, after a wrong one that could not be counted', async () => {
    running = await start()
    expect((await asOperator(OPERATOR_PASSWORD)).status).toBe(200)
    nothingCanBeWritten()
    expect((await asOperator(OPERATOR_PASSWORD)).status).toBe(200)
    const wrong = refusalOf(await asOperator('wrong'))
    expect(wrong.status).toBeGreaterThanOrEqual(500)
    expect(refusalOf(await asOperator(OPERATOR_PASSWORD))).toEqual(wrong)

    thereIsRoomAgain()
    expect((await asOperator(OPERATOR_PASSWORD)).status).toBe(200)
    for (let count = 0; count < 9; count += 1) await asOperator('wrong')
    expect(refusalOf(await asOperator(OPERATOR_PASSWORD))).toEqual(EXHAUSTED)
  })

  it.each([-365 * DAY_MS, DAY_MS])('a wall clock that is corrected by %i ms › frees nobody who guesses', async (ms) => {
    running = await start()
    const user = await registerUser(running)
    for (let count = 0; count < 10; count += 1) await logIn(running, { ...user, password: 'wrong' })
    running.clock.correctMs(ms)
    expect(refusalOf(await logIn(running, user))).toEqual(EXHAUSTED)
    running.clock.advanceMs(15 * 60 * 1000)
    expect((await logIn(running, user)).status).toBe(201)
  })

  it('a challenge › is open for as long as time passes, whatever the wall clock says', async () => {
    running = await start()
    const user = await registerUser(running)
    const proof = await proofFor(running, user)
    running.clock.correctMs(DAY_MS)
    expect((await running.send({ operation: 'keystore.srpSessionPost', body: proof })).status).toBe(201)
  })
})
