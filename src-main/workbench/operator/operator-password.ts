import type { LocalKey } from '../../crypto/keys.ts'
import { openRecord, sealRecord } from '../../crypto/local-key.ts'

const PLACE = { table: 'workbench_settings', id: 'operator_password' }

/** The operator password as a workspace remembers it: sealed under its local key. */
export function sealOperatorPassword(localKey: LocalKey, password: string): Uint8Array {
  return sealRecord(localKey, PLACE, Buffer.from(password, 'utf8'))
}

/** @throws {CryptoError} `cannot_open` when it was sealed under another local key */
export function openOperatorPassword(localKey: LocalKey, sealed: Uint8Array): string {
  return Buffer.from(openRecord(localKey, PLACE, sealed)).toString('utf8')
}
