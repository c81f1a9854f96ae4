import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { isObject, memberOf, textsOf } from '../../../../shared/presentation-exchange/json.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import { describeFilter, joined } from './describe-filter.ts'
import type { AskedRule } from './describe-rule.ts'
import { describeRule } from './describe-rule.ts'
import { objectsOf, saidIn } from './said.ts'

/**
 * Describes a definition in words. It also accepts definitions that are being typed: malformed parts are left out,
 * because the list of problems has them.
 */

/** One field of an input. */
export interface AskedField {
  readonly name: string
  /** JSONPaths; the first one that finds a matching value counts. */
  readonly paths: readonly string[]
  /** The end of a sentence that starts with the name; "is given" if any value matches. */
  readonly condition: string
  readonly purpose: string | undefined
  /** Short remarks, for example that it is optional, or that the verifier will store it. */
  readonly notes: readonly string[]
}

/** A requested credential. */
export interface AskedInput {
  readonly id: string
  readonly name: string
  readonly purpose: string | undefined
  readonly schemas: readonly { readonly uri: string; readonly required: boolean }[]
  readonly groups: readonly string[]
  readonly fields: readonly AskedField[]
  /** Sentences about the credential as a whole. */
  readonly rules: readonly string[]
  /** The accepted formats; empty for any. */
  readonly formats: readonly string[]
}

export interface AskedDefinition {
  readonly summary: string
  readonly inputs: readonly AskedInput[]
  readonly rules: readonly AskedRule[]
  readonly formats: readonly string[]
}

export function describeDefinition(definition: JsonObject): AskedDefinition {
  const descriptors = objectsOf(memberOf(definition, 'input_descriptors'))
  const names = fieldNames(descriptors)
  const inputs = descriptors.map((descriptor, index) => describeInput(descriptor, index, names))
  const rules = objectsOf(memberOf(definition, 'submission_requirements')).map((rule) => describeRule(rule, inputs))
  return { summary: summaryOf(inputs, rules), inputs, rules, formats: describeFormats(memberOf(definition, 'format')) }
}

/** What is asked for, in one sentence. */
export function summaryOf(inputs: readonly AskedInput[], rules: readonly AskedRule[]): string {
  const [only] = rules
  if (inputs.length === 0) return text('definitions.words.asksNothing')
  if (rules.length === 1 && only !== undefined && only.inner.length === 0) return only.summary
  if (rules.length > 0) return text('definitions.words.byRules', { count: inputs.length })
  return text('definitions.words.asksAll', { count: inputs.length })
}

/** The names of fields, by their ids. */
function fieldNames(descriptors: readonly JsonObject[]): ReadonlyMap<string, string> {
  const fields = descriptors.flatMap((descriptor) => objectsOf(memberOf(memberOf(descriptor, 'constraints'), 'fields')))
  return new Map(fields.flatMap((field) => textsOf(memberOf(field, 'id')).map((id) => [id, describeField(field).name])))
}

function describeInput(descriptor: JsonObject, index: number, names: ReadonlyMap<string, string>): AskedInput {
  const constraints = memberOf(descriptor, 'constraints')
  const id = saidIn(descriptor, 'id') ?? ''
  return {
    id,
    name: saidIn(descriptor, 'name') ?? (id === '' ? text('definitions.place.input', { name: index + 1 }) : id),
    purpose: saidIn(descriptor, 'purpose'),
    schemas: objectsOf(memberOf(descriptor, 'schema')).map((entry) => ({
      uri: saidIn(entry, 'uri') ?? '',
      required: memberOf(entry, 'required') === true,
    })),
    groups: textsOf(memberOf(descriptor, 'group')),
    fields: objectsOf(memberOf(constraints, 'fields')).map(describeField),
    rules: constraintRules(constraints, names),
    formats: describeFormats(memberOf(descriptor, 'format')),
  }
}

/** A field in words. */
export function describeField(field: unknown): AskedField {
  const paths = textsOf(memberOf(field, 'path'))
  const condition = describeFilter(memberOf(field, 'filter'))
  const predicate = memberOf(field, 'predicate')
  return {
    name: saidIn(field, 'name') ?? nameOfPath(paths[0]) ?? saidIn(field, 'id') ?? text('definitions.words.value'),
    paths,
    condition: condition === '' ? text('definitions.words.given') : condition,
    purpose: saidIn(field, 'purpose'),
    notes: [
      ...(memberOf(field, 'optional') === true ? [text('ui.optional')] : []),
      ...(memberOf(field, 'intent_to_retain') === true ? [text('definitions.words.retained')] : []),
      ...(predicate === 'required' || predicate === 'preferred'
        ? [text(oneOf('definitions.words.predicate.*', predicate))]
        : []),
    ],
  }
}

/** The last name of a path: what people would call the value. */
function nameOfPath(path: string | undefined): string | undefined {
  const names = [...(path ?? '').matchAll(/\.([\p{L}_][\p{L}\p{N}_-]*)|\[\s*(['"])(.+?)\2\s*\]/gu)]
  const last = names.at(-1)
  return last?.[1] ?? last?.[3]
}

function constraintRules(constraints: unknown, names: ReadonlyMap<string, string>): readonly string[] {
  return [
    ...(['limit_disclosure', 'subject_is_issuer'] as const).flatMap((member) => preference(member, constraints)),
    ...(['is_holder', 'same_subject'] as const).flatMap((member) => relations(member, constraints, names)),
    ...(['active', 'suspended', 'revoked'] as const).flatMap((status) => statusRule(status, constraints)),
  ]
}

function preference(member: string, constraints: unknown): readonly string[] {
  const level = memberOf(constraints, member)
  return level === 'required' || level === 'preferred' ? [text(oneOf('definitions.words.*.*', member, level))] : []
}

function relations(member: string, constraints: unknown, names: ReadonlyMap<string, string>): readonly string[] {
  return objectsOf(memberOf(constraints, member)).flatMap((relation) => {
    const directive = memberOf(relation, 'directive')
    const ids = textsOf(memberOf(relation, 'field_id'))
    const fields = joined(
      ids.map((id) => names.get(id) ?? id),
      'conjunction',
    )
    if (directive !== 'required' && directive !== 'preferred') return []
    return [text(oneOf('definitions.words.*.*', member, directive), { fields })]
  })
}

function statusRule(status: string, constraints: unknown): readonly string[] {
  const directive = memberOf(memberOf(memberOf(constraints, 'statuses'), status), 'directive')
  const known = directive === 'required' || directive === 'allowed' || directive === 'disallowed'
  return known ? [text(oneOf('definitions.words.statuses.*.*', status, directive))] : []
}

/** Formats with their signature algorithms: "jwt_vc with EdDSA or ES256". */
export function describeFormats(format: unknown): readonly string[] {
  const entries = isObject(format) ? Object.entries(format) : []
  return entries.map(([name, entry]) => {
    const signed = [...textsOf(memberOf(entry, 'alg')), ...textsOf(memberOf(entry, 'proof_type'))]
    return signed.length === 0
      ? name
      : text('definitions.words.signedWith', { format: name, algorithms: joined(signed, 'disjunction') })
  })
}
