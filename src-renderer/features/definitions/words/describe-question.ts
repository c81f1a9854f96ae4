import { isQueryDefinition } from '../../../../shared/dcql/query.ts'
import type { ClaimsPath } from '../../../../shared/dcql/query.ts'
import { jsonPathOf } from '../../../../shared/dcql/translation.ts'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { listOf, memberOf, textsOf } from '../../../../shared/presentation-exchange/json.ts'
import { text } from '../../../i18n/i18n.ts'
import type { AskedDefinition, AskedField, AskedInput } from './describe-definition.ts'
import { describeDefinition, summaryOf } from './describe-definition.ts'
import { describeFilter, joined } from './describe-filter.ts'
import type { AskedRule } from './describe-rule.ts'
import { objectsOf, saidIn } from './said.ts'

/**
 * Describes a presentation definition or a DCQL query in words: a credential query is an input, and a credential set a
 * rule. Both may be just being typed; malformed parts are left out.
 */
export function describeQuestion(question: JsonObject): AskedDefinition {
  if (!isQueryDefinition(question)) return describeDefinition(question)
  const query = memberOf(question, 'dcql_query')
  const inputs = objectsOf(memberOf(query, 'credentials')).map(describeCredential)
  const rules = objectsOf(memberOf(query, 'credential_sets')).map(describeSet)
  return { summary: summaryOf(inputs, rules), inputs, rules, formats: [] }
}

function describeCredential(credential: JsonObject, index: number): AskedInput {
  const id = saidIn(credential, 'id') ?? ''
  const format = saidIn(credential, 'format')
  return {
    id,
    name: id === '' ? text('definitions.place.query', { name: index + 1 }) : id,
    purpose: undefined,
    schemas: [],
    groups: [],
    fields: objectsOf(memberOf(credential, 'claims')).map(describeClaim),
    rules: credentialRules(credential, format),
    formats: format === undefined ? [] : [format],
  }
}

function describeClaim(claim: JsonObject): AskedField {
  const path = listOf(memberOf(claim, 'path')).filter(isStep)
  const values = listOf(memberOf(claim, 'values'))
  const filter = values.length > 1 ? { enum: values } : { const: values[0] }
  return {
    name: path.findLast((step) => typeof step === 'string') ?? text('definitions.words.value'),
    paths: path.length === 0 ? [] : [jsonPathOf(path)],
    condition: values.length === 0 ? text('definitions.words.given') : describeFilter(filter),
    purpose: undefined,
    notes: [],
  }
}

const isStep = (step: unknown): step is ClaimsPath[number] =>
  step === null || typeof step === 'string' || typeof step === 'number'

function credentialRules(credential: JsonObject, format: string | undefined): readonly string[] {
  const meta = memberOf(credential, 'meta')
  const types = [
    ...textsOf(memberOf(meta, 'vct_values')),
    ...listOf(memberOf(meta, 'type_values')).map((names) => joined(textsOf(names), 'conjunction')),
    ...textsOf(memberOf(meta, 'doctype_value')),
  ]
  const sets = listOf(memberOf(credential, 'claim_sets')).map((ids) => joined(textsOf(ids), 'conjunction'))
  const isLimited = format === 'dc+sd-jwt' || format === 'vc+sd-jwt'
  return [
    ...(types.length === 0 ? [] : [text('definitions.words.ofType', { types: joined(types, 'disjunction') })]),
    ...(sets.length === 0 ? [] : [text('definitions.words.claimSets', { sets: sets.join('; ') })]),
    ...(isLimited ? [text('definitions.words.limit_disclosure.required')] : []),
    ...(memberOf(credential, 'trusted_authorities') === undefined ? [] : [text('definitions.words.authorities')]),
    ...(memberOf(credential, 'multiple') === true ? [text('definitions.words.multiple')] : []),
    ...(memberOf(credential, 'require_cryptographic_holder_binding') === false
      ? [text('definitions.words.unbound')]
      : []),
  ]
}

function describeSet(set: JsonObject): AskedRule {
  const options = listOf(memberOf(set, 'options')).map((ids) => joined(textsOf(ids), 'conjunction'))
  const said = text(memberOf(set, 'required') === false ? 'definitions.words.setOrNone' : 'definitions.words.set')
  const ruleOf = (sentence: string, inner: readonly AskedRule[]): AskedRule => ({
    name: undefined,
    purpose: undefined,
    text: sentence,
    summary: sentence,
    members: [],
    inner,
  })
  return ruleOf(
    said,
    options.map((option) => ruleOf(option, [])),
  )
}
