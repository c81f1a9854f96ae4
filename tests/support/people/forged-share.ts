import type { Client } from '../../../src-main/client/client.ts'
import { ownersPlace } from '../../../src-main/client/items/read-slots.ts'
import { readReceivedItem } from '../../../src-main/client/items/received-items.ts'
import { newShareKey, sealReceivedValue, sealShareKey } from '../../../src-main/crypto/share-format.ts'

interface Forger {
  readonly sender: Client
  readonly recipient: Client
  /** By which the sender has the item. */
  readonly shareId: string
}

/**
 * What somebody who passes an item on would send to deceive: everything in order, but for some values.
 *
 * @param changes what the slots of these labels shall say
 */
export async function forgedShare({ sender, recipient, shareId }: Forger, changes: Readonly<Record<string, string>>) {
  const { reply, slots } = await readReceivedItem(sender, shareId)
  const person = await sender.people.find(recipient.account.vaultUserId)
  if (person === undefined) throw new Error('not connected')
  const shareKey = newShareKey('pdv1')
  const binding = { itemId: reply.item.original_id ?? '', recipientId: person.row.user_id }
  return {
    item_id: reply.item.id,
    recipient_id: person.row.user_id,
    encrypted_dek: sealShareKey(person.publicKey, shareKey, binding),
    slot_values: slots.map(({ slot, value, verificationKey }) => {
      if (value === null || verificationKey === null) throw new Error('not read')
      const changed = { value: changes[slot.label] ?? value, verificationKey }
      const sealed = sealReceivedValue(shareKey, ownersPlace(reply.item, slot), changed)
      return { slot_id: slot.id, ...sealed }
    }),
  }
}
