import type { FaultyField } from '../../../shared/contract/errors.ts'
import type { UpdatedShares } from '../../../shared/contract/shares.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { StoredSlot } from '../items/item-store.ts'
import { covers } from './share-rules.ts'
import type { StoredShare } from './share-store.ts'
import { noteIncomplete, sealedContent } from './slot-value-rules.ts'
import type { SealedContent } from './slot-value-rules.ts'

/** A share with its new key, and the values of every slot in its scope, by the owner's slot ids. */
export interface UpdatedShare {
  readonly share: StoredShare
  readonly slots: readonly StoredSlot[]
  readonly content: ReadonlyMap<string, SealedContent>
}

interface ItemWithShares {
  readonly slots: readonly StoredSlot[]
  /** Active ones, also those of on-sharers. */
  readonly shares: readonly StoredShare[]
}

type SentValue = NonNullable<UpdatedShares['slot_values']>[number]

/**
 * Decides on PUT /items/{id}/shares (docs/contract/vault.md, Shares: updating): every share in the request gets a new
 * key and new values for all slots in its scope; others stay. For a share of a single slot, values of other slots are
 * ignored, because published clients send all slots for every share.
 */
export function planUpdates(
  { share_deks = [], slot_values = [] }: Pick<UpdatedShares, 'share_deks' | 'slot_values'>,
  { slots, shares }: ItemWithShares,
): { readonly updates: readonly UpdatedShare[]; readonly faults: readonly FaultyField[] } {
  const faults = collectFaults()
  const byId = new Map(shares.map((share) => [share.id, share]))
  const values = groupValues(slot_values, { byId, slots, faults })
  const named = new Set<string>()
  const updates = share_deks.flatMap(({ share_id, dek }, index) => {
    const fault = faults.at(at('share_deks', index))
    const share = byId.get(share_id)
    if (share === undefined || named.has(share_id)) {
      fault('share_id', 'share_not_of_item', share === undefined ? 'is no active share of this item' : 'comes twice')
      return []
    }
    named.add(share_id)
    return [planUpdate({ ...share, encrypted_dek: dek }, slots, values.get(share_id) ?? [], fault)]
  })
  for (const [id, [first]] of values) {
    if (first === undefined || named.has(id)) continue
    first.fault('share_id', 'slot_values_incomplete', 'has values but no key in share_deks')
  }
  return { updates, faults: faults.list }
}

interface PlacedValue {
  readonly value: SentValue
  readonly fault: AddFault
}

interface Grouping {
  readonly byId: ReadonlyMap<string, StoredShare>
  readonly slots: readonly StoredSlot[]
  readonly faults: ReturnType<typeof collectFaults>
}

/** Values by share, without those outside the scope of their share. */
function groupValues(sent: readonly SentValue[], { byId, slots, faults }: Grouping): Map<string, PlacedValue[]> {
  const slotIds = new Set(slots.map(({ id }) => id))
  const values = new Map<string, PlacedValue[]>()
  sent.forEach((value, index) => {
    const fault = faults.at(at('slot_values', index))
    const share = byId.get(value.share_id)
    if (share === undefined) {
      fault('share_id', 'share_not_of_item', 'is no active share of this item')
    } else if (!slotIds.has(value.slot_id)) {
      fault('slot_id', 'slot_not_found', 'is not a slot of this item')
    } else {
      const ofShare = values.get(share.id) ?? []
      if (covers(share, value.slot_id)) ofShare.push({ value, fault })
      values.set(share.id, ofShare)
    }
  })
  return values
}

// eslint-disable-next-line max-params -- a share, what it covers, what was sent, and where its faults go
function planUpdate(
  share: StoredShare,
  all: readonly StoredSlot[],
  sent: readonly PlacedValue[],
  fault: AddFault,
): UpdatedShare {
  const slots = all.filter(({ id }) => covers(share, id))
  const content = new Map<string, SealedContent>()
  const bySlot = new Map(slots.map((slot) => [slot.id, slot]))
  for (const { value, fault: faultOfValue } of sent) {
    const slot = bySlot.get(value.slot_id)
    if (slot === undefined) continue
    if (content.has(slot.id)) faultOfValue('slot_id', 'slot_not_found', 'comes a second time for the same share')
    content.set(slot.id, sealedContent(value, slot, share.sharing_mode, faultOfValue))
  }
  noteIncomplete(
    slots,
    ({ id }) => content.has(id),
    (_, code, rule) => fault('share_id', code, rule),
  )
  return { share, slots, content }
}

const at = (list: string, index: number) => ({ path: `${list}[${index}]` })
