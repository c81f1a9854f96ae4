import type { Quad, Term } from 'rdf-canonize'
import { ProofFault } from './proof-fault.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The statements of a document. */
export interface Dataset {
  readonly quads: readonly Quad[]
  /** Identifiers that RDF cannot express, so their statements are missing, and strings that are only signed in part. */
  readonly leftOut: readonly string[]
  /** Whether a string is typed as xsd:double, so that there are two ways to sign it. */
  readonly hasDoubleStrings: boolean
}

/** A term is undefined if RDF cannot express it. */
interface Triple {
  readonly subject: Term | undefined
  readonly predicate: Term | undefined
  readonly object: Term | undefined
}

export const DEFAULT_GRAPH: Term = { termType: 'DefaultGraph', value: '' }

const MAX_STATEMENTS = 10_000
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/
const BLANK_PREFIX = '_:'

/** Collects statements, each once. */
export function newDataset() {
  const quads = new Map<string, Quad>()
  const leftOut: string[] = []
  const blankNodes = new Map<string, Term>()
  let hasDoubleStrings = false
  const dataset = () => ({ quads: [...quads.values()], leftOut, hasDoubleStrings })
  return { dataset, addStatement, termOf, predicateOf, noteDoubleString }

  /** @param partlySigned the string, if only the number at its beginning is signed */
  function noteDoubleString(partlySigned: string | undefined): void {
    hasDoubleStrings = true
    if (partlySigned !== undefined) leftOut.push(partlySigned)
  }

  /** @throws {ProofFault} `document_too_complex` above 10,000 statements */
  function addStatement({ subject, predicate, object }: Triple, graph: Term): void {
    if (subject === undefined || predicate === undefined || object === undefined) return
    quads.set(keyOf([subject, predicate, object, graph]), { subject, predicate, object, graph })
    if (quads.size > MAX_STATEMENTS) {
      throw new ProofFault('document_too_complex', phrase`the document makes more than ${MAX_STATEMENTS} statements`)
    }
  }

  /** The term for an identifier; a new blank node if there is no identifier. */
  function termOf(id: string | undefined): Term | undefined {
    if (id === undefined) return blankNode(`#${blankNodes.size}`)
    if (id.startsWith(BLANK_PREFIX)) return blankNode(id)
    if (isIriOrBlank(id)) return named(id)
    leftOut.push(id)
    return undefined
  }

  /** Undefined for a blank node, which RDF does not allow as a predicate. */
  function predicateOf(name: string): Term | undefined {
    if (!name.startsWith(BLANK_PREFIX)) return named(name)
    leftOut.push(name)
    return undefined
  }

  /** Every node gets a new label, so that no label of the document equals one that is made here. */
  function blankNode(name: string): Term {
    const node = blankNodes.get(name) ?? { termType: 'BlankNode', value: `b${blankNodes.size}` }
    blankNodes.set(name, node)
    return node
  }
}

/** Whether RDF can express an identifier: an absolute IRI or a blank node label. */
export function isIriOrBlank(id: string): boolean {
  return id.startsWith(BLANK_PREFIX) || ABSOLUTE.test(id)
}

export function named(value: string): Term {
  return { termType: 'NamedNode', value }
}

/** Writes the length before every text, so that different terms never have the same key. */
function keyOf(terms: readonly Term[]): string {
  let key = ''
  for (const { termType, value, language = '', datatype } of terms) {
    const type = datatype?.value ?? ''
    key += `${termType} ${value.length} ${value} ${language.length} ${language} ${type.length} ${type} `
  }
  return key
}
