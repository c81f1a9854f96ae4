import type { Budget } from '../presentation-exchange/budget.ts'
import { BudgetSpent, spend } from '../presentation-exchange/budget.ts'
import { flagsOf, translateEcmaPattern } from './ecma-pattern.ts'
import { lengthInCharacters } from '../presentation-exchange/json.ts'
import { linearPattern } from './linear-pattern.ts'

/** A compiled pattern. */
export interface PreparedPattern {
  /** Whether it needs a backtracking engine, which a hostile text can keep busy for years. */
  readonly backtracks: boolean
  /** @throws {BudgetSpent} */
  test(text: string, budget: Budget): boolean
}

/** A pattern is read four times: for foreign syntax, by `RegExp`, by the parser and, translated, by the linear engine. */
const STEPS_PER_CHARACTER = 4
/** `RegExp` builds the whole table of a Unicode property wherever a pattern has one. */
const STEPS_PER_PROPERTY = 128

/**
 * Compiles a pattern of a filter or a registered schema, as ECMA-262 defines it, not anchored. Patterns that the linear engine
 * supports run there, because it does not backtrack.
 *
 * @throws {SyntaxError} if it is not a pattern of ECMA-262, or has the syntax of another engine
 * @throws {BudgetSpent}
 */
export function preparePattern(pattern: string, budget: Budget): PreparedPattern {
  const properties = pattern.match(/[pP]\{/g) ?? []
  spend(budget, pattern.length * STEPS_PER_CHARACTER + properties.length * STEPS_PER_PROPERTY)
  const expression = compile(pattern)
  if (pattern.length <= MAX_FIXED_LENGTH && FIXED_PATTERN.test(pattern)) return fixedPattern(expression)
  const translated = translateEcmaPattern(pattern, flagsOf(pattern))
  const linear = translated && linearPattern(translated.syntax, budget)
  if (translated === undefined || linear === undefined) return backtrackingPattern(expression)
  return { backtracks: false, test: (text, testBudget) => linear.test(translated.prepareText(text), testBudget) }
}

export function isPattern(text: string): boolean {
  return patternFault(text) === undefined
}

/** Why a text is not a pattern; undefined if it is one. */
export function patternFault(text: string): string | undefined {
  try {
    compile(text)
    return undefined
  } catch (fault) {
    if (fault instanceof SyntaxError) return fault.message
    throw fault
  }
}

/** @throws {SyntaxError} */
function compile(pattern: string): RegExp {
  refuseForeignSyntax(pattern)
  return new RegExp(pattern, flagsOf(pattern))
}

const MAX_FIXED_LENGTH = 200
const CHARACTERS_PER_STEP = 64
/**
 * Patterns of characters and classes from the start of the text, each with a fixed count. `RegExp` cannot backtrack in them,
 * and is ten times as fast as the linear engine.
 */
const FIXED_PATTERN =
  /^\^(?:(?:[^\\()[\]{}*+?|.^$]|\\(?:[dDwWsS]|[^\da-zA-Z])|\.|\[(?:[^\]\\]|\\.)+\])(?:\{\d{1,3}\})?)*\$?$/s

function fixedPattern(expression: RegExp): PreparedPattern {
  return {
    backtracks: false,
    test(text, budget) {
      spend(budget, 1 + text.length / CHARACTERS_PER_STEP)
      return expression.test(text)
    },
  }
}

function backtrackingPattern(expression: RegExp): PreparedPattern {
  return {
    backtracks: true,
    test(text, { mayBacktrack }) {
      if (!mayBacktrack) throw new BudgetSpent()
      try {
        return expression.test(text)
      } catch (fault) {
        // Backtracking can also overflow the stack.
        throw fault instanceof RangeError ? new BudgetSpent() : fault
      }
    },
  }
}

/*
 * Syntax of other engines that ECMA-262 accepts with another meaning: Annex B reads a backslash before an unknown letter as the
 * letter. The author of `\A` or `[[:alpha:]]` did not mean that.
 */

interface Token {
  readonly text: string
  /** The index in UTF-16 units. */
  readonly index: number
  readonly isInClass: boolean
}

/** Escapes, POSIX classes, the brackets of character classes, and the start of capturing groups. */
const TOKENS =
  /\\(?:[1-9]\d*|[pPu]\{|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^])|\[:\^?[A-Za-z]+:\]|[[\]]|\((?!\?)|\(\?<(?![=!])/g

/** Escapes that are valid in and outside of character classes; `c`, `x`, `u`, `p` and `P` only with more than the letter. */
const ESCAPE_ANYWHERE = /^\\(?:[^\dA-Za-z]|[bdDfnrsStvwW0]$|[cxupP][^])/

/**
 * Refuses escapes of ASCII letters and digits that only Annex B allows, and `[:alpha:]` in a character class. A back-reference
 * must refer to an existing group.
 *
 * @throws {SyntaxError} with the first of them and its position in characters from 1
 */
function refuseForeignSyntax(pattern: string): void {
  const tokens = [...tokensOf(pattern)]
  const groups = tokens.filter(({ text, isInClass }) => text.startsWith('(') && !isInClass)
  const names = groups.filter(({ text }) => text !== '(')
  const foreign = tokens.find((token) => !isEcmaSyntax(token, groups.length, names.length))
  if (foreign === undefined) return
  const position = lengthInCharacters(pattern.slice(0, foreign.index)) + 1
  const kind = foreign.text.startsWith('[') ? 'class' : 'escape'
  throw new SyntaxError(`${foreign.text} at character ${position} is no ${kind} of ECMA-262`)
}

function* tokensOf(pattern: string): Generator<Token> {
  let isInClass = false
  for (const { 0: text, index } of pattern.matchAll(TOKENS)) {
    yield { text, index, isInClass }
    if (text === '[') isInClass = true
    if (text === ']') isInClass = false
  }
}

/** `[:alpha:]` is only foreign within a character class. Elsewhere it is a class of these letters and a colon. */
function isEcmaSyntax({ text, isInClass }: Token, groups: number, names: number): boolean {
  if (text.startsWith('[:')) return !isInClass
  if (!text.startsWith('\\') || ESCAPE_ANYWHERE.test(text)) return true
  if (isInClass) return false
  if (text === '\\k') return names > 0
  return text === '\\B' || Number(text.slice(1)) <= groups
}
