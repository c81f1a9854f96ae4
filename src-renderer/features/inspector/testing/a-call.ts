import type { CallSummary } from '../../../../shared/contract/workbench.ts'

/** A call, in the form of the journal's list. */
export function aCall(number: number, changes: Partial<CallSummary> = {}): CallSummary {
  return {
    number,
    at: '2026-11-21T09:41:02.114Z',
    source: 'window',
    transport: 'in_process',
    api: 'vault',
    operation: null,
    method: 'GET',
    path: '/vault/me',
    status: 200,
    duration_ms: 1.25,
    user_id: null,
    error: null,
    ...changes,
  }
}
