import { CallError } from '../../../shared/contract/caller.ts'
import { asPhrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { Share } from '../../../shared/contract/shares.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { dataEncryptionKey } from '../../crypto/keys.ts'
import type { ShareKey } from '../../crypto/share-format.ts'
import { isPassphraseLocked, unlockShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import type { Client } from '../client.ts'
import { sealPrivateValue, sealPrivateVerificationKey } from './private-text.ts'
import type { ReadSlot } from './read-slots.ts'
import { closeSlots, readReencryptedSlots, readSharedSlots, withholdSlots } from './read-slots.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A received item and its share. */
export interface ReceivedItem {
  readonly reply: ItemReply
  readonly share: Share
  readonly slots: readonly ReadSlot[]
  /** Whether the values are under the recipient's key. */
  readonly reencrypted: boolean
  /** Whether opening the share needs the passphrase of its invitation. */
  readonly needsPassphrase: boolean
}

/**
 * Opens the slots of a received item without changing anything: nothing is re-encrypted, and no passphrase is tried.
 * The caller wipes the verification keys.
 */
export async function peekReceivedItem(client: Client, { share, reply }: Found): Promise<readonly ReadSlot[]> {
  const isLocked = share.encrypted_dek !== null && isPassphraseLocked(share.encrypted_dek)
  const opening: Opening = isLocked ? { as: 'locked' } : await openingOf(client, share, undefined)
  switch (opening.as) {
    case 'withheld':
    case 'locked':
      return withholdSlots(reply)
    case 'closed':
      return closeSlots(reply, opening.problem)
    case 'own_key':
      return readReencryptedSlots(client.account.keys(), reply)
    case 'share_key':
      try {
        return readSharedSlots(opening.shareKey, reply)
      } finally {
        wipeShareKey(opening.shareKey)
      }
  }
}

/** Unlocks the key of an intent. It serves all shares with the same key, because unlocking takes a second. */
export type Unlock = (lockedKey: string) => Promise<ShareKey>

/**
 * Reads the item of a received share: opens and verifies every value, and re-encrypts the values under the recipient's
 * key on first reading (docs/contract/client-crypto.md, Reading items, Accepting shares). Values that await acceptance
 * are withheld. If any value was changed or cannot be opened, nothing is re-encrypted.
 *
 * @throws {ServiceError} `share_passphrase_wrong` when `unlock` does not open the share's key.
 */
export async function readReceivedItem(client: Client, shareId: string, unlock?: Unlock): Promise<ReceivedItem> {
  for (;;) {
    const found = await readShare(client, shareId)
    const opening = await openingOf(client, found.share, unlock)
    const item = await finish(client, found, opening)
    if (item !== 'overtaken') return item
  }
}

interface Found {
  readonly share: Share
  readonly reply: ItemReply
}

/** Reads a share and its item together. If another share provides the copy, that one is used. */
async function readShare(client: Client, shareId: string): Promise<Found> {
  const answer = await client.account.call(shareOperations.incomingSharesIdItemGet, { params: { id: shareId } })
  const { share, item_shared_via_another_share_id: via, ...reply } = answer
  return via === null ? { share, reply } : readShare(client, via)
}

type Opening =
  | { readonly as: 'own_key' | 'withheld' | 'locked' }
  | { readonly as: 'closed'; readonly problem: Message }
  | { readonly as: 'share_key'; readonly shareKey: ShareKey }

async function openingOf(client: Client, share: Share, given: Unlock | undefined): Promise<Opening> {
  const { encrypted_dek: sealedKey } = share
  if (isWaiting(share)) return { as: 'withheld' }
  if (sealedKey === null) return { as: 'own_key' }
  if (!isPassphraseLocked(sealedKey)) return openWithKeyPair(client, share, sealedKey)
  const unlock = given ?? unlockWithHeld(client, share.id)
  return unlock === undefined ? { as: 'locked' } : { as: 'share_key', shareKey: await unlockKey(sealedKey, unlock) }
}

async function finish(client: Client, { share, reply }: Found, opening: Opening): Promise<ReceivedItem | 'overtaken'> {
  const result = { reply, share, reencrypted: false, needsPassphrase: opening.as === 'locked' }
  switch (opening.as) {
    case 'withheld':
    case 'locked':
      return { ...result, slots: withholdSlots(reply) }
    case 'closed':
      return { ...result, slots: closeSlots(reply, opening.problem) }
    case 'own_key':
      return {
        ...result,
        slots: readReencryptedSlots(client.account.keys(), reply),
        reencrypted: true,
      }
    case 'share_key':
      try {
        const slots = readSharedSlots(opening.shareKey, reply)
        const reencrypted = await putUnderOwnKey(
          client,
          { item: reply.item, encrypted_dek: share.encrypted_dek },
          slots,
        )
        if (reencrypted === 'overtaken') return reencrypted
        if (reencrypted) client.passphrases.drop(share.id)
        return { ...result, slots, reencrypted }
      } finally {
        wipeShareKey(opening.shareKey)
      }
  }
}

/** Unlocks with a passphrase; unlocked keys are cached until `wipe`. */
export function unlockWith(passphrase: string): { readonly unlock: Unlock; readonly wipe: () => void } {
  const unlocked = new Map<string, Promise<ShareKey>>()
  return {
    async unlock(lockedKey) {
      const known = unlocked.get(lockedKey) ?? unlockShareKey(passphrase, lockedKey)
      unlocked.set(lockedKey, known)
      const shareKey = await known
      return { ...shareKey, key: dataEncryptionKey(shareKey.key.slice()) }
    },
    wipe() {
      for (const shareKey of unlocked.values()) shareKey.then(wipeShareKey, () => undefined)
      unlocked.clear()
    },
  }
}

function unlockWithHeld({ passphrases }: Client, shareId: string): Unlock | undefined {
  const passphrase = passphrases.find(shareId)
  return passphrase === undefined ? undefined : (lockedKey) => unlockShareKey(passphrase, lockedKey)
}

async function openWithKeyPair(client: Client, share: Share, sealedKey: string): Promise<Opening> {
  const { keypair_external_id, item_id, recipient_id } = share
  if (keypair_external_id === null) {
    return { as: 'closed', problem: 'the share does not name the key pair that opens it' }
  }
  try {
    const pair = await client.keys.open(keypair_external_id)
    const shareKey = client.shareKeys.open(pair, sealedKey, { itemId: item_id, recipientId: recipient_id })
    return { as: 'share_key', shareKey }
  } catch (error) {
    if (error instanceof CryptoError) return { as: 'closed', problem: asPhrase(error) }
    if (!(error instanceof CallError && error.code === 'not_found')) throw error
    return { as: 'closed', problem: 'the key pair of this share is not in the key store' }
  }
}

async function unlockKey(lockedKey: string, unlock: Unlock): Promise<ShareKey> {
  try {
    return await unlock(lockedKey)
  } catch (error) {
    if (!(error instanceof CryptoError && error.code === 'cannot_open')) throw error
    throw new ServiceError('share_passphrase_wrong', 'The passphrase does not open this share.', { cause: error })
  }
}

/** Errors after the owner ended the share or deleted the item meanwhile. */
const GONE: readonly string[] = ['not_found', 'share_not_acceptable', 'slot_not_found', 'slot_values_incomplete']

interface Received {
  readonly item: ItemReply['item']
  /** The key of the share; null if the values are already under the recipient's key. */
  readonly encrypted_dek: string | null
}

/**
 * Re-encrypts all values and their verification keys under the recipient's key; the verification keys are needed to
 * share the item further. `overtaken`: the share was updated or re-encrypted since it was read, and nothing is written.
 */
export async function putUnderOwnKey(
  client: Client,
  { item, encrypted_dek }: Received,
  read: readonly ReadSlot[],
): Promise<boolean | 'overtaken'> {
  if (read.some(({ problem }) => problem !== null)) return false
  const keys = client.account.keys()
  const slots = read.flatMap(({ slot, value, verificationKey }) => {
    if (value === null) return []
    const place = { itemId: item.id, slotId: slot.id }
    return [
      {
        id: slot.id,
        encrypted_value: sealPrivateValue(keys, place, value),
        ...(verificationKey !== null && {
          encrypted_value_verification_key: sealPrivateVerificationKey(keys, place, verificationKey),
        }),
      },
    ]
  })
  try {
    await client.account.call(shareOperations.itemsIdEncryptPost, {
      params: { id: item.id },
      body: { slots, encrypted_dek },
    })
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'share_changed') return 'overtaken'
    if (GONE.includes(error.code)) return false
    throw error
  }
}

function isWaiting(share: Share): boolean {
  return share.acceptance_required === 'acceptance_required' || share.acceptance_required === 'rejected'
}
