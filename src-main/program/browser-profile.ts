import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../shared/presentation-exchange/json.ts'

type Preferences = { readonly [name: string]: boolean | Preferences }

/**
 * What a browser offers to do with typed text, all of it off: one click would put a secret of the vault into the profile,
 * where anybody who opens the browser reads it, or send a page to a translator.
 */
export const NOTHING_OFFERED = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_leak_detection: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  payments: { can_make_payment_enabled: false },
  browser: { enable_spellchecking: false },
  spellcheck: { use_spelling_service: false },
  translate: { enabled: false },
  signin: { allowed: false },
} as const satisfies Preferences

/** Writes these settings into a profile before its browser starts; other settings stay. */
export function switchOffersOff(profile: string): void {
  const folder = join(profile, 'Default')
  const file = join(folder, 'Preferences')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(merged(storedIn(file), NOTHING_OFFERED)), { mode: 0o600 })
}

/** A file that nobody can read is one the browser would throw away as well. */
function storedIn(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  try {
    return record(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

function merged(stored: Readonly<Record<string, unknown>>, wanted: Preferences): Record<string, unknown> {
  const changes = Object.entries(wanted).map(
    ([name, value]) => [name, typeof value === 'boolean' ? value : merged(record(stored[name]), value)] as const,
  )
  return { ...stored, ...Object.fromEntries(changes) }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}
