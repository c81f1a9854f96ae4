import { isSameAlgorithm } from '../jose-algorithms.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import { JWT_FORMATS, LINKED_DATA_FORMATS } from './definition.ts'
import type { Format } from './definition.ts'
import { phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'

const CHECK = 'descriptor.format'
const PASSED = passed(CHECK)

/** Algorithms by format; undefined when the list has no entry of its family. */
type Allowed<Name extends string> = Readonly<Record<Name, readonly string[] | undefined>>

export type AllowedFormats = Allowed<Candidate['format']>
export type PresentationFormat = 'jwt_vp' | 'ldp_vp'
export type AllowedPresentationFormats = Allowed<PresentationFormat>

/** `jwt` and its like cover every JWT, `ldp` and its like every linked data proof. */
export function allowedFormats(format: Format | undefined): AllowedFormats | undefined {
  return (
    format && {
      jwt_vc: joined(JWT_FORMATS.map((name) => format[name]?.alg)),
      ldp_vc: joined(LINKED_DATA_FORMATS.map((name) => format[name]?.proof_type)),
    }
  )
}

const JWT_PRESENTATIONS = ['jwt', 'jwt_vp', 'jwt_vp_json'] as const
const LINKED_DATA_PRESENTATIONS = ['ldp', 'ldp_vp'] as const
/** Formats of presentations that nothing here can check; who lists them says something about presentations all the same. */
const OTHER_PRESENTATIONS = ['di', 'di_vp', 'ac_vp']

/**
 * What the list of a definition says about the presentation's own proof. Entries of credentials alone, as `jwt_vc`, say
 * nothing about it.
 *
 * @returns undefined when no entry speaks of presentations
 */
export function allowedPresentationFormats(format: Format | undefined): AllowedPresentationFormats | undefined {
  if (format === undefined) return undefined
  const names = [...JWT_PRESENTATIONS, ...LINKED_DATA_PRESENTATIONS, ...OTHER_PRESENTATIONS]
  if (names.every((name) => format[name] === undefined)) return undefined
  return {
    jwt_vp: joined(JWT_PRESENTATIONS.map((name) => format[name]?.alg)),
    ldp_vp: joined(LINKED_DATA_PRESENTATIONS.map((name) => format[name]?.proof_type)),
  }
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const present = lists.filter((list) => list !== undefined)
  return present.length === 0 ? undefined : present.flat()
}

/** The kind of a signature: `alg` of a JWT, or the types of the proofs. */
interface Signed<Name extends string> {
  readonly format: Name
  readonly algorithms: readonly string[]
}

/** Why a credential or a presentation is not signed as the definition lists. */
export interface FormatFault {
  readonly result: 'fail' | 'warn'
  readonly code: 'format_not_allowed' | 'format_not_listed'
  readonly message: Message
  readonly expected: string | null
  readonly actual: string
}

/**
 * Looks up how something is signed in the entries of its family. A list without an entry of the family only warns:
 * definitions in use list `jwt` and are answered with linked data (docs/contract/exchange.md, Evaluation: formats).
 *
 * @param what for the sentence: `credential` or `presentation`
 * @returns undefined when it is signed as listed, or nothing is listed
 */
export function formatFault<Name extends string>(
  allowed: Allowed<Name> | undefined,
  { format, algorithms }: Signed<Name>,
  what: string,
): FormatFault | undefined {
  if (allowed === undefined) return undefined
  const listed = allowed[format]
  if (listed === undefined) {
    const message = phrase`the definition does not list ${format}`
    return { result: 'warn', code: 'format_not_listed', message, expected: null, actual: format }
  }
  const isListed = (algorithm: string) => listed.some((one) => isSameAlgorithm(one, algorithm))
  if (algorithms.length > 0 && algorithms.every(isListed)) return undefined
  return {
    result: 'fail',
    code: 'format_not_allowed',
    message: `the ${what} is signed in a way the definition does not list`,
    expected: listed.join(', '),
    actual: algorithms.join(', '),
  }
}

/** Whether a credential is signed as its descriptor lists. */
export function formatStep(allowed: AllowedFormats | undefined, candidate: Candidate): DescriptorCheck {
  const fault = formatFault(allowed, candidate, 'credential')
  return fault === undefined ? PASSED : failed(CHECK, fault)
}
