import { sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { OpenedItem, ShareFacts } from '../../../shared/contract/workbench-items.ts'
import type { Client } from '../client.ts'
import type { ItemLookups, ReadSlot } from './read-slots.ts'
import { nodesById, tagsOf } from './classified.ts'
import { isKeyForPrograms, readOwnSlots, shownSlot, wipeVerificationKeys } from './read-slots.ts'
import type { ReceivedItem, Unlock } from './received-items.ts'
import { readReceivedItem, unlockWith } from './received-items.ts'

/** Reads an item, own or received, and opens its values; passwords stay hidden. */
export async function openItem(client: Client, itemId: string): Promise<OpenedItem> {
  const reply = await client.account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  return shownItem(client, await readItem(client, reply))
}

/** Opens the received item of a share, even if another share provides the copy. */
export async function openShare(client: Client, shareId: string, unlock?: Unlock): Promise<OpenedItem> {
  return shownItem(client, readOf(await readReceivedItem(client, shareId, unlock)))
}

/**
 * Accepts a share, opens it and re-encrypts its values under the recipient's key.
 *
 * @throws {ServiceError} `share_passphrase_wrong`; the share is accepted nevertheless and can be unlocked later
 */
export async function acceptShare(client: Client, shareId: string, passphrase: string | null): Promise<OpenedItem> {
  await client.account.call(shareOperations.incomingSharesIdAcceptPut, { params: { id: shareId } })
  return passphrase === null ? openShare(client, shareId) : unlockShare(client, shareId, passphrase)
}

/** Opens a share of an invitation. @throws {ServiceError} `share_passphrase_wrong` */
export async function unlockShare(client: Client, shareId: string, passphrase: string): Promise<OpenedItem> {
  const lock = unlockWith(passphrase)
  try {
    return await openShare(client, shareId, lock.unlock)
  } finally {
    lock.wipe()
  }
}

/**
 * Opens the value of one slot, even a hidden one; null when nothing is stored.
 *
 * @throws {ServiceError} `not_found`; `value_cannot_be_opened` with the reason; `forbidden` for keys of files and
 *   organizations
 */
export async function revealSlot(client: Client, itemId: string, slotId: string): Promise<string | null> {
  const { read } = await readOneSlot(client, itemId, slotId)
  if (isKeyForPrograms(read)) throw refuseKey(read)
  return read.value
}

/**
 * Reads one slot and opens its value, which is null when nothing is stored.
 *
 * @throws {ServiceError} `not_found`; `value_cannot_be_opened` with the reason
 */
export async function readOneSlot(
  client: Client,
  itemId: string,
  slotId: string,
): Promise<{ readonly reply: ItemReply; readonly read: ReadSlot }> {
  const stored = await client.account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  const { reply, slots } = await readItem(client, stored)
  wipeVerificationKeys(slots)
  const read = slots.find(({ slot }) => slot.id === slotId)
  if (read === undefined) throw new ServiceError('not_found', 'This item has no such slot.')
  if (read.withheld)
    throw new ServiceError('value_cannot_be_opened', 'The share of this item has to be accepted first.')
  if (read.problem !== null) throw new ServiceError('value_cannot_be_opened', sentenceText(read.problem))
  return { reply, read }
}

function refuseKey({ slot }: ReadSlot): ServiceError {
  const isOfFile = slot.attachment_id !== null || slot.attachments_folder_id !== null
  return new ServiceError(
    'forbidden',
    isOfFile
      ? 'This is the key of a file or folder, which is never shown.'
      : 'This is a private key, which is never shown: take it into the key store.',
  )
}

/** An item and its slots. The caller wipes the verification keys. */
export interface ReadItem {
  readonly reply: ItemReply
  readonly slots: readonly ReadSlot[]
  readonly received: ReceivedItem | undefined
}

/** Opens an item. A received one is read again together with its share. */
export async function readItem(client: Client, reply: ItemReply): Promise<ReadItem> {
  const { own, share_id } = reply.item
  if (own || share_id === null) {
    return { reply, slots: readOwnSlots(client.account.keys(), reply), received: undefined }
  }
  return readOf(await readReceivedItem(client, share_id))
}

function readOf(received: ReceivedItem): ReadItem {
  return { reply: received.reply, slots: received.slots, received }
}

async function shownItem(client: Client, { reply, slots, received }: ReadItem): Promise<OpenedItem> {
  wipeVerificationKeys(slots)
  return openedItem(reply, slots, received === undefined ? null : await factsOf(client, received))
}

/** Renders an item for the window. */
export function openedItem(
  { item, classification_nodes, thumbnails }: ItemReply,
  slots: readonly ReadSlot[],
  share: ShareFacts | null,
): OpenedItem {
  const lookups: ItemLookups = {
    withThumbnail: new Set(thumbnails.map(({ attachment_id }) => attachment_id)),
    nodes: nodesById(classification_nodes),
  }
  return {
    item,
    share,
    slots: slots.map((read) => shownSlot(read, lookups)),
    tags: tagsOf(item, lookups.nodes),
  }
}

async function factsOf(client: Client, received: ReceivedItem): Promise<ShareFacts> {
  const { share, reencrypted, needsPassphrase } = received
  await client.people.version()
  return {
    share_id: share.id,
    sender: client.people.known(share.sender_id),
    owner: share.owner_id === null ? null : client.people.known(share.owner_id),
    state: share.acceptance_required,
    single_slot: share.slot_id !== null,
    onsharing_permitted: share.onsharing_permitted,
    terms: share.terms,
    expires_at: share.expires_at,
    created_at: share.created_at,
    reencrypted,
    needs_passphrase: needsPassphrase,
  }
}
