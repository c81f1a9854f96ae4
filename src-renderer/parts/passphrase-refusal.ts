import { failureOf } from '../api/refusal.ts'
import type { Refusal } from '../ui/use-form.ts'

/** A wrong passphrase belongs to its field; anything else stands above the form. */
export function passphraseRefusal(error: unknown): Refusal {
  const failure = failureOf(error)
  return failure.code === 'login_failed' ? { fields: [{ path: 'passphrase', text: failure.message }] } : { failure }
}
