// Proves docs/contract/client-crypto.md, Keys made anew.

// @module-tag full

import { expect, it } from 'vitest'
import { dataEncryptionKey, newDataEncryptionKey } from '../../src-main/crypto/keys.ts'
import { openAesGcm, sealAesGcm } from '../../src-main/crypto/published/aes-gcm.ts'
import { newRsaKeyPair, privateKeyPem } from '../../src-main/crypto/published/rsa.ts'
import { createSrpVerifier } from '../../src-main/crypto/srp-client.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { bodyOf, proofFor } from '../support/service/keystore-accounts.ts'
import type { PublishedPackages } from '../support/published/published-client.ts'
import { logInPublishedUser, passphraseKeys, registerPublishedUser } from '../support/published/published-client.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import { describeRows } from '../support/tiers.ts'

const PACKAGES: readonly [string, PublishedPackages][] = [
  ['37.1.15', { vault: publishedVault37, keystore: publishedClient6 }],
  ['31.0.0', { vault: publishedVault31, keystore: publishedClient5 }],
]
const SMALL_KEY_BITS = 2048
const PASSPHRASE = 'supersecretpassword'

describeRows('a user of vault-api-sdk %s', PACKAGES, (_, packages) => {
  it('signs in after the keys were made anew', async () => {
    const server = await startHttpServer()
    try {
      const send = sendOverHttp(server.url)
      const user = await registerPublishedUser(server.url, packages, PASSPHRASE, SMALL_KEY_BITS)
      const { username, secretString } = user
      const headers = { authorization: user.keystoreToken }
      const get = async <Body>(operation: string, params?: Readonly<Record<string, string>>) =>
        bodyOf<Body>(await send({ operation, headers, ...(params !== undefined && { params }) }))
      const former = passphraseKeys({ secretString, passphrase: PASSPHRASE })
      const renewed = passphraseKeys({ secretString, passphrase: `${PASSPHRASE} 2` })

      const { key_encryption_key: wrapped } = await get<{
        key_encryption_key: { serialized_key_encryption_key: string }
      }>('keystore.keyEncryptionKeyGet')
      const formerKek = dataEncryptionKey(openAesGcm(keyOf(former), wrapped.serialized_key_encryption_key).slice())
      const kek = newDataEncryptionKey()
      const dek = newDataEncryptionKey()
      const { data_encryption_keys: dataKeys } = await get<{
        data_encryption_keys: { id: string; serialized_data_encryption_key: string }[]
      }>('keystore.dataEncryptionKeysGet')
      const { keypair } = await get<{ keypair: { id: string } }>('keystore.keypairsExternalIdExternalIdGet', {
        external_id: 'auth',
      })
      const pair = await newRsaKeyPair(SMALL_KEY_BITS)
      const { srp_a, srp_m } = await proofFor({ send }, { username, password: former.srpPassword }, 'change_passphrase')
      const body = {
        srp_a,
        srp_m,
        ...createSrpVerifier({ username, password: renewed.srpPassword }),
        serialized_key_encryption_key: sealAesGcm(keyOf(renewed), kek),
        new_keys: {
          data_encryption_keys: dataKeys.map(({ id, serialized_data_encryption_key: stored }) => ({
            id,
            serialized_data_encryption_key: sealAesGcm(kek, openAesGcm(formerKek, stored)),
          })),
          key_pairs: [],
          login_key_pair: {
            id: keypair.id,
            public_key: pair.publicKey,
            encrypted_serialized_key: sealAesGcm(kek, Buffer.from(privateKeyPem(pair), 'latin1')),
          },
          private_data_encryption_key: sealAesGcm(kek, dek),
        },
      }
      bodyOf(await send({ operation: 'keystore.srpUsersPut', headers, body }))

      const again = await logInPublishedUser(server.url, packages, { secretString, passphrase: `${PASSPHRASE} 2` })
      expect(again.userId).toBe(user.userId)
      expect(again.loginPublicKey).toBe(pair.publicKey)
      expect(await again.decrypt(sealAesGcm(dek, Buffer.from('C01X')))).toBe('C01X')
      await expect(logInPublishedUser(server.url, packages, user)).rejects.toThrow('login_failed')
      expect(server.faults).toEqual([])
    } finally {
      await server.close()
    }
  })
})

function keyOf({ passphraseKey }: ReturnType<typeof passphraseKeys>) {
  return dataEncryptionKey(Uint8Array.from(passphraseKey.bytes))
}
