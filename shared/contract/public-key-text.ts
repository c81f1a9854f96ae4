import { z } from 'zod'
import { failsWith } from './values.ts'

/** A key of 8192 bit has about 1,500 characters. */
const MAX_PUBLIC_KEY_CHARACTERS = 16 * 1024

/** A public key as text, stored exactly as received; the rules that use it decide which keys are accepted. */
export const PublicKeyText = z
  .string()
  .refine(
    (text) => text.length <= MAX_PUBLIC_KEY_CHARACTERS,
    failsWith('invalid_public_key', 'is longer than any accepted key'),
  )

/** Compares keys by their payload: clients write line ends in different ways. */
export function samePublicKey(one: string, other: string): boolean {
  return one === other || payload(one) === payload(other)
}

function payload(publicKey: string): string {
  return publicKey.replace(/-----[A-Z ]+-----|\s/g, '')
}
