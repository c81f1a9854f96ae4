/*
 * Slot values of a user's own items and re-encrypted copies: padded text under the private data encryption key, `xc` in one of
 * two contexts:
 *   sv  bound to [slot name]         in a new item, before the service has assigned ids
 *   si  bound to [item id, slot id]  in every later write
 */
import { openBoundText, sealBoundText } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import type { DataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

/** What a value is bound to: the name of its slot while ids are unknown, else its item and slot. */
export type SlotBinding = { readonly slotName: string } | { readonly itemId: string; readonly slotId: string }

/** The place of a stored value, which may have either binding. */
export interface SlotPlace {
  readonly slotName: string
  readonly itemId: string
  readonly slotId: string
}

const BOUND_TO_NAME = 'pdv1.xc.sv.'

/** Seals the text of a slot; `null` for empty text, as in published clients. */
export function sealSlotValue(
  key: DataEncryptionKey,
  binding: SlotBinding,
  value: string,
  random: RandomBytes = randomBytes,
): string | null {
  if (value === '') return null
  return sealBoundText({ key, ...contextOf(binding) }, value, random)
}

/**
 * Opens the stored value of a slot.
 *
 * @throws {CryptoError} `cannot_open` if the value was changed or moved from another slot; `wrong_key`,
 *   `malformed_envelope`, `unsupported_version`.
 */
export function openSlotValue(key: DataEncryptionKey, place: SlotPlace, envelope: string): string {
  const context = envelope.startsWith(BOUND_TO_NAME) ? contextOf({ slotName: place.slotName }) : idContext(place)
  return openBoundText({ key, ...context }, envelope)
}

function contextOf(binding: SlotBinding): Omit<Binding, 'key'> {
  return 'slotName' in binding ? { ctx: 'sv', bound: [binding.slotName] } : idContext(binding)
}

function idContext({ itemId, slotId }: { readonly itemId: string; readonly slotId: string }): Omit<Binding, 'key'> {
  return { ctx: 'si', bound: [itemId, slotId] }
}
