import { failureOf, refusalOf } from '../../api/refusal.ts'
import type { Refusal } from '../../ui/use-form.ts'

/** A wrong passphrase of the workspace belongs to its field; anything else where the service puts it. */
export function workspacePassphraseRefusal(error: unknown): Refusal {
  const { code, message } = failureOf(error)
  return code === 'workspace_passphrase_wrong' ? { fields: [{ path: 'passphrase', text: message }] } : refusalOf(error)
}
