/*
 * The sealed texts of a wallet: padded text under the private data encryption key of its owner, `pdv1.xc.wl`, bound to
 * [part of the wallet, id], so that a text only opens in its own row.
 */
import { openBoundText, sealBoundText } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import type { DataKeys } from './data-keys.ts'
import { openingKey } from './data-keys.ts'
import type { DataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

export interface WalletPlace {
  readonly part: 'holder_key' | 'credential' | 'run'
  readonly id: string
}

export function sealWalletText(
  key: DataEncryptionKey,
  place: WalletPlace,
  text: string,
  random: RandomBytes = randomBytes,
): string {
  return sealBoundText(bindingOf(key, place), text, random)
}

/** @throws {CryptoError} `cannot_open`, also for another place; `wrong_key`, `malformed_envelope` */
export function openWalletText(keys: DataKeys, place: WalletPlace, envelope: string): string {
  return openBoundText(bindingOf(openingKey(keys, envelope), place), envelope)
}

function bindingOf(key: DataEncryptionKey, { part, id }: WalletPlace): Binding {
  return { key, ctx: 'wl', bound: [part, id] }
}
