import { CHECK_IDS } from '../../../shared/contract/presentations.ts'
import type {
  AnsweredDescriptor,
  AnsweredRequirement,
  Check,
  CheckedCredential,
  Problem,
  Verification,
} from '../../../shared/contract/presentations.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, jsonPointer, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { RequirementOutcome } from '../../../shared/presentation-exchange/submission-requirements.ts'
import { isFailed } from './check-row.ts'
import type { CheckedDescriptor, CheckedPresentation, CheckedSubject } from './checked-presentation.ts'
import { DATE_NAMES, datesIn } from './credential-dates.ts'
import { placeInSentCredential } from './place.ts'
import { isQuery } from './evaluation.ts'
import { definitionIdOf } from './presentation.ts'
import type { Token } from './presentation.ts'
import { messageFields } from '../../../shared/phrase.ts'

/** An answer without what differs from call to call. */
export type VerificationAnswer = Omit<Verification, 'verification_id' | 'verified_at' | 'duration_ms'>

/** The result of a verification, without `presentation.replay`, which is decided when the answer is recorded. */
export interface VerifiedPresentation {
  readonly answer: VerificationAnswer
  /** SHA-256 of the signature of each presentation, to detect replays; none for those without a signature. */
  readonly digests: readonly Uint8Array[]
}

/** The answer to what was checked; {@link withChecks} adds `presentation.replay` once the database was asked. */
export function answerOf(checked: CheckedPresentation): VerificationAnswer {
  const { token, options } = checked.input
  const [first] = token.presentations
  const said = {
    checks: [...checked.checks],
    credentials: checked.credentials.map(credentialAnswer),
    descriptors: checked.descriptors.map((descriptor) => descriptorAnswer(descriptor, checked)),
  }
  return {
    valid: !checksIn(said).some(isFailed) && checked.evaluation?.satisfied !== false,
    format: formatOf(token),
    holder: holderOf(token),
    definition_id: options.definition_id ?? definitionIdOf(token) ?? null,
    submission_id: textMember(token.submission?.value, 'id'),
    challenge: textOf(first?.challenges[0]?.value) ?? null,
    summary: summaryOf(checksIn(said)),
    ...said,
    requirements: requirementAnswers(checked),
    errors: problemsWith('fail', said),
    warnings: problemsWith('warn', said),
  }
}

function formatOf({ presentations }: Token): Verification['format'] {
  const [first, ...others] = new Set(presentations.map(({ format }) => format))
  return first === undefined || others.length > 0 ? 'vp_token' : first
}

/** Null when several presentations have not one holder. */
function holderOf({ presentations }: Token): string | null {
  const [first, ...others] = new Set(presentations.map(({ holder }) => holder))
  return others.length > 0 ? null : (first ?? null)
}

/** The answer with more checks of the presentation, each in its place among the others. */
export function withChecks(answer: VerificationAnswer, added: readonly Check[]): VerificationAnswer {
  const said = { ...answer, checks: inOrder([...answer.checks, ...added]) }
  return {
    ...said,
    valid: answer.valid && !added.some(isFailed),
    summary: summaryOf(checksIn(said)),
    errors: problemsWith('fail', said),
    warnings: problemsWith('warn', said),
  }
}

type Said = Pick<VerificationAnswer, 'checks' | 'credentials' | 'descriptors'>

/** The checks of the presentation, its credentials and the descriptors. */
export function checksIn({ checks, credentials, descriptors }: Said): readonly Check[] {
  return [...checks, ...[...credentials, ...descriptors].flatMap((one) => one.checks)]
}

/** Sorts in the order of the table of checks; findings of one check stay in the order they were found. */
function inOrder<Found extends Pick<Check, 'check'>>(found: readonly Found[]): Found[] {
  return found.toSorted((one, other) => CHECK_IDS.indexOf(one.check) - CHECK_IDS.indexOf(other.check))
}

function summaryOf(checks: readonly Check[]): Verification['summary'] {
  const count = (result: Check['result']) => checks.filter((check) => check.result === result).length
  return { pass: count('pass'), fail: count('fail'), warn: count('warn'), not_run: count('not_run') }
}

