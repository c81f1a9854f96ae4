import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { foldedUuid } from '../../../shared/contract/values.ts'
import type { DescriptorCheck } from '../../../shared/presentation-exchange/checks.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { blockedBy, isFailed, NOT_APPLICABLE, runRow } from './check-row.ts'
import type { CheckRow, Finding, Outcome, PlaceOf } from './check-row.ts'
import type { SentCredential, Token } from './presentation.ts'
import type { MapEntry } from './submission-map.ts'

/** The submission by itself. Places are within it. */
interface SubmissionSubject {
  readonly submission: JsonObject | undefined
  /** Whether the definition that the submission names is stored here. */
  readonly isDefinitionKnown: boolean
  /** `options.definition_id`. */
  readonly demanded: string | undefined
}

const MAX_ENTRIES = 200
const NO_SUBMISSION = { check: 'submission.shape' } as const
/** A submission without a definition has nothing to be held against. */
const NO_DEFINITION = { check: 'submission.definition', codes: ['definition_unknown'] } as const

/** Checks of the submission before its map is followed. */
export const SUBMISSION_ROWS: readonly CheckRow<SubmissionSubject>[] = [
  { check: 'submission.shape', decide: ({ submission }) => shapeFindings(submission) },
  { check: 'submission.definition', blockers: [NO_SUBMISSION], decide: definitionOutcome },
]

/** An answer to DCQL has no submission: which credential query it answers is said by where a presentation stands. */
export const QUERY_ROWS: readonly CheckRow<{ readonly isQueryKnown: boolean }>[] = [
  { check: 'submission.shape', decide: () => NOT_APPLICABLE },
  {
    check: 'submission.definition',
    decide: ({ isQueryKnown }) => (isQueryKnown ? [] : [{ code: 'submission_missing', message: NO_QUERY }]),
  },
]

const NO_QUERY =
  'nothing says which DCQL query is answered: send the option `dcql_query` or `definition_id`, or `evaluate: none`'

function shapeFindings(submission: JsonObject | undefined): readonly Finding[] {
  if (submission === undefined) {
    const message =
      'the presentation does not say which definition it answers: send its presentation_submission, or the option `evaluate: none`'
    return [{ code: 'submission_missing', message }]
  }
  const map = memberOf(submission, 'descriptor_map')
  const entries = Array.isArray(map) ? listOf(map) : []
  return [
    ...missingTexts(submission, ['id', 'definition_id'], []),
    ...(Array.isArray(map) ? [] : [malformed(['descriptor_map'], 'descriptor_map must be a list')]),
    ...(entries.length > MAX_ENTRIES
      ? [malformed(['descriptor_map'], `descriptor_map may have ${MAX_ENTRIES} entries`)]
      : entries.flatMap((entry, index) => missingTexts(entry, ['id', 'path', 'format'], ['descriptor_map', index]))),
  ]
}

function missingTexts(value: unknown, names: readonly string[], at: Location): readonly Finding[] {
  const missing = names.filter((name) => textOf(memberOf(value, name)) === undefined)
  return missing.map((name) => malformed([...at, name], `${name} must be a text`))
}

function malformed(location: Location, message: string): Finding {
  return { code: 'submission_malformed', location, message }
}

function definitionOutcome({ submission, isDefinitionKnown, demanded }: SubmissionSubject): Outcome {
  const actual = textOf(memberOf(submission, 'definition_id')) ?? null
  const location = ['definition_id']
  if (!isDefinitionKnown) {
    return [{ code: 'definition_unknown', location, message: 'no such definition is stored here', actual }]
  }
  if (demanded === undefined || (actual !== null && foldedUuid(demanded) === foldedUuid(actual))) return []
  const message = 'the presentation answers another definition'
  return [{ code: 'definition_mismatch', location, message, expected: demanded, actual }]
}

/** `submission.map`, for one entry; its place is within the entry. */
export const MAP_ROW: CheckRow<MapEntry> = {
  check: 'submission.map',
  decide: ({ fault }) => (fault === undefined ? [] : [fault]),
}

