import type { Budget } from '../presentation-exchange/budget.ts'
import { BudgetSpent, spend } from '../presentation-exchange/budget.ts'
import { flagsOf, translateEcmaPattern } from './ecma-pattern.ts'
import { lengthInCharacters } from '../presentation-exchange/json.ts'
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
  if (pattern.length <= LONGEST_ONE_WAY && ONE_WAY.test(pattern)) return oneWay(engine)
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

const LONGEST_ONE_WAY = 200
const TEXT_PER_STEP = 64
/**
 * Characters and classes from the begin of the text, each a fixed number of times: nothing is there that could be tried in
 * another way, so the language's own engine is as safe as ours and ten times as fast.
 */
const ONE_WAY =
  /^\^(?:(?:[^\\()[\]{}*+?|.^$]|\\(?:[dDwWsS]|[^\da-zA-Z])|\.|\[(?:[^\]\\]|\\.)+\])(?:\{\d{1,3}\})?)*\$?$/s

function oneWay(engine: RegExp): PreparedPattern {
  return {
    backtracks: false,
    test(text, budget) {
      spend(budget, 1 + text.length / TEXT_PER_STEP)
      return engine.test(text)
    },
  }
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

/*
 * What other engines have and ECMA-262 has not, but does not refuse either: its Annex B, for old pages of the web, reads
 * a backslash before a letter that says nothing as the letter. Whoever wrote `\A` or `[[:alpha:]]` meant something else.
 */

interface Token {
  readonly text: string
  /** The index in UTF-16 units. */
  readonly index: number
  readonly isInClass: boolean
}

/** Escapes with what belongs to them, classes of POSIX, ends of classes, and openings of groups that catch. */
const TOKENS =
  /\\(?:[1-9]\d*|[pPu]\{|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^])|\[:\^?[A-Za-z]+:\]|[[\]]|\((?!\?)|\(\?<(?![=!])/g

/** Those that mean something wherever they stand; `c`, `x`, `u`, `p` and `P` only with more than the letter. */
const ESCAPE_ANYWHERE = /^\\(?:[^\dA-Za-z]|[bdDfnrsStvwW0]$|[cxupP][^])/

/**
 * Refuses syntax that ECMA-262 takes for something else than every engine that has it: a backslash before an ASCII letter
 * or digit that is no escape outside of Annex B, and `[:alpha:]` inside of a class. A digit from 1 on names a group that
 * is there; a number that begins with 0 stays, since it means the same character everywhere.
 *
 * @throws {SyntaxError} that names the first of it and its place, counted in characters from 1
 */
function refuseForeignSyntax(pattern: string): void {
  const tokens = [...tokensOf(pattern)]
  const groups = tokens.filter(({ text, isInClass }) => text.startsWith('(') && !isInClass)
  const names = groups.filter(({ text }) => text !== '(')
  const foreign = tokens.find((token) => !isOfLanguage(token, groups.length, names.length))
  if (foreign === undefined) return
  const place = lengthInCharacters(pattern.slice(0, foreign.index)) + 1
  const kind = foreign.text.startsWith('[') ? 'class' : 'escape'
  throw new SyntaxError(`${foreign.text} at character ${place} is no ${kind} of ECMA-262`)
}

function* tokensOf(pattern: string): Generator<Token> {
  let isInClass = false
  for (const { 0: text, index } of pattern.matchAll(TOKENS)) {
    yield { text, index, isInClass }
    if (text === '[') isInClass = true
    if (text === ']') isInClass = false
  }
}

/** Outside of a class `[:alpha:]` is one itself, of these letters and a colon, for every engine. */
function isOfLanguage({ text, isInClass }: Token, groups: number, names: number): boolean {
  if (text.startsWith('[:')) return !isInClass
  if (!text.startsWith('\\') || ESCAPE_ANYWHERE.test(text)) return true
  if (isInClass) return false
  if (text === '\\k') return names > 0
  return text === '\\B' || Number(text.slice(1)) <= groups
}
