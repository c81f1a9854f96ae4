/*
 * Slot values of a user's own items, and of received ones once re-encrypted: padded text under the private data
 * encryption key, `xc` in one of two contexts:
 *   sv  bound to [slot name]         written by POST, before the service has assigned ids
 *   si  bound to [item id, slot id]  every later write
 */
import { openBoundText, sealBoundText } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import type { DataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

/** What a value is tied to: its slot's name while ids are unknown, else its item and slot. */
export type SlotBinding = { readonly slotName: string } | { readonly itemId: string; readonly slotId: string }

/** The place at which a stored value was found; it says enough to open it whichever way it was bound. */
export interface SlotPlace {
  readonly slotName: string
  readonly itemId: string
  readonly slotId: string
}

const BOUND_TO_NAME = 'pdv1.xc.sv.'

/** Seals a slot's text. Empty text has no cipher text: the field is `null`, as published clients do. */
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
 * Opens a slot's stored value. A slot without a value (`null`) has nothing to open.
 *
 * @throws {CryptoError} `cannot_open` when the value was changed or moved from another slot; `wrong_key`,
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
