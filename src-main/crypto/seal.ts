/*
 * Slot values. Clear form: UTF-8, padded to a multiple of 32 bytes so that the cipher text hides the exact length
 * (libsodium pad: 80 00…), then `xc` in one of two contexts:
 *   sv  bound to [slot name]         written by POST, before the service has assigned ids
 *   si  bound to [item id, slot id]  every later write
 */
import { openBound, sealBound } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import { parseEnvelope } from './envelope.ts'
import { CryptoError } from './errors.ts'
import { wipe } from './keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/** What a value is tied to: its slot's name while ids are unknown, else its item and slot. */
export type SlotBinding = { readonly slotName: string } | { readonly itemId: string; readonly slotId: string }

/** Where a stored value was found; says enough to open it whichever way it was bound. */
export interface SlotPlace {
  readonly slotName: string
  readonly itemId: string
  readonly slotId: string
}

const PADDING_BYTES = 32

/** Seals a slot's text. Empty text has no cipher text: the field is `null`, as published clients do. */
export function sealSlotValue(
  key: DataEncryptionKey,
  binding: SlotBinding,
  value: string,
  random: RandomBytes = randomBytes,
): string | null {
  if (value === '') return null
  const padded = padText(value)
  const envelope = sealBound({ key, ...contextOf(binding) }, padded, random)
  wipe(padded)
  return envelope
}

/**
 * Opens a slot's stored value. A slot without a value (`null`) has nothing to open.
 *
 * @throws {CryptoError} `cannot_open` when the value was changed or moved from another slot; `wrong_key`,
 *   `malformed_envelope`, `unsupported_version`.
 */
export function openSlotValue(key: DataEncryptionKey, place: SlotPlace, envelope: string): string {
  const context = parseEnvelope(envelope).ctx === 'sv' ? contextOf({ slotName: place.slotName }) : idContext(place)
  const padded = openBound({ key, ...context }, envelope)
  const value = unpadText(padded)
  wipe(padded)
  return value
}

function contextOf(binding: SlotBinding): Omit<Binding, 'key'> {
  return 'slotName' in binding ? { ctx: 'sv', bound: [binding.slotName] } : idContext(binding)
}

function idContext({ itemId, slotId }: { readonly itemId: string; readonly slotId: string }): Omit<Binding, 'key'> {
  return { ctx: 'si', bound: [itemId, slotId] }
}

function padText(text: string): Uint8Array {
  const clear = Buffer.from(text, 'utf8')
  const padded = sodium.pad(clear, PADDING_BYTES)
  wipe(clear)
  return padded
}

function unpadText(padded: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sodium.unpad(padded, PADDING_BYTES))
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the opened value is not padded text', { cause })
  }
}
