// Proves docs/contract/keystore.md, SRP login.

import { describe, expect, it } from 'vitest'
import { localKey } from '../../src-main/crypto/keys.ts'
import { createService } from '../../src-main/composition/open-service.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { bodyOf, logIn, proofFor, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import { testClock } from '../support/service/test-service.ts'

const MINUTE_MS = 60 * 1000

/** Services over the same database one after another, as after a restart of the application. */
function restartable() {
  const connection = openDatabase({ path: ':memory:' })
  const clock = testClock()
  const start = () => {
    const service = createService({
      connection,
      clock,
      log: { error: (message, cause) => expect.fail(`${message}: ${String(cause)}`) },
      localKey: localKey(new Uint8Array(32).fill(0x4c)),
      settings: { requireSubscriptionKey: false, separateTokens: false, operatorPasswordHash: () => undefined },
    })
    return { send: (request: ServiceRequest) => service.dispatch(request) }
  }
  return { clock, start }
}

describe('key-store after a restart', () => {
  it('failed proofs still count, until the 15 minutes are over', async () => {
    const { clock, start } = restartable()
    const before = start()
    const user = await registerUser(before)
    for (let count = 0; count < 10; count += 1) await logIn(before, { ...user, password: 'wrong' })
    const after = start()
    expect(refusalOf(await logIn(after, user))).toEqual({ status: 429, code: 'too_many_requests' })
    clock.advanceMs(15 * MINUTE_MS)
    bodyOf(await logIn(after, user), 201)
  })

  it('failed proofs later than now do not count: a clock that was wrong and was corrected locks nobody out', async () => {
    const { clock, start } = restartable()
    const before = start()
    const user = await registerUser(before)
    clock.correctMs(365 * 24 * 60 * MINUTE_MS)
    for (let count = 0; count < 10; count += 1) await logIn(before, { ...user, password: 'wrong' })
    clock.correctMs(-365 * 24 * 60 * MINUTE_MS)
    bodyOf(await logIn(start(), user), 201)
  })

  it('sessions go on, open challenges are gone', async () => {
    const { start } = restartable()
    const before = start()
    const user = await registerUser(before)
    const proof = await proofFor(before, user)
    const after = start()
    bodyOf(await after.send({ operation: 'keystore.sessionGet', headers: user.headers }))
    const late = await after.send({ operation: 'keystore.srpSessionPost', body: proof })
    expect(refusalOf(late)).toEqual({ status: 401, code: 'login_failed' })
  })

  it('unknown usernames keep their made-up salt, and an unused admission token stays the same', async () => {
    const { start } = restartable()
    const before = start()
    const user = await registerUser(before)
    const saltOf = async ({ send }: ReturnType<typeof start>) => {
      const body = { username: 'nobody', srp_a: '05' }
      const reply = await send({ operation: 'keystore.srpChallengesPost', body })
      return bodyOf<{ challenge: { challenge_salt: string } }>(reply).challenge.challenge_salt
    }
    const admission = ({ send }: ReturnType<typeof start>) =>
      send({ operation: 'keystore.externalAdmissionTokensGet', headers: user.headers })
    const salt = await saltOf(before)
    const token = bodyOf(await admission(before))
    const after = start()
    expect(await saltOf(after)).toBe(salt)
    expect(bodyOf(await admission(after))).toEqual(token)
  })
})
