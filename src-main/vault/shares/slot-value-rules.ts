import type { SharedSlotValue, SharingMode } from '../../../shared/contract/shares.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { StoredSlot } from '../items/item-store.ts'
import type { ShareValue } from './share-store.ts'

/** The source of the values: the owner, for a share that may be passed on or not, or somebody who passes it on. */
export type ValueSource = 'on-sharer' | SharingMode

/** Sealed content of one slot; all null for an empty one. */
export type SealedContent = Omit<ShareValue, 'slot_id'>

const EMPTY: SealedContent = {
  encrypted_value: null,
  encrypted_value_verification_key: null,
  value_verification_hash: null,
}

interface SentValues {
  /** The slots in the scope of the share, as the sender has them. */
  readonly slots: readonly StoredSlot[]
  readonly values: readonly SharedSlotValue[]
  readonly source: ValueSource
}

/**
 * The values of a new share by the sender's slot ids (docs/contract/vault.md, Shares: making): every slot that has a
 * value must have one, and no other slot may. Records a fault for every rule that is broken.
 */
export function contentOfNewShare(
  { slots, values, source }: SentValues,
  fault: AddFault,
): ReadonlyMap<string, SealedContent> {
  const inScope = new Map(slots.map((slot) => [slot.id, slot]))
  const content = new Map<string, SealedContent>()
  for (const [index, value] of values.entries()) {
    const slot = inScope.get(value.slot_id)
    if (slot === undefined || content.has(slot.id)) {
      const cause = slot === undefined ? 'is not a slot that is shared' : 'comes a second time'
      fault(`slot_values[${index}].slot_id`, 'slot_not_found', cause)
    } else {
      content.set(
        slot.id,
        sealedContent(value, slot, source, (key, ...why) => fault(`slot_values[${index}].${key}`, ...why)),
      )
    }
  }
  noteIncomplete(slots, ({ id }) => typeof content.get(id)?.encrypted_value === 'string', fault)
  for (const { id } of slots) if (!content.has(id)) content.set(id, EMPTY)
  return content
}

/** Notes the slots that have a value and are not `given`. */
export function noteIncomplete(
  slots: readonly StoredSlot[],
  given: (slot: StoredSlot) => boolean,
  fault: AddFault,
): void {
  const missing = slots.filter((slot) => slot.encrypted_value !== null && !given(slot))
  if (missing.length === 0) return
  const names = missing.map(({ label }) => `"${label.slice(0, 60)}"`).join(', ')
  fault('slot_values', 'slot_values_incomplete', `has no value for ${names.slice(0, 300)}`)
}

/**
 * One value with its verification data (docs/contract/vault.md, Shares: making, Shares: verification data). The owner
 * gives key and hash: both where the share may be passed on, else both or none. An on-sharer gives the key and never
 * the hash: that stays the owner's, so that nobody in between can change the value.
 */
// eslint-disable-next-line max-params -- a value, what it is for, and where its faults go
export function sealedContent(
  value: Omit<SharedSlotValue, 'slot_id'>,
  slot: Pick<StoredSlot, 'value_verification_hash'>,
  source: ValueSource,
  fault: AddFault,
): SealedContent {
  const encrypted_value = value.encrypted_value ?? null
  const key = value.encrypted_value_verification_key ?? null
  const sentHash = value.value_verification_hash ?? null
  const hash = source === 'on-sharer' ? slot.value_verification_hash : sentHash
  if (source === 'on-sharer' && sentHash !== null && sentHash !== hash) {
    fault('value_verification_hash', 'verification_hash_not_permitted', 'must be null: the hash of the owner is kept')
  }
  if (encrypted_value === null) return EMPTY
  noteMissingVerification({ key, hash, source }, fault)
  return { encrypted_value, encrypted_value_verification_key: key, value_verification_hash: hash }
}

interface VerificationData {
  readonly key: string | null
  readonly hash: string | null
  readonly source: ValueSource
}

function noteMissingVerification({ key, hash, source }: VerificationData, fault: AddFault): void {
  if (source === 'owner' && key === null && hash === null) return
  if (key === null) {
    fault('encrypted_value_verification_key', 'verification_data_missing', 'is missing')
  } else if (hash === null && source === 'on-sharer') {
    const cause = 'proves nothing: you received this slot without a verification hash'
    fault('encrypted_value_verification_key', 'verification_data_missing', cause)
  } else if (hash === null) {
    fault('value_verification_hash', 'verification_data_missing', 'is missing')
  }
}
