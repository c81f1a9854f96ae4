import { isQueryDefinition, QUERY_FORMATS } from '../../../../shared/dcql/query.ts'
import type { Location } from '../../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textsOf, valueAt } from '../../../../shared/presentation-exchange/json.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Problem } from './definition-problems.ts'
import type { JsonDocument } from './json-document.ts'
import type { JsonEdit } from './json-edits.ts'
import { removeAt, setAt } from './json-edits.ts'

/** A fix for a problem with one click. */
export interface ProblemFix {
  readonly label: string
  readonly edits: readonly JsonEdit[]
}

/** More buttons at one problem would not help. */
const MAX_FIXES = 3

type Fixer = (location: Location, root: unknown, problem: Problem) => readonly ProblemFix[]

/** The fixes for a problem, the likeliest first; none if only a person can decide. */
export function fixesOf({ value, faults }: JsonDocument, problem: Problem): readonly ProblemFix[] {
  const { location, code } = problem
  // A path is ambiguous while a member occurs twice.
  const ambiguous = faults.some((fault) => fault.code === 'duplicate_member')
  if (value === undefined || location === undefined || ambiguous) return []
  const fixers = isQueryDefinition(value) ? QUERY_FIXERS : FIXERS
  return (fixers[code]?.(location, value, problem) ?? []).slice(0, MAX_FIXES)
}

const FIXERS: Readonly<Record<string, Fixer>> = {
  group_unknown: (location, root) => choices(location, groupsOf(root)),
  group_unused: (location) => [removal(location)],
  descriptor_ungrouped: (location, root) =>
    namedGroups(root).map((name) => ({
      label: text('definitions.fix.putIntoGroup', { name }),
      edits: [setAt([...location, 'group'], [name])],
    })),
  duplicate: freshId,
  required: missingMember,
  ignored_member: (location) => [removal(location)],
  id_ignored: (location) => [removal(location)],
  rule_argument_ignored: (location) => [removal(location)],
  format_unknown: (location) => [removal(location)],
  format_unsupported: (location) => [removal(location)],
  predicate_without_filter: (location) => [removal(location)],
  empty: (location) => [removal(location)],
  rule_unknown: (location) => choices(location, ['all', 'pick']),
  rule_argument_missing: (location) => [
    { label: text('definitions.fix.writeMin'), edits: [setAt([...location.slice(0, -1), 'min'], 1)] },
  ],
  from_or_from_nested: sourceFixes,
  field_id_unknown: (location, root) => choices(location, fieldIdsOf(root)),
  unsatisfiable: availableCount,
  jsonpath_invalid: lastEntry,
  asks_nothing: (location) => [addInput(location)],
}

const QUERY_FIXERS: Readonly<Record<string, Fixer>> = {
  id_unknown: (location, root) => choices(location, idsOf(root, listNamedBy(location))),
  duplicate: (location, root) =>
    choices(location, [unusedName(String(valueAt(root, location)), idsOf(root, location.slice(0, -2)))]),
  ignored_member: (location) => [removal(location)],
  id_ignored: (location) => [removal(location)],
  format_unsupported: (location) => choices(location, ['dc+sd-jwt']),
  format_unknown: (location) => choices(location, QUERY_FORMATS),
}

/** What an option of `credential_sets` names beside it, and what a set of `claim_sets` names. */
const listNamedBy = (location: Location): Location =>
  location.includes('claim_sets') ? [...location.slice(0, -3), 'claims'] : ['dcql_query', 'credentials']

const idsOf = (root: unknown, list: Location): readonly string[] =>
  listOf(valueAt(root, list)).flatMap((entry) => textsOf(memberOf(entry, 'id')))

function removal(location: Location): ProblemFix {
  return { label: text('definitions.fix.remove', { name: location.at(-1) ?? '' }), edits: [removeAt(location)] }
}

function choices(location: Location, names: readonly (string | number)[]): readonly ProblemFix[] {
  return names.map((name) => ({ label: text('definitions.fix.use', { name }), edits: [setAt(location, name)] }))
}

const descriptorsOf = (root: unknown): readonly unknown[] => listOf(memberOf(root, 'input_descriptors'))

function groupsOf(root: unknown): readonly string[] {
  return [...new Set(descriptorsOf(root).flatMap((descriptor) => textsOf(memberOf(descriptor, 'group'))))]
}

