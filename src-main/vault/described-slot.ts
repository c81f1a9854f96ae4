import type { SlotTypeName } from '../../shared/contract/slots.ts'

/** The fields that slots of items and of templates share. */
export interface DescribedSlot {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly required: 0 | 1
  readonly slot_type_name: SlotTypeName
  readonly created_at: string
  readonly updated_at: string
}

/** Renders the fields that slots of items and of templates share. */
export function describedSlot(slot: DescribedSlot) {
  return {
    id: slot.id,
    name: slot.name,
    label: slot.label,
    description: slot.description,
    ordinal: slot.ordinal,
    visible: slot.visible === 1,
    required: slot.required === 1,
    slot_type_name: slot.slot_type_name,
    created_at: slot.created_at,
    updated_at: slot.updated_at,
  }
}
