import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { memberOf, textOf } from '../../../../shared/presentation-exchange/json.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import { joined } from './describe-filter.ts'
import { objectsOf, saidIn } from './said.ts'

/** A submission requirement in words; `inner` has its nested requirements. */
export interface AskedRule {
  readonly name: string | undefined
  readonly purpose: string | undefined
  readonly text: string
  /** The text without the name of its group. */
  readonly summary: string
  /** The names of the inputs of its group. */
  readonly members: readonly string[]
  readonly inner: readonly AskedRule[]
}

/** An input with the groups it is in. */
export interface GroupedInput {
  readonly name: string
  readonly groups: readonly string[]
}

/** The deepest nesting of rules; the exchange refuses a definition with more. */
const MAX_LEVELS = 8

/** A submission requirement in words, with the inputs of its group. */
export function describeRule(rule: JsonObject, inputs: readonly GroupedInput[], level = 1): AskedRule {
  const from = textOf(memberOf(rule, 'from'))
  const inner = level === MAX_LEVELS ? [] : objectsOf(memberOf(rule, 'from_nested'))
  const members = inputs.filter(({ groups }) => from !== undefined && groups.includes(from)).map(({ name }) => name)
  const source = from === undefined ? text('definitions.words.nested') : text('definitions.words.group', { name: from })
  return {
    name: saidIn(rule, 'name'),
    purpose: saidIn(rule, 'purpose'),
    text: ruleText(rule, source),
    summary: ruleSummary(rule, members.length),
    members,
    inner: inner.map((one) => describeRule(one, inputs, level + 1)),
  }
}

function ruleText(rule: JsonObject, source: string): string {
  const isPick = memberOf(rule, 'rule') === 'pick'
  return isPick
    ? text('definitions.words.pick', { amount: amountOf(rule), source })
    : text('definitions.words.all', { source })
}

function ruleSummary(rule: JsonObject, count: number): string {
  if (memberOf(rule, 'rule') !== 'pick') return text('definitions.words.asksAll', { count })
  return text('definitions.words.asksSome', { amount: amountOf(rule), count })
}

/** The number of inputs for a `pick`; at least one by default. */
function amountOf(rule: JsonObject): string {
  const amounts = ['count', 'min', 'max'].flatMap((name) => {
    const number = memberOf(rule, name)
    return typeof number === 'number' ? [text(oneOf('definitions.words.amount.*', name), { number })] : []
  })
  return amounts.length === 0 ? text('definitions.words.amount.min', { number: 1 }) : joined(amounts, 'conjunction')
}
