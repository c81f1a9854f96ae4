import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from './canonical-json.ts'
import { literalOf, RDF, XSD } from './rdf-literal.ts'
import type { TextsOfDoubles } from './rdf-literal.ts'
import { isNameable } from './rdf-statements.ts'

/** A node with everything that a document says of it, wherever it says so. */
export interface MergedNode {
  /** Undefined for a node without a name of its own; a blank label is none. */
  readonly id: string | undefined
  readonly types: string[]
  /** By the IRI of the property. */
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
const BLANK_PREFIX = '_:'
const GRAPH_MEMBERS: ReadonlySet<string> = new Set(['@graph', '@id', '@index'])

/** The nodes of a graph, in the order of their first mention. */
export interface MergedGraph {
  readonly nodes: readonly MergedNode[]
  /** Those that are the value of another one. */
  readonly named: ReadonlySet<MergedNode>
}

/**
 * Puts together what expanded JSON-LD says of each node. A document may repeat a node, split it, say the same twice, or
 * hang it somewhere else (`@included`, `@reverse`): the statements are the same, so what comes of it is the same as well.
 */
export function mergeNodes(expanded: readonly unknown[], doubles?: TextsOfDoubles): MergedGraph {
  const byName = new Map<string, MergedNode>()
  const nodes = new Set<MergedNode>()
  const named = new Set<MergedNode>()
  const seen = new Map<MergedValue[], Set<unknown>>()
  expanded.filter(isObject).forEach(readNode)
  return { nodes: [...nodes], named }

  function readNode(object: JsonObject): MergedNode {
    const node = nodeOf(textOf(object['@id']))
    for (const [name, value] of Object.entries(object)) {
      if (name === '@type') for (const type of listOf(value)) addType(node, type)
      else if (name === '@reverse') readReverse(node, value)
      else if (name === '@included') listOf(value).filter(isObject).forEach(readNode)
      else if (!name.startsWith('@') && !name.startsWith(BLANK_PREFIX))
        for (const part of listOf(value)) addValue(node, name, readValue(part))
    }
    return node
  }

  function nodeOf(id: string | undefined): MergedNode {
    const held = id === undefined ? undefined : byName.get(id)
    if (held !== undefined) return held
    const node: MergedNode = {
      id: id?.startsWith(BLANK_PREFIX) ? undefined : id,
      types: [],
      members: new Map(),
      incoming: new Map(),
    }
    if (id !== undefined) byName.set(id, node)
    nodes.add(node)
    return node
  }

  function readReverse(object: MergedNode, value: unknown): void {
    if (!isObject(value)) return
    for (const [name, sources] of Object.entries(value)) {
      for (const source of listOf(sources).filter(isObject)) addValue(readNode(source), name, { node: object })
      named.add(object)
    }
  }

  function readValue(value: unknown): MergedValue | undefined {
    if (!isObject(value)) return undefined
    if (Object.hasOwn(value, '@value')) return { literal: readLiteral(value, doubles) }
    if (Object.hasOwn(value, '@list')) return { list: listOf(value['@list']).flatMap((one) => readValue(one) ?? []) }
    // A graph that is described as well is a node like any other; what is in it hangs nowhere.
    const isOnlyGraph = Object.keys(value).every((name) => GRAPH_MEMBERS.has(name))
    if (Object.hasOwn(value, '@graph') && isOnlyGraph) {
      const { nodes: all, named: within } = mergeNodes(listOf(value['@graph']), doubles)
      return { graph: all.filter((node) => !within.has(node)), id: textOf(value['@id']) }
    }
    const node = readNode(value)
    if (node.id !== undefined && !isNameable(node.id)) return undefined
    named.add(node)
    return { node }
  }

  function addValue(node: MergedNode, name: string, value: MergedValue | undefined): void {
    if (value === undefined) return
    const values = node.members.get(name) ?? []
    node.members.set(name, values)
    const keys = seen.get(values) ?? new Set()
    seen.set(values, keys)
    const key = 'literal' in value ? canonicalJson(value.literal) : 'node' in value ? value.node : value
    if (keys.has(key)) return
    keys.add(key)
    values.push(value)
    if ('node' in value) value.node.incoming.set(name, [...(value.node.incoming.get(name) ?? []), node])
  }
}

function addType({ types }: MergedNode, type: unknown): void {
  if (typeof type === 'string' && isNameable(type) && !types.includes(type)) types.push(type)
}

/** As JSON has it: a number or boolean where its statement is that of one, else the text of the statement. */
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

/** What is no JSON stays the text it is. */
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
