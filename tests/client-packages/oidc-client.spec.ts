// Proves docs/contract/keystore.md, OpenID Connect; docs/contract/vault.md, Credentials.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { anIssuer } from '../support/service/oidc-issuers.ts'
import type { TestIssuer } from '../support/service/oidc-issuers.ts'
import { OWN_WRAPPED_KEY } from '../support/service/keystore-accounts.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'

let server: TestHttpServer
let first: TestIssuer
let second: TestIssuer

beforeEach(async () => {
  first = await anIssuer('https://first.test', { algorithm: 'RS256' })
  second = await anIssuer('https://second.test', { algorithm: 'EdDSA', carries_over_from: ['https://first.test'] })
  server = await startHttpServer({ oidcIssuers: [first.config, second.config] })
})

afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

describe('published clients with a JSON Web Token', () => {
  it.each([
    ['31', publishedVault31],
    ['37', publishedVault37],
  ])('vault client %s › a user, and the same one after a change of the provider', async (_, client) => {
    const before = await client(server.url, { jwt: await first.token({ name: 'Ada' }) }).user.meGet()
    const changed = { jwt: await second.token({ sub: 'other', extension_meecoUserId: 'ada' }) }
    const after = await client(server.url, changed).user.meGet()

    expect(before.user).toMatchObject({ full_name: 'Ada', user_type: 'human' })
    expect(after.user.id).toBe(before.user.id)
    await expect(client(server.url, { jwt: await first.token({ aud: 'x' }) }).user.meGet()).rejects.toMatchObject({
      status: 401,
    })
  })

  it.each([
    ['5', publishedClient5],
    ['6', publishedClient6],
  ])('key-store client %s › keys are stored and read', async (_, client) => {
    const keys = {
      Authorization: '',
      'Meeco-Subscription-Key': 'any key',
      'Meeco-Delegation-Id': '',
      authorizationoidc2: await first.token(),
    }
    const ada = client(`${server.url}/keystore`, keys)
    const body = { serialized_key_encryption_key: OWN_WRAPPED_KEY }

    expect(await ada.call(({ kek }) => kek.keyEncryptionKeyPost(body))).toMatchObject({ status: 201 })
    expect(await ada.call(({ kek }) => kek.keyEncryptionKeyGet())).toMatchObject({
      status: 200,
      body: { key_encryption_key: body },
    })
    const nobody = client(`${server.url}/keystore`, { ...keys, authorizationoidc2: await first.token({ exp: 1 }) })
    expect(await nobody.call(({ kek }) => kek.keyEncryptionKeyGet())).toMatchObject({ status: 401 })
  })
})
