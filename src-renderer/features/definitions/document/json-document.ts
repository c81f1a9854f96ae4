import { MAX_JSON_DEPTH } from '../../../../shared/contract/json-depth.ts'
import type { Node, ParseError, ParseErrorCode } from 'jsonc-parser'
import { parseTree } from 'jsonc-parser'
import type { JsonObject, Location } from '../../../../shared/presentation-exchange/json.ts'
import { isNestedDeeper, isObject } from '../../../../shared/presentation-exchange/json.ts'

/** A fault that makes a text unreadable as a JSON object for the exchange. */
export interface TextFault {
  readonly code: TextFaultCode
  /** The offset in UTF-16 units, from the start of the text. */
  readonly from: number
  readonly to: number
  /** The place of the value; only for faults of a text that can be parsed. */
  readonly location?: Location
}

export type TextFaultCode =
  | 'empty_text'
  | 'syntax'
  | 'comment'
  | 'comma_missing'
  | 'colon_missing'
  | 'brace_open'
  | 'bracket_open'
  | 'string_open'
  | 'name_missing'
  | 'value_missing'
  | 'text_after_end'
  | 'no_object'
  | 'nested_too_deep'
  | 'duplicate_member'
  | 'lone_surrogate'

/** A text that is being typed, and its value if it is JSON. */
export interface JsonDocument {
  readonly text: string
  /** Undefined while the text cannot be parsed. */
  readonly tree: Node | undefined
  /** The parsed object; undefined for a syntax error or another kind of value. */
  readonly value: JsonObject | undefined
  readonly faults: readonly TextFault[]
}

/** Reads a text as the exchange would. Never throws: every error becomes a fault. */
export function readDocument(text: string): JsonDocument {
  const errors: ParseError[] = []
  const tree = parsed(text, errors)
  const unread = { text, tree: undefined, value: undefined }
  if (tree === 'too deep') return { ...unread, faults: [wholeText(text, 'nested_too_deep')] }
  if (text.trim() === '') return { ...unread, faults: [wholeText(text, 'empty_text')] }
  if (errors.length > 0 || tree === undefined) return { ...unread, faults: syntaxFaults(text, errors) }
  const value = parsedJson(text)
  if (!isObject(value))
    return { text, tree, value: undefined, faults: [wholeText(text, value === undefined ? 'syntax' : 'no_object')] }
  const deep = isNestedDeeper(value, MAX_JSON_DEPTH) ? [wholeText(text, 'nested_too_deep')] : []
  return { text, tree, value, faults: [...deep, ...valueFaults(tree, [])] }
}

/** The parser is recursive, so a text of brackets alone can overflow its stack. */
function parsed(text: string, errors: ParseError[]): Node | undefined | 'too deep' {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch (fault) {
    if (fault instanceof RangeError) return 'too deep'
    throw fault
  }
}

/** The value of a text; undefined if it is not JSON, of which the parser for editors accepts more. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined
    throw fault
  }
}

function wholeText(text: string, code: TextFaultCode): TextFault {
  const from = text.length - text.trimStart().length
  return { code, from: Math.min(from, text.length), to: Math.min(from + 1, text.length), location: [] }
}

/** The codes by the parser's error numbers, because its enumeration does not exist at run time. */
const CODE_OF_ERROR: Readonly<Record<ParseErrorCode, TextFaultCode>> = {
  1: 'syntax',
  2: 'syntax',
  3: 'name_missing',
  4: 'value_missing',
  5: 'colon_missing',
  6: 'comma_missing',
  7: 'brace_open',
  8: 'bracket_open',
  9: 'text_after_end',
  10: 'comment',
  11: 'comment',
  12: 'string_open',
  13: 'syntax',
  14: 'syntax',
  15: 'syntax',
  16: 'syntax',
}

/** Only the first fault at a place is reported, because the others follow from it. */
function syntaxFaults(text: string, errors: readonly ParseError[]): readonly TextFault[] {
  const [first] = errors
  if (first === undefined) return [wholeText(text, 'syntax')]
  const from = Math.min(first.offset, Math.max(0, text.length - 1))
  return [{ code: CODE_OF_ERROR[first.error], from, to: Math.min(text.length, from + Math.max(1, first.length)) }]
}

function valueFaults(node: Node, location: Location): readonly TextFault[] {
  const { children = [] } = node
  if (node.type === 'array') return children.flatMap((entry, index) => valueFaults(entry, [...location, index]))
  if (node.type === 'object') return memberFaults(children, location)
  return typeof node.value === 'string' && !node.value.isWellFormed() ? [faultAt(node, 'lone_surrogate', location)] : []
}

function memberFaults(members: readonly Node[], location: Location): readonly TextFault[] {
  const seen = new Set<string>()
  return members.flatMap(({ children: [name, value] = [] }) => {
    if (name === undefined) return []
    const key = String(name.value)
    const here = [...location, key]
    const again = seen.has(key) ? [faultAt(name, 'duplicate_member', here)] : []
    const odd = key.isWellFormed() ? [] : [faultAt(name, 'lone_surrogate', here)]
    seen.add(key)
    return [...again, ...odd, ...(value === undefined ? [] : valueFaults(value, here))]
  })
}

function faultAt({ offset, length }: Node, code: TextFaultCode, location: Location): TextFault {
  return { code, from: offset, to: offset + length, location }
}
