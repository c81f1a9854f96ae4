import { RegExpParser } from '@eslint-community/regexpp'
import type { AST } from '@eslint-community/regexpp'
import { characterRange, repetition, TEXT_END, TEXT_START } from './linear-pattern.ts'

/** A pattern of ECMA-262, translated for the linear engine. */
export interface EcmaPattern {
  readonly syntax: string
  /** Converts a text to the form in which the translated pattern matches it. */
  readonly prepareText: (text: string) => string
}

/**
 * The flags of a pattern: `u` if it has a Unicode property, `\u{…}` or a character above U+FFFF, which would have another
 * meaning without it; otherwise none, as in JSON Schema draft 7.
 */
export function flagsOf(pattern: string): '' | 'u' {
  const escapes = pattern.match(/\\(?:[pPu]\{|[^])/g) ?? []
  if (escapes.some((escape) => escape.length > 2)) return 'u'
  return /[\ud800-\udbff][\udc00-\udfff]/.test(pattern) && isUnicodePattern(pattern) ? 'u' : ''
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

/**
 * Translates a pattern of ECMA-262 for an engine that does not backtrack. Undefined if that does not support it: look-around,
 * back-references, modifiers and some Unicode properties.
 *
 * @param pattern valid in ECMA-262 with these flags
 */
export function translateEcmaPattern(pattern: string, flags: '' | 'u'): EcmaPattern | undefined {
  const mode: Mode = flags === 'u' ? WHOLE_CHARACTERS : UTF16_UNITS
  try {
    const parserFlags = { unicode: flags === 'u', unicodeSets: false }
    const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, parserFlags)
    return { syntax: choiceOf(alternatives, mode), prepareText: mode.prepareText }
  } catch (fault) {
    // `RegExp` accepts some patterns that the parser refuses, or that are nested too deeply for its stack.
    if (fault instanceof Untranslatable || fault instanceof SyntaxError || fault instanceof RangeError) return undefined
    throw fault
  }
}

class Untranslatable extends Error {}

/** How the pattern matches one character. */
interface Mode {
  /** The characters of a class from first to last. */
  readonly range: (first: number, last: number) => string
  readonly prepareText: (text: string) => string
}

const WHOLE_CHARACTERS: Mode = { range: characterRange, prepareText: (text) => text }

const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff
/** Added to surrogates, because the engine would join two of them to one character. No other unit is above this number. */
const SURROGATE_OFFSET = 0x100000

/** Without the flag `u`, each surrogate is a character of its own: `.` matches only one of them. */
const UTF16_UNITS: Mode = {
  range(first, last) {
    const below: Range = [first, Math.min(last, FIRST_SURROGATE - 1)]
    const surrogates: Range = [Math.max(first, FIRST_SURROGATE), Math.min(last, LAST_SURROGATE)]
    const above: Range = [Math.max(first, LAST_SURROGATE + 1), last]
    const moved: Range = [surrogates[0] + SURROGATE_OFFSET, surrogates[1] + SURROGATE_OFFSET]
    return [below, surrogates[0] <= surrogates[1] ? moved : EMPTY, above]
      .filter(([from, to]) => from <= to)
      .map(([from, to]) => characterRange(from, to))
      .join('')
  },
  prepareText: (text) =>
    text.replace(/[\ud800-\udfff]/g, (unit) => String.fromCodePoint(unit.charCodeAt(0) + SURROGATE_OFFSET)),
}

type Range = readonly [first: number, last: number]

const EMPTY: Range = [1, 0]
const LAST_CHARACTER = 0x10ffff
const EVERYTHING = `[${characterRange(0, LAST_CHARACTER)}]`
const NOTHING = `[^${characterRange(0, LAST_CHARACTER)}]`

/** The line terminators of ECMA-262, in ascending order. */
const LINE_ENDS: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
/** The characters that `\s` matches in ECMA-262, in ascending order. */
const WHITE_SPACE: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const DIGITS: readonly Range[] = [[0x30, 0x39]]
/** The characters that `\w` matches without the flag `i`. */
const WORD: readonly Range[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
const SETS = { space: WHITE_SPACE, digit: DIGITS, word: WORD } as const

/** @param ranges in ascending order */
function complementOf(ranges: readonly Range[]): readonly Range[] {
  const starts = [0, ...ranges.map(([, last]) => last + 1)]
  const ends = [...ranges.map(([first]) => first - 1), LAST_CHARACTER]
  return starts.map((start, index): Range => [start, ends[index] ?? LAST_CHARACTER])
}

function choiceOf(alternatives: readonly AST.Alternative[], mode: Mode): string {
  const texts = alternatives.map(({ elements }) => elements.map((element) => pieceOf(element, mode)).join(''))
  return `(?:${texts.join('|')})`
}

function pieceOf(element: AST.Element, mode: Mode): string {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
      return `[${membersOf(element, mode)}]`
    case 'CharacterClass':
      return classOf(element, mode)
    case 'Assertion':
      return assertionOf(element)
    case 'Quantifier':
      return `(?:${pieceOf(element.element, mode)})${repetition(element.min, element.max)}`
    case 'CapturingGroup':
      return choiceOf(element.alternatives, mode)
    case 'Group':
      if (element.modifiers !== null) throw new Untranslatable()
      return choiceOf(element.alternatives, mode)
    default:
      throw new Untranslatable()
  }
}

function assertionOf(assertion: AST.Assertion): string {
  if (assertion.kind === 'start') return TEXT_START
  if (assertion.kind === 'end') return TEXT_END
  if (assertion.kind === 'word') return assertion.negate ? String.raw`(?:\B)` : String.raw`(?:\b)`
  throw new Untranslatable()
}

function classOf({ elements, negate }: AST.CharacterClass, mode: Mode): string {
  if (elements.length === 0) return negate ? EVERYTHING : NOTHING
  const members = new Set(elements.map((element) => membersOf(element, mode)))
  return `[${negate ? '^' : ''}${[...members].join('')}]`
}

function membersOf(element: AST.CharacterClassElement | AST.CharacterSet, mode: Mode): string {
  switch (element.type) {
    case 'Character':
      return mode.range(element.value, element.value)
    case 'CharacterClassRange':
      return mode.range(element.min.value, element.max.value)
    case 'CharacterSet':
      return setOf(element)
    default:
      throw new Untranslatable()
  }
}

/** A set contains all surrogates or none, so it is the same in both modes. */
function setOf(set: AST.CharacterSet): string {
  if (set.kind === 'property') return propertyOf(set)
  const isWithout = set.kind === 'any' || set.negate
  const ranges = set.kind === 'any' ? LINE_ENDS : SETS[set.kind]
  return (isWithout ? complementOf(ranges) : ranges).map(([first, last]) => characterRange(first, last)).join('')
}

/** Binary properties that the engine supports under the same name. */
const BINARY_PROPERTIES: readonly string[] = [
  'ASCII_Hex_Digit',
  'Alphabetic',
  'Any',
  'Assigned',
  'Dash',
  'Emoji',
  'Emoji_Component',
  'Emoji_Modifier',
  'Emoji_Modifier_Base',
  'Emoji_Presentation',
  'Extended_Pictographic',
  'Hex_Digit',
  'Lowercase',
  'Math',
  'Quotation_Mark',
  'Terminal_Punctuation',
  'Uppercase',
  'White_Space',
]

/** Long names of general categories with the short ones that the engine knows. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Cased_Letter', 'LC'],
  ['Lowercase_Letter', 'Ll'],
  ['Modifier_Letter', 'Lm'],
  ['Other_Letter', 'Lo'],
  ['Titlecase_Letter', 'Lt'],
  ['Uppercase_Letter', 'Lu'],
  ['Mark', 'M'],
  ['Combining_Mark', 'M'],
  ['Spacing_Mark', 'Mc'],
  ['Enclosing_Mark', 'Me'],
  ['Nonspacing_Mark', 'Mn'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['digit', 'Nd'],
  ['Letter_Number', 'Nl'],
  ['Other_Number', 'No'],
  ['Punctuation', 'P'],
  ['punct', 'P'],
  ['Connector_Punctuation', 'Pc'],
  ['Dash_Punctuation', 'Pd'],
  ['Close_Punctuation', 'Pe'],
  ['Final_Punctuation', 'Pf'],
  ['Initial_Punctuation', 'Pi'],
  ['Other_Punctuation', 'Po'],
  ['Open_Punctuation', 'Ps'],
  ['Symbol', 'S'],
  ['Currency_Symbol', 'Sc'],
  ['Modifier_Symbol', 'Sk'],
  ['Math_Symbol', 'Sm'],
  ['Other_Symbol', 'So'],
  ['Separator', 'Z'],
  ['Line_Separator', 'Zl'],
  ['Paragraph_Separator', 'Zp'],
  ['Space_Separator', 'Zs'],
  ['Other', 'C'],
  ['Control', 'Cc'],
  ['cntrl', 'Cc'],
  ['Format', 'Cf'],
  ['Unassigned', 'Cn'],
  ['Private_Use', 'Co'],
  ['Surrogate', 'Cs'],
])

function propertyOf({ key, value, negate }: AST.UnicodePropertyCharacterSet): string {
  const name = value === null ? binaryName(key) : valueName(key, value)
  return `\\${negate ? 'P' : 'p'}{${name}}`
}

function binaryName(key: string): string {
  if (BINARY_PROPERTIES.includes(key)) return key
  throw new Untranslatable()
}

function valueName(key: string, value: string): string {
  if (['General_Category', 'gc'].includes(key)) return CATEGORIES.get(value) ?? value
  if (['Script', 'sc'].includes(key)) return value
  throw new Untranslatable()
}