/** The groups that rules refer to. */
function namedGroups(root: unknown): readonly string[] {
  const fromOf = (rule: unknown): readonly string[] => [
    ...textsOf(memberOf(rule, 'from')),
    ...listOf(memberOf(rule, 'from_nested')).flatMap(fromOf),
  ]
  return [...new Set(listOf(memberOf(root, 'submission_requirements')).flatMap(fromOf))]
}

function fieldsOf(root: unknown): readonly unknown[] {
  return descriptorsOf(root).flatMap((descriptor) => listOf(memberOf(memberOf(descriptor, 'constraints'), 'fields')))
}

const fieldIdsOf = (root: unknown): readonly string[] =>
  fieldsOf(root).flatMap((field) => textsOf(memberOf(field, 'id')))

const inputIdsOf = (root: unknown): readonly string[] =>
  descriptorsOf(root).flatMap((descriptor) => textsOf(memberOf(descriptor, 'id')))

/** The name with the lowest number that is not taken. */
export function unusedName(wanted: string, used: readonly string[]): string {
  if (!used.includes(wanted)) return wanted
  const stem = wanted.replace(/-\d+$/, '')
  const numbers = Array.from({ length: used.length + 1 }, (_, index) => index + 2)
  const free = numbers.find((number) => !used.includes(`${stem}-${number}`)) ?? used.length
  return `${stem}-${free}`
}

function freshId(location: Location, root: unknown): readonly ProblemFix[] {
  const used = location.includes('fields') ? fieldIdsOf(root) : inputIdsOf(root)
  return choices(location, [unusedName(String(valueAt(root, location)), used)])
}

function missingMember(location: Location, root: unknown): readonly ProblemFix[] {
  const member = location.at(-1)
  if (location.length === 1 && member === 'input_descriptors') return missingInputs(root)
  if (member === 'id') return choices(location, [unusedName('input', inputIdsOf(root))])
  if (member === 'path')
    return [{ label: text('definitions.fix.addPath'), edits: [setAt(location, ['$.credentialSubject'])] }]
  if (member === 'rule') return choices(location, ['all', 'pick'])
  if (member === 'directive') return choices(location, ['required', 'preferred'])
  return typeof member === 'number' && isObject(valueAt(root, location)) ? [addField(location)] : []
}

/** Published examples come wrapped in `presentation_definition`. */
function missingInputs(root: unknown): readonly ProblemFix[] {
  const inner = memberOf(root, 'presentation_definition')
  const unwrap = isObject(inner) ? [{ label: text('definitions.fix.unwrap'), edits: [setAt([], inner)] }] : []
  return [...unwrap, addInput(['input_descriptors'])]
}

export function newInput(id: string) {
  return { id, constraints: { fields: [{ path: ['$.credentialSubject.id'] }] } }
}

function addInput(location: Location): ProblemFix {
  return { label: text('definitions.fix.addInput'), edits: [setAt(location, [newInput('input')])] }
}

function addField(location: Location): ProblemFix {
  const { constraints } = newInput('')
  return { label: text('definitions.fix.addField'), edits: [setAt([...location, 'constraints'], constraints)] }
}

function sourceFixes(location: Location, root: unknown): readonly ProblemFix[] {
  const both = ['from', 'from_nested'].filter((name) => memberOf(valueAt(root, location), name) !== undefined)
  if (both.length > 0) return both.map((name) => removal([...location, name]))
  return choices([...location, 'from'], groupsOf(root))
}

function availableCount(location: Location, root: unknown): readonly ProblemFix[] {
  const rule = valueAt(root, location.slice(0, -1))
  const from = memberOf(rule, 'from')
  const available =
    typeof from === 'string'
      ? descriptorsOf(root).filter((descriptor) => textsOf(memberOf(descriptor, 'group')).includes(from)).length
      : listOf(memberOf(rule, 'from_nested')).length
  return available < 1 ? [] : choices(location, [available])
}

function lastEntry(location: Location, root: unknown): readonly ProblemFix[] {
  const path = String(valueAt(root, location))
  const standard = path.replaceAll(/\[\(@\.length\s*-\s*(\d+)\)\]/g, '[-$1]')
  return standard === path ? [] : choices(location, [standard])
}
