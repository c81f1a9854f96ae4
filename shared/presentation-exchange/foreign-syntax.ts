import { lengthInCharacters } from './json.ts'

/*
 * What other engines have and ECMA-262 has not, but does not refuse either: its Annex B, for old pages of the web, reads
 * a backslash before a letter that says nothing as the letter. Whoever wrote `\A` or `[[:alpha:]]` meant something else.
 */

interface Token {
  readonly text: string
  /** In UTF-16 units. */
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
export function refuseForeignSyntax(pattern: string): void {
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
