import { CryptoError } from '../../crypto/crypto-error.ts'
import { isUnderFormerKey } from '../../crypto/data-keys.ts'
import type { WalletPlace } from '../../crypto/wallet-seal.ts'
import { openWalletText, sealWalletText } from '../../crypto/wallet-seal.ts'
import type { WalletOwner } from './wallet-ports.ts'
import type { WalletStore } from './wallet-store.ts'

type Store = Pick<WalletStore, 'sealedTexts' | 'findSealedText' | 'replaceSealedText'>
type Owner = Pick<WalletOwner, 'ownerId' | 'keys'>

/**
 * Seals again what the wallet has under a former data key of its owner. Each text is read, opened and written without a
 * pause between, so what the wallet writes itself comes before or after, and is never overwritten by what was there.
 *
 * @param yieldIfLong lets others go first
 * @returns how many texts were sealed again, and how many do not open
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
