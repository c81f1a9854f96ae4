import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { ConnectionKeyPair, ShareFormat } from '../../crypto/connection-key-pair.ts'
import {
  newConnectionKeyPair,
  unwrapConnectionKeyPair,
  wipeConnectionKeyPair,
  wrapConnectionKeyPair,
} from '../../crypto/connection-key-pair.ts'
import type { Account, KeyStoreKeys } from '../account/account.ts'

/** A key pair in the key store, whose id the vault has as `keypair_external_id`. */
export interface StoredKeyPair {
  readonly id: string
  readonly publicKey: string
}

/**
 * The own key pairs of a user's connections: for a person one each, for an agent one for all. Opened pairs are cached
 * until the account is wiped.
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
     * @param externalId the id of the key pair, or one of its tags: the key store takes either (client contract, pitfall
     *   11)
     * @throws {CallError} `not_found`; CryptoError when it does not open with this user's key
     */
    async open(externalId: string) {
      const known = opened.get(externalId)
      if (known !== undefined) return known
      const { keypair } = await account.call(keystoreOperations.keypairsIdGet, { params: { id: externalId } })
      const { keyEncryptionKey } = account.keys()
      const pair = unwrapConnectionKeyPair(keyEncryptionKey, keypair.public_key, keypair.encrypted_serialized_key)
      return keep(externalId, pair)
    },
    /** Makes a pair and stores it. RSA takes a second or several, on another thread. */
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
    /** Forgets a pair that no connection uses. */
    async discard({ id }: StoredKeyPair) {
      await account.call(keystoreOperations.keypairsIdDelete, { params: { id } })
    },
  }

  /** Two readers at the same time open the same pair: the first one stays, so that every copy is known. */
  function keep(externalId: string, pair: ConnectionKeyPair): ConnectionKeyPair {
    const known = opened.get(externalId)
    if (known === undefined) opened.set(externalId, pair)
    else wipeConnectionKeyPair(pair)
    return known ?? pair
  }
}