/** The subject of the last checks, after those of credentials and descriptors. */
interface RequirementSubject {
  readonly token: Token
  readonly entries: readonly MapEntry[]
  readonly evaluation: SubmissionEvaluation
  /** The check that made a submitted descriptor fail, where one did. */
  readonly cause: Check | undefined
}

const NOTHING_SENT = { check: 'presentation.shape', codes: ['no_credentials', 'credentials_too_many'] } as const
const UNANSWERABLE = [
  NO_SUBMISSION,
  NO_DEFINITION,
  { check: 'submission.definition', codes: ['submission_missing'] },
] as const

/** Checks of everything that was submitted. Places are within what was sent. */
export const REQUIREMENT_ROWS: readonly CheckRow<RequirementSubject>[] = [
  {
    check: 'submission.extra',
    blockers: [...UNANSWERABLE, NOTHING_SENT],
    decide: ({ token, entries }) =>
      token.presentations.flatMap(({ credentials }) => credentials).flatMap((one) => unusedFinding(one, entries)),
  },
  { check: 'submission.requirements', blockers: [...UNANSWERABLE, NOTHING_SENT], decide: requirementOutcome },
  { check: 'submission.same_subject', blockers: UNANSWERABLE, decide: sameSubjectOutcome },
]

function unusedFinding({ index, location }: SentCredential, entries: readonly MapEntry[]): readonly Finding[] {
  // The credential that an invalid entry was meant to use is not known.
  if (entries.some(({ credential, fault }) => credential?.index === index || fault !== undefined)) return []
  const message = 'the submission uses this credential for nothing'
  return [{ result: 'warn', code: 'credential_unused', location, message }]
}

/** Fails by itself only when something was not submitted, or too much was. */
function requirementOutcome({ evaluation, cause }: RequirementSubject): Outcome {
  const { faults, satisfied } = evaluation
  if (faults.length > 0) {
    return faults.map(({ code, message, descriptor }): Finding => ({ code, message, expected: descriptor }))
  }
  if (satisfied) return []
  return { notRun: 'blocked', ...(cause !== undefined && { blockedBy: cause.check }) }
}

function sameSubjectOutcome({ evaluation }: RequirementSubject): Outcome {
  const { sameSubject } = evaluation
  if (sameSubject.length === 0) return NOT_APPLICABLE
  return sameSubject
    .filter(({ holds }) => !holds)
    .map(({ directive, subjects }): Finding => ({
      result: directive === 'required' ? 'fail' : 'warn',
      code: 'subjects_differ',
      message: 'the named fields belong to different subjects',
      actual: subjects.map((subject) => subject ?? 'nobody').join(', '),
    }))
}

/** The entries of a submission whose shape holds. */
export function mapEntriesOf(submission: JsonObject): readonly JsonObject[] {
  return listOf(memberOf(submission, 'descriptor_map')).filter(isObject)
}

interface SubmittedCheck {
  readonly check: DescriptorCheck
  /** The earlier checks of the credential. */
  readonly earlier: readonly Check[]
}

/** The checks of a descriptor, in the form of the answer. */
export function descriptorChecks(
  { checks }: DescriptorEvaluation,
  credentialChecks: readonly Check[],
  run: { readonly placeOf: PlaceOf; readonly policy: VerificationOptions['policy'] },
): readonly Check[] {
  return checks.flatMap((check) => {
    const row: CheckRow<SubmittedCheck> = { check: check.check, decide: descriptorOutcome }
    return runRow(row, { check, earlier: credentialChecks }, { ...run, earlier: credentialChecks })
  })
}

function descriptorOutcome({ check, earlier }: SubmittedCheck): Outcome {
  const { result, code, message, location, expected, actual } = check
  if (result === 'pass') return []
  if (result === 'not_run' || code === null || code === 'no_data' || code === 'not_applicable') {
    return { notRun: code === 'no_data' ? code : 'not_applicable' }
  }
  const cause = earlier.find((one) => isFailed(one) && isSameFailure(one, check))
  if (cause !== undefined) return blockedBy(cause.check)
  return [{ result, code, message, expected, actual, ...(location !== null && { location }) }]
}

/** The status that failed the credential is not a second failure of the descriptor. */
function isSameFailure(earlier: Check, { check, code }: DescriptorCheck): boolean {
  return check === 'descriptor.statuses' && earlier.code === code
}
