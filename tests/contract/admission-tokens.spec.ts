// Proves docs/contract/vault.md, Admission tokens.

import { expect, it } from 'vitest'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { createVaultAccount, OPERATOR } from '../support/service/vault-accounts.ts'

interface TokenBody {
  readonly admission_token: { readonly id: string; readonly token_value: string; readonly used: boolean }
}

const REFUSED = { status: 401, code: 'admin_password_invalid' }

describeOverTransports('admission tokens', (start) => {
  let running: TestService

  const make = (headers: Readonly<Record<string, string>> = OPERATOR) =>
    running.send({ operation: 'vault.admissionTokensPost', body: {}, headers })
  const read = (token_value: string, headers: Readonly<Record<string, string>> = OPERATOR) =>
    running.send({ operation: 'vault.admissionTokensTokenValueGet', params: { token_value }, headers })

  it('POST /admission_tokens › makes an unused token of 40 hex digits, a new one each time', async () => {
    running = await start()
    const { admission_token } = bodyOf<TokenBody>(await make(), 201)
    expect(admission_token).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      token_value: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      used: false,
    })
    const another = bodyOf<TokenBody>(await make(), 201).admission_token
    expect(another.token_value).not.toBe(admission_token.token_value)
  })

  it('POST /admission_tokens › keeps the token neither in clear nor for anybody but itself', async () => {
    running = await start()
    const { token_value } = bodyOf<TokenBody>(await make(), 201).admission_token
    const file = running.connection.serialize()
    expect(file.includes(token_value)).toBe(false)
    expect(file.includes(Buffer.from(token_value, 'hex'))).toBe(false)
  })

  it('POST /admission_tokens › accepts the hyphenated header name', async () => {
    running = await start()
    bodyOf(await make({ 'admin-password': OPERATOR.admin_password }), 201)
  })

  it('GET /admission_tokens/{token_value} › tells whether the token was used', async () => {
    running = await start()
    const { admission_token } = bodyOf<TokenBody>(await make(), 201)
    expect(bodyOf(await read(admission_token.token_value))).toEqual({ admission_token })

    await createVaultAccount(running, { admissionToken: admission_token.token_value })
    expect(bodyOf(await read(admission_token.token_value))).toEqual({
      admission_token: { ...admission_token, used: true },
    })
  })

  it('GET /admission_tokens/{token_value} › not_found, unknown or misspelt token', async () => {
    running = await start()
    const unknown = { status: 404, code: 'not_found' }
    expect(refusalOf(await read('0'.repeat(40)))).toEqual(unknown)
    expect(refusalOf(await read('ä b/c'))).toEqual(unknown)
  })

  it('both › admin_password_invalid and nothing changed, without or with a wrong operator password', async () => {
    running = await start()
    const { token_value } = bodyOf<TokenBody>(await make(), 201).admission_token
    const { headers } = await createVaultAccount(running)
    const before = databaseContent(running.connection)
    for (const wrong of [{}, { admin_password: 'wrong' }, { admin_password: '' }, headers]) {
      expect(refusalOf(await make(wrong))).toEqual(REFUSED)
      expect(refusalOf(await read(token_value, wrong))).toEqual(REFUSED)
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('both › too_many_requests with the waiting time, after 10 wrong operator passwords in a minute', async () => {
    running = await start()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(refusalOf(await make({ admin_password: 'wrong' }))).toEqual(REFUSED)
    }
    const refused = await make()
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 60 })
    expect(refusalOf(refused).code).toBe('too_many_requests')

    running.clock.advanceMs(60_000)
    bodyOf(await make(), 201)
  })
})
