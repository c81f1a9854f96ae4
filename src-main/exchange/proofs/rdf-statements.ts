import { ProofFault } from './proof-fault.ts'
import { blankNode, lineOf, named } from './n-quads.ts'
import type { WrittenQuad, WrittenTerm } from './n-quads.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The statements of a document. */
export interface Dataset {
  readonly quads: readonly WrittenQuad[]
  /** What the document says of its nodes, for those who read them. */
  readonly said: SaidStatements
  /** Identifiers that RDF cannot express, so their statements are missing, and strings that are only signed in part. */
  readonly leftOut: readonly string[]
  /** Whether a string is typed as xsd:double, so that there are two ways to sign it. */
  readonly hasDoubleStrings: boolean
}

/**
 * The statements as a document writes them: also those about a node whose identifier RDF cannot express, and lists as
 * values instead of the nodes that RDF makes of them.
 */
export interface SaidStatements {
  /** The nodes in the order of their first mention. */
  readonly mentions: readonly Mention[]
  readonly statements: readonly Statement[]
}

interface Mention {
  readonly node: WrittenTerm
  readonly graph: WrittenTerm
}

export interface Statement extends WrittenQuad {
  readonly object: Value
}

/** A term, or the first node of a list with what `@list` has of it. */
export interface Value extends WrittenTerm {
  readonly list?: readonly Value[]
}

type Triple = Pick<Statement, 'subject' | 'predicate' | 'object'>

const MAX_STATEMENTS = 10_000
const BLANK_PREFIX = '_:'

/** Collects statements, each once. */
export function newDataset() {
  const lines = new Set<string>()
  const quads: WrittenQuad[] = []
  const mentions: Mention[] = []
  const statements: Statement[] = []
  const leftOut: string[] = []
  const blankNodes = new Map<string, WrittenTerm>()
  let hasDoubleStrings = false
  const dataset = () => ({ quads, said: { mentions, statements }, leftOut, hasDoubleStrings })
  return { dataset, mention, addStatement, addQuad, termOf, predicateOf, noteDoubleString }

  function mention(node: WrittenTerm, graph: WrittenTerm): void {
    mentions.push({ node, graph })
  }

  /** @param partlySigned the string, if only the number at its beginning is signed */
  function noteDoubleString(partlySigned: string | undefined): void {
    hasDoubleStrings = true
    if (partlySigned !== undefined) leftOut.push(partlySigned)
  }

  /** @throws {ProofFault} as {@link addQuad} does */
  function addStatement(triple: Triple, graph: WrittenTerm): void {
    const statement = addQuad(triple, graph)
    if (statement !== undefined) statements.push(statement)
  }

  /**
   * Adds a quad, unless RDF cannot express it.
   *
   * @returns undefined for what was added before
   * @throws {ProofFault} `document_too_complex` above 10,000 statements
   */
  function addQuad({ subject, predicate, object }: Triple, graph: WrittenTerm): Statement | undefined {
    const line = lineOf({ subject, predicate, object, graph })
    if (lines.has(line)) return undefined
    lines.add(line)
    const quad = { subject, predicate, object, graph, line }
    if (subject.isRdf && object.isRdf && !predicate.value.startsWith(BLANK_PREFIX)) quads.push(quad)
    if (quads.length > MAX_STATEMENTS) {
      throw new ProofFault('document_too_complex', phrase`the document makes more than ${MAX_STATEMENTS} statements`)
    }
    return quad
  }

  /** The term for an identifier; a new blank node if there is no identifier. */
  function termOf(id: string | undefined): WrittenTerm {
    if (id === undefined) return labelled(`#${blankNodes.size}`)
    if (id.startsWith(BLANK_PREFIX)) return labelled(id)
    const term = named(id)
    if (!term.isRdf) leftOut.push(id)
    return term
  }

  /** RDF does not allow a blank node as a predicate. */
  function predicateOf(name: string): WrittenTerm {
    if (name.startsWith(BLANK_PREFIX)) leftOut.push(name)
    return named(name)
  }

  /** Every node gets a new label, so that no label of the document equals one that is made here. */
  function labelled(name: string): WrittenTerm {
    const node = blankNodes.get(name) ?? blankNode(`b${blankNodes.size}`)
    blankNodes.set(name, node)
    return node
  }
}
