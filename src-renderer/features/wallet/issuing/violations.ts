import { CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import type { Refusal } from '../../../ui/use-form.ts'

interface Violation {
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/**
 * What a refused order means for the form: what the schema found in the values is put at the fields it is about.
 *
 * @param names the properties the form has fields for
 */
export function issueRefusal(error: unknown, names: readonly string[]): Refusal {
  const fields = violationsOf(error).flatMap(({ pointer, message }) => {
    const name = pointer.split('/').find((part) => names.includes(part))
    return name === undefined ? [] : [{ path: `values.${name}`, text: message }]
  })
  return fields.length > 0 ? { fields } : refusalOf(error, () => undefined)
}

function violationsOf(error: unknown): readonly Violation[] {
  const found = error instanceof CallError ? error.errors[0]?.extra_info['violations'] : undefined
  return Array.isArray(found) ? (found as Violation[]) : [] // as the contract says
}
