import { CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import type { Refusal } from '../../../ui/use-form.ts'
import { placeOfViolation } from './issue-order.ts'

interface Violation {
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/**
 * What a refused order means for the form: what the schema found is put at the fields it is about. A missing property is
 * named in the message, not in the place.
 *
 * @param names the properties the form has fields for
 */
export function issueRefusal(error: unknown, names: readonly string[]): Refusal {
  const found = violationsOf(error).flatMap(({ pointer, message }) => {
    const named = names.find((name) => message.includes(`'${name}'`) || message.includes(`"${name}"`))
    const path = placeOfViolation(pointer, names) ?? (named && `values.${named}`)
    return path === undefined ? [] : [{ path, text: message }]
  })
  return found.length > 0 ? { fields: found } : refusalOf(error, () => undefined)
}

function violationsOf(error: unknown): readonly Violation[] {
  const found = error instanceof CallError ? error.errors[0]?.extra_info['violations'] : undefined
  return Array.isArray(found) ? (found as Violation[]) : [] // as the contract says
}
