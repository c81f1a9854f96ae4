import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { copyKey, dataEncryptionKey, inOwnMemory } from '../../crypto/keys.ts'
import type { OpenedShareKey, ShareKey } from '../../crypto/share-format.ts'
import { openShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import type { Account } from '../account/account.ts'

/** The item and recipient of a share. */
interface ShareBinding {
  readonly itemId: string
  readonly recipientId: string
}

/** Opens the keys of received shares. */
export type OpenedShareKeys = ReturnType<typeof createOpenedShareKeys>

/**
 * A sender who shares many items seals one key for all of them. The last opened key is therefore cached until another
 * one is opened or the account is wiped. A key sealed for one item is never used for another.
 */
export function createOpenedShareKeys(account: Account) {
  let last:
    | {
        readonly pair: ConnectionKeyPair
        readonly sealedKey: string
        readonly recipientId: string
        readonly shareKey: OpenedShareKey
      }
    | undefined
  account.whenWiped(forget)

  return {
    /**
     * @returns a copy, to be wiped after use
     * @throws {CryptoError} as `openShareKey`; {@link ServiceError} `user_locked`
     */
    open(pair: ConnectionKeyPair, sealedKey: string, binding: ShareBinding) {
      account.keys() // throws if the account was locked meanwhile, when nothing may be cached
      const shareKey = cached(pair, sealedKey, binding) ?? openAndCache(pair, sealedKey, binding)
      return { ...shareKey, key: dataEncryptionKey(copyKey(shareKey.key)) }
    },
  }

  function cached(
    pair: ConnectionKeyPair,
    sealedKey: string,
    { itemId, recipientId }: ShareBinding,
  ): ShareKey | undefined {
    if (last?.sealedKey !== sealedKey || last.pair !== pair || last.recipientId !== recipientId) return undefined
    return last.shareKey.itemId === null || last.shareKey.itemId === itemId ? last.shareKey : undefined
  }

  function openAndCache(pair: ConnectionKeyPair, sealedKey: string, binding: ShareBinding): ShareKey {
    const opened = openShareKey(pair, sealedKey, binding)
    const shareKey = { ...opened, key: dataEncryptionKey(inOwnMemory(opened.key)) }
    forget()
    last = { pair, sealedKey, recipientId: binding.recipientId, shareKey }
    return shareKey
  }

  function forget(): void {
    if (last !== undefined) wipeShareKey(last.shareKey)
    last = undefined
  }
}
