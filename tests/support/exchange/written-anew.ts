import type { Quad, Term } from 'rdf-canonize'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/*
 * A document that is written from nothing but statements, by somebody who never saw another one: nodes in any order,
 * inside each other or beside each other, under full or short names.
 */

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const [FIRST, REST, NIL, TYPE, JSON_TYPE] = ['first', 'rest', 'nil', 'type', 'JSON'].map((name) => RDF + name)

interface Writing {
  readonly context: unknown
  /** The node that the document is about. */
  readonly root: string
  /** By prefix, as far as the contexts give them everywhere. */
  readonly prefixes: Readonly<Record<string, string>>
  /** Decide how it is written; used again and again. */
  readonly picks: readonly number[]
}

type Graph = ReadonlyMap<string, readonly Quad[]>

const keyOf = ({ termType, value }: Term) => (termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value)

export function writtenAnew(quads: readonly Quad[], { context, root, prefixes, picks }: Writing): JsonObject {
  let drawn = 0
  const pick = (limit: number) => (picks[drawn++ % picks.length] ?? 0) % limit
  const isHeads = () => pick(2) === 0
  const graphs = new Map<string, Map<string, Quad[]>>()
  const mentions = new Map<string, number>()
  for (const quad of quads) {
    const graph = quad.graph.termType === 'DefaultGraph' ? '' : keyOf(quad.graph)
    const nodes = graphs.get(graph) ?? new Map<string, Quad[]>()
    graphs.set(graph, nodes.set(keyOf(quad.subject), [...(nodes.get(keyOf(quad.subject)) ?? []), quad]))
    if (quad.object.termType !== 'Literal') {
      mentions.set(keyOf(quad.object), (mentions.get(keyOf(quad.object)) ?? 0) + 1)
    }
  }

  const inside = new Set<string>()
  const main = graphs.get('') ?? new Map<string, Quad[]>()
  const isFlat = pick(4) === 0
  const { write, others } = writer(main, isFlat)
  const top = write(root)
  const nodes = others()
  const graphsLeft = [...graphs.keys()].filter((name) => name !== '' && !inside.has(name))
  const rest = [...nodes, ...graphsLeft.map((name) => ({ '@id': name, '@graph': graphOf(name) }))]
  if (isFlat && isHeads()) return { '@context': context, '@graph': shuffled([top, ...rest]) }
  return { '@context': context, ...top, ...(rest.length > 0 && { '@included': shuffled(rest) }) }

  function graphOf(name: string): JsonObject[] {
    inside.add(name)
    const nodes = graphs.get(name) ?? new Map<string, Quad[]>()
    const { others: nodesOf } = writer(nodes, isFlat)
    return shuffled(nodesOf())
  }

  /** Each node is described once, where it is mentioned first or by itself. */
  function writer(graph: Graph, flat: boolean) {
    const written = new Set<string>()
    return { write: node, others }

    function others(): JsonObject[] {
      const isCell = (name: string) => name.startsWith('_:') && mentions.has(name)
      const names = shuffled([...graph.keys()])
      // What others mention comes inside of them, unless it is mentioned in a circle only.
      const inOrder = flat ? names : [...names.filter((name) => !isCell(name)), ...names.filter(isCell)]
      return inOrder.flatMap((name) => (written.has(name) ? [] : [node(name)]))
    }

    function node(name: string): JsonObject {
      written.add(name)
      const members = new Map<string, unknown[]>()
      for (const quad of shuffled(graph.get(name) ?? [])) {
        const isType = quad.predicate.value === TYPE && quad.object.termType === 'NamedNode' && isHeads()
        const key = isType ? '@type' : shortened(quad.predicate.value)
        const value = isType ? shortened(quad.object.value) : valueOf(quad.object)
        members.set(key, [...(members.get(key) ?? []), value])
      }
      const isNamed = !name.startsWith('_:') || (mentions.get(name) ?? 0) > 1 || flat || isHeads()
      const graphInside = graphs.has(name) && name !== '' ? { '@graph': graphOf(name) } : {}
      return {
        ...(isNamed && { '@id': name }),
        ...graphInside,
        ...Object.fromEntries([...members].map(([key, values]) => [key, oneOrList(values)])),
      }
    }

    function valueOf(term: Term): unknown {
      if (term.termType === 'Literal') return literal(term)
      const name = keyOf(term)
      const listed = isHeads() ? itemsOf(name) : undefined
      if (listed !== undefined) {
        for (const { cell } of listed) written.add(cell)
        return { '@list': listed.map(({ item }) => valueOf(item)) }
      }
      const isHere = graph.has(name) || (graphs.has(name) && !inside.has(name))
      if (written.has(name) || !isHere || (flat && graph.has(name)) || (!name.startsWith('_:') && isHeads())) {
        return { '@id': name }
      }
      return node(name)
    }

    /** Of a list whose cells nobody else mentions. */
    function itemsOf(start: string): { readonly cell: string; readonly item: Term }[] | undefined {
      const items: { cell: string; item: Term }[] = []
      let cell = start
      while (cell !== NIL) {
        const said = graph.get(cell) ?? []
        const [first, rest] = [FIRST, REST].map((predicate) =>
          said.filter((quad) => quad.predicate.value === predicate),
        )
        const [item, next] = [first?.[0]?.object, rest?.[0]?.object]
        if (said.length !== 2 || item === undefined || next === undefined) return undefined
        if (!cell.startsWith('_:') || mentions.get(cell) !== 1 || written.has(cell)) return undefined
        items.push({ cell, item })
        cell = keyOf(next)
      }
      return items
    }
  }

  function literal({ value, language, datatype }: Term): unknown {
    const type = datatype?.value ?? `${XSD}string`
    if (language) return { '@value': value, '@language': language }
    if (type === JSON_TYPE) return { '@value': JSON.parse(value) as unknown, '@type': '@json' }
    if (type === `${XSD}string`) return isHeads() ? value : { '@value': value }
    if (type === `${XSD}integer` && isHeads() && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value)
    return { '@value': value, '@type': shortened(type) }
  }

  function shortened(iri: string): string {
    const found = Object.entries(prefixes).find(([, start]) => iri.startsWith(start))
    return found !== undefined && isHeads() ? `${found[0]}:${iri.slice(found[1].length)}` : iri
  }

  function oneOrList(values: readonly unknown[]): unknown {
    return values.length === 1 && isHeads() ? values[0] : values
  }

  function shuffled<Entry>(entries: readonly Entry[]): Entry[] {
    return entries
      .map((entry) => ({ entry, place: pick(1000) }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ entry }) => entry)
  }
}
