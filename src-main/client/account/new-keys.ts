import type { Call } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { NewKeys, NewLoginKeyPair } from '../../../shared/contract/passphrase-changes.ts'
import { PRIVATE } from '../../crypto/account-keys.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { KeyPairOwner } from '../../crypto/connection-key-pair.ts'
import { newConnectionKeyPair, wipeConnectionKeyPair, wrapConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import type { KeyChange, WrappedPlace } from '../../crypto/key-wrap.ts'
import { placesOfKeyPair, rewrap, unwrapDataEncryptionKey, wrapDataEncryptionKey } from '../../crypto/key-wrap.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from '../../crypto/keys.ts'
import { newDataEncryptionKey, wipe } from '../../crypto/keys.ts'

/** The binding of a replaced key, until nothing is sealed with it any more. */
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
  const login = keypairs.find(isLoginKeyPair)
  const key_pairs: NewKeys['key_pairs'] = []
  for (const { id } of keypairs) {
    if (id === login?.id) continue
    const { keypair } = await keystore(keystoreOperations.keypairsIdGet, { params: { id } })
    const { encrypted_serialized_key: stored, public_key } = keypair
    // A pair whose public key does not match is damaged: it stays as it is.
    key_pairs.push({ id, encrypted_serialized_key: rewrap(change, stored, placesOfKeyPair(public_key)) ?? stored })
  }
  return {
    data_encryption_keys: dataKeys.map(({ id, serialized_data_encryption_key: stored }) => ({
      id,
      serialized_data_encryption_key: rewrap(change, stored, places) ?? refuseUnknown(id),
    })),
    key_pairs,
    delegations: await rewrappedDelegations(keystore, change),
    login_key_pair: await inPlaceOf(login, { keyEncryptionKey: change.renewed }),
    private_data_encryption_key: newPrivateKey(change.renewed),
  }
}

/** The keys of those the person acts for, which are under the person's own. */
async function rewrappedDelegations(keystore: Call, change: KeyChange): Promise<NewKeys['delegations']> {
  const { delegations } = await keystore(keystoreOperations.delegationsGet, {})
  return delegations.flatMap((one) => {
    const { delegation_token, account_owner_kek: stored } = one
    if (stored === null || one.account_owner_kek_encrypted_with_connection_keypair !== false) return []
    const places = [{ ctx: 'akek', bound: [delegation_token] }]
    return [{ delegation_token, account_owner_kek: rewrap(change, stored, places) ?? stored }]
  })
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

/**
 * Makes a new login key pair only; other keys stay. Whoever knew the old pair, as a parent knows that of a child, can
 * no longer log in with it. Nothing is stored yet.
 */
export async function makeNewLoginKeyPair(keystore: Call, owner: KeyPairOwner): Promise<NewLoginKeyPair> {
  const { keypairs } = await keystore(keystoreOperations.keypairsGet, {})
  return inPlaceOf(keypairs.find(isLoginKeyPair), owner)
}

const isLoginKeyPair = ({ external_identifiers: tags }: { readonly external_identifiers: readonly string[] }) =>
  tags.includes(LOGIN_KEY_PAIR)

async function inPlaceOf(login: { readonly id: string } | undefined, owner: KeyPairOwner): Promise<NewLoginKeyPair> {
  const pair = await newConnectionKeyPair(owner.format ?? 'pdv1')
  const encrypted_serialized_key = wrapConnectionKeyPair(owner, pair)
  wipeConnectionKeyPair(pair)
  return { id: login?.id ?? '', public_key: pair.publicKey, encrypted_serialized_key }
}

function newPrivateKey(kek: KeyEncryptionKey): string {
  const key = newDataEncryptionKey()
  const wrapped = wrapDataEncryptionKey(kek, PRIVATE, key)
  wipe(key)
  return wrapped
}

/** A private data-encryption key that was replaced. */
export interface FormerDataKey {
  readonly id: string
  readonly key: DataEncryptionKey
}

/** The former keys of a key store. The caller wipes them. */
export async function readFormerDataKeys(keystore: Call, kek: KeyEncryptionKey): Promise<readonly FormerDataKey[]> {
  const { data_encryption_keys } = await keystore(keystoreOperations.dataEncryptionKeysGet, {})
  return formerDataKeysAmong(data_encryption_keys, kek)
}

/** The former data keys in a list that was read already. */
export function formerDataKeysAmong(stored: readonly StoredDataKey[], kek: KeyEncryptionKey): readonly FormerDataKey[] {
  return unwrappedWith((text) => unwrapDataEncryptionKey(kek, FORMER, text), stored)
}

export type StoredDataKey = ReplyFor<typeof keystoreOperations.dataEncryptionKeysGet>['data_encryption_keys'][number]

/** The keys of a list that open so, with their ids; each of the others is for something else. */
export function unwrappedWith<Key>(unwrap: (text: string) => Key, stored: readonly StoredDataKey[]) {
  return stored.flatMap(({ id, serialized_data_encryption_key }) => {
    try {
      return [{ id, key: unwrap(serialized_data_encryption_key) }]
    } catch (error) {
      if (error instanceof CryptoError) return []
      throw error
    }
  })
}
