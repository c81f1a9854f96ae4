import type { Quad, Term } from 'rdf-canonize'

/** A term with its text in canonical N-Quads. */
export interface WrittenTerm extends Term {
  readonly text: string
  /** Whether its text can contain it: one that held the end of a statement could forge further statements. */
  readonly isWritable: boolean
  /** False for an identifier that RDF cannot express: neither an absolute IRI nor a blank node. */
  readonly isRdf: boolean
}

export interface WrittenQuad extends Quad {
  readonly subject: WrittenTerm
  readonly predicate: WrittenTerm
  readonly object: WrittenTerm
  readonly graph: WrittenTerm
  /** The quad in canonical N-Quads, with the labels that its blank nodes have here. */
  readonly line: string
}

type Parts = Pick<WrittenQuad, 'subject' | 'predicate' | 'object' | 'graph'>

export const DEFAULT_GRAPH: WrittenTerm = {
  termType: 'DefaultGraph',
  value: '',
  text: '',
  isWritable: true,
  isRdf: true,
}

/** Writes a quad. @param textOf what to write of a term that may be a blank node */
export function lineOf({ subject, predicate, object, graph }: Parts, textOf = writtenText): string {
  const inGraph = graph === DEFAULT_GRAPH ? '' : `${textOf(graph)} `
  return `${textOf(subject)} ${predicate.text} ${textOf(object)} ${inGraph}.\n`
}

function writtenText({ text }: WrittenTerm): string {
  return text
}

/** Writes a quad with other labels. @param labelOf the text in place of that of a blank node */
export function relabelledLine(quad: WrittenQuad, labelOf: LabelOf): string {
  const hasBlank = isBlank(quad.subject) || isBlank(quad.object) || isBlank(quad.graph)
  return hasBlank ? lineOf(quad, (term) => (isBlank(term) ? labelOf(term.text) : term.text)) : quad.line
}

export type LabelOf = (text: string) => string

export function isBlank({ termType }: WrittenTerm): boolean {
  return termType === 'BlankNode'
}

/** Whether N-Quads can contain each term. */
export function isWritable({ subject, predicate, object, graph }: Parts): boolean {
  return subject.isWritable && predicate.isWritable && object.isWritable && graph.isWritable
}

// eslint-disable-next-line no-control-regex -- control characters are excluded
const IRI = /^[^\u0000-\u0020<>"{}|^`\\]*$/
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

const MAX_KEPT_TERMS = 2000
const MAX_KEPT_LENGTH = 300
const keptTerms = new Map<string, WrittenTerm>()

/** The term for an identifier that is no blank node. Most documents have the same properties, types and issuers. */
export function named(value: string): WrittenTerm {
  const kept = keptTerms.get(value)
  if (kept !== undefined) return kept
  const isWritable = value.isWellFormed() && IRI.test(value)
  const term = { termType: 'NamedNode', value, text: `<${value}>`, isWritable, isRdf: ABSOLUTE.test(value) } as const
  if (value.length > MAX_KEPT_LENGTH) return term
  if (keptTerms.size >= MAX_KEPT_TERMS) keptTerms.clear()
  keptTerms.set(value, term)
  return term
}

export function blankNode(label: string): WrittenTerm {
  return { termType: 'BlankNode', value: label, text: `_:${label}`, isWritable: true, isRdf: true }
}

export function writtenLiteral({ value, datatype, language }: Term): WrittenTerm {
  const type = datatype === undefined ? undefined : named(datatype.value)
  const suffix = language === undefined ? typeSuffix(type) : `@${language}`
  const isTyped = type === undefined || type.isWritable
  const isWritable = isTyped && value.isWellFormed() && (language === undefined || LANGUAGE.test(language))
  return {
    termType: 'Literal',
    value,
    ...(type !== undefined && { datatype: type }),
    ...(language !== undefined && { language }),
    text: quoted(value) + suffix,
    isWritable,
    isRdf: true,
  }
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string'

/** Strings are written without their type. */
function typeSuffix(type: WrittenTerm | undefined): string {
  return type === undefined || type.value === XSD_STRING ? '' : `^^${type.text}`
}

// eslint-disable-next-line no-control-regex -- control characters are escaped
const WRITTEN_AS_CODES = /[\u0000-\u0007\u000B\u000E-\u001F\u007F]/g

/** JSON writes the same escapes, but for control characters that have no letter. */
function quoted(text: string): string {
  if (text.search(WRITTEN_AS_CODES) < 0) return JSON.stringify(text)
  const codeOf = (one: string) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const parts = text.split(WRITTEN_AS_CODES).map((part) => JSON.stringify(part).slice(1, -1))
  const codes = text.match(WRITTEN_AS_CODES)?.map(codeOf) ?? []
  return `"${parts.flatMap((part, index) => [part, codes[index] ?? '']).join('')}"`
}
