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
import { DATE_NAMES, datesIn } from './credential-dates.ts'
import { placeInSentCredential } from './place.ts'
import { submissionIdOf } from './replay.ts'
import { definitionIdOf } from './verify-presentation.ts'
import type { CheckedDescriptor, CheckedPresentation, CheckedSubject } from './verify-presentation.ts'

/** The answer without what differs from call to call. @param replay check 9 */
export function answerOf(
  checked: CheckedPresentation,
  replay: readonly Check[],
): Omit<Verification, 'verification_id' | 'verified_at' | 'duration_ms'> {
  const { input, presentationChecks, submissionChecks, evaluation } = checked
  const { presentation, options } = input
  const checks = [...presentationChecks, ...replay, ...submissionChecks]
  const problems = problemsOf(checks, checked)
  const all = [...checks, ...[...checked.credentials, ...checked.descriptors].flatMap((one) => one.checks)]
  return {
    valid: !all.some(isFailed) && evaluation?.satisfied !== false,
    format: presentation.format,
    holder: presentation.holder ?? null,
    definition_id: options.definition_id ?? definitionIdOf(presentation) ?? null,
    submission_id: submissionIdOf(presentation),
    challenge: textOf(presentation.challenges[0]?.value) ?? null,
    summary: summaryOf(all),
    checks,
    credentials: checked.credentials.map(credentialAnswer),
    descriptors: checked.descriptors.map((descriptor) => descriptorAnswer(descriptor, checked)),
    requirements: requirementAnswers(checked),
    errors: problems.filter(({ result }) => result === 'fail').map(({ problem }) => problem),
    warnings: problems.filter(({ result }) => result === 'warn').map(({ problem }) => problem),
  }
}

function summaryOf(checks: readonly Check[]): Verification['summary'] {
  const count = (result: Check['result']) => checks.filter((check) => check.result === result).length
  return { pass: count('pass'), fail: count('fail'), warn: count('warn'), not_run: count('not_run') }
}

interface Ranked {
  readonly result: Check['result']
  readonly problem: Problem
}

/** In the order of the checks, then by credential, then by descriptor. */
function problemsOf(checks: readonly Check[], { credentials, descriptors }: CheckedPresentation): readonly Ranked[] {
  const ranked = [
    ...checks.map((check) => rankedCheck(check, null, null)),
    ...credentials.flatMap(({ subject, usedFor, checks: own }) =>
      own.map((check) => rankedCheck(check, subject.sent.index, usedFor[0] ?? null)),
    ),
    ...descriptors.flatMap(({ id, credential, checks: own }) =>
      own.map((check) => rankedCheck(check, credential?.subject.sent.index ?? null, id)),
    ),
  ]
  const rank = ({ problem }: Ranked) => CHECK_IDS.indexOf(problem.check)
  return ranked.sort((one, other) => rank(one) - rank(other))
}

function rankedCheck(
  { check, result, code, pointer, message }: Check,
  credential: number | null,
  descriptor: string | null,
): Ranked {
  return { result, problem: { check, code: code ?? '', credential, descriptor, pointer, message } }
}

function credentialAnswer({ subject, checks, usedFor }: CheckedSubject): CheckedCredential {
  const { sent, candidate, document, issuer = null, proof } = subject
  const [first] = subjectsOf(document)
  const [schema] = listOf(memberOf(document, 'credentialSchema'))
  const { begin, end } = DATE_NAMES
  return {
    index: sent.index,
    pointer: jsonPointer(sent.location),
    format: typeof sent.value === 'string' ? 'jwt_vc' : 'ldp_vc',
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

/** Only a trust list gives names; issuers that a caller trusts for one call have none. */
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
  const said = listOf(memberOf(input.known?.definition, 'input_descriptors')).find((one) => memberOf(one, 'id') === id)
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
  const isList = !isObject(memberOf(input.known?.definition, 'submission_requirements'))
  const at = ['submission_requirements']
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
