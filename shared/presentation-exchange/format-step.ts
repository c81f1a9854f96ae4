import { isSameAlgorithm } from '../jose-algorithms.ts'
import { SD_JWT_FORMATS } from './candidate.ts'
import type { Candidate, SdJwtFormat } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import { JWT_FORMATS, LINKED_DATA_FORMATS } from './definition.ts'
import type { Format } from './definition.ts'
import { phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'

const CHECK = 'descriptor.format'
const PASSED = passed(CHECK)

/** Allowed algorithms by format; `any` if the entry names none, undefined if the definition does not list that kind. */
type Allowed<Name extends string> = Readonly<Record<Name, Algorithms | undefined>>
type Algorithms = readonly string[] | 'any'

export type AllowedFormats = Allowed<Candidate['format']>
export type PresentationFormat = 'jwt_vp' | 'ldp_vp' | SdJwtFormat
export type AllowedPresentationFormats = Allowed<PresentationFormat>

/**
 * Joins the formats of a definition by kind: all JWT formats cover every JWT, all `ldp` formats every linked data proof,
 * and each name of SD-JWT VCs the other.
 */
export function allowedFormats(format: Format | undefined): AllowedFormats | undefined {
  return (
    format && {
      jwt_vc: joined(JWT_FORMATS.map((name) => format[name]?.alg)),
      ldp_vc: joined(LINKED_DATA_FORMATS.map((name) => format[name]?.proof_type)),
      ...sdJwtAlgorithms(format, 'sd-jwt_alg_values'),
    }
  )
}

const JWT_PRESENTATIONS = ['jwt', 'jwt_vp', 'jwt_vp_json'] as const
const LINKED_DATA_PRESENTATIONS = ['ldp', 'ldp_vp'] as const
/** Presentation formats that are not supported. A definition that lists one of them still restricts presentations. */
const OTHER_PRESENTATIONS = ['di', 'di_vp', 'ac_vp']

/** The formats that a definition allows for presentations; undefined if it lists formats of credentials only. */
export function allowedPresentationFormats(format: Format | undefined): AllowedPresentationFormats | undefined {
  if (format === undefined) return undefined
  const names = [...JWT_PRESENTATIONS, ...LINKED_DATA_PRESENTATIONS, ...SD_JWT_FORMATS, ...OTHER_PRESENTATIONS]
  if (names.every((name) => format[name] === undefined)) return undefined
  return {
    jwt_vp: joined(JWT_PRESENTATIONS.map((name) => format[name]?.alg)),
    ldp_vp: joined(LINKED_DATA_PRESENTATIONS.map((name) => format[name]?.proof_type)),
    ...sdJwtAlgorithms(format, 'kb-jwt_alg_values'),
  }
}

function sdJwtAlgorithms(
  format: Format,
  list: 'sd-jwt_alg_values' | 'kb-jwt_alg_values',
): Readonly<Record<SdJwtFormat, Algorithms | undefined>> {
  const algorithms = joined(SD_JWT_FORMATS.map((name) => format[name] && (format[name][list] ?? 'any')))
  return { 'dc+sd-jwt': algorithms, 'vc+sd-jwt': algorithms }
}

function joined(lists: readonly (Algorithms | undefined)[]): Algorithms | undefined {
  const present = lists.filter((list) => list !== undefined)
  const named = present.filter((list) => list !== 'any')
  return named.length < present.length ? 'any' : named.length === 0 ? undefined : named.flat()
}

interface Signed<Name extends string> {
  readonly format: Name
  /** `alg` of a JWT, or the types of the proofs. */
  readonly algorithms: readonly string[]
}

/** How the signature of a credential or presentation differs from the formats of the definition. */
export interface FormatFault {
  readonly result: 'fail' | 'warn'
  readonly code: 'format_not_allowed' | 'format_not_listed'
  readonly message: Message
  readonly expected: string | null
  readonly actual: string
}

/**
 * Compares a signature with the allowed formats. A kind of format that the definition does not list only causes a warning,
 * because wallets answer many definitions that list `jwt` with linked data (docs/contract/exchange.md, Evaluation: formats).
 *
 * @param what `credential` or `presentation`, for the message
 */
export function formatFault<Name extends string>(
  allowed: Allowed<Name> | undefined,
  { format, algorithms }: Signed<Name>,
  what: string,
): FormatFault | undefined {
  if (allowed === undefined) return undefined
  const listed = allowed[format]
  if (listed === 'any') return undefined
  if (listed === undefined) {
    const message = phrase`the definition does not list ${format}`
    return { result: 'warn', code: 'format_not_listed', message, expected: null, actual: format }
  }
  const isListed = (algorithm: string) =>
    listed.some((allowedAlgorithm) => isSameAlgorithm(allowedAlgorithm, algorithm))
  if (algorithms.length > 0 && algorithms.every(isListed)) return undefined
  return {
    result: 'fail',
    code: 'format_not_allowed',
    message: `the ${what} is signed in a way the definition does not list`,
    expected: listed.join(', '),
    actual: algorithms.join(', '),
  }
}

export function formatStep(allowed: AllowedFormats | undefined, candidate: Candidate): DescriptorCheck {
  const fault = formatFault(allowed, candidate, 'credential')
  return fault === undefined ? PASSED : failed(CHECK, fault)
}
