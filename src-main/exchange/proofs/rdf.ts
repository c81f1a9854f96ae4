import type { Term } from 'rdf-canonize'
import { isObject, listOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isFullySigned, isDoubleString, literalOf, RDF } from './rdf-literal.ts'
import type { DoubleForm } from './rdf-literal.ts'
import { DEFAULT_GRAPH, named, newDataset } from './rdf-statements.ts'
import type { Dataset } from './rdf-statements.ts'

const TYPE = named(`${RDF}type`)
const FIRST = named(`${RDF}first`)
const REST = named(`${RDF}rest`)
const NIL = named(`${RDF}nil`)

/** The node that a member describes, and the graph of its statement. */
interface Place {
  readonly subject: Term | undefined
  readonly graph: Term
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
  const { dataset, addStatement, termOf, predicateOf, noteDoubleString } = newDataset()
  const keywords: ReadonlyMap<string, (value: unknown, place: Place) => void> = new Map([
    ['@type', readTypes],
    ['@reverse', readReverse],
    ['@graph', (value, { subject }) => subject && listOf(value).forEach((node) => readNode(node, subject))],
    ['@included', (value, { graph }) => listOf(value).forEach((node) => readNode(node, graph))],
  ])
  for (const node of expanded) readNode(node, DEFAULT_GRAPH)
  return dataset()

  /** Adds all statements about a node. Returns its term; undefined if RDF cannot express it. */
  function readNode(node: unknown, graph: Term): Term | undefined {
    if (!isObject(node)) return undefined
    const subject = termOf(textOf(node['@id']))
    for (const [name, value] of Object.entries(node)) {
      const readKeyword = keywords.get(name)
      if (readKeyword !== undefined) readKeyword(value, { subject, graph })
      else if (!name.startsWith('@')) readMember(name, value, { subject, graph })
    }
    return subject
  }

  function readMember(name: string, value: unknown, { subject, graph }: Place): void {
    const predicate = predicateOf(name)
    for (const part of listOf(value)) addStatement({ subject, predicate, object: readValue(part, graph) }, graph)
  }

  function readTypes(value: unknown, { subject, graph }: Place): void {
    for (const type of listOf(value)) addStatement({ subject, predicate: TYPE, object: termOf(textOf(type)) }, graph)
  }

  function readReverse(value: unknown, { subject: object, graph }: Place): void {
    if (!isObject(value)) return
    for (const [name, sources] of Object.entries(value)) {
      for (const source of listOf(sources)) {
        addStatement({ subject: readNode(source, graph), predicate: predicateOf(name), object }, graph)
      }
    }
  }

  function readValue(value: unknown, graph: Term): Term | undefined {
    if (!isObject(value)) return undefined
    if (Object.hasOwn(value, '@value')) return readLiteral(value)
    if (Object.hasOwn(value, '@list')) return readList(listOf(value['@list']), graph)
    return readNode(value, graph)
  }

  function readLiteral(value: JsonObject): Term {
    if (isDoubleString(value)) {
      const isComplete = doubles === 'as they are' || isFullySigned(value)
      noteDoubleString(isComplete ? undefined : textOf(value['@value']))
    }
    return literalOf(value, doubles)
  }

  function readList(values: readonly unknown[], graph: Term): Term | undefined {
    return values.reduceRight<Term | undefined>((rest, value) => {
      const subject = termOf(undefined)
      addStatement({ subject, predicate: FIRST, object: readValue(value, graph) }, graph)
      addStatement({ subject, predicate: REST, object: rest }, graph)
      return subject
    }, NIL)
  }
}
