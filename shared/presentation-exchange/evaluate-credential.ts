import type { Candidate, MatchedBy } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { SchemaEntry } from './definition.ts'
import type { PreparedDescriptor } from './prepare-definition.ts'
import type { Budget } from './budget.ts'
import { newBudget } from './budget.ts'
import { limitDisclosureStep } from './disclosure-step.ts'
import { evaluateField } from './field-step.ts'
import type { FieldOutcome } from './field-step.ts'
import { formatStep } from './format-step.ts'
import { holderStep, subjectIsIssuerStep } from './relation-steps.ts'
import { statusStep } from './status-step.ts'
import type { StatusFacts } from './status-step.ts'

interface SchemaOutcome {
  readonly check: DescriptorCheck
  readonly matchedBy: MatchedBy | null
}

const CHECK = 'descriptor.schema'
const PASSED = passed(CHECK)

/**
 * Checks the schema URIs of a descriptor: all required ones must be found, or any one if none is required
 * (docs/contract/exchange.md, Evaluation: steps).
 */
function schemaStep({ schema, requiredUris }: PreparedDescriptor, candidate: Candidate): SchemaOutcome {
  if (schema === undefined) return { check: PASSED, matchedBy: null }
  const uris = requiredUris.length > 0 ? requiredUris : schema.map(({ uri }) => uri)
  const found = uris.map((uri) => candidate.identifiers.find(({ texts }) => texts.includes(uri))?.kind)
  const matchedBy = found.find((kind) => kind !== undefined)
  const isEnough = requiredUris.length === 0 || !found.includes(undefined)
  return matchedBy !== undefined && isEnough ? { check: PASSED, matchedBy } : mismatch(schema, candidate)
}

function mismatch(schema: readonly SchemaEntry[], { identifiers }: Candidate): SchemaOutcome {
  const check = failed(CHECK, {
    code: 'schema_mismatch',
    message: 'the credential has none of the demanded schemas, or not all that are required',
    expected: schema.map(({ uri }) => uri).join(', '),
    actual: identifiers.flatMap(({ texts }) => texts).join(', '),
  })
  return { check, matchedBy: null }
}

/** Facts that are not in the credential itself. */
export interface EvaluationContext {
  /** The holder of the presentation. */
  readonly holder?: string | undefined
  /** Undefined if it was not looked up; then no status is checked. */
  readonly status?: StatusFacts | undefined
  /** A budget shared by several evaluations; each has its own by default. */
  readonly budget?: Budget | undefined
  /** Returns the budget of a field by its index, so that the caller can limit how long each field takes. */
  readonly budgetOf?: ((field: number) => Budget) | undefined
}

/** The evaluation of one credential for one descriptor. */
export interface DescriptorEvaluation {
  /** Whether no check failed. */
  readonly holds: boolean
  readonly matchedBy: MatchedBy | null
  readonly fields: readonly FieldOutcome[]
  readonly checks: readonly DescriptorCheck[]
}

/**
 * Runs all checks of one descriptor on one credential (docs/contract/exchange.md, Evaluation: steps, Evaluation: formats).
 * The wallet uses this to select credentials, and the exchange to verify them.
 */
export function evaluateCredential(
  descriptor: PreparedDescriptor,
  candidate: Candidate,
  context: EvaluationContext = {},
): DescriptorEvaluation {
  const budget = context.budget ?? newBudget()
  const budgetOf = context.budgetOf ?? (() => budget)
  const schema = schemaStep(descriptor, candidate)
  const fields = descriptor.fields.map((field, index) => evaluateField(field, candidate, budgetOf(index)))
  const { limit_disclosure, subject_is_issuer, is_holder, statuses } = descriptor.constraints
  const checks: DescriptorCheck[] = [schema.check, formatStep(descriptor.format, candidate)]
  for (const field of fields) checks.push(field.check)
  if (subject_is_issuer) checks.push(subjectIsIssuerStep(subject_is_issuer, candidate))
  for (const relation of is_holder ?? []) checks.push(holderStep(relation, fields, { candidate, ...context }))
  if (statuses) checks.push(...statusStep(statuses, context.status))
  if (limit_disclosure === 'required') checks.push(limitDisclosureStep(fields, candidate))
  return { holds: checks.every(({ result }) => result !== 'fail'), matchedBy: schema.matchedBy, fields, checks }
}
