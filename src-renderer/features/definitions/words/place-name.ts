import type { Location } from '../../../../shared/presentation-exchange/json.ts'
import { memberOf, textOf, valueAt } from '../../../../shared/presentation-exchange/json.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'

/** Names for the entries of lists, by the member with the list. */
const ENTRIES: Readonly<Record<string, string>> = {
  input_descriptors: 'input',
  schema: 'schema',
  group: 'group',
  fields: 'field',
  path: 'path',
  submission_requirements: 'rule',
  from_nested: 'rule',
  is_holder: 'holderRule',
  same_subject: 'subjectRule',
  field_id: 'fieldId',
  credentials: 'query',
  claims: 'claim',
  claim_sets: 'claimSet',
  credential_sets: 'credentialSet',
  options: 'option',
}

/** Members that only group others, and are left out. */
const SILENT: ReadonlySet<string> = new Set(['constraints', 'dcql_query'])

/** A part of a definition in words: "Input licence, schema 1, uri". Empty for the whole. */
export function placeName(location: Location, root: unknown): string {
  const parts = location.flatMap((_, index) => partName(location.slice(0, index + 1), location[index + 1], root))
  const [first = '', ...rest] = parts
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
}

function partName(location: Location, next: string | number | undefined, root: unknown): readonly string[] {
  const [list, step] = [location.at(-2), location.at(-1)]
  if (typeof step === 'number') {
    const kind = typeof list === 'string' ? ENTRIES[list] : undefined
    if (kind === undefined) return [text('definitions.place.entry', { number: step + 1 })]
    return [entryName(kind, step, valueAt(root, location))]
  }
  if (step === undefined || SILENT.has(step)) return []
  // A list is described by its entry, unless the path ends there.
  const kind = ENTRIES[step]
  if (kind === undefined) return [step]
  return typeof next === 'number' ? [] : [text(oneOf('definitions.place.listOf.*', kind))]
}

function entryName(kind: string, index: number, entry: unknown): string {
  const own = textOf(memberOf(entry, 'name')) ?? textOf(memberOf(entry, 'id'))
  const name = own === undefined || own.trim() === '' ? String(index + 1) : own
  return text(oneOf('definitions.place.*', kind), { name })
}
