import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { openForm } from '../../../shared/presentation-exchange/presentation-forms.ts'
import type { OpenedForm } from '../../../shared/presentation-exchange/presentation-forms.ts'
import { readCompactJwt, readEncodedJson } from '../../../shared/presentation-exchange/compact-jwt.ts'

/** A place as in the answer: in the presentation, or in a decoded JWT of it. */
export interface Place {
  readonly pointer: string
  readonly inner_pointer: string | null
}

/** The kinds of tokens, for colours. `note` is not part of the document: it labels a decoded part. */
export type LineKind = 'string' | 'number' | 'word' | 'bracket' | 'note'

export interface JsonLine {
  readonly kind: LineKind
  /** Steps of two spaces. */
  readonly depth: number
  /** Name of the member, as JSON text. */
  readonly name: string | null
  readonly text: string
  /** Null for lines that no pointer of an answer reaches: the header of a JWT, and notes. */
  readonly place: Place | null
}

/** The labels of decoded parts, in the language of the window. */
export interface NoteTexts {
  readonly header: string
  readonly payload: string
  /** What the disclosures of an SD-JWT say. */
  readonly disclosed: string
  readonly keyBinding: string
  readonly beside: string
}

/** The root of a value's pointers: the document itself, a JWT in it, or none that pointers reach. */
type Root = { readonly outer: string | null } | 'unreachable'

interface Member {
  readonly value: unknown
  readonly depth: number
  readonly name: string | null
  readonly location: Location
  readonly root: Root
  /** Whether a comma follows. */
  readonly comma: boolean
}

const TOP = { depth: 0, name: null, location: [], root: { outer: null }, comma: false } as const

/**
 * Renders a presentation as indented JSON with the place of every line. JWTs are decoded where pointers of an answer
 * lead into them.
 */
export function presentationLines(sent: unknown, notes: NoteTexts): readonly JsonLine[] {
  const { sent: presentation, beside } = opened(sent)
  const lines = [...linesOf({ ...TOP, value: presentation }, notes)]
  if (beside === undefined) return lines
  const outside = { ...TOP, value: beside, root: 'unreachable' } as const
  return [...lines, note(notes.beside, 0), ...linesOf(outside, notes)]
}

/** A text that is not JSON is shown unchanged. */
function opened(sent: unknown): Pick<OpenedForm, 'sent' | 'beside'> {
  try {
    return openForm(sent, (text) => JSON.parse(text) as unknown)
  } catch (fault) {
    if (fault instanceof SyntaxError) return { sent }
    throw fault
  }
}

function* linesOf(member: Member, notes: NoteTexts): Generator<JsonLine> {
  const { value } = member
  if (typeof value === 'object' && value !== null) yield* composite(member, notes)
  else
    yield* typeof value === 'string' ? text(member, value, notes) : [line(member, kindOf(value), JSON.stringify(value))]
}

function* composite(member: Member, notes: NoteTexts): Generator<JsonLine> {
  const isList = Array.isArray(member.value)
  const [open, close] = isList ? '[]' : '{}'
  // Own members of a parsed document.
  const entries = Object.entries(member.value as object)
  if (entries.length === 0) {
    yield line(member, 'bracket', `${open}${close}`)
    return
  }
  yield line({ ...member, comma: false }, 'bracket', `${open}`)
  for (const [index, [name, value]] of entries.entries()) {
    yield* linesOf(
      {
        value,
        depth: member.depth + 1,
        name: isList ? null : JSON.stringify(name),
        location: [...member.location, isList ? index : name],
        root: member.root,
        comma: index < entries.length - 1,
      },
      notes,
    )
  }
  yield line({ ...member, name: null }, 'bracket', `${close}`)
}

