import compaction from 'jsonld/lib/compact.js'
import contexts from 'jsonld/lib/context.js'
import type { ActiveContext, ContextOptions } from 'jsonld/lib/context.js'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { listOf } from '../../../shared/presentation-exchange/json.ts'
import type { DocumentKind, NamedMembers } from './document-kinds.ts'
import { NATIVE_TYPES } from './merged-nodes.ts'
import type { Literal, MergedNode, MergedValue } from './merged-nodes.ts'
import { ProofFault } from './proof-fault.ts'

const { compactIri, compactValue } = compaction
const { getContextValue, getInitialContext, process: addContext } = contexts

interface PlainFormOrder {
  /** As the document names them. */
  readonly context: unknown
  readonly kind: DocumentKind
  readonly options: ContextOptions
}

/** Values of one plain form: nodes that contain each other in many ways would make it grow without end. */
const MAX_VALUES = 20_000
const NO_NAMES: NamedMembers = new Map()

/**
 * The one plain way to write down what a document states, with the names its contexts give: each name a term, each value
 * where it belongs and as JSON has it, a single value without a list around it, identifiers in full. It follows from the
 * statements and the contexts alone; how the document was written does not enter into it (JSON-LD 1.1 API, 5.6 and 6).
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function plainForm(root: MergedNode, order: PlainFormOrder): Promise<JsonObject> {
  const { options, kind } = order
  let valuesLeft = MAX_VALUES
  const active = await addContext({ activeCtx: getInitialContext(options), localCtx: order.context, options })
  return plainNode(root, { active, property: null, names: kind.names, around: [] })

  async function plainNode(node: MergedNode, place: Place): Promise<JsonObject> {
    const inside = await contextsInside(node, place)
    const around = [...place.around, node]
    const plain = new Map<string, Member>()
    for (const [iri, values] of node.members) {
      if (place.property === null && iri === kind.embeds) continue
      const names = (place.property === null ? kind.namesBelow.get(iri) : undefined) ?? NO_NAMES
      for (const value of values) {
        const name = place.names.get(iri) ?? nameOf(inside.active, iri, value)
        await addMember(plain, value, { active: inside.active, property: name, names, around })
      }
    }
    return {
      ...(node.id !== undefined && { [nameOfKeyword(inside.active, '@id')]: node.id }),
      ...(node.types.length > 0 && {
        [nameOfKeyword(inside.active, '@type')]: single(node.types.map((type) => termOf(inside.types, type) ?? type)),
      }),
      ...Object.fromEntries([...plain].map(([name, member]) => [name, memberValue(member)])),
    }
  }

  async function addMember(plain: Map<string, Member>, value: MergedValue, place: Place): Promise<void> {
    valuesLeft -= 1
    if (valuesLeft < 0) throw new ProofFault('document_too_complex', 'the document nests more values than are read')
    const name = place.property ?? ''
    const containers = containersOf(place.active, name)
    const member = plain.get(name) ?? { values: [], isList: containers.includes('@set') }
    plain.set(name, member)
    if ('list' in value && containers.includes('@list')) {
      member.isList = true
      member.values.push(...(await plainList(value.list, place)))
    } else if ('literal' in value && containers.includes('@language') && value.literal.language !== undefined) {
      member.byLanguage = withLanguage(member.byLanguage, value.literal)
    } else member.values.push(await plainValue(value, place))
  }

  async function plainList(list: readonly MergedValue[], place: Place): Promise<readonly unknown[]> {
    const values: unknown[] = []
    for (const one of list) values.push(await plainValue(one, place))
    return values
  }

  async function plainValue(value: MergedValue, place: Place): Promise<unknown> {
    const scoped = await withPropertyContext(place.active, place)
    if ('literal' in value) return plainLiteral(value.literal, scoped, place.property)
    if ('list' in value) {
      const list = await plainList(value.list, place)
      return containersOf(place.active, place.property ?? '').includes('@list') ? list : { '@list': list }
    }
    if ('graph' in value) return plainGraph(value.graph, place)
    const { node } = value
    const isReference = node.types.length === 0 && node.members.size === 0
    if (isReference || place.around.includes(node)) return reference(node, scoped, place.property)
    return plainNode(node, place)
  }

  /** The graph of a single node is that node where the name says that it stands for a graph. */
  async function plainGraph(nodes: readonly MergedNode[], place: Place): Promise<unknown> {
    const plain: unknown[] = []
    for (const node of nodes) plain.push(await plainNode(node, place))
    const isImplied = nodes.length === 1 && containersOf(place.active, place.property ?? '').includes('@graph')
    return isImplied ? plain[0] : { '@graph': plain }
  }

  /** What names mean within a node: by the property it stands under, and by its types (JSON-LD 1.1, 4.1.8). */
  async function contextsInside(
    node: MergedNode,
    place: Place,
  ): Promise<{ active: ActiveContext; types: ActiveContext }> {
    const around = await withPropertyContext(place.active, place)
    let inside = await withPropertyContext(around.revertToPreviousContext(), { ...place, active: around })
    const typesIn = inside
    for (const type of [...node.types].sort()) {
      const context = getContextValue(around, termOf(typesIn, type) ?? type, '@context')
      if (context === undefined) continue
      inside = await addContext({ activeCtx: inside, localCtx: context, options, propagate: false })
    }
    return { active: inside, types: around }
  }

  async function withPropertyContext(target: ActiveContext, { active: from, property }: Place): Promise<ActiveContext> {
    const context = getContextValue(from, property, '@context')
    if (context === undefined) return target
    return addContext({ activeCtx: target, localCtx: context, options, overrideProtected: true })
  }
}

