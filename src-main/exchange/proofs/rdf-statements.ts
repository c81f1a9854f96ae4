import type { Quad, Term } from 'rdf-canonize'
import { ProofFault } from './proof-fault.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The statements of a document. */
export interface Dataset {
  readonly quads: readonly Quad[]
  /** Identifiers that are none in RDF, so that what was said of them is left out; texts of which a number is signed. */
  readonly leftOut: readonly string[]
  /** Whether a text is typed as xsd:double, so that it can be signed in two ways. */
  readonly hasTextsOfDoubles: boolean
}

/** A statement; an undefined term is one that RDF cannot express. */
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
  let hasTextsOfDoubles = false
  const dataset = () => ({ quads: [...quads.values()], leftOut, hasTextsOfDoubles })
  return { dataset, say, termOf, predicateOf, noteTextOfDouble }

  /** @param rest the text, where the number that is signed of it does not say all of it */
  function noteTextOfDouble(rest: string | undefined): void {
    hasTextsOfDoubles = true
    if (rest !== undefined) leftOut.push(rest)
  }

  /** @throws {ProofFault} `document_too_complex` above 10,000 statements */
  function say({ subject, predicate, object }: Triple, graph: Term): void {
    if (subject === undefined || predicate === undefined || object === undefined) return
    quads.set(keyOf([subject, predicate, object, graph]), { subject, predicate, object, graph })
    if (quads.size > MAX_STATEMENTS) {
      throw new ProofFault('document_too_complex', phrase`the document makes more than ${MAX_STATEMENTS} statements`)
    }
  }

  /** The term for an identifier; a new blank node for none. */
  function termOf(id: string | undefined): Term | undefined {
    if (id === undefined) return blankNode(`#${blankNodes.size}`)
    if (id.startsWith(BLANK_PREFIX)) return blankNode(id)
    if (isNameable(id)) return named(id)
    leftOut.push(id)
    return undefined
  }

  /** RDF has no blank predicates. */
  function predicateOf(name: string): Term | undefined {
    if (!name.startsWith(BLANK_PREFIX)) return named(name)
    leftOut.push(name)
    return undefined
  }

  /** Labels are given anew: those of the document and those made here would meet otherwise. */
  function blankNode(name: string): Term {
    const node = blankNodes.get(name) ?? { termType: 'BlankNode', value: `b${blankNodes.size}` }
    blankNodes.set(name, node)
    return node
  }
}

/** Whether RDF has a name for an identifier; of anything else it makes no statement. */
export function isNameable(id: string): boolean {
  return id.startsWith(BLANK_PREFIX) || ABSOLUTE.test(id)
}

export function named(value: string): Term {
  return { termType: 'NamedNode', value }
}

/** Each text follows its length: none can be taken for the beginning of another. */
function keyOf(terms: readonly Term[]): string {
  let key = ''
  for (const { termType, value, language = '', datatype } of terms) {
    const type = datatype?.value ?? ''
    key += `${termType} ${value.length} ${value} ${language.length} ${language} ${type.length} ${type} `
  }
  return key
}