/** A string. A JWT or SD-JWT is followed by its parts; one that is the whole presentation shows only its parts. */
function* text(member: Member, value: string, notes: NoteTexts): Generator<JsonLine> {
  const [signed = '', ...parts] = value.split('~')
  const jwt = readCompactJwt(signed)
  const { depth, location, root } = member
  const isWhole = location.length === 0
  if (!isWhole || jwt === undefined) yield line(member, 'string', JSON.stringify(value))
  if (jwt === undefined) return
  const at = isWhole ? depth : depth + 1
  yield note(notes.header, at)
  yield* linesOf({ ...TOP, depth: at, value: jwt.header, root: 'unreachable' }, notes)
  yield note(notes.payload, at)
  if (parts.length === 0) {
    yield* linesOf({ ...TOP, depth: at, value: jwt.payload, root: rootInside(root, location) }, notes)
    return
  }
  const inside = root === 'unreachable' ? root : { outer: `${root.outer ?? ''}${jsonPointer(location)}` }
  yield* linesOf({ ...TOP, depth: at, value: jwt.payload, root: inside }, notes)
  yield* partsOfSdJwt(parts, { ...TOP, depth: at, root: inside, value: undefined }, notes)
}

/** What follows the JWT of an SD-JWT (RFC 9901, 4): its disclosures, and the JWT of its holder, which may be empty. */
function* partsOfSdJwt(parts: readonly string[], top: Member, notes: NoteTexts): Generator<JsonLine> {
  const disclosures = parts.slice(0, -1)
  if (disclosures.length > 0) yield note(notes.disclosed, top.depth)
  for (const [index, disclosure] of disclosures.entries()) {
    const value = readEncodedJson(disclosure) ?? disclosure
    yield* linesOf({ ...top, value, location: ['disclosures', index] }, notes)
  }
  const binding = readCompactJwt(parts.at(-1) ?? '')
  if (binding === undefined) return
  yield note(notes.keyBinding, top.depth)
  yield* linesOf({ ...top, value: binding.payload, location: ['kb_jwt'] }, notes)
}

/** Pointers of an answer lead into the presentation's own JWT, and into the JWTs of that; not further. */
function rootInside(root: Root, location: Location): Root {
  if (root === 'unreachable' || location.length === 0) return root
  return root.outer === null ? { outer: jsonPointer(location) } : 'unreachable'
}

function line({ depth, name, location, root, comma }: Member, kind: LineKind, shown: string): JsonLine {
  return { kind, depth, name, text: comma ? `${shown},` : shown, place: placeOf(root, location) }
}

function placeOf(root: Root, location: Location): Place | null {
  if (root === 'unreachable') return null
  const pointer = jsonPointer(location)
  return root.outer === null ? { pointer, inner_pointer: null } : { pointer: root.outer, inner_pointer: pointer }
}

function note(shown: string, depth: number): JsonLine {
  return { kind: 'note', depth, name: null, text: shown, place: null }
}

function kindOf(value: unknown): LineKind {
  return typeof value === 'number' ? 'number' : 'word'
}

/** The first and last line of a value, or of the nearest container if it is missing. */
export function linesAt(lines: readonly JsonLine[], place: Place): readonly [first: number, last: number] {
  for (let wanted: Place | undefined = place; wanted !== undefined; wanted = around(wanted)) {
    const first = lines.findIndex(({ place: here }) => isSame(here, wanted))
    if (first >= 0) return [first, lines.findLastIndex(({ place: here }) => isSame(here, wanted))]
  }
  return [0, Math.max(0, lines.length - 1)]
}

function around({ pointer, inner_pointer }: Place): Place | undefined {
  if (inner_pointer !== null && inner_pointer !== '') return { pointer, inner_pointer: cut(inner_pointer) }
  if (inner_pointer === '') return { pointer, inner_pointer: null }
  return pointer === '' ? undefined : { pointer: cut(pointer), inner_pointer: null }
}

function cut(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}

function isSame(one: Place | null, other: Place | undefined): boolean {
  return one !== null && one.pointer === other?.pointer && one.inner_pointer === other.inner_pointer
}