interface Place {
  readonly active: ActiveContext
  /** The name under which the value stands; null at the top. */
  readonly property: string | null
  readonly names: NamedMembers
  /** Nodes that contain this place: they are named here, not repeated. */
  readonly around: readonly MergedNode[]
}

interface Member {
  readonly values: unknown[]
  isList: boolean
  byLanguage?: Map<string, string[]>
}

function memberValue({ values, isList, byLanguage }: Member): unknown {
  if (byLanguage === undefined) return isList ? values : single(values)
  const texts = Object.fromEntries([...byLanguage].map(([language, ofOne]) => [language, single(ofOne)]))
  return values.length === 0 ? texts : [texts, ...values]
}

function single(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values
}

function withLanguage(
  held: Map<string, string[]> | undefined,
  { language = '', value }: Literal,
): Map<string, string[]> {
  const byLanguage = held ?? new Map<string, string[]>()
  return byLanguage.set(language, [...(byLanguage.get(language) ?? []), String(value)])
}

/** A term made for the type of the value, else one that leaves it open, else the IRI itself. */
function nameOf(active: ActiveContext, iri: string, value: MergedValue): string {
  const typed = termOf(active, iri, expandedValue(value, true))
  if (!isNative(value)) return typed ?? iri
  const isMadeForIt = typed !== undefined && 'literal' in value && isCoerced(active, typed, value.literal)
  return (isMadeForIt ? typed : termOf(active, iri, expandedValue(value, false))) ?? typed ?? iri
}

function isNative(value: MergedValue): boolean {
  return 'literal' in value && value.literal.language === undefined && NATIVE_TYPES.has(value.literal.type)
}

function isCoerced(active: ActiveContext, name: string, { type }: Literal): boolean {
  return getContextValue(active, name, '@type') === type
}

/** As the library wants to see a value when it looks for its name. */
function expandedValue(value: MergedValue, isTyped: boolean): JsonObject {
  if ('list' in value) return { '@list': value.list.map((one) => expandedValue(one, isTyped && !isNative(one))) }
  if ('graph' in value) return { '@graph': [] }
  if ('node' in value) return value.node.id === undefined ? {} : { '@id': value.node.id }
  const { value: said, type, language } = value.literal
  if (language !== undefined) return { '@value': said, '@language': language }
  return isTyped ? { '@value': said, '@type': type } : { '@value': said }
}

/** Undefined where the contexts have no term: an IRI written with a prefix is none. */
function termOf(active: ActiveContext, iri: string, value?: JsonObject): string | undefined {
  try {
    const found = compactIri({ activeCtx: active, iri, relativeTo: { vocab: true }, ...(value && { value }) })
    const isTerm = active.mappings.has(found) || !found.includes(':')
    return isTerm ? found : undefined
  } catch (fault) {
    if (fault instanceof Error && fault.name.startsWith('jsonld.')) return undefined // an IRI that looks like a prefix
    throw fault
  }
}

function nameOfKeyword(active: ActiveContext, keyword: string): string {
  return compactIri({ activeCtx: active, iri: keyword, relativeTo: { vocab: true } })
}

function containersOf(active: ActiveContext, name: string): readonly unknown[] {
  return listOf(getContextValue(active, name, '@container') ?? [])
}

function plainLiteral(literal: Literal, active: ActiveContext, name: string | null): unknown {
  const { value, type, language } = literal
  if (name !== null && isCoerced(active, name, literal)) return value
  const isBare = language === undefined && NATIVE_TYPES.has(type)
  const object = isBare ? { '@value': value } : expandedValue({ literal }, true)
  return compactValue({ activeCtx: active, activeProperty: name, value: object, options: {} })
}

function reference(node: MergedNode, active: ActiveContext, name: string | null): unknown {
  const { id } = node
  if (id === undefined) return {}
  const type = getContextValue(active, name, '@type')
  if (type === '@vocab') return termOf(active, id) ?? id
  return type === '@id' ? id : { [nameOfKeyword(active, '@id')]: id }
}
