import type { Term } from 'rdf-canonize'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { ProofFault } from './proof-fault.ts'
import { literalOf, RDF, XSD } from './rdf-literal.ts'
import { DEFAULT_GRAPH } from './n-quads.ts'
import type { WrittenTerm } from './n-quads.ts'
import type { SaidStatements, Statement, Value } from './rdf-statements.ts'

/** A node with all statements of a document about it. */
export interface MergedNode {
  /** The IRI of the node; undefined for a blank node. */
  readonly id: string | undefined
  /** Its identifier or label in N-Quads. */
  readonly text: string
  readonly types: string[]
  /** Values by the IRI of the property. */
  readonly members: Map<string, MergedValue[]>
  /** The nodes of which this node is a value, by the IRI of the property. */
  readonly incoming: Map<string, MergedNode[]>
}

export type MergedValue =
  | { readonly node: MergedNode }
  | { readonly literal: Literal }
  | { readonly list: readonly MergedValue[] }
  /** Statements in a graph of their own, which may have a name. */
  | { readonly graph: readonly MergedNode[]; readonly id: string | undefined }

/** A literal as it is signed, however the document writes it. */
export interface Literal {
  readonly value: unknown
  readonly type: string
  readonly language: string | undefined
}

/** Datatypes whose literals are native JSON values. */
export const NATIVE_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'integer', 'double'].map(inXsd))
const RDF_JSON = `${RDF}JSON`
const RDF_TYPE = `${RDF}type`
const RDF_FIRST = `${RDF}first`
const RDF_REST = `${RDF}rest`
const RDF_NIL = `${RDF}nil`
const XSD_STRING = inXsd('string')
/** Lists may be nested as deeply as objects in a document. */
const MAX_LIST_DEPTH = 30

/** The nodes of a graph, in the order of their first mention. */
export interface MergedGraph {
  readonly nodes: readonly MergedNode[]
  /** The nodes to which another node refers. */
  readonly referenced: ReadonlySet<MergedNode>
}

interface Graph extends MergedGraph {
  /** By the text of its identifier or label. */
  readonly byText: Map<string, MergedNode>
  readonly nodes: MergedNode[]
  readonly referenced: Set<MergedNode>
}

/**
 * Merges what a document says of each node. Documents that make the same statements give the same result: a document may
 * split or repeat a node, write out `rdf:first` and `rdf:type`, or place a node elsewhere (`@included`, `@reverse`).
 *
 * @returns the default graph
 * @throws {ProofFault} `document_too_complex`
 */
