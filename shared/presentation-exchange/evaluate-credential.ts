import type { Budget } from './budget.ts'
import { newBudget } from './budget.ts'
import type { Candidate, MatchedBy } from './candidate.ts'
import type { DescriptorCheck } from './checks.ts'
import { limitDisclosureStep } from './disclosure-step.ts'
import { evaluateField } from './field-step.ts'
import type { FieldOutcome } from './field-step.ts'
import { formatStep } from './format-step.ts'
import type { PreparedDescriptor } from './prepare-definition.ts'
import { holderStep, subjectIsIssuerStep } from './relation-steps.ts'
import { schemaStep } from './schema-step.ts'
import { statusStep } from './status-step.ts'
import type { StatusFacts } from './status-step.ts'

/** What evaluation cannot see in the credential itself. */
export interface EvaluationContext {
  /** Of the presentation. */
  readonly holder?: string | undefined
  /** Undefined: nobody has looked, so demands on the status are left open. */
  readonly status?: StatusFacts | undefined
  /** Shared by evaluations that together may take only so long; else each has a usual one of its own. */
  readonly budget?: Budget | undefined
  /** Asked before each field, by its index; for one who watches how long a field takes. */
  readonly budgetOf?: ((field: number) => Budget) | undefined
}

/** What one descriptor says of one credential. */
export interface DescriptorEvaluation {
  /** Whether no demand failed. */
  readonly holds: boolean
  readonly matchedBy: MatchedBy | null
  readonly fields: readonly FieldOutcome[]
  readonly checks: readonly DescriptorCheck[]
}

/**
 * Evaluates one credential for one descriptor, every step of it (contract 3.2, 3.3). The wallet selects with it, the
 * exchange verifies with it; cost grows with the credential alone.
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
