import { CryptoError } from '../../crypto/crypto-error.ts'
import { isUnderFormerKey } from '../../crypto/data-keys.ts'
import type { WalletPlace } from '../../crypto/wallet-seal.ts'
import { openWalletText, sealWalletText } from '../../crypto/wallet-seal.ts'
import type { WalletOwner } from './wallet-ports.ts'
import type { WalletStore } from './wallet-store.ts'

type Store = Pick<WalletStore, 'sealedTexts' | 'findSealedText' | 'replaceSealedText'>
type Owner = Pick<WalletOwner, 'ownerId' | 'keys'>

/**
 * Seals all texts under a former data key of the owner again. Each text is read, opened and written synchronously, so that it
 * never overwrites what the wallet itself writes at the same time.
 *
 * @param yieldIfLong lets other tasks run if the work takes long
 * @returns the number of texts that were sealed again, and of those that cannot be decrypted
 * @throws {ServiceError} `user_locked` once the keys are wiped
 */
export async function resealWallet(
  store: Store,
  owner: Owner,
  yieldIfLong: () => Promise<void>,
): Promise<{ readonly moved: number; readonly left: number }> {
  let moved = 0
  let left = 0
  const keys = owner.keys()
  for (const place of store.sealedTexts(owner.ownerId).filter(({ sealed }) => isUnderFormerKey(keys, sealed))) {
    await yieldIfLong()
    const isResealed = resealText(store, owner, place)
    if (isResealed) moved += 1
    else left += 1
  }
  return { moved, left }
}

/** False if the text cannot be decrypted; true also if it was deleted or replaced meanwhile. */
function resealText(store: Store, { ownerId, keys }: Owner, { part, id }: WalletPlace): boolean {
  const sealed = store.findSealedText(ownerId, { part, id })
  if (sealed === undefined || !isUnderFormerKey(keys(), sealed)) return true
  const text = openedText(keys(), { part, id }, sealed)
  if (text === undefined) return false
  const again = sealWalletText(keys().dataEncryptionKey, { part, id }, text)
  store.replaceSealedText(ownerId, { part, id, sealed: again })
  return true
}

function openedText(...opening: Parameters<typeof openWalletText>): string | undefined {
  try {
    return openWalletText(...opening)
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}
