import { checkQueryDefinition } from '../../../../shared/dcql/check-query.ts'
import { isQueryDefinition } from '../../../../shared/dcql/query.ts'
import { checkDefinition } from '../../../../shared/presentation-exchange/check-definition.ts'
import type { DefinitionFault } from '../../../../shared/presentation-exchange/definition-faults.ts'
import type { JsonObject, Location } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer } from '../../../../shared/presentation-exchange/json.ts'
import { oneOf, text as message } from '../../../i18n/i18n.ts'
import { serviceSentence } from '../../../i18n/service-words.ts'
import { placeName } from '../words/place-name.ts'
import type { JsonDocument } from './json-document.ts'
import { lineAt, rangeOf, stepsOf } from './json-places.ts'

/** A problem to underline and list: a fault prevents storing the definition, a warning does not. */
export interface Problem {
  /** A key that stays the same in the next version of the text. */
  readonly key: string
  readonly severity: 'fault' | 'warning'
  readonly code: string
  /** Undefined while the text cannot be parsed. */
  readonly location: Location | undefined
  readonly from: number
  readonly to: number
  /** Lines count from 1. */
  readonly line: number
  /** The sentence about the problem, without its place. */
  readonly text: string
  /** The part it is about, in words; empty for the whole. */
  readonly place: string
}

/** A fault the exchange found when the definition was sent. */
export type SentFault = DefinitionFault

/** Faults about a member as such, not about its value. */
const ABOUT_NAMES: ReadonlySet<string> = new Set([
  'ignored_member',
  'id_ignored',
  'format_unknown',
  'format_unsupported',
  'rule_argument_ignored',
  'predicate_without_filter',
])

/**
 * All problems of a text, by position: faults that make it unreadable, broken rules, and faults found by the exchange.
 */
export function findProblems(document: JsonDocument, sent: readonly SentFault[] = []): readonly Problem[] {
  const { value } = document
  const isTooDeep = document.faults.some(({ code }) => code === 'nested_too_deep')
  const report = value === undefined || isTooDeep ? { faults: [], warnings: [] } : checked(value)
  const known = new Set(report.faults.map(({ path, code }) => `${path} ${code}`))
  return [
    ...document.faults.map(({ code, from, to, location }): Problem => ({
      ...described('fault', code, location),
      text: message(oneOf('definitions.textFault.*', code)),
      place: location === undefined ? '' : placeName(location, value),
      line: lineAt(document.text, from),
      from,
      to,
    })),
    ...report.faults.map((fault) => problemOf(document, 'fault', fault)),
    ...sent
      .filter(({ path, code }) => !known.has(`${path} ${code}`))
      .map((fault) => problemOf(document, 'fault', fault)),
    ...report.warnings.map((warning) => problemOf(document, 'warning', warning)),
  ].sort((one, other) => one.from - other.from)
}

const checked = (value: JsonObject) => (isQueryDefinition(value) ? checkQueryDefinition(value) : checkDefinition(value))

function problemOf(document: JsonDocument, severity: Problem['severity'], fault: DefinitionFault): Problem {
  const location = stepsOf(fault.path, document.value)
  const range = rangeOf(document, location, ABOUT_NAMES.has(fault.code))
  return {
    ...described(severity, fault.code, location),
    ...range,
    line: lineAt(document.text, range.from),
    text: serviceSentence('definition', fault),
    place: placeName(location, document.value),
  }
}

function described(severity: Problem['severity'], code: string, location: Location | undefined) {
  const pointer = location === undefined ? 'text' : jsonPointer(location)
  return { key: `${severity} ${pointer} ${code}`, severity, code, location }
}

/** The problems of one place, for its field in the form, including a missing value. */
export function problemsAt(problems: readonly Problem[], location: Location): readonly Problem[] {
  const pointer = jsonPointer(location)
  return problems.filter((problem) => problem.location !== undefined && jsonPointer(problem.location) === pointer)
}

/** The problems of one place and of all places inside it. */
export function problemsWithin(problems: readonly Problem[], location: Location): readonly Problem[] {
  const pointer = jsonPointer(location)
  return problems.filter(({ location: at }) => {
    const found = at === undefined ? undefined : jsonPointer(at)
    return found === pointer || found?.startsWith(`${pointer}/`) === true
  })
}
