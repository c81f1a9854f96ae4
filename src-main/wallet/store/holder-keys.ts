import { ServiceError } from '../../../shared/contract/errors.ts'
import type { HolderAlgorithm, HolderKey } from '../../../shared/contract/workbench-wallet.ts'
import { decodeBase64Url, encodeBase64Url } from '../../crypto/base64url.ts'
import { wipe } from '../../crypto/keys.ts'
import { didKeyOf, newSigningKey, secretBytesOf, signingKeyFrom } from '../../crypto/signing-key.ts'
import type { SigningKey } from '../../crypto/signing-key.ts'
import { openWalletText, sealWalletText } from '../../crypto/wallet-seal.ts'
import { isoTime } from '../../service/ports.ts'
import type { WalletOwner, WalletPorts } from './wallet-ports.ts'
import type { StoredHolderKey } from './wallet-store.ts'

/** A decrypted holder key. */
export interface OpenHolderKey {
  readonly did: string
  readonly algorithm: HolderAlgorithm
  readonly key: SigningKey
}

export type HolderKeys = ReturnType<typeof holderKeysOf>

/** The keys with which a wallet presents credentials. The first one is created when it is needed. */
export function holderKeysOf({ store, clock, newId }: WalletPorts, owner: WalletOwner) {
  const { ownerId } = owner
  return { list, create, setDefault, open, defaultDid }

  async function list(): Promise<readonly HolderKey[]> {
    await requireDefault()
    return store.holderKeys(ownerId).map(shown)
  }

  /** The default subject of new credentials. */
  async function defaultDid(): Promise<string> {
    return (await requireDefault()).did
  }

  async function create(algorithm: HolderAlgorithm, makeDefault: boolean): Promise<HolderKey> {
    return add(await newSigningKey(algorithm), algorithm, makeDefault)
  }

  function add(key: SigningKey, algorithm: HolderAlgorithm, makeDefault: boolean): HolderKey {
    const secret = secretBytesOf(key)
    const text = encodeBase64Url(secret)
    wipe(secret)
    const id = newId()
    const stored: StoredHolderKey = {
      id,
      owner_id: ownerId,
      did: didKeyOf(key),
      algorithm,
      sealed_secret: sealWalletText(owner.keys().dataEncryptionKey, { part: 'holder_key', id }, text),
      created_at: isoTime(clock.nowMs()),
      is_default: makeDefault || store.holderKeys(ownerId).length === 0,
    }
    store.addHolderKey(stored)
    return shown(stored)
  }

  /** @throws {ServiceError} `not_found` */
  function setDefault(id: string): HolderKey {
    const key = find(id)
    store.setDefaultHolderKey(ownerId, key.id)
    return shown({ ...key, is_default: true })
  }

  /** @throws {ServiceError} `not_found`; {CryptoError} if it cannot be decrypted */
  function open(id: string): OpenHolderKey {
    const { did, algorithm, sealed_secret } = find(id)
    const text = openWalletText(owner.keys(), { part: 'holder_key', id }, sealed_secret)
    const secret = decodeBase64Url(text)
    try {
      return { did, algorithm, key: signingKeyFrom(algorithm, secret) }
    } finally {
      wipe(secret)
    }
  }

  async function requireDefault(): Promise<HolderKey> {
    const stored = findDefault()
    if (stored !== undefined) return shown(stored)
    const key = await newSigningKey('Ed25519')
    const concurrent = findDefault() // another call may have created one meanwhile
    return concurrent === undefined ? add(key, 'Ed25519', true) : shown(concurrent)
  }

  function findDefault(): StoredHolderKey | undefined {
    const keys = store.holderKeys(ownerId)
    return keys.find(({ is_default }) => is_default) ?? keys[0]
  }

  function find(id: string): StoredHolderKey {
    const key = store.holderKeys(ownerId).find((stored) => stored.id === id)
    if (key === undefined) throw new ServiceError('not_found', 'This wallet has no such holder key.')
    return key
  }
}

function shown({ id, did, algorithm, created_at, is_default }: StoredHolderKey): HolderKey {
  return { id, did, algorithm, created_at, is_default }
}
