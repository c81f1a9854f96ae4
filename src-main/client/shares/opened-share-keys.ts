import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { copyKey, dataEncryptionKey, inOwnMemory } from '../../crypto/keys.ts'
import type { OpenedShareKey, ShareKey } from '../../crypto/share-format.ts'
import { openShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import type { Account } from '../account/account.ts'

/** The recipient of a share, and its item. */
interface ShareOf {
  readonly itemId: string
  readonly recipientId: string
}

/** Opens the keys of received shares. */
export type OpenedShareKeys = ReturnType<typeof createOpenedShareKeys>

/**
 * A sender who shares many items seals one key for all of them, so the last opened key is cached until another one is
 * opened, and wiped with the account. A key that was sealed for one item opens for no other, cached or not.
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
    open(pair: ConnectionKeyPair, sealedKey: string, of: ShareOf) {
      account.keys() // if locked meanwhile, nothing may be cached any more
      const shareKey = kept(pair, sealedKey, of) ?? keep(pair, sealedKey, of)
      return { ...shareKey, key: dataEncryptionKey(copyKey(shareKey.key)) }
    },
  }

  function kept(pair: ConnectionKeyPair, sealedKey: string, { itemId, recipientId }: ShareOf): ShareKey | undefined {
    if (last?.sealedKey !== sealedKey || last.pair !== pair || last.recipientId !== recipientId) return undefined
    return last.shareKey.itemId === null || last.shareKey.itemId === itemId ? last.shareKey : undefined
  }

  function keep(pair: ConnectionKeyPair, sealedKey: string, of: ShareOf): ShareKey {
    const opened = openShareKey(pair, sealedKey, of)
    const shareKey = { ...opened, key: dataEncryptionKey(inOwnMemory(opened.key)) }
    forget()
    last = { pair, sealedKey, recipientId: of.recipientId, shareKey }
    return shareKey
  }

  function forget(): void {
    if (last !== undefined) wipeShareKey(last.shareKey)
    last = undefined
  }
}
