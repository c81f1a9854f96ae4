import type { OperatorSubject } from '../../../shared/contract/operator-events.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import type { Addition } from './catalogue.ts'

interface Subject {
  readonly id: string
  readonly label: string
}

/** Records what the operator added to and removed from the catalogue. */
export function catalogueNotes(operatorEvents: OperatorEvents) {
  return { created: noteAct('created'), deleted: noteAct('deleted') }

  function noteAct(act: 'created' | 'deleted') {
    return (call: Addition, kind: OperatorSubject, { id, label }: Subject): void => {
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
