import type { Call } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { NewKeys } from '../../../shared/contract/passphrase-changes.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { newKeyPair, wipeKeyPair } from '../../crypto/key-pair.ts'
import type { KeyChange, WrappedPlace } from '../../crypto/key-wrap.ts'
import {
  placesOfKeyPair,
  rewrap,
  unwrapDataEncryptionKey,
  wrapDataEncryptionKey,
  wrapKeyPair,
} from '../../crypto/key-wrap.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from '../../crypto/keys.ts'
import { newDataEncryptionKey, wipe } from '../../crypto/keys.ts'

/** Identifier of the key pair the vault knows as login key (docs/contract/keystore.md, Key pairs). */
export const LOGIN_KEY_PAIR = 'auth'
/** What the private data-encryption key is bound to. */
export const PRIVATE = 'private'
/** What it is bound to once another one took its place, until nothing is under it any more. */
const FORMER = 'former'

/**
 * Everything in a person's key store under a new key-encryption key, with a new login key pair and a new private
 * data-encryption key. Nothing is stored yet.
 *
 * @throws {ServiceError} `value_cannot_be_opened` for a data-encryption key of a purpose that is not known here: under a
 *   new key nobody could open it any more
 */
export async function makeNewKeys(keystore: Call, change: KeyChange): Promise<NewKeys> {
  const { data_encryption_keys: dataKeys } = await keystore(keystoreOperations.dataEncryptionKeysGet, {})
  const { keypairs } = await keystore(keystoreOperations.keypairsGet, {})
  const places = placesOfDataKeys(keypairs.flatMap(({ external_identifiers }) => external_identifiers))
  const login = keypairs.find(({ external_identifiers }) => external_identifiers.includes(LOGIN_KEY_PAIR))
  const key_pairs: NewKeys['key_pairs'] = []
  for (const { id } of keypairs) {
    if (id === login?.id) continue
    const { keypair } = await keystore(keystoreOperations.keypairsIdGet, { params: { id } })
    const { encrypted_serialized_key: stored, public_key } = keypair
    // One that its own public key does not fit is damaged: it stays as it is.
    key_pairs.push({ id, encrypted_serialized_key: rewrap(change, stored, placesOfKeyPair(public_key)) ?? stored })
  }
  return {
    data_encryption_keys: dataKeys.map(({ id, serialized_data_encryption_key: stored }) => ({
      id,
      serialized_data_encryption_key: rewrap(change, stored, places) ?? refuseUnknown(id),
    })),
    key_pairs,
    login_key_pair: { id: login?.id ?? '', ...newLoginKeyPair(change.renewed) },
    private_data_encryption_key: newPrivateKey(change.renewed),
  }
}

/** Keys of agents are bound to the tag of their key pair. */
function placesOfDataKeys(tags: readonly string[]): readonly WrappedPlace[] {
  return [
    { ctx: 'dek', bound: [PRIVATE], renewedBound: [FORMER] },
    ...[FORMER, ...tags].map((purpose) => ({ ctx: 'dek', bound: [purpose] })),
  ]
}

function refuseUnknown(id: string): never {
  throw new ServiceError(
    'value_cannot_be_opened',
    `The data-encryption key ${id} was stored by another program and cannot be made anew: keep the keys, or delete it.`,
  )
}

function newLoginKeyPair(kek: KeyEncryptionKey) {
  const pair = newKeyPair()
  const encrypted_serialized_key = wrapKeyPair(kek, pair)
  wipeKeyPair(pair)
  return { public_key: pair.publicKey, encrypted_serialized_key }
}

function newPrivateKey(kek: KeyEncryptionKey): string {
  const key = newDataEncryptionKey()
  const wrapped = wrapDataEncryptionKey(kek, PRIVATE, key)
  wipe(key)
  return wrapped
}

/** A private data-encryption key whose place another one took. */
export interface FormerDataKey {
  readonly id: string
  readonly key: DataEncryptionKey
}

/** Those whose values were not all sealed again yet. The caller wipes them. */
export async function readFormerDataKeys(keystore: Call, kek: KeyEncryptionKey): Promise<readonly FormerDataKey[]> {
  const { data_encryption_keys: stored } = await keystore(keystoreOperations.dataEncryptionKeysGet, {})
  return stored.flatMap(({ id, serialized_data_encryption_key }) => {
    try {
      return [{ id, key: unwrapDataEncryptionKey(kek, FORMER, serialized_data_encryption_key) }]
    } catch (error) {
      if (error instanceof CryptoError) return [] // it is for something else
      throw error
    }
  })
}
