import { isObject, listOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isFullySigned, isDoubleString, literalOf, RDF } from './rdf-literal.ts'
import type { DoubleForm } from './rdf-literal.ts'
import { DEFAULT_GRAPH, named, writtenLiteral } from './n-quads.ts'
import type { WrittenTerm } from './n-quads.ts'
import { newDataset } from './rdf-statements.ts'
import type { Dataset, Value } from './rdf-statements.ts'

const TYPE = named(`${RDF}type`)
const FIRST = named(`${RDF}first`)
const REST = named(`${RDF}rest`)
const NIL = named(`${RDF}nil`)

/** The node that a member describes, and the graph of its statement. */
interface Place {
  readonly subject: WrittenTerm
  readonly graph: WrittenTerm
}

/**
 * Turns expanded JSON-LD into RDF (JSON-LD 1.1 API, 7.1 and 8.1).
 *
 * The library is not used for this, because it compares every value with every other: a document of a few thousand values
 * would keep it busy for many seconds.
 *
 * @throws {ProofFault} `document_too_complex` above 10,000 statements
 */
export function toRdf(expanded: readonly unknown[], doubles: DoubleForm = 'as numbers'): Dataset {
  const { dataset, mention, addStatement, addQuad, termOf, predicateOf, noteDoubleString } = newDataset()
  for (const node of expanded) readNode(node, DEFAULT_GRAPH)
  return dataset()

  /** Adds all statements about a node. Returns its term; undefined for what is no node. */
  function readNode(node: unknown, graph: WrittenTerm): WrittenTerm | undefined {
    if (!isObject(node)) return undefined
    const subject = termOf(textOf(node['@id']))
    mention(subject, graph)
    for (const name of Object.keys(node)) {
      if (name.startsWith('@')) readKeyword(name, node[name], { subject, graph })
      else readMember(name, node[name], { subject, graph })
    }
    return subject
  }

  function readMember(name: string, value: unknown, { subject, graph }: Place): void {
    const predicate = predicateOf(name)
    for (const part of listOf(value)) {
      const object = readValue(part, graph)
      if (object?.isRdf === true && predicate.isRdf) addStatement({ subject, predicate, object }, graph)
    }
  }

  function readKeyword(name: string, value: unknown, place: Place): void {
    const { subject, graph } = place
    if (name === '@type') readTypes(value, place)
    else if (name === '@reverse') readReverse(value, place)
    else if (name === '@included') for (const node of listOf(value)) readNode(node, graph)
    else if (name === '@graph' && subject.isRdf) for (const node of listOf(value)) readNode(node, subject)
  }

  function readTypes(value: unknown, { subject, graph }: Place): void {
    for (const type of listOf(value)) {
      const object = termOf(textOf(type))
      if (object.isRdf) addStatement({ subject, predicate: TYPE, object }, graph)
    }
  }

  function readReverse(value: unknown, { subject: object, graph }: Place): void {
    if (!isObject(value)) return
    for (const [name, sources] of Object.entries(value)) {
      for (const source of listOf(sources)) {
        const subject = readNode(source, graph)
        const predicate = predicateOf(name)
        if (subject !== undefined) addStatement({ subject, predicate, object }, graph)
      }
    }
  }

  function readValue(value: unknown, graph: WrittenTerm): Value | undefined {
    if (!isObject(value)) return undefined
    if (Object.hasOwn(value, '@value')) return readLiteral(value)
    if (Object.hasOwn(value, '@list')) return readList(listOf(value['@list']), graph)
    return readNode(value, graph)
  }

  function readLiteral(value: JsonObject): WrittenTerm {
    if (isDoubleString(value)) {
      const isComplete = doubles === 'as they are' || isFullySigned(value)
      noteDoubleString(isComplete ? undefined : textOf(value['@value']))
    }
    return writtenLiteral(literalOf(value, doubles))
  }

  function readList(entries: readonly unknown[], graph: WrittenTerm): Value {
    const list: Value[] = []
    const first = entries.reduceRight<WrittenTerm>((rest, entry) => {
      const subject = termOf(undefined)
      const object = readValue(entry, graph)
      if (object?.isRdf === true) {
        list.push(object)
        addQuad({ subject, predicate: FIRST, object }, graph)
      }
      addQuad({ subject, predicate: REST, object: rest }, graph)
      return subject
    }, NIL)
    return { ...first, list: list.reverse() }
  }
}
