import { characterRange, repetition, TEXT_END, TEXT_START } from '../json-schema/linear-pattern.ts'

/**
 * Translates an I-Regexp (RFC 9485), as `match` and `search` of JSONPath use it, to the syntax of RE2, whose engine does
 * not backtrack. Undefined if it is not an I-Regexp, for example with `\d`, look-around, lazy quantifiers or `[^]`.
 *
 * `^` and `$` are anchors. The grammar of RFC 9485 has them as ordinary characters, but its mapping to engines like this
 * one does not escape them, and the JSONPath compliance test suite expects anchors.
 */
export function translateIRegexp(pattern: string): string | undefined {
  const pieces: string[] = []
  let depth = 0
  let mayRepeat = false
  let rest = pattern
  while (rest !== '') {
    const token = nextToken(rest)
    if (token === undefined) return undefined
    const { kind, text } = token
    if (kind === 'repetition' && !mayRepeat) return undefined
    depth += DEPTH_CHANGES[text] ?? 0
    if (depth < 0) return undefined
    mayRepeat = kind === 'atom' || text === ')'
    pieces.push(token.syntax)
    rest = rest.slice(text.length)
  }
  return depth === 0 ? pieces.join('') : undefined
}

interface Token {
  readonly kind: 'repetition' | 'structure' | 'atom'
  readonly text: string
  readonly syntax: string
}

/** How a token changes the nesting depth. An escaped parenthesis is the token `\(`, so it does not. */
const DEPTH_CHANGES: Readonly<Record<string, number>> = { '(': 1, ')': -1 }

const STRUCTURE: Readonly<Record<string, string>> = { '(': '(?:', ')': ')', '|': '|' }
const REPETITION = /^(?:[*+?]|\{(?<min>\d+)(?<range>,(?<max>\d*))?\})/
const CATEGORY = String.raw`\\[pP]\{(?:L[lmotu]?|M[cen]?|N[dlo]?|P[c-fios]?|S[ckmo]?|Z[lps]?|C[cfno]?)\}`
const ESCAPE = String.raw`\\[(-+\-.?[-^nrt{-}]`
const ORDINARY = String.raw`[^(-+.?[-\]{-}\ud800-\udfff]`
/** One character in a character class. */
const MEMBER = String.raw`(?:[^\-[-\]\ud800-\udfff]|${ESCAPE})`
const CLASS = String.raw`\[(?!\^\])\^?(?:-|(?=[^\]\-]))(?:${CATEGORY}|${MEMBER}(?:-${MEMBER})?)*-?\]`
const ATOM = new RegExp(`^(?:\\.|${CATEGORY}|${ESCAPE}|${CLASS}|${ORDINARY})`, 'u')
const ITEMS_OF_CLASS = new RegExp(`(?<category>${CATEGORY})|(?<first>${MEMBER})(?:-(?<last>${MEMBER}))?|-`, 'gu')

function nextToken(rest: string): Token | undefined {
  const [first = ''] = rest
  const structure = STRUCTURE[first]
  if (structure !== undefined) return { kind: 'structure', text: first, syntax: structure }
  const repeated = REPETITION.exec(rest)
  if (repeated !== null) return { kind: 'repetition', text: repeated[0], syntax: repetitionOf(repeated) }
  const [text] = ATOM.exec(rest) ?? []
  return text === undefined ? undefined : { kind: 'atom', text, syntax: atomOf(text) }
}

function repetitionOf({ 0: text, groups: { min, range, max } = {} }: RegExpExecArray): string {
  if (min === undefined) return text
  if (range === undefined) return repetition(Number(min), Number(min))
  return repetition(Number(min), max === '' ? Infinity : Number(max))
}

/** What `.` matches: RFC 9485 excludes only line feed and carriage return, not the other line terminators. */
const ANY_CHARACTER = `[^${characterRange(0x0a)}${characterRange(0x0d)}]`
const SPECIAL_ATOMS: Readonly<Record<string, string>> = { '.': ANY_CHARACTER, '^': TEXT_START, $: TEXT_END }

function atomOf(text: string): string {
  const special = SPECIAL_ATOMS[text]
  if (special !== undefined) return special
  if (text.startsWith('\\p') || text.startsWith('\\P')) return text
  return text.startsWith('[') ? classOf(text) : `[${characterRange(codePointOf(text))}]`
}

function classOf(text: string): string {
  const isNegated = text.startsWith('[^')
  const items = text.slice(isNegated ? 2 : 1, -1).matchAll(ITEMS_OF_CLASS)
  const members = Array.from(items, ({ 0: item, groups = {} }) => {
    const { category, first = item, last = first } = groups
    return category ?? characterRange(codePointOf(first), codePointOf(last))
  })
  return `[${isNegated ? '^' : ''}${members.join('')}]`
}

const CONTROLS: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' }

/** The code point of a literal or escaped character. */
function codePointOf(text: string): number {
  const character = CONTROLS[text] ?? (text.length > 1 && text.startsWith('\\') ? text.slice(1) : text)
  return character.codePointAt(0) ?? 0
}
