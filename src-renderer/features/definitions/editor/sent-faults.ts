import { CallError } from '../../../api/call.ts'
import type { SentFault } from '../document/definition-problems.ts'

/** The faults that the exchange named with their places when it refused a definition; none for any other error. */
export function sentFaults(error: unknown): readonly SentFault[] {
  if (!(error instanceof CallError) || error.code !== 'invalid_params') return []
  return error.errors.flatMap(({ extra_info }) => {
    const { fields } = extra_info
    return Array.isArray(fields) ? fields.filter(isFault) : []
  })
}

function isFault(field: unknown): field is SentFault {
  if (typeof field !== 'object' || field === null) return false
  return ['path', 'code', 'message'].every((member) => typeof Reflect.get(field, member) === 'string')
}
