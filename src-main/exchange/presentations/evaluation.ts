import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { evaluateCredential } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { readQuery } from '../../../shared/dcql/check-query.ts'
import { evaluateAnswers } from '../../../shared/dcql/evaluate-answers.ts'
import { certifiedBy, evaluateCredentialQuery } from '../../../shared/dcql/evaluate-query.ts'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import type { Statuses } from '../../../shared/presentation-exchange/definition.ts'
import { evaluateSubmission } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer, SubmissionEvaluation } from '../../../shared/presentation-exchange/evaluate-submission.ts'
import type { DcqlQuery } from '../../../shared/dcql/query.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { StatusFacts } from '../../../shared/presentation-exchange/status-step.ts'
import { hasEnded } from './credential-dates.ts'
import type { Allowance } from '../registries/stop-code.ts'
import type { CredentialSubject } from './facts.ts'

/** What is asked for, in either language, as it was made. */
export type Known = KnownDefinition | KnownQuery

/** A presentation definition. */
export interface KnownDefinition {
  readonly definition: JsonObject
  /** The definition is prepared when asked for: a thread that only hands it on never pays for that. */
  readonly prepared: PreparedDefinition
}

/** An object with a DCQL query as `dcql_query`. */
export interface KnownQuery {
  readonly definition: JsonObject
  readonly query: DcqlQuery
}

export function isQuery(asked: Known): asked is KnownQuery {
  return Object.hasOwn(asked.definition, 'dcql_query')
}

/** What a stored definition, or an object with a query, asks for. Either is read when it is used, and then once. */
export function known(definition: JsonObject): Known {
  const sent = memberOf(definition, 'dcql_query')
  if (sent === undefined) return knownDefinition(definition)
  let held: DcqlQuery | undefined
  return {
    definition,
    get query() {
      return (held ??= readQuery(sent))
    },
  }
}

/** A definition that is prepared when that is needed, and then once. @throws {Error} on the way, when it has faults */
export function knownDefinition(definition: JsonObject): KnownDefinition {
  let held: PreparedDefinition | undefined
  return {
    definition,
    get prepared() {
      return (held ??= prepareDefinition(definition))
    },
  }
}

/** The names that are looked for in linked data. */
export function askedNamesOf(asked: Known): AskedNames {
  return isQuery(asked) ? namesInQuery(asked.query) : asked.prepared.asked
}

/** More than is asked for does no harm. */
function namesInQuery({ credentials }: DcqlQuery): AskedNames {
  const steps = credentials.flatMap(({ claims = [] }) => claims.flatMap(({ path }) => path))
  const types = credentials.flatMap(({ meta }) => meta.type_values?.flat() ?? [])
  return { members: new Set(steps.filter((step) => typeof step === 'string')), values: new Set(types) }
}

/** The ids of all descriptors, or credential queries. */
export function idsAsked(asked: Known): readonly string[] {
  return isQuery(asked) ? asked.query.credentials.map(({ id }) => id) : [...asked.prepared.descriptors.keys()]
}

/** The statuses that a descriptor allows or demands; a DCQL query has no say in it. */
export function statusesAsked(asked: Known, id: string): Statuses | undefined {
  return isQuery(asked) ? undefined : asked.prepared.descriptors.get(id)?.constraints.statuses
}

/** An answer with the descriptor or credential query that it is for. */
export interface NamedAnswer extends Answer {
  readonly id: string
}

/**
 * Decides the demands over everything that was answered.
 *
 * @param unreadable what was answered with something that is no credential: not satisfied, and not missing either
 */
export function evaluateAll(
  asked: Known,
  answers: readonly NamedAnswer[],
  unreadable: readonly string[],
): SubmissionEvaluation {
  if (isQuery(asked))
    return evaluateAnswers(
      asked.query,
      Map.groupBy(answers, ({ id }) => id),
      unreadable,
    )
  return evaluateSubmission(asked.prepared, new Map(answers.map((answer) => [answer.id, answer])), unreadable)
}

/** A credential that was submitted for a descriptor, as plain data: another thread can evaluate it. */
export interface Submitted {
  readonly descriptor: string
  readonly candidate: Candidate
  /** The holder of the presentation. */
  readonly holder: string | undefined
  /** Undefined if the status was not looked up. */
  readonly status: StatusFacts | undefined
  /** The key identifiers of the authorities that certify the issuer; none when left out. */
  readonly authorities?: readonly string[] | undefined
}

/** A field of a descriptor, by its index there. */
export interface FieldPlace {
  readonly descriptor: string
  readonly field: number
}

/** Evaluates on another thread, for definitions with patterns that can take any time. One evaluation for each entry. */
export type EvaluateOnWorker = (
  known: KnownDefinition,
  submitted: readonly Submitted[],
  allowance?: Allowance,
) => Promise<readonly DescriptorEvaluation[]>

/** Enough for the fields of 200 usual descriptors; together they end within a second. */
const STEPS_OF_ONE_VERIFICATION = 1_000_000

/** A descriptor map has 200 paths, which name places: none of them needs to look through the presentation. */
const STEPS_OF_ONE_MAP = 200_000

export function mapBudget(): Budget {
  return newBudget(STEPS_OF_ONE_MAP)
}

/** @param mayBacktrack true only where a long evaluation is stopped */
export function evaluationBudget(mayBacktrack = false): Budget {
  return newBudget(STEPS_OF_ONE_VERIFICATION, mayBacktrack)
}

/** The credential submitted for a descriptor; undefined if it cannot be read. */
export function submittedFor(
  descriptor: string,
  { candidate, document, status, holder, now, authorities }: CredentialSubject,
): Submitted | undefined {
  if (candidate === undefined) return undefined
  const { known, revoked, suspended } = status
  const expired = hasEnded(document, now)
  return { descriptor, candidate, holder, authorities, status: { known, revoked, suspended, expired } }
}

/**
 * Evaluates what was submitted, on whichever thread this runs.
 *
 * @param budgetOf asked before each field
 * @throws {Error} for a descriptor that the definition does not have
 */
export function evaluateSubmitted(
  { descriptors }: PreparedDefinition,
  submitted: readonly Submitted[],
  budgetOf: (place: FieldPlace) => Budget,
): readonly DescriptorEvaluation[] {
  return submitted.map(({ descriptor: id, candidate, holder, status }) => {
    const descriptor = descriptors.get(id)
    if (descriptor === undefined) throw new Error(`the definition has no descriptor ${id}`)
    const ofField = (field: number) => budgetOf({ descriptor: id, field })
    return evaluateCredential(descriptor, candidate, { holder, status, budgetOf: ofField })
  })
}

/** Evaluates what was sent for credential queries. @throws {Error} for an id that the query does not have */
export function evaluateByQuery(
  { credentials }: DcqlQuery,
  submitted: readonly Submitted[],
  budget: Budget,
): readonly DescriptorEvaluation[] {
  return submitted.map(({ descriptor: id, candidate, authorities }) => {
    const query = credentials.find((one) => one.id === id)
    if (query === undefined) throw new Error(`the query has no credential query ${id}`)
    return evaluateCredentialQuery(query, candidate, { authorities: certifiedBy(authorities ?? []), budget })
  })
}

/** Evaluates on this thread: fields whose patterns go back fail with `filter_timeout`. */
export const evaluateHere: EvaluateOnWorker = ({ prepared }, submitted) => {
  const budget = evaluationBudget()
  return Promise.resolve(evaluateSubmitted(prepared, submitted, () => budget))
}
