// Proves docs/contract/keystore.md, Requests, Usernames.

import { expect, it } from 'vitest'
import { createSrpVerifier } from '../../src-main/crypto/srp-client.ts'
import { contentOf } from '../support/service/database.ts'
import { bodyOf, refusalOf, reserveUsername } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const HOUR_MS = 60 * 60 * 1000

describeOverTransports('key-store usernames', (start) => {
  let running: TestService

  const registration = (username: string) => ({ username, ...createSrpVerifier({ username, password: 'p' }) })
  const register = (body: unknown) => running.send({ operation: 'keystore.srpUsersPost', body })
  const countUsers = () => running.connection.prepare('SELECT count(*) FROM keystore_users').pluck().get()

  it('POST /srp/username › answers a new name of 11 base58 characters, kept for 24 hours', async () => {
    running = await start()
    const reply = await running.send({ operation: 'keystore.srpUsernamePost', body: { captcha_token: 'ignored' } })
    const body = bodyOf<{ username: string; expires_at: string }>(reply)
    expect(body.username).toMatch(/^[1-9A-HJ-NP-Za-km-z]{11}$/)
    expect(body.expires_at).toBe('2026-01-02T00:00:00.000Z')
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'username'])
    expect(await reserveUsername(running)).not.toBe(body.username)
  })

  it('POST /srp/username › keeps no row for whoever asks', async () => {
    running = await start()
    const { connection } = running
    const tables = connection.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    const before = contentOf(connection, tables)
    for (let count = 0; count < 50; count += 1) await reserveUsername(running)
    expect(contentOf(connection, tables)).toEqual(before)
  })

  it('POST /srp/users › stores what was sent and nothing that proves the password', async () => {
    running = await start()
    const sent = registration(await reserveUsername(running))
    const { user } = bodyOf<{ user: { id: string; username: string } }>(await register(sent), 201)
    expect(user).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, username: sent.username })
    expect(running.connection.prepare('SELECT * FROM keystore_users').get()).toEqual({
      id: user.id,
      username: sent.username,
      srp_salt: sent.srp_salt,
      srp_verifier: sent.srp_verifier,
      vault_user_id: null,
      created_at: '2026-01-01T00:00:00.000Z',
      queued_for_deletion_after: null,
    })
  })

  it('POST /srp/users › username_taken with status 400, the same name again', async () => {
    running = await start()
    const sent = registration(await reserveUsername(running))
    bodyOf(await register(sent), 201)
    const second = await register(registration(sent.username))
    expect(refusalOf(second)).toEqual({ status: 400, code: 'username_taken' })
    expect(running.connection.prepare('SELECT srp_verifier FROM keystore_users').pluck().all()).toEqual([
      sent.srp_verifier,
    ])
  })

  it('POST /srp/users › username_not_issued, never reserved or reserved too long ago', async () => {
    running = await start()
    const invented = await register(registration('M9znjHbD5Xi'))
    expect(refusalOf(invented)).toEqual({ status: 400, code: 'username_not_issued' })
    const username = await reserveUsername(running)
    running.clock.advanceMs(24 * HOUR_MS)
    expect(refusalOf(await register(registration(username)))).toEqual({ status: 400, code: 'username_not_issued' })
    expect(countUsers()).toBe(0)
  })

  it('POST /srp/users › accepts a reservation until its last moment', async () => {
    running = await start()
    const username = await reserveUsername(running)
    running.clock.advanceMs(24 * HOUR_MS - 1)
    bodyOf(await register(registration(username)), 201)
  })

  it('POST /srp/users › accepts well-formed free names, require_issued_username off', async () => {
    running = await start({ requireIssuedUsername: false })
    bodyOf(await register(registration('ada+test@home_1-x')), 201)
    for (const username of ['ab', 'a'.repeat(65), 'a.b', 'a b c', 'ädä']) {
      expect(refusalOf(await register(registration(username)))).toEqual({ status: 400, code: 'invalid_params' })
    }
    expect(refusalOf(await register(registration('ada+test@home_1-x')))).toMatchObject({ code: 'username_taken' })
  })

  it.each(['username', 'srp_salt', 'srp_verifier'])(
    'POST /srp/users › param_missing, without %s or null',
    async (field) => {
      running = await start()
      const sent = registration(await reserveUsername(running))
      const without = Object.fromEntries(Object.entries(sent).filter(([name]) => name !== field))
      for (const body of [without, { ...sent, [field]: null }]) {
        const reply = await register(body)
        expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_missing' })
        expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: field } }] })
      }
      expect(countUsers()).toBe(0)
    },
  )

  it.each([
    ['srp_salt', 'ab'.repeat(15)],
    ['srp_salt', 'ab'.repeat(65)],
    ['srp_salt', 'abc'.repeat(21)],
    ['srp_salt', 'zz'.repeat(32)],
    ['srp_verifier', 'xyz'],
    ['srp_verifier', ''],
    ['srp_verifier', '0'],
    ['srp_verifier', 'f'.repeat(512)],
    ['srp_verifier', '1'.repeat(513)],
  ])('POST /srp/users › invalid_params, %s = %.12s…', async (field, value) => {
    running = await start()
    const sent = registration(await reserveUsername(running))
    const reply = await register({ ...sent, [field]: value })
    expect(refusalOf(reply)).toEqual({ status: 400, code: 'invalid_params' })
    expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: field } }] })
    expect(countUsers()).toBe(0)
    // The reservation survives the refusal.
    bodyOf(await register(sent), 201)
  })
})