/** Sorts by check, then by credential, then by descriptor. */
function problemsWith(wanted: Check['result'], { checks, credentials, descriptors }: Said): Problem[] {
  const problemsIn = (all: readonly Check[], credential: number | null, descriptor: string | null) =>
    all
      .filter(({ result }) => result === wanted)
      .map(({ check, code, pointer, ...said }) => {
        return { check, code: code ?? '', credential, descriptor, pointer, ...messageFields(said) }
      })
  return inOrder([
    ...problemsIn(checks, null, null),
    ...credentials.flatMap(({ index, used_for, checks: own }) => problemsIn(own, index, used_for[0] ?? null)),
    ...descriptors.flatMap(({ id, credential, checks: own }) => problemsIn(own, credential, id)),
  ])
}

function credentialAnswer({ subject, checks, usedFor }: CheckedSubject): CheckedCredential {
  const { sent, candidate, document, issuer = null, proof } = subject
  const [first] = subjectsOf(document)
  const [schema] = listOf(memberOf(document, 'credentialSchema'))
  const { begin, end } = DATE_NAMES
  return {
    index: sent.index,
    pointer: jsonPointer(sent.location),
    format: candidate?.format ?? (typeof sent.value === 'string' ? 'jwt_vc' : 'ldp_vc'),
    proof_type: proof?.type ?? candidate?.algorithms[0] ?? null,
    id: textMember(document, 'id'),
    types: [...textsOf(memberOf(document, 'type'))],
    issuer,
    issuer_name: issuerName(subject),
    subject: textMember(first?.value, 'id'),
    schema: textMember(schema, 'id'),
    valid_from: firstDate(document, begin),
    valid_until: firstDate(document, end),
    status: statusOf(subject),
    valid: !checks.some(isFailed),
    used_for: [...usedFor],
    checks: [...checks],
  }
}

function firstDate(document: JsonObject, names: readonly string[]): string | null {
  return textOf(datesIn(document, names)[0]?.value) ?? null
}

function textMember(value: unknown, name: string): string | null {
  return textOf(memberOf(value, name)) ?? null
}

/** Names come from a trust list alone; issuers that a caller trusts for one call have none. */
function issuerName({ trust }: CheckedSubject['subject']): string | null {
  return trust.result === 'pass' && trust.name !== '' ? trust.name : null
}

function statusOf({ status, candidate }: CheckedSubject['subject']): CheckedCredential['status'] {
  if (status.revoked) return 'revoked'
  if (status.suspended) return 'suspended'
  return status.known && candidate !== undefined ? 'active' : 'unknown'
}

function descriptorAnswer(descriptor: CheckedDescriptor, { input }: CheckedPresentation): AnsweredDescriptor {
  const { id, entry, credential, evaluation, checks, satisfied } = descriptor
  const { definition } = input.known ?? {}
  const asked = memberOf(definition, 'input_descriptors') ?? memberOf(memberOf(definition, 'dcql_query'), 'credentials')
  const said = listOf(asked).find((one) => memberOf(one, 'id') === id)
  return {
    id,
    name: textMember(said, 'name'),
    group: [...textsOf(memberOf(said, 'group'))],
    submitted: entry !== undefined,
    satisfied,
    credential: credential?.subject.sent.index ?? null,
    path: entry?.path ?? null,
    matched_by: evaluation?.matchedBy ?? null,
    fields: fieldAnswers(descriptor),
    checks: [...checks],
  }
}

function fieldAnswers({ credential, evaluation }: CheckedDescriptor): AnsweredDescriptor['fields'] {
  if (credential === undefined || evaluation === undefined) return []
  const placeOf = placeInSentCredential(credential.subject)
  return evaluation.fields.map(({ id, satisfied, path, location }) => {
    const place = location === null ? { pointer: null, inner_pointer: null } : placeOf(location)
    return { id, satisfied, path, ...place }
  })
}

function requirementAnswers({ input, evaluation }: CheckedPresentation): AnsweredRequirement[] {
  const isByQuery = input.known !== undefined && isQuery(input.known)
  const isList = !isObject(memberOf(input.known?.definition, 'submission_requirements'))
  const at = isByQuery ? ['credential_sets'] : ['submission_requirements']
  return (evaluation?.requirements ?? []).map((one, index) => requirementAnswer(one, isList ? [...at, index] : at))
}

function requirementAnswer(outcome: RequirementOutcome, location: Location): AnsweredRequirement {
  const { name, rule, from, count, min, max } = outcome.requirement
  return {
    pointer: jsonPointer(location),
    name,
    rule,
    from,
    needed: { count, min, max, all: rule === 'all' ? outcome.available : null },
    satisfied_count: outcome.satisfiedCount,
    satisfied: outcome.satisfied,
    nested: outcome.nested.map((inner, index) => requirementAnswer(inner, [...location, 'from_nested', index])),
  }
}
