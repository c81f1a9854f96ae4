import {
  Constraints,
  Field,
  InputDescriptor,
  NewPresentationDefinition,
  Relation,
  SchemaEntry,
  Statuses,
  StatusRule,
  SubmissionRequirement,
  UNSUPPORTED_FORMATS,
} from './definition.ts'
import type { FaultAt } from './definition-faults.ts'
import {
  allRequirementsOf,
  constraintsOf,
  descriptorsOf,
  fieldsOf,
  formatsOf,
  nestedRequirementsOf,
  relationsOf,
  requirementsOf,
  schemaEntriesOf,
  statusRulesOf,
  textEntries,
  wholeOf,
} from './definition-parts.ts'
import type { Part } from './definition-parts.ts'
import type { JsonObject } from './json.ts'
import { isObject, memberOf } from './json.ts'
import type { PrepareFilter } from './definition-rules.ts'

/* What is legal and probably not what was meant. These run on definitions without faults. */

type Warning = (definition: JsonObject, prepareFilter: PrepareFilter) => readonly FaultAt[]

export const DEFINITION_WARNINGS: readonly Warning[] = [
  idIgnored,
  ignoredMembers,
  asksNothing,
  formatUnsupported,
  predicateUnsupported,
  patternBacktracking,
  groupUnused,
  ruleArgumentIgnored,
  ruleArgumentMissing,
  unsatisfiable,
]

function idIgnored(definition: JsonObject): readonly FaultAt[] {
  if (!Object.hasOwn(definition, 'id')) return []
  return [{ location: ['id'], code: 'id_ignored', message: 'the exchange gives the id' }]
}

const namesOf = (schema: { readonly shape: object }): readonly string[] => Object.keys(schema.shape)

/** Where which members have an effect. */
const KNOWN_MEMBERS: readonly (readonly [(definition: JsonObject) => readonly Part[], readonly string[]])[] = [
  [(definition) => [wholeOf(definition)], ['id', ...namesOf(NewPresentationDefinition)]],
  [descriptorsOf, namesOf(InputDescriptor)],
  [schemaEntriesOf, namesOf(SchemaEntry)],
  [constraintsOf, namesOf(Constraints)],
  [fieldsOf, namesOf(Field)],
  [relationsOf, namesOf(Relation)],
  [statusesOf, namesOf(Statuses)],
  [statusRulesOf, namesOf(StatusRule)],
  [allRequirementsOf, namesOf(SubmissionRequirement)],
]

function ignoredMembers(definition: JsonObject): readonly FaultAt[] {
  return KNOWN_MEMBERS.flatMap(([parts, names]) =>
    parts(definition).flatMap(({ location, value }) =>
      Object.keys(value)
        .filter((name) => !names.includes(name))
        .map((name) => ({ location: [...location, name], code: 'ignored_member', message: 'has no effect' })),
    ),
  )
}

function statusesOf(definition: JsonObject): readonly Part[] {
  return constraintsOf(definition).flatMap(({ location, value }) => {
    const statuses = memberOf(value, 'statuses')
    return isObject(statuses) ? [{ location: [...location, 'statuses'], value: statuses }] : []
  })
}

function asksNothing(definition: JsonObject): readonly FaultAt[] {
  if (descriptorsOf(definition).length > 0) return []
  return [{ location: ['input_descriptors'], code: 'asks_nothing', message: 'asks for no credential' }]
}

function formatUnsupported(definition: JsonObject): readonly FaultAt[] {
  return formatsOf(definition).flatMap(({ location, value }) =>
    Object.keys(value)
      .filter((name) => UNSUPPORTED_FORMATS.has(name))
      .map((name) => ({
        location: [...location, name],
        code: 'format_unsupported',
        message: 'this exchange cannot check credentials of this format',
      })),
  )
}

function predicateUnsupported(definition: JsonObject): readonly FaultAt[] {
  return fieldsOf(definition)
    .filter(({ value }) => memberOf(value, 'predicate') === 'required')
    .map(({ location }) => ({
      location: [...location, 'predicate'],
      code: 'predicate_unsupported',
      message: 'no supported format can derive the result; only a value that is true itself will do',
    }))
}

function patternBacktracking(definition: JsonObject, prepareFilter: PrepareFilter): readonly FaultAt[] {
  return fieldsOf(definition)
    .filter(({ value }) => Object.hasOwn(value, 'filter') && prepareFilter(value['filter']).backtracks)
    .map(({ location }) => ({
      location: [...location, 'filter'],
      code: 'pattern_backtracking',
      message: 'a pattern looks around or refers back: it is tried apart, and only for a short time',
    }))
}

function groupUnused(definition: JsonObject): readonly FaultAt[] {
  const named = new Set(allRequirementsOf(definition).map(({ value }) => memberOf(value, 'from')))
  return descriptorsOf(definition).flatMap((descriptor) =>
    textEntries(descriptor, 'group')
      .filter(({ text }) => !named.has(text))
      .map(({ location }) => ({ location, code: 'group_unused', message: 'no requirement names this group' })),
  )
}

const NUMBERS = ['count', 'min', 'max'] as const

function ruleArgumentIgnored(definition: JsonObject): readonly FaultAt[] {
  return allRequirementsOf(definition)
    .filter(({ value }) => memberOf(value, 'rule') === 'all')
    .flatMap(({ location, value }) =>
      NUMBERS.filter((name) => Object.hasOwn(value, name)).map((name) => ({
        location: [...location, name],
        code: 'rule_argument_ignored',
        message: 'has no effect beside the rule all',
      })),
    )
}

function ruleArgumentMissing(definition: JsonObject): readonly FaultAt[] {
  return allRequirementsOf(definition)
    .filter(({ value }) => memberOf(value, 'rule') === 'pick' && !NUMBERS.some((name) => Object.hasOwn(value, name)))
    .map(({ location }) => ({
      location: [...location, 'rule'],
      code: 'rule_argument_missing',
      message: 'pick without count, min and max is read as min 1',
    }))
}

function unsatisfiable(definition: JsonObject): readonly FaultAt[] {
  if (requirementsOf(definition).length === 0) return []
  const groups = descriptorsOf(definition).map(
    (descriptor) => new Set(textEntries(descriptor, 'group').map(({ text }) => text)),
  )
  return allRequirementsOf(definition)
    .filter(({ value }) => memberOf(value, 'rule') === 'pick')
    .flatMap((requirement) => {
      const from = memberOf(requirement.value, 'from')
      const available =
        typeof from === 'string'
          ? groups.filter((names) => names.has(from)).length
          : nestedRequirementsOf(requirement).length
      return tooMuchAsked(requirement, available)
    })
}

function tooMuchAsked({ location, value }: Part, available: number): readonly FaultAt[] {
  return (['count', 'min'] as const)
    .filter((name) => Number(memberOf(value, name) ?? 0) > available)
    .map((name) => ({
      location: [...location, name],
      code: 'unsatisfiable',
      message: `asks for more than the ${available} there are`,
    }))
}
