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
import { faultsAt } from './definition-faults.ts'
import type { FaultAt } from './definition-faults.ts'
import {
  allRequirementsOf,
  constraintsOf,
  descriptorsOf,
  fieldsOf,
  formatsOf,
  membersNamed,
  nestedRequirementsOf,
  relationsOf,
  requirementsOf,
  schemaEntriesOf,
  statusesOf,
  statusRulesOf,
  textEntries,
  wholeOf,
} from './definition-parts.ts'
import type { Part } from './definition-parts.ts'
import type { JsonObject } from './json.ts'
import { memberOf } from './json.ts'
import type { PrepareFilter } from './definition-rules.ts'
import { phrase } from '../phrase.ts'

/* Parts that are valid but probably not meant. Warnings are only looked for in definitions without faults. */

type Warning = (definition: JsonObject, prepareFilter: PrepareFilter) => readonly FaultAt[]

export const DEFINITION_WARNINGS: readonly Warning[] = [
  idIgnored,
  ignoredMembers,
  asksNothing,
  formatUnsupported,
  predicateUnsupported,
  patternBacktracking,
  keywordsUnapplied,
  groupUnused,
  ruleArgumentIgnored,
  ruleArgumentMissing,
  unsatisfiable,
]

function idIgnored(definition: JsonObject): readonly FaultAt[] {
  if (!Object.hasOwn(definition, 'id')) return []
  return [{ location: ['id'], code: 'id_ignored', message: 'the exchange gives the id' }]
}

export const namesOf = (schema: { readonly shape: object }): readonly string[] => Object.keys(schema.shape)

/** The members that have an effect, for each kind of part. */
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
  const places = KNOWN_MEMBERS.flatMap(([parts, names]) =>
    membersNamed(parts(definition), (name) => !names.includes(name)),
  )
  return faultsAt(places, 'ignored_member', 'has no effect')
}

function asksNothing(definition: JsonObject): readonly FaultAt[] {
  if (descriptorsOf(definition).length > 0) return []
  return [{ location: ['input_descriptors'], code: 'asks_nothing', message: 'asks for no credential' }]
}

function formatUnsupported(definition: JsonObject): readonly FaultAt[] {
  const places = membersNamed(formatsOf(definition), (name) => UNSUPPORTED_FORMATS.has(name))
  return faultsAt(places, 'format_unsupported', 'this exchange cannot check credentials of this format')
}

function predicateUnsupported(definition: JsonObject): readonly FaultAt[] {
  const places = fieldsOf(definition)
    .filter(({ value }) => memberOf(value, 'predicate') === 'required')
    .map(({ location }) => [...location, 'predicate'])
  const message = 'no supported format can derive the result; only a value that is true itself will do'
  return faultsAt(places, 'predicate_unsupported', message)
}

function patternBacktracking(definition: JsonObject, prepareFilter: PrepareFilter): readonly FaultAt[] {
  const places = fieldsOf(definition)
    .filter(({ value }) => Object.hasOwn(value, 'filter') && prepareFilter(value['filter']).backtracks)
    .map(({ location }) => [...location, 'filter'])
  const message = 'a pattern looks around or refers back: it is tried apart, and only for a short time'
  return faultsAt(places, 'pattern_backtracking', message)
}

function keywordsUnapplied(definition: JsonObject, prepareFilter: PrepareFilter): readonly FaultAt[] {
  return fieldsOf(definition).flatMap(({ location, value }) => {
    if (!Object.hasOwn(value, 'filter')) return []
    return prepareFilter(value['filter']).unapplied.map((unapplied) => ({
      location: [...location, 'filter', ...unapplied.location],
      code: 'ignored_member' as const,
      message: unapplied.message,
    }))
  })
}

function groupUnused(definition: JsonObject): readonly FaultAt[] {
  const named = new Set(allRequirementsOf(definition).map(({ value }) => memberOf(value, 'from')))
  return descriptorsOf(definition).flatMap((descriptor) =>
    textEntries(descriptor, 'group')
      .filter(({ text }) => !named.has(text))
      .map(({ location }) => ({ location, code: 'group_unused', message: 'no requirement names this group' })),
  )
}

const NUMBERS: readonly string[] = ['count', 'min', 'max']

function ruleArgumentIgnored(definition: JsonObject): readonly FaultAt[] {
  const requirements = allRequirementsOf(definition).filter(({ value }) => memberOf(value, 'rule') === 'all')
  const places = membersNamed(requirements, (name) => NUMBERS.includes(name))
  return faultsAt(places, 'rule_argument_ignored', 'has no effect beside the rule all')
}

function ruleArgumentMissing(definition: JsonObject): readonly FaultAt[] {
  const places = allRequirementsOf(definition)
    .filter(({ value }) => memberOf(value, 'rule') === 'pick' && !NUMBERS.some((name) => Object.hasOwn(value, name)))
    .map(({ location }) => [...location, 'rule'])
  return faultsAt(places, 'rule_argument_missing', 'pick without count, min and max is read as min 1')
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
  const places = ['count', 'min']
    .filter((name) => Number(memberOf(value, name) ?? 0) > available)
    .map((name) => [...location, name])
  return faultsAt(places, 'unsatisfiable', phrase`asks for more than the ${available} there are`)
}
