import { askedNames } from './asked-names.ts'
import type { AskedNames } from './asked-names.ts'
import { BudgetSpent, newBudget } from './budget.ts'
import type { Budget } from './budget.ts'
import { withRequirementList } from './check-definition.ts'
import { NewPresentationDefinition } from './definition.ts'
import { allowedFormats, allowedPresentationFormats } from './format-step.ts'
import type { AllowedFormats, AllowedPresentationFormats } from './format-step.ts'
import type { Field, Format, InputDescriptor, SubmissionRequirement } from './definition.ts'
import { SubmissionRequirement as RequirementShape } from './definition.ts'
import type { JsonObject } from './json.ts'
import { preparePath } from './json-path.ts'
import type { PreparedPath } from './json-path.ts'
import { prepareSchema } from '../json-schema/json-schema.ts'
import { SchemaFault } from '../json-schema/json-schema-resources.ts'
import type { PreparedSchema } from '../json-schema/json-schema.ts'

/** A definition with compiled paths and filters, so that many credentials can be evaluated for it. */
export interface PreparedDefinition {
  readonly descriptors: ReadonlyMap<string, PreparedDescriptor>
  /** How the presentation itself may be signed; undefined if in any way. */
  readonly presentationFormats: AllowedPresentationFormats | undefined
  /** Undefined if every descriptor is required. */
  readonly requirements: readonly PreparedRequirement[] | undefined
  /** The names in its paths, filters and schemas. */
  readonly asked: AskedNames
  /** Whether it has patterns that backtrack, so that it must be evaluated with a time limit. */
  readonly backtracks: boolean
}

type Constraints = NonNullable<InputDescriptor['constraints']>

export interface PreparedDescriptor {
  readonly id: string
  readonly groups: ReadonlySet<string>
  readonly schema: InputDescriptor['schema']
  readonly requiredUris: readonly string[]
  /** The format of the descriptor, else of the definition; undefined if any is allowed. */
  readonly format: AllowedFormats | undefined
  readonly fields: readonly PreparedField[]
  readonly constraints: Constraints
}

type PreparedFilter = Pick<PreparedSchema, 'check' | 'backtracks'>

export interface PreparedField {
  readonly id: string | null
  readonly paths: readonly PreparedPath[]
  readonly filter: PreparedFilter | undefined
  readonly optional: boolean
  readonly predicateRequired: boolean
}

export interface PreparedRequirement {
  readonly name: string | null
  readonly rule: 'all' | 'pick'
  readonly from: string | null
  readonly nested: readonly PreparedRequirement[]
  readonly count: number | null
  readonly min: number | null
  readonly max: number | null
}

/** Prepares a definition that had no faults when it was stored. @throws {Error} if it has faults outside of filters */
export function prepareDefinition(sent: JsonObject): PreparedDefinition {
  const definition = NewPresentationDefinition.parse(withRequirementList(sent))
  const budget = newBudget()
  const descriptors = definition.input_descriptors.map((descriptor) =>
    prepareDescriptor(descriptor, definition.format, budget),
  )
  return {
    descriptors: new Map(descriptors.map((descriptor) => [descriptor.id, descriptor])),
    presentationFormats: allowedPresentationFormats(definition.format),
    requirements: definition.submission_requirements?.map(prepareRequirement),
    asked: askedNames(
      definition.input_descriptors.flatMap(({ constraints }) => constraints?.fields?.map(({ filter }) => filter) ?? []),
      descriptors.flatMap(({ fields }) => fields.flatMap(({ paths }) => paths)),
      descriptors.flatMap(({ schema = [] }) => schema.map(({ uri }) => uri)),
    ),
    backtracks: descriptors.some(({ fields }) => fields.some(({ filter }) => filter?.backtracks)),
  }
}

function prepareDescriptor(
  { id, group = [], schema, format, constraints = {} }: InputDescriptor,
  defaultFormat: Format | undefined,
  budget: Budget,
): PreparedDescriptor {
  return {
    id,
    groups: new Set(group),
    schema,
    requiredUris: (schema ?? []).filter(({ required }) => required).map(({ uri }) => uri),
    format: allowedFormats(format ?? defaultFormat),
    fields: (constraints.fields ?? []).map((field) => prepareField(field, budget)),
    constraints,
  }
}

function prepareField({ id, path, filter, optional = false, predicate }: Field, budget: Budget): PreparedField {
  return {
    id: id ?? null,
    paths: path.map(preparePath),
    filter: filter === undefined ? undefined : preparedFilter(filter, budget),
    optional,
    predicateRequired: predicate === 'required',
  }
}

/**
 * Prepares a filter. A stored filter that is invalid by later rules refuses every value, so that it never accepts more than
 * its author meant.
 */
function preparedFilter(filter: unknown, budget: Budget): PreparedFilter {
  try {
    return prepareSchema(filter, budget)
  } catch (fault) {
    if (fault instanceof SchemaFault) return { check: () => String(fault.location.at(-1)), backtracks: false }
    if (fault instanceof BudgetSpent) return { check: () => raise(fault), backtracks: false }
    throw fault
  }
}

function raise(fault: Error): never {
  throw fault
}

function prepareRequirement(requirement: SubmissionRequirement): PreparedRequirement {
  const { name, rule, from, from_nested = [], count, min, max } = requirement
  const defaultMin = rule === 'pick' && count === undefined && max === undefined ? 1 : null
  return {
    name: name ?? null,
    rule,
    from: from ?? null,
    nested: from_nested.map((nested) => prepareRequirement(RequirementShape.parse(nested))),
    count: count ?? null,
    min: min ?? defaultMin,
    max: max ?? null,
  }
}
