import { hash } from 'node:crypto'
import rdfCanonize from 'rdf-canonize'
import { isBlank, relabelledLine } from './n-quads.ts'
import type { LabelOf, WrittenQuad, WrittenTerm } from './n-quads.ts'
import { ProofFault } from './proof-fault.ts'

/**
 * RDFC-1.0 (formerly URDNA2015) as N-Quads. The library is only asked where blank nodes look alike.
 *
 * @param maxDeepIterations the number of comparisons of such blank nodes
 * @throws {ProofFault} `document_too_complex` if they are too hard to tell apart
 */
export async function canonicalText(
  quads: readonly WrittenQuad[],
  maxDeepIterations = MAX_COMPARISONS,
): Promise<string> {
  const labels = quads.every(hasUsualText) ? canonicalLabels(quads) : undefined
  if (labels !== undefined) return textWith(quads, (text) => labels.get(text) ?? text)
  try {
    return await rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0', maxDeepIterations, createMessageDigest })
  } catch (cause) {
    throw new ProofFault('document_too_complex', 'the blank nodes of the document cannot be told apart', { cause })
  }
}

/** Enough for a worker thread. */
export const MAX_COMPARISONS = 3000

/** The library leaves out the type of a string that is typed as one with a language and has none. */
function hasUsualText({ object: { datatype, language } }: WrittenQuad): boolean {
  return language !== undefined || datatype?.value !== LANGUAGE_STRING
}

const LANGUAGE_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'

type Labels = ReadonlyMap<string, string>

/**
 * Labels blank nodes in the order of their hashes (RDF Dataset Canonicalization 1.0, 4.4.3, 1 to 4).
 *
 * @returns undefined if two of them have one hash, so that more than their own quads must tell them apart
 */
function canonicalLabels(quads: readonly WrittenQuad[]): Labels | undefined {
  const quadsByNode = new Map<string, Set<WrittenQuad>>()
  for (const quad of quads) {
    noteBlank(quad.subject, quad)
    noteBlank(quad.object, quad)
    noteBlank(quad.graph, quad)
  }
  const nodes = [...quadsByNode.keys()]
  if (nodes.length > 1) {
    const hashes = new Map([...quadsByNode].map(([node, own]) => [node, firstDegreeHash(node, [...own])]))
    if (new Set(hashes.values()).size < nodes.length) return undefined
    nodes.sort((one, other) => ((hashes.get(one) ?? '') < (hashes.get(other) ?? '') ? -1 : 1))
  }
  return new Map(nodes.map((node, index) => [node, `_:c14n${index}`]))

  function noteBlank(term: WrittenTerm, quad: WrittenQuad): void {
    if (!isBlank(term)) return
    const own = quadsByNode.get(term.text) ?? new Set()
    quadsByNode.set(term.text, own.add(quad))
  }
}

/** Hash First Degree Quads (RDF Dataset Canonicalization 1.0, 4.6.3). */
function firstDegreeHash(node: string, quads: readonly WrittenQuad[]): string {
  return hash(
    'sha256',
    textWith(quads, (text) => (text === node ? '_:a' : '_:z')),
  )
}

function textWith(quads: readonly WrittenQuad[], labelOf: LabelOf): string {
  const lines = quads.map((quad) => relabelledLine(quad, labelOf))
  return lines.sort().join('')
}

/** SHA-256 in one call, which takes half as long as updates for the one or two lines that the library hashes. */
function createMessageDigest() {
  let text = ''
  return {
    update(part: string) {
      text += part
    },
    digest: () => hash('sha256', text),
  }
}
