import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { ConnectionKeyPair, ShareFormat } from '../../crypto/connection-key-pair.ts'
import {
  newConnectionKeyPair,
  unwrapConnectionKeyPair,
  wipeConnectionKeyPair,
  wrapConnectionKeyPair,
} from '../../crypto/connection-key-pair.ts'
import type { Account, KeyStoreKeys } from '../account/account.ts'

/** A key pair in the key store. The vault knows its id as `keypair_external_id`. */
export interface StoredKeyPair {
  readonly id: string
  readonly publicKey: string
}

/**
 * The key pairs of a user's connections: a person has one for each, an agent one for all. Opened pairs are cached until
 * the account is wiped.
 */
export type ConnectionKeys = ReturnType<typeof createConnectionKeys>

export function createConnectionKeys(account: Account<KeyStoreKeys>) {
  const opened = new Map<string, ConnectionKeyPair>()
  account.whenWiped(() => {
    for (const pair of opened.values()) wipeConnectionKeyPair(pair)
    opened.clear()
  })

  return {
    /**
     * @param externalId the id of the key pair or one of its tags, because the key store accepts both
     * @throws {CallError} `not_found`; CryptoError when the user's key does not open it
     */
    async open(externalId: string) {
      const known = opened.get(externalId)
      if (known !== undefined) return known
      const { keypair } = await account.call(keystoreOperations.keypairsIdGet, { params: { id: externalId } })
      const { keyEncryptionKey } = account.keys()
      const pair = unwrapConnectionKeyPair(keyEncryptionKey, keypair.public_key, keypair.encrypted_serialized_key)
      return cache(externalId, pair)
    },
    /** Makes and stores a pair. An RSA pair takes seconds, on another thread. */
    async create(format: ShareFormat) {
      const pair = await newConnectionKeyPair(format)
      try {
        const { keypair } = await account.call(keystoreOperations.keypairsPost, {
          body: {
            public_key: pair.publicKey,
            encrypted_serialized_key: wrapConnectionKeyPair(account.keys(), pair),
          },
        })
        return { id: keypair.id, publicKey: pair.publicKey }
      } finally {
        wipeConnectionKeyPair(pair)
      }
    },
    /** Deletes a pair that no connection uses. */
    async discard({ id }: StoredKeyPair) {
      await account.call(keystoreOperations.keypairsIdDelete, { params: { id } })
    },
  }

  /** If two callers open the same pair, the first copy is used and the second wiped. */
  function cache(externalId: string, pair: ConnectionKeyPair): ConnectionKeyPair {
    const known = opened.get(externalId)
    if (known === undefined) opened.set(externalId, pair)
    else wipeConnectionKeyPair(pair)
    return known ?? pair
  }
}
