import { CallError } from '../../../shared/contract/caller.ts'
import { refusalOf } from '../../api/refusal.ts'
import { text } from '../../i18n/i18n.ts'
import type { Refusal } from '../../ui/use-form.ts'

const AT_THE_LINK = new Set(['not_found', 'invitation_link_invalid', 'invitation_expired', 'invitation_used'])

/** Why a pasted invitation cannot be used, said at the field it was pasted into. */
export function linkRefusal(error: unknown): Refusal {
  if (!(error instanceof CallError) || !AT_THE_LINK.has(error.code)) return refusalOf(error)
  if (error.code === 'not_found') return { fields: [{ path: 'link', text: text('people.useDialog.notFound') }] }
  if (error.code === 'invitation_link_invalid')
    return { fields: [{ path: 'link', text: text('people.useDialog.noLink') }] }
  const { failure } = refusalOf(error)
  return { fields: [{ path: 'link', text: failure?.message ?? error.message }] }
}
