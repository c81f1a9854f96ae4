import { phrase } from '../phrase.ts'
import type { Answer, SubmissionEvaluation } from '../presentation-exchange/evaluate-submission.ts'
import type { PreparedRequirement } from '../presentation-exchange/prepare-definition.ts'
import type { RequirementFault, RequirementOutcome } from '../presentation-exchange/submission-requirements.ts'
import type { CredentialQuery, CredentialSetQuery, DcqlQuery } from './query.ts'

/**
 * Decides a query over all its credential queries (OpenID4VP 1.0, 6.2, 6.4.2 and 8.1). A credential set is a
 * requirement with its options nested in it. Without sets every credential query must be answered.
 *
 * @param answers the presentations for each credential query, by its id
 * @param unreadable ids of queries that were answered with what is no credential: not satisfied, and not missing either
 */
export function evaluateAnswers(
  query: DcqlQuery,
  answers: ReadonlyMap<string, readonly Pick<Answer, 'satisfied'>[]>,
  unreadable: readonly string[] = [],
): SubmissionEvaluation {
  const { credentials, credential_sets } = query
  const given = (id: string) => answers.get(id) ?? []
  const tooMany = credentials.filter(({ id, multiple }) => !multiple && given(id).length > 1)
  const broken = new Set([...tooMany.map(({ id }) => id), ...unreadable])
  const satisfied = idsOf(
    credentials,
    (id) => !broken.has(id) && given(id).length > 0 && given(id).every((answer) => answer.satisfied),
  )
  const submitted = idsOf(credentials, (id) => broken.has(id) || given(id).length > 0)
  const requirements = (credential_sets ?? []).map((set) => setOutcome(set, satisfied))
  const missing =
    credential_sets === undefined
      ? missingFaults(credentials, submitted)
      : credential_sets.flatMap((set) => setOutcome(set, submitted).faults)
  return {
    satisfied:
      tooMany.length === 0 &&
      (credential_sets === undefined
        ? satisfied.size === credentials.length
        : requirements.every((outcome) => outcome.satisfied)),
    requirements,
    faults: [...tooMany.map(exceeded), ...missing],
    sameSubject: [],
  }
}

function idsOf(credentials: readonly CredentialQuery[], holds: (id: string) => boolean): ReadonlySet<string> {
  return new Set(credentials.map(({ id }) => id).filter(holds))
}

function missingFaults(
  credentials: readonly CredentialQuery[],
  submitted: ReadonlySet<string>,
): readonly RequirementFault[] {
  return credentials
    .filter(({ id }) => !submitted.has(id))
    .map(({ id }) => ({ code: 'descriptor_missing', message: phrase`nothing answers ${id}`, descriptor: id }))
}

function exceeded({ id }: CredentialQuery): RequirementFault {
  const message = phrase`${id} takes one presentation, because it does not say multiple, and there are several`
  return { code: 'requirement_exceeded', message, descriptor: id }
}

/** A set is satisfied by one of its options, and one that is not required by none of them as well. */
function setOutcome({ options, required }: CredentialSetQuery, satisfied: ReadonlySet<string>): RequirementOutcome {
  const nested = options.map((option) => optionOutcome(option, satisfied))
  const satisfiedCount = nested.filter((option) => option.satisfied).length
  const holds = !required || satisfiedCount > 0
  const told = options.map((option) => option.join(' + ')).join(', ')
  const message = phrase`one of these is needed, and none is answered in full: ${told}`
  return {
    requirement: { ...RULE, rule: 'pick', min: required ? 1 : 0, nested: nested.map((option) => option.requirement) },
    available: options.length,
    satisfiedCount,
    satisfied: holds,
    nested,
    faults: holds ? [] : [{ code: 'requirement_unsatisfied', message, descriptor: null }],
  }
}

const RULE: PreparedRequirement = {
  name: null,
  rule: 'all',
  from: null,
  nested: [],
  count: null,
  min: null,
  max: null,
}

function optionOutcome(option: readonly string[], satisfied: ReadonlySet<string>): RequirementOutcome {
  const ids = [...new Set(option)]
  const satisfiedCount = ids.filter((id) => satisfied.has(id)).length
  return {
    requirement: { ...RULE, name: ids.join(' + ') },
    available: ids.length,
    satisfiedCount,
    satisfied: satisfiedCount === ids.length,
    nested: [],
    faults: [],
  }
}
