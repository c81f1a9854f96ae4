import type { Budget } from './budget.ts'
import { BudgetSpent, spend } from './budget.ts'
import { flagsOf, translateEcmaPattern } from './ecma-pattern.ts'
import { refuseForeignSyntax } from './foreign-syntax.ts'
import { linearPattern } from './linear-pattern.ts'

/** A pattern ready to be tried on texts. */
export interface PreparedPattern {
  /** Whether only an engine that can go back knows it; a hostile text can make such an engine run for years. */
  readonly backtracks: boolean
  /** @throws {BudgetSpent} */
  test(text: string, budget: Budget): boolean
}

/** It is read four times: for foreign syntax, by the language, by the parser and, translated, by the engine. */
const STEPS_PER_LETTER = 4
/** The language makes the whole table of a property of characters wherever one stands, before it is tried on anything. */
const STEPS_PER_PROPERTY = 128

/**
 * Prepares a pattern of a filter or a registered schema. It means what ECMA-262 says, and is not anchored. A quantifier
 * such as `{10-12}` is literal text, as there; with the flag `u`, which `\p{…}` and `\u{…}` bring, it is refused, as there.
 *
 * The language itself decides what is a pattern, less what its Annex B reads as something nobody means. It runs in an
 * engine that cannot go back wherever that can say the same.
 *
 * @throws {SyntaxError} when ECMA-262 does not have it, or it has syntax of other engines.
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function preparePattern(pattern: string, budget: Budget): PreparedPattern {
  const properties = pattern.match(/[pP]\{/g) ?? []
  spend(budget, pattern.length * STEPS_PER_LETTER + properties.length * STEPS_PER_PROPERTY)
  const flags = flagsOf(pattern)
  const engine = readAsLanguage(pattern)
  const translated = translateEcmaPattern(pattern, flags)
  const linear = translated && linearPattern(translated.syntax, budget)
  if (translated === undefined || linear === undefined) return backtracking(engine)
  return { backtracks: false, test: (text, spent) => linear.test(translated.readText(text), spent) }
}

/** Whether a text is a pattern here. Nothing is tried on a text. */
export function isPattern(text: string): boolean {
  return patternFault(text) === undefined
}

/** Why a text is no pattern, in words; undefined when it is one. */
export function patternFault(text: string): string | undefined {
  try {
    readAsLanguage(text)
    return undefined
  } catch (fault) {
    if (fault instanceof SyntaxError) return fault.message
    throw fault
  }
}

/** @throws {SyntaxError} */
function readAsLanguage(pattern: string): RegExp {
  refuseForeignSyntax(pattern)
  return new RegExp(pattern, flagsOf(pattern))
}

function backtracking(engine: RegExp): PreparedPattern {
  return {
    backtracks: true,
    test(text, { mayBacktrack }) {
      if (!mayBacktrack) throw new BudgetSpent()
      return tryOn(engine, text)
    },
  }
}

/** Going back takes room as well as time: what a stack has no room for is too much work, not a fault of ours. */
function tryOn(engine: RegExp, text: string): boolean {
  try {
    return engine.test(text)
  } catch (fault) {
    throw fault instanceof RangeError ? new BudgetSpent() : fault
  }
}
