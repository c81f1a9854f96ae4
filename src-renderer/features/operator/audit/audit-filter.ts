import type { OperatorSubject } from '../../../../shared/contract/operator-events.ts'

/** What acts are filtered by; empty or undefined lets everything pass. */
export interface AuditFilter {
  readonly text: string
  readonly name: string | undefined
  readonly subject: OperatorSubject | undefined
  /** Days where the person is, `YYYY-MM-DD`. */
  readonly from: string
  /** The last day. */
  readonly to: string
}

export function isFiltered({ text, name, subject, from, to }: AuditFilter): boolean {
  return text !== '' || name !== undefined || subject !== undefined || from !== '' || to !== ''
}

/** The filter as the service takes it: moments in UTC, the last day to its end. */
export function auditQuery({ text, name, subject, from, to }: AuditFilter) {
  return {
    ...(text !== '' && { like: text }),
    ...(name !== undefined && { name }),
    ...(subject !== undefined && { subject_type: subject }),
    ...(from !== '' && { from: startOf(from, 0) }),
    ...(to !== '' && { to: startOf(to, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
