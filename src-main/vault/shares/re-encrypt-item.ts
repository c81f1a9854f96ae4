import { ServiceError } from '../../../shared/contract/errors.ts'
import type { FaultyField } from '../../../shared/contract/errors.ts'
import type { ReencryptedItem, ReencryptedSlot } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import { collectFaults, refuseFaultsInOrder } from '../faulty-fields.ts'
import { isOwnItem } from '../items/item-rules.ts'
import type { ItemStore, StoredItem, StoredSlot } from '../items/item-store.ts'
import type { CopyStore, OwnValue } from './copy-store.ts'
import { changedEvent, itemOfFeed } from './share-events.ts'
import { isGranted } from './share-rules.ts'
import type { ShareStore, StoredShare } from './share-store.ts'
import { noteIncomplete } from './slot-value-rules.ts'

interface ReencrypterDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
}

/**
 * The recipient replaces all values of a copy by the same values under an own key; the key of the share goes, which
 * keeps the number of stored keys small (docs/contract/vault.md, Shares: re-encrypting).
 */
export function createReencrypter({ items, shares, copies }: ReencrypterDependencies) {
  /**
   * @throws {ServiceError} `forbidden` for an own item, `share_not_acceptable` before acceptance, `share_changed` when
   *   the values were read under another key than the current one, or all faults
   */
  return function reencrypt(change: Change, item: StoredItem, sent: ReencryptedItem): void {
    const share = getGranted(item)
    requireKey(share, sent.encrypted_dek)
    const slots = items.slotsOfItem(item.id)
    const { content, faults } = planReencryption(slots, sent.slots)
    refuseFaultsInOrder(faults)
    for (const { id } of slots) copies.setOwnValue(id, content.get(id) ?? NO_VALUE, change.now)
    shares.setKey({ id: share.id, encrypted_dek: null })
    change.emit(changedEvent(share, 'share.encrypted', itemOfFeed(item)))
  }

  function getGranted(item: StoredItem): StoredShare {
    if (isOwnItem(item)) throw new ServiceError('forbidden', 'Only received items are encrypted again.')
    const share = shares.find(item.share_id ?? '')
    if (share !== undefined && isGranted(share)) return share
    throw new ServiceError('share_not_acceptable', 'Accept the share before you encrypt its values again.')
  }
}

/** Values that the owner or another share has replaced since must not be overwritten by the older ones. */
function requireKey({ encrypted_dek }: StoredShare, expected: string | null | undefined): void {
  if (expected === undefined || expected === encrypted_dek) return
  throw new ServiceError('share_changed', 'The values have changed since you read them; read the item again.')
}

/**
 * Plans the new value of each slot. All values must be sent, because their old key is deleted. The owner's hash stays;
 * a slot with a hash but without a verification key cannot be passed on until the owner updates the share.
 */
function planReencryption(
  slots: readonly StoredSlot[],
  sent: readonly ReencryptedSlot[],
): { readonly content: ReadonlyMap<string, OwnValue>; readonly faults: readonly FaultyField[] } {
  const faults = collectFaults()
  const byId = new Map(slots.map((slot) => [slot.id, slot]))
  const content = new Map<string, OwnValue>()
  sent.forEach((entry, index) => {
    const fault = faults.at({ path: `slots[${index}]` })
    const slot = byId.get(entry.id)
    const value = entry.encrypted_value ?? null
    if (slot === undefined || content.has(slot.id)) {
      fault('id', 'slot_not_found', slot === undefined ? 'is not a slot of this item' : 'comes a second time')
    } else if (slot.encrypted_value === null && value !== null) {
      fault('encrypted_value', 'invalid_params', 'is a value for a slot that was received empty')
    } else if (value !== null) {
      content.set(slot.id, {
        encrypted_value: value,
        encrypted_value_verification_key: entry.encrypted_value_verification_key ?? null,
      })
    }
  })
  const fault = faults.at({ path: 'slots' })
  noteIncomplete(
    slots,
    ({ id }) => content.has(id),
    (_, code, rule) => fault('encrypted_value', code, rule),
  )
  return { content, faults: faults.list }
}

const NO_VALUE: OwnValue = { encrypted_value: null, encrypted_value_verification_key: null }
