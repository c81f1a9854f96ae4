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

/** The keys a wallet presents with. There is always one: the first is made when it is asked for. */
export function holderKeysOf({ store, clock, newId }: WalletPorts, owner: WalletOwner) {
  const { ownerId } = owner
  return { list, create, setDefault, open, defaultDid }

  async function list(): Promise<readonly HolderKey[]> {
    await requireDefault()
    return store.holderKeys(ownerId).map(shown)
  }

  /** The DID that new credentials are issued to by default. */
  async function defaultDid(): Promise<string> {
    return (await requireDefault()).did
  }

  async function create(algorithm: HolderAlgorithm, makeDefault: boolean): Promise<HolderKey> {
    return keep(await newSigningKey(algorithm), algorithm, makeDefault)
  }

  function keep(key: SigningKey, algorithm: HolderAlgorithm, makeDefault: boolean): HolderKey {
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

  /** @throws {ServiceError} `not_found`; {CryptoError} when it cannot be decrypted */
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
    const held = findDefault()
    if (held !== undefined) return shown(held)
    const made = await newSigningKey('Ed25519')
    const meanwhile = findDefault() // somebody else asked at the same moment
    return meanwhile === undefined ? keep(made, 'Ed25519', true) : shown(meanwhile)
  }

  function findDefault(): StoredHolderKey | undefined {
    const held = store.holderKeys(ownerId)
    return held.find(({ is_default }) => is_default) ?? held[0]
  }

  function find(id: string): StoredHolderKey {
    const key = store.holderKeys(ownerId).find((one) => one.id === id)
    if (key === undefined) throw new ServiceError('not_found', 'This wallet has no such holder key.')
    return key
  }
}

function shown({ id, did, algorithm, created_at, is_default }: StoredHolderKey): HolderKey {
  return { id, did, algorithm, created_at, is_default }
}
