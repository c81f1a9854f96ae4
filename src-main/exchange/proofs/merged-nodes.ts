import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { ProofFault } from './proof-fault.ts'
import { literalOf, RDF, XSD } from './rdf-literal.ts'
import type { TextsOfDoubles } from './rdf-literal.ts'
import { isNameable } from './rdf-statements.ts'

/** A node with all statements of a document about it. */
export interface MergedNode {
  /** Undefined for a node without a name of its own; a blank label is none. */
  readonly id: string | undefined
  readonly types: string[]
  /** Members by the IRI of the property. */
  readonly members: Map<string, MergedValue[]>
  /** Nodes of which it is a value, by the IRI of the property. */
  readonly incoming: Map<string, MergedNode[]>
}

export type MergedValue =
  | { readonly node: MergedNode }
  | { readonly literal: Literal }
  | { readonly list: readonly MergedValue[] }
  /** Statements in a graph of their own, which may have a name. */
  | { readonly graph: readonly MergedNode[]; readonly id: string | undefined }

/** A literal as the statements have it: the same for every way to write it. */
export interface Literal {
  readonly value: unknown
  readonly type: string
  readonly language: string | undefined
}

/** Types whose literals JSON can write as they are. */
export const NATIVE_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'integer', 'double'].map(inXsd))
const RDF_JSON = `${RDF}JSON`
const RDF_TYPE = `${RDF}type`
const RDF_FIRST = `${RDF}first`
const RDF_REST = `${RDF}rest`
const RDF_NIL = `${RDF}nil`
const BLANK_PREFIX = '_:'
/** Lists may be as deep as objects in a document. */
const MAX_DEPTH_OF_LISTS = 30

/** The nodes of a graph, in the order of their first mention. */
export interface MergedGraph {
  readonly nodes: readonly MergedNode[]
  /** Nodes that are the value of another one. */
  readonly named: ReadonlySet<MergedNode>
}

/** An identifier or blank label; made up for a node that has none. */
type Label = string | symbol

interface Graph {
  readonly byName: Map<Label, MergedNode>
  readonly nodes: MergedNode[]
  readonly named: Set<MergedNode>
}

/**
 * Puts together what expanded JSON-LD says of each node. A document may repeat a node, split it, say the same twice, write out
 * what a list or a type stands for, or hang something somewhere else (`@included`, `@reverse`): the statements are the same, so
 * what comes of it is the same as well.
 *
 * @returns the default graph
 * @throws {ProofFault} `document_too_complex`
 */
