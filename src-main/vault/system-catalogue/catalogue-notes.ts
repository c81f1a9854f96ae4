import type { OperatorSubject } from '../../../shared/contract/operator-events.ts'
import type { OperatorEvents } from '../operator-events/operator-events.ts'
import type { Addition } from './catalogue.ts'

/** Writes down what the operator did to the catalogue. */
export function catalogueNotes(operatorEvents: OperatorEvents) {
  // eslint-disable-next-line max-params -- who, what kind, which act, on what
  return (
    call: Addition,
    kind: OperatorSubject,
    act: 'created' | 'deleted',
    subject: { readonly id: string; readonly label: string },
  ): void => {
    operatorEvents.note(call, {
      name: `${kind}.${act}`,
      subject_type: kind,
      subject_id: subject.id,
      subject_label: subject.label,
      user_id: null,
      note: null,
    })
  }
}