export function mergeNodes({ mentions, statements }: SaidStatements): MergedGraph {
  const graphs = new Map<string, Graph>()
  const useCounts = new Map<MergedNode, number>()
  /** The JSON among the values of a property, in canonical form. */
  const jsonTexts = new Map<readonly MergedValue[], Set<string>>()
  const knownLists = new Map<MergedNode, boolean>()
  const defaultGraph = graphOf(DEFAULT_GRAPH)
  for (const { node, graph } of mentions) nodeOf(node, graphOf(graph))
  for (const statement of statements) addStatement(statement)
  const haveLists = statements.some(({ object }) => isListValue(object))
  // Without lists and named graphs, every value stands for itself.
  if (haveLists || graphs.size > 1) for (const { nodes } of graphs.values()) nodes.forEach(resolveMembers)
  return defaultGraph

  function graphOf({ text }: WrittenTerm): Graph {
    const known = graphs.get(text)
    if (known !== undefined) return known
    const graph: Graph = { byText: new Map(), nodes: [], referenced: new Set() }
    graphs.set(text, graph)
    return graph
  }

  function nodeOf({ termType, value, text }: WrittenTerm, { byText, nodes }: Graph): MergedNode {
    const known = byText.get(text)
    if (known !== undefined) return known
    const id = termType === 'BlankNode' ? undefined : value
    const node: MergedNode = { id, text, types: [], members: new Map(), incoming: new Map() }
    byText.set(text, node)
    nodes.push(node)
    return node
  }

  function addStatement({ subject, predicate, object, graph: graphName }: Statement): void {
    const graph = graphOf(graphName)
    const node = nodeOf(subject, graph)
    const name = predicate.value
    const value = valueOf(object, graph)
    if (name === RDF_TYPE && 'node' in value && value.node.id !== undefined) {
      node.types.push(value.node.id)
      return
    }
    const values = node.members.get(name) ?? []
    if (isSaid(value, values)) return
    node.members.set(name, values)
    values.push(value)
    countUse(value)
    if (!('node' in value)) return
    const sources = value.node.incoming.get(name)
    if (sources === undefined) value.node.incoming.set(name, [node])
    else sources.push(node)
  }

  /** Whether JSON is among the values in another writing. Any other literal stands in one statement only. */
  function isSaid(value: MergedValue, values: readonly MergedValue[]): boolean {
    if (!('literal' in value) || value.literal.type !== '@json') return false
    const texts = jsonTexts.get(values) ?? new Set()
    const count = texts.size
    jsonTexts.set(values, texts.add(canonicalJson(value.literal.value)))
    return texts.size === count
  }

  function valueOf(object: Value, graph: Graph): MergedValue {
    if (object.termType === 'Literal') return { literal: readLiteral(object) }
    if (isListValue(object)) return { list: (object.list ?? []).map((entry) => valueOf(entry, graph)) }
    const node = nodeOf(object, graph)
    graph.referenced.add(node)
    return { node }
  }

  function countUse(value: MergedValue): void {
    if ('list' in value) value.list.forEach(countUse)
    else if ('node' in value) useCounts.set(value.node, (useCounts.get(value.node) ?? 0) + 1)
  }

  /** Replaces the values of a node that stand for lists or graphs. Several empty lists are one value. */
  function resolveMembers(node: MergedNode): void {
    if (isList(node)) return
    for (const [name, values] of node.members) {
      const resolved = values.map((value) => resolve(value, 0))
      const isEmpty = (value: MergedValue) => 'list' in value && value.list.length === 0
      const firstEmpty = resolved.findIndex(isEmpty)
      const distinct = resolved.filter((value, index) => !isEmpty(value) || index === firstEmpty)
      node.members.set(name, distinct)
    }
  }

  /** Resolves the first node of a list to the list, and a node that is only the name of a graph to the graph. */
  function resolve(value: MergedValue, depth: number): MergedValue {
    if (depth > MAX_LIST_DEPTH) throw new ProofFault('document_too_complex', 'the document nests lists too deeply')
    if ('list' in value) return { list: value.list.map((entry) => resolve(entry, depth + 1)) }
    if (!('node' in value)) return value
    if (isList(value.node)) return { list: entriesOf(value.node).map((entry) => resolve(entry, depth + 1)) }
    const graph = graphs.get(value.node.text)
    const described = graph?.nodes.filter((node) => hasStatements(node) && !isList(node)) ?? []
    if (described.length === 0 || hasStatements(value.node)) return value
    const unreferenced = described.filter((node) => graph?.referenced.has(node) === false)
    return { graph: unreferenced.length === 0 ? described : unreferenced, id: value.node.id }
  }

  /** Whether a node begins a well-formed list of `rdf:first` and `rdf:rest` (RDF 1.1 Semantics, D.3). */
  function isList(head: MergedNode): boolean {
    const visited = new Set<MergedNode>()
    let node = head
    let ends = knownLists.get(node)
    while (ends === undefined && !visited.has(node)) {
      const rest = restOf(node)
      visited.add(node)
      if (rest !== undefined && 'list' in rest) ends = true
      else if (rest === undefined || !('node' in rest)) ends = false
      else {
        node = rest.node
        ends = knownLists.get(node)
      }
    }
    for (const part of visited) knownLists.set(part, ends ?? false)
    return ends ?? false
  }

  /** The rest of a list; undefined if the node is anything else than a part of one list. */
  function restOf(node: MergedNode): MergedValue | undefined {
    const { id, types, members } = node
    const [first = [], rest = []] = [members.get(RDF_FIRST), members.get(RDF_REST)]
    const isPart = id === undefined && types.length === 0 && members.size === 2 && useCounts.get(node) === 1
    return isPart && first.length === 1 && rest.length === 1 ? rest[0] : undefined
  }

  function entriesOf(head: MergedNode): readonly MergedValue[] {
    const entries: MergedValue[] = []
    let node: MergedNode | undefined = head
    while (node !== undefined) {
      const rest = restOf(node)
      entries.push(...(node.members.get(RDF_FIRST) ?? []))
      if (rest !== undefined && 'list' in rest) entries.push(...rest.list)
      node = rest !== undefined && 'node' in rest ? rest.node : undefined
    }
    return entries
  }
}

/** Whether the document states anything about a node. Anybody can add a node about which it states nothing. */
export function hasStatements({ types, members }: MergedNode): boolean {
  return types.length > 0 || members.size > 0
}

/** `rdf:nil` is an empty list, whatever else is stated about it, because `@list` does not mention it. */
function isListValue({ list, termType, value }: Value): boolean {
  return list !== undefined || (termType === 'NamedNode' && value === RDF_NIL)
}

/** Reads a literal as the native JSON value with the same statement, else as its text. */
function readLiteral({ value: text, datatype, language }: Term): Literal {
  const type = datatype?.value ?? XSD_STRING
  if (type === RDF_JSON) return { value: jsonOf(text), type: '@json', language: undefined }
  return { value: language === undefined ? nativeOf(text, type) : text, type, language }
}

/** Datatypes of XML Schema whose values are numbers or booleans in JSON. */
const NATIVE_IN_XSD = /^(?:boolean|decimal|double|float|\w*[iI]nteger|(?:unsigned)?(?:long|int|short|byte))$/i

function nativeOf(text: string, type: string): unknown {
  if (type === XSD_STRING) return text
  if (type.startsWith(XSD) && !NATIVE_IN_XSD.test(type.slice(XSD.length))) return text
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  const isSame = Number.isFinite(number) && literalOf({ '@value': number, '@type': type }).value === text
  return isSame ? number : text
}

/** Text that is not JSON is returned as it is. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function inXsd(name: string): string {
  return `${XSD}${name}`
}
