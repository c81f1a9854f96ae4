import type { OperatorEvent } from '../../../../shared/contract/operator-events.ts'
import { i18n, text } from '../../../i18n/i18n.ts'

/** The acts that are known here, in the order they are offered. */
export const ACT_NAMES = [
  'organization.validated',
  'organization.rejected',
  'service.validated',
  'service.rejected',
  'classification_scheme.created',
  'classification_scheme.deleted',
  'classification_node.created',
  'classification_node.deleted',
  'item_template.created',
  'item_template.deleted',
  'template_slot.created',
  'template_slot.deleted',
  'image.created',
  'image.deleted',
  'admission_token.created',
  'registry_entry.imported',
  'registry_entry.removed',
] as const

/** An act as a sentence. A name that is not known here is told as it is. */
export function actSentence({ name, subject_label, subject_id, note }: OperatorEvent, who: string): string {
  const key = `operator.audit.act.${name.replace('.', '_')}`
  const known = i18n.global.te(key)
  const parts = { who, label: subject_label ?? subject_id, name }
  const sentence = text(known ? key : 'operator.audit.act.other', parts)
  return note === null || note === '' ? sentence : text('operator.audit.withReason', { sentence, reason: note })
}