export function mergeNodes(expanded: readonly unknown[], doubles?: TextsOfDoubles): MergedGraph {
  const graphs = new Map<Label, Graph>()
  const labels = new Map<MergedNode, Label>()
  const seen = new Map<MergedValue[], Set<unknown>>()
  const uses = new Map<MergedNode, number>()
  const lists = new Map<MergedNode, boolean>()
  const whole = newGraph()
  for (const node of expanded.filter(isObject)) readNode(node, whole)
  for (const graph of [whole, ...graphs.values()]) graph.nodes.forEach((node) => resolveMembers(node))
  return whole

  function graphOf(label: Label): Graph {
    const graph = graphs.get(label) ?? newGraph()
    graphs.set(label, graph)
    return graph
  }

  function readNode(object: JsonObject, graph: Graph): MergedNode {
    const label = textOf(object['@id']) ?? Symbol('nameless')
    const node = nodeOf(label, graph)
    for (const [name, value] of Object.entries(object)) {
      if (name === '@type')
        for (const type of listOf(value)) addValue(node, RDF_TYPE, readValue({ '@id': type }, graph))
      else if (name === '@reverse') readReverse(node, value, graph)
      else if (name === '@included') for (const part of listOf(value).filter(isObject)) readNode(part, graph)
      else if (name === '@graph') {
        const inside = graphOf(label)
        for (const part of listOf(value).filter(isObject)) readNode(part, inside)
      } else if (!name.startsWith('@') && !name.startsWith(BLANK_PREFIX))
        for (const part of listOf(value)) addValue(node, name, readValue(part, graph))
    }
    return node
  }

  function nodeOf(label: Label, { byName, nodes }: Graph): MergedNode {
    const held = byName.get(label)
    if (held !== undefined) return held
    const id = typeof label === 'symbol' || label.startsWith(BLANK_PREFIX) ? undefined : label
    const node: MergedNode = { id, types: [], members: new Map(), incoming: new Map() }
    byName.set(label, node)
    labels.set(node, label)
    nodes.push(node)
    return node
  }

  function readReverse(object: MergedNode, value: unknown, graph: Graph): void {
    if (!isObject(value)) return
    for (const [name, sources] of Object.entries(value)) {
      for (const source of listOf(sources).filter(isObject)) {
        addValue(readNode(source, graph), name, mentionOf(object, graph))
      }
    }
  }

  function readValue(value: unknown, graph: Graph): MergedValue | undefined {
    if (!isObject(value)) return undefined
    if (Object.hasOwn(value, '@value')) return { literal: readLiteral(value, doubles) }
    if (Object.hasOwn(value, '@list'))
      return { list: listOf(value['@list']).flatMap((one) => readValue(one, graph) ?? []) }
    const node = readNode(value, graph)
    if (node.id !== undefined && !isNameable(node.id)) return undefined
    return mentionOf(node, graph)
  }

  /** The end of a list is an empty one, whatever else is said of it: a list that is not written out does not mention it. */
  function mentionOf(node: MergedNode, { named }: Graph): MergedValue {
    if (node.id === RDF_NIL) return { list: [] }
    named.add(node)
    return { node }
  }

  function addValue(node: MergedNode, name: string, value: MergedValue | undefined): void {
    if (value === undefined) return
    const values = node.members.get(name) ?? []
    const keys = seen.get(values) ?? new Set()
    const key = 'literal' in value ? keyOf(value.literal) : 'node' in value ? value.node : value
    if (keys.has(key)) return
    if (name === RDF_TYPE && 'node' in value && value.node.id !== undefined) {
      if (!node.types.includes(value.node.id)) node.types.push(value.node.id)
      return
    }
    node.members.set(name, values)
    seen.set(values, keys.add(key))
    values.push(value)
    countUse(value)
    if (!('node' in value)) return
    const sources = value.node.incoming.get(name)
    if (sources === undefined) value.node.incoming.set(name, [node])
    else sources.push(node)
  }

  function countUse(value: MergedValue): void {
    if ('list' in value) value.list.forEach(countUse)
    else if ('node' in value) uses.set(value.node, (uses.get(value.node) ?? 0) + 1)
  }

  /** Resolves nodes that are parts of a list. */
  function resolveMembers(node: MergedNode): void {
    if (isList(node)) return
    for (const [name, values] of node.members) {
      const resolved = values.map((value) => resolve(value, 0))
      const isEmpty = (value: MergedValue) => 'list' in value && value.list.length === 0
      const firstEmpty = resolved.findIndex(isEmpty)
      node.members.set(
        name,
        resolved.filter((value, turn) => !isEmpty(value) || turn === firstEmpty),
      )
    }
  }

  /** A node that stands for a list is that list, and one that is nothing but the name of a graph is that graph. */
  function resolve(value: MergedValue, depth: number): MergedValue {
    if (depth > MAX_DEPTH_OF_LISTS) throw new ProofFault('document_too_complex', 'the document nests lists too deeply')
    if ('list' in value) return { list: value.list.map((one) => resolve(one, depth + 1)) }
    if (!('node' in value)) return value
    if (isList(value.node)) return { list: entriesOf(value.node).map((one) => resolve(one, depth + 1)) }
    const label = labels.get(value.node)
    const graph = label === undefined ? undefined : graphs.get(label)
    const saying = graph?.nodes.filter((node) => saysSomething(node) && !isList(node)) ?? []
    if (saying.length === 0 || saysSomething(value.node)) return value
    const free = saying.filter((node) => graph?.named.has(node) === false)
    return { graph: free.length === 0 ? saying : free, id: value.node.id }
  }

  /** Whether a node stands for a list that is written out (RDF 1.1 Semantics, D.3). Each node is looked at once. */
  function isList(head: MergedNode): boolean {
    const met = new Set<MergedNode>()
    let node = head
    let ends = lists.get(node)
    while (ends === undefined && !met.has(node)) {
      const rest = restOf(node)
      met.add(node)
      if (rest !== undefined && 'list' in rest) ends = true
      else if (rest === undefined || !('node' in rest)) ends = false
      else {
        node = rest.node
        ends = lists.get(node)
      }
    }
    for (const one of met) lists.set(one, ends ?? false)
    return ends ?? false
  }

  /** The rest of a list; undefined if the node is not exactly a part of a list. */
  function restOf(node: MergedNode): MergedValue | undefined {
    const { id, types, members } = node
    const [first = [], rest = []] = [members.get(RDF_FIRST), members.get(RDF_REST)]
    const isPart = id === undefined && types.length === 0 && members.size === 2 && uses.get(node) === 1
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

function newGraph(): Graph {
  return { byName: new Map(), nodes: [], named: new Set() }
}

/** Anybody can add a node that is only mentioned, where it stands for no statement. */
export function saysSomething({ types, members }: MergedNode): boolean {
  return types.length > 0 || members.size > 0
}

function keyOf({ value, type, language }: Literal): string {
  return `${type} ${language ?? ''} ${canonicalJson(value)}`
}

/** Reads a literal as JSON has it: a number or boolean where the statement is that of one, else its text. */
function readLiteral(object: JsonObject, doubles: TextsOfDoubles | undefined): Literal {
  const { value: text, datatype, language } = literalOf(object, doubles)
  const type = datatype?.value ?? inXsd('string')
  if (type === RDF_JSON) return { value: jsonOf(text), type: '@json', language: undefined }
  return { value: language === undefined ? nativeOf(text, type) : text, type, language }
}

/** Types of XML Schema whose values JSON writes as numbers or booleans; those of dates, durations and the like are texts. */
const NATIVE_IN_XSD = /^(?:boolean|decimal|double|float|\w*[iI]nteger|(?:unsigned)?(?:long|int|short|byte))$/i

function nativeOf(text: string, type: string): unknown {
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
