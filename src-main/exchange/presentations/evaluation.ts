import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { evaluateCredential } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { StatusFacts } from '../../../shared/presentation-exchange/status-step.ts'
import { hasEnded } from './credential-dates.ts'
import type { Allowance } from '../registries/stop-code.ts'
import type { CredentialSubject } from './facts.ts'

/** A stored definition: as it was made, and ready to be evaluated. */
export interface KnownDefinition {
  readonly definition: JsonObject
  /** The definition is prepared when asked for: a thread that only hands it on never pays for that. */
  readonly prepared: PreparedDefinition
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

/** A credential that was submitted for a descriptor, as plain data: another thread can evaluate it. */
export interface Submitted {
  readonly descriptor: string
  readonly candidate: Candidate
  /** The holder of the presentation. */
  readonly holder: string | undefined
  /** Undefined if the status was not looked up. */
  readonly status: StatusFacts | undefined
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
  { candidate, document, status, holder, now }: CredentialSubject,
): Submitted | undefined {
  if (candidate === undefined) return undefined
  const { known, revoked, suspended } = status
  return { descriptor, candidate, holder, status: { known, revoked, suspended, expired: hasEnded(document, now) } }
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

/** Evaluates on this thread: fields whose patterns go back fail with `filter_timeout`. */
export const evaluateHere: EvaluateOnWorker = ({ prepared }, submitted) => {
  const budget = evaluationBudget()
  return Promise.resolve(evaluateSubmitted(prepared, submitted, () => budget))
}
