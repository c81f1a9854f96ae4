// Proves docs/contract/keystore.md, Requests, Delegation, Key encryption key, Data encryption keys.

import { expect, it } from 'vitest'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import {
  bodyOf,
  OWN_WRAPPED_KEY,
  PUBLISHED_WRAPPED_KEY,
  refusalOf,
  registerUser,
} from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

type Headers = Readonly<Record<string, string>>
interface KekBody {
  readonly key_encryption_key: { readonly id: string; readonly serialized_key_encryption_key: string }
}
interface DekBody {
  readonly data_encryption_key: { readonly id: string; readonly serialized_data_encryption_key: string }
}

const NOT_CIPHER_TEXT = ['', 'clear text', 'Aes256Gcm.', 'pdv1.xc', '-----BEGIN PRIVATE KEY-----']
const PASSPHRASE_LOCKED = `${PUBLISHED_WRAPPED_KEY}.Pbkdf2Hmac.QUAAAAAFaXYADAAAAAA=`
const RSA_SEALED = 'Rsa4096.c2VhbGVk.QQUAAAAA'

describeOverTransports('key-store encryption keys', (start) => {
  let running: TestService

  const postKek = (headers: Headers, serialized_key_encryption_key: unknown) =>
    running.send({ operation: 'keystore.keyEncryptionKeyPost', headers, body: { serialized_key_encryption_key } })
  const getKek = (headers: Headers) => running.send({ operation: 'keystore.keyEncryptionKeyGet', headers })
  const postDek = (headers: Headers, serialized_data_encryption_key: unknown) =>
    running.send({ operation: 'keystore.dataEncryptionKeysPost', headers, body: { serialized_data_encryption_key } })
  const getDek = (headers: Headers, id: string) =>
    running.send({ operation: 'keystore.dataEncryptionKeysIdGet', headers, params: { id } })
  const deleteDek = (headers: Headers, id: string) =>
    running.send({ operation: 'keystore.dataEncryptionKeysIdDelete', headers, params: { id } })
  const storedKeys = () => [
    running.connection.prepare('SELECT * FROM key_encryption_keys').all(),
    running.connection.prepare('SELECT * FROM data_encryption_keys').all(),
  ]

  it('key encryption key › is answered as it was stored; other users do not see it', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const stored = bodyOf<KekBody>(await postKek(user.headers, OWN_WRAPPED_KEY), 201)
    expect(stored.key_encryption_key).toEqual({
      id: stored.key_encryption_key.id,
      serialized_key_encryption_key: OWN_WRAPPED_KEY,
    })
    expect(bodyOf(await getKek(user.headers))).toEqual(stored)
    const missing = await getKek(aSignedInUser(running).headers)
    expect(refusalOf(missing)).toEqual({ status: 404, code: 'key_encryption_key_not_found' })
  })

  it('key encryption key › can be replaced until there is a vault account, and keeps its id', async () => {
    running = await start()
    const { headers, keystoreUserId } = await registerUser(running)
    const first = bodyOf<KekBody>(await postKek(headers, PUBLISHED_WRAPPED_KEY), 201)
    const second = bodyOf<KekBody>(await postKek(headers, OWN_WRAPPED_KEY), 201)
    expect(second.key_encryption_key).toEqual({
      id: first.key_encryption_key.id,
      serialized_key_encryption_key: OWN_WRAPPED_KEY,
    })

    const { userId } = aSignedInUser(running)
    running.connection.prepare('UPDATE keystore_users SET vault_user_id = NULL').run()
    running.connection.prepare('UPDATE keystore_users SET vault_user_id = ? WHERE id = ?').run(userId, keystoreUserId)
    running.connection
      .prepare('UPDATE sessions SET vault_user_id = ? WHERE keystore_user_id = ?')
      .run(userId, keystoreUserId)
    const refused = await postKek(headers, PUBLISHED_WRAPPED_KEY)
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'key_encryption_key_exists' })
    expect(bodyOf(await getKek(headers))).toEqual(second)
  })

  it.each([OWN_WRAPPED_KEY, PUBLISHED_WRAPPED_KEY, PASSPHRASE_LOCKED, RSA_SEALED])(
    'wrapped keys › accepts both families: %.20s…',
    async (wrapped) => {
      running = await start()
      const { headers } = await registerUser(running)
      expect(bodyOf<KekBody>(await postKek(headers, wrapped), 201)).toMatchObject({
        key_encryption_key: { serialized_key_encryption_key: wrapped },
      })
      expect(bodyOf<DekBody>(await postDek(headers, wrapped), 201)).toMatchObject({
        data_encryption_key: { serialized_data_encryption_key: wrapped },
      })
    },
  )

  it('wrapped keys › ciphertext_format_invalid names the field, nothing is stored', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    const tooLong = `Aes256Gcm.${'A'.repeat(256 * 1024)}.AAAA`
    for (const value of [...NOT_CIPHER_TEXT, tooLong]) {
      for (const [reply, parameter] of [
        [await postKek(headers, value), 'serialized_key_encryption_key'],
        [await postDek(headers, value), 'serialized_data_encryption_key'],
      ] as const) {
        expect(refusalOf(reply)).toEqual({ status: 400, code: 'ciphertext_format_invalid' })
        expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter } }] })
      }
    }
    expect(storedKeys()).toEqual([[], []])
  })

  it('wrapped keys › param_missing, absent or null', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    for (const value of [undefined, null]) {
      expect(refusalOf(await postKek(headers, value))).toEqual({ status: 400, code: 'param_missing' })
      expect(refusalOf(await postDek(headers, value))).toEqual({ status: 400, code: 'param_missing' })
    }
    expect(refusalOf(await postKek(headers, 7))).toEqual({ status: 400, code: 'invalid_params' })
    expect(storedKeys()).toEqual([[], []])
  })

  it('data encryption keys › a user may have several; each is answered by its id', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const first = bodyOf<DekBody>(await postDek(headers, OWN_WRAPPED_KEY), 201)
    const second = bodyOf<DekBody>(await postDek(headers, PUBLISHED_WRAPPED_KEY), 201)
    expect(bodyOf(await getDek(headers, first.data_encryption_key.id))).toEqual({
      data_encryption_key: {
        id: first.data_encryption_key.id,
        serialized_data_encryption_key: OWN_WRAPPED_KEY,
      },
    })
    expect(bodyOf(await getDek(headers, second.data_encryption_key.id.toUpperCase()))).toEqual(second)
  })

  it('data encryption keys › DELETE removes one and leaves the others', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const { id } = bodyOf<DekBody>(await postDek(headers, OWN_WRAPPED_KEY), 201).data_encryption_key
    const kept = bodyOf<DekBody>(await postDek(headers, OWN_WRAPPED_KEY), 201)
    expect(await deleteDek(headers, id)).toMatchObject({ status: 204, body: undefined })
    expect(refusalOf(await getDek(headers, id))).toEqual({ status: 404, code: 'not_found' })
    expect(refusalOf(await deleteDek(headers, id))).toEqual({ status: 404, code: 'not_found' })
    expect(bodyOf(await getDek(headers, kept.data_encryption_key.id))).toEqual(kept)
  })

  it('data encryption keys › data_encryption_key_in_use, what is or was the private key of the vault user', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const stored = bodyOf<DekBody>(await postDek(user.headers, OWN_WRAPPED_KEY), 201)
    const { id } = stored.data_encryption_key
    const point = running.connection.prepare('UPDATE users SET private_dek_external_id = ? WHERE id = ?')
    point.run(id.toUpperCase(), user.userId)
    const refused = await deleteDek(user.headers, id)
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'data_encryption_key_in_use' })
    expect(bodyOf(await getDek(user.headers, id))).toEqual(stored)

    for (const other of [newTestId(), null]) {
      point.run(other, user.userId)
      expect(refusalOf(await deleteDek(user.headers, id))).toEqual({ status: 400, code: 'data_encryption_key_in_use' })
    }
  })

  it("data encryption keys › not_found, another user's key, an unknown id, no id at all", async () => {
    running = await start()
    const owner = aSignedInUser(running)
    const stranger = aSignedInUser(running)
    const { id } = bodyOf<DekBody>(await postDek(owner.headers, OWN_WRAPPED_KEY), 201).data_encryption_key
    const before = storedKeys()
    for (const wanted of [id, UNKNOWN_ID, 'private']) {
      expect(refusalOf(await getDek(stranger.headers, wanted))).toEqual({ status: 404, code: 'not_found' })
      expect(refusalOf(await deleteDek(stranger.headers, wanted))).toEqual({ status: 404, code: 'not_found' })
    }
    expect(storedKeys()).toEqual(before)
  })

  it('unauthorized › every operation, without a token', async () => {
    running = await start()
    const refused = { status: 401, code: 'unauthorized' }
    expect(refusalOf(await postKek({}, OWN_WRAPPED_KEY))).toEqual(refused)
    expect(refusalOf(await getKek({}))).toEqual(refused)
    expect(refusalOf(await postDek({}, OWN_WRAPPED_KEY))).toEqual(refused)
    expect(refusalOf(await getDek({}, UNKNOWN_ID))).toEqual(refused)
    expect(refusalOf(await deleteDek({}, UNKNOWN_ID))).toEqual(refused)
  })

  it('delegation header › ignored for the key encryption key, refused for data encryption keys', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const headers = { ...user.headers, 'service-delegation-id': UNKNOWN_ID }
    const own = { ...user.headers, 'service-delegation-id': user.userId }
    bodyOf(await postKek(headers, OWN_WRAPPED_KEY), 201)
    bodyOf(await getKek(headers))
    const { id } = bodyOf<DekBody>(await postDek(own, OWN_WRAPPED_KEY), 201).data_encryption_key
    const refused = { status: 403, code: 'delegation_not_permitted' }
    expect(refusalOf(await postDek(headers, OWN_WRAPPED_KEY))).toEqual(refused)
    expect(refusalOf(await getDek(headers, id))).toEqual(refused)
    expect(refusalOf(await deleteDek(headers, id))).toEqual(refused)
    bodyOf(await getDek(own, id))
  })
})
