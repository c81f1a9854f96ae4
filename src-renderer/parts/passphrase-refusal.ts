import { failureOf, refusalOf } from '../api/refusal.ts'
import type { Refusal } from '../ui/use-form.ts'

/** A wrong passphrase belongs to its field; anything else where the service puts it, or above the form. */
export function passphraseRefusal(error: unknown): Refusal {
  const { code = '', message } = failureOf(error)
  const isWrong = ['login_failed', 'workspace_passphrase_wrong'].includes(code)
  return isWrong ? { fields: [{ path: 'passphrase', text: message }] } : refusalOf(error)
}
