import type { OperatorSubject } from '../../../shared/contract/operator-events.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import type { CatalogueCall } from './catalogue.ts'

interface Subject {
  readonly id: string
  readonly label: string
}

/** Records what the operator added to and removed from the catalogue. */
export function catalogueNotes(operatorEvents: OperatorEvents) {
  return { created: recorderOf('created'), deleted: recorderOf('deleted') }

  function recorderOf(act: 'created' | 'deleted') {
    return (call: CatalogueCall, kind: OperatorSubject, { id, label }: Subject): void => {
      operatorEvents.note(call, {
        name: `${kind}.${act}`,
        subject_type: kind,
        subject_id: id,
        subject_label: label,
        user_id: null,
        note: null,
      })
    }
  }
}
