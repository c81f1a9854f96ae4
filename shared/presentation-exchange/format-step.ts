import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import { JWT_FORMATS, LINKED_DATA_FORMATS } from './definition.ts'
import type { Format } from './definition.ts'

const CHECK = 'descriptor.format'
const PASSED = passed(CHECK)

/** Algorithms by the format of the credential; undefined when the list has no entry of its family. */
export type AllowedFormats = Readonly<Record<Candidate['format'], readonly string[] | undefined>>

/** `jwt` and its like cover every JWT, `ldp` and its like every linked data proof. */
export function allowedFormats(format: Format | undefined): AllowedFormats | undefined {
  return (
    format && {
      jwt_vc: joined(JWT_FORMATS.map((name) => format[name]?.alg)),
      ldp_vc: joined(LINKED_DATA_FORMATS.map((name) => format[name]?.proof_type)),
    }
  )
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const present = lists.filter((list) => list !== undefined)
  return present.length === 0 ? undefined : present.flat()
}

/**
 * Looks up the credential's algorithm in the entries of its family. A list without an entry of the family only warns: the
 * requirement's own sample lists `jwt` and presents linked data (contract 3.3).
 */
export function formatStep(allowed: AllowedFormats | undefined, { format, algorithms }: Candidate): DescriptorCheck {
  if (allowed === undefined) return PASSED
  const listed = allowed[format]
  if (listed === undefined) {
    const message = `the definition does not list ${format}`
    return failed(CHECK, { result: 'warn', code: 'format_not_listed', message, actual: format })
  }
  if (algorithms.length > 0 && algorithms.every((algorithm) => listed.includes(algorithm))) return PASSED
  return failed(CHECK, {
    code: 'format_not_allowed',
    message: 'the credential is signed in a way the definition does not list',
    expected: listed.join(', '),
    actual: algorithms.join(', '),
  })
}
