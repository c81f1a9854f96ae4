import compaction from 'jsonld/lib/compact.js'
import contexts from 'jsonld/lib/context.js'
import type { ActiveContext } from 'jsonld/lib/context.js'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { isObject, textOf } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import type { AddContext } from './context-cache.ts'
import type { DocumentKind, NamedMembers } from './document-kinds.ts'
import { NATIVE_TYPES, saysSomething } from './merged-nodes.ts'
import type { Literal, MergedNode, MergedValue } from './merged-nodes.ts'
import { ProofFault } from './proof-fault.ts'
import { RDF, XSD } from './rdf-literal.ts'
import {
  containersOf,
  expandedValue,
  isCoerced,
  isFree,
  scopedContexts,
  termNames,
  usualName,
  usualType,
} from './term-names.ts'
import type { NamesOrder } from './term-names.ts'

const { compactValue } = compaction
const { getContextValue, getInitialContext } = contexts

/** The statements of a document as JSON, in one canonical form. */
export interface PlainForm {
  readonly tree: JsonObject
  /** Its lists whose order nothing states, each with the turn in which each value was mentioned. */
  readonly unordered: ReadonlyMap<readonly unknown[], readonly number[]>
  /** The number of embedded documents. */
  readonly embedded: number
  /** Members that a check would read with another meaning than the document states. */
  readonly misnamed: readonly Location[]
  /** The number of members and types that have only an IRI as name. */
  readonly nameless: number
  /** Whether a name was asked for that an IRI has from a context which another one overrides, or as its last part. */
  readonly hasAddedNames: boolean
}

export interface PlainFormOrder extends NamesOrder {
  readonly addContext: AddContext
  /** The contexts in the order of the document. */
  readonly context: readonly unknown[]
  /** Contexts of nodes within it: where those around have no name for something, these may. */
  readonly contextsWithin: readonly unknown[]
  readonly kind: DocumentKind
  /**
   * How many values all forms of the document may still have: nodes that contain each other in many ways would make one grow
   * without end, and each context and schema that a document names may take one.
   */
  readonly budget: { valuesLeft: number }
}

const NO_NAMES: NamedMembers = new Map()
/** Containers with keys; a graph has them beside one of identifiers. */
const MAPS: readonly unknown[] = ['@id', '@index', '@language', '@type']
/** Less than what a credential may be nested, with lists between nodes. */
const MAX_DEPTH = 30
/** The cost of a type-scoped context. */
const VALUES_OF_SCOPE = 10
const ROOT_TYPES: readonly string[] = ['VerifiableCredential', 'VerifiablePresentation']

/**
 * The one plain way to write down what a document states, with the names its contexts give: each value where it belongs
 * and as JSON has it, a single value without a list around it, several in an order that follows from them, identifiers in
 * full. It follows from the statements and the contexts alone; how the document was written does not enter into it
 * (JSON-LD 1.1 API, 5.6 and 6).
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function plainForm(root: MergedNode, order: PlainFormOrder): Promise<PlainForm> {
  const { options, kind, addContext } = order
  const turns = await activeContexts(order)
  const active = turns.at(-1) ?? getInitialContext(options)
  const names = termNames(order, turns)
  const unordered = new Map<readonly unknown[], readonly number[]>()
  const insides = new WeakMap<ActiveContext, Map<string, ActiveContext>>()
  const misnamed: Location[] = []
  let nameless = 0
  const tree = await plainNode(root, { active, property: null, names: kind.names, isFlat: false, around: [] })
  const embeds = kind.embeds === undefined ? [] : (root.members.get(kind.embeds) ?? [])
  const embedded = embeds.filter((value) => 'graph' in value).length
  return { tree, unordered, embedded, misnamed, nameless, hasAddedNames: names.hasAddedNames() }

  async function plainNode(node: MergedNode, place: Place, shown: Shown = node): Promise<JsonObject> {
    const { around: contextAround, inside } = await contextsInside(node, place)
    const below = { ...place, active: inside, around: [...place.around, node] }
    if (below.around.length > MAX_DEPTH) {
      throw new ProofFault('document_too_complex', 'the document nests nodes too deeply')
    }
    const members = await membersOf(node, shown, { place, below })
    const types = await typesOf(shown, contextAround)
    const plain = new Map<string, unknown>()
    if (shown.id !== undefined) for (const name of names.ofKeyword('@id', inside)) plain.set(name, shown.id)
    const asTypes = types === undefined ? [] : [...names.ofKeyword('@type', inside), ...names.askedOf(RDF_TYPE, inside)]
    for (const name of asTypes) plain.set(name, types)
    for (const [name, member] of members) {
      // What a context nests stands under the name that it nests it by.
      const nest = textOf(getContextValue(inside, name, '@nest'))
      const value = memberValue(member)
      const nested = nest === undefined ? undefined : plain.get(nest)
      plain.set(nest ?? name, nest === undefined ? value : { ...(isObject(nested) && nested), [name]: value })
    }
    return Object.fromEntries(plain)
  }

  async function membersOf(
    node: MergedNode,
    shown: Shown,
    { place, below }: { readonly place: Place; readonly below: Omit<Place, 'property'> },
  ): Promise<ReadonlyMap<string, Member>> {
    const members = new Map<string, Member>()
    const namedBelow = new Map<string, Member>()
    const added = new Map<string, Member>()
    for (const [iri, values] of shown.members) {
      if (place.property === null && iri === kind.embeds) continue
      const read = (place.property === null ? kind.namesBelow.get(iri) : undefined) ?? NO_NAMES
      for (const value of values) {
        const given = await named(iri, value, { place, inside: below.active })
        const { within, isNamedAround } = given
        for (const name of given.found) {
          const at = { ...below, active: within, property: name, names: read }
          await addValue(isNamedAround ? members : namedBelow, value, at)
        }
        for (const name of names.addedToProperty(iri, given.found).filter(opennessAt(place))) {
          await addValue(added, value, { ...below, active: within, property: name, names: read })
        }
      }
    }
    for (const [name, source] of names.sourcesOf(node, below.active)) {
      if (place.around.includes(source)) continue
      await addValue(members, { node: source }, { ...below, property: name, names: NO_NAMES })
    }
    return new Map([...namedBelow, ...members, ...added])
  }

  /** Names it by the contexts around, else by those of nodes within the document, else by its IRI. */
  async function named(
    iri: string,
    value: MergedValue,
    { place, inside }: { readonly place: Place; readonly inside: ActiveContext },
  ): Promise<NamesFound> {
    const around = namesOf(iri, value, { place, within: inside })
    if (around.length > 0) return { found: around, within: inside, isNamedAround: true }
    const within = await contextWithin(inside)
    const found = namesOf(iri, value, { place, within })
    if (found.length > 0) return { found, within, isNamedAround: false }
    nameless += 1
    return { found: [iri], within: inside, isNamedAround: true }
  }

  function namesOf(
    iri: string,
    value: MergedValue,
    { place, within }: { readonly place: Place; readonly within: ActiveContext },
  ): readonly string[] {
    const isOpen = opennessAt(place)
    const asked = names.ofProperty(iri, value, within)
    const fitting = asked.fitting.filter(isOpen)
    const fixed = isReadAt(place) ? place.names.get(iri) : undefined
    if (fixed !== undefined) return [fixed, ...fitting]
    const usual = usualName(within, iri, value)
    if (fitting.length > 0) return fitting
    if (usual === iri) return asked.known.filter(isOpen)
    if (isOpen(usual)) return [usual]
    misnamed.push([...(place.property === null ? [] : [place.property]), usual])
    return [iri]
  }

  /** Deeper than what a credential is about, nothing is read by its name. */
  function isReadAt({ property, around }: Place): boolean {
    return property === null || (around.length === 1 && kind.objects.has(property))
  }

  /** Tells of a name whether checks read nothing else by it there. */
  function opennessAt(place: Place): (name: string) => boolean {
    return isReadAt(place) ? (name) => isFree(name, place.names) : () => true
  }

  async function typesOf({ types }: Shown, around: ActiveContext): Promise<unknown> {
    if (types.length === 0) return undefined
    const contextsOfTypes = [around, await contextWithin(around)]
    const namesOfTypes = types.flatMap((type) => names.ofType(type, contextsOfTypes))
    nameless += namesOfTypes.filter((name) => types.includes(name)).length
    return oneOrMore(namesOfTypes)
  }

  async function addValue(members: Map<string, Member>, value: MergedValue, place: Named): Promise<void> {
    spend(1)
    const { property: name } = place
    const member = members.get(name) ?? { values: [], lists: [] }
    members.set(name, member)
    const containers = containersOf(place.active, name)
    const entry = containers.some((one) => MAPS.includes(one)) ? await entryOf(value, containers, place) : undefined
    if (entry !== undefined) {
      member.map ??= new Map()
      member.map.set(entry.key, [...(member.map.get(entry.key) ?? []), entry.value])
    } else if ('list' in value && containers.includes('@list')) {
      member.lists.push(await plainList(value.list, place))
    } else member.values.push(await plainValue(value, place))
  }

  function spend(values: number): void {
    order.budget.valuesLeft -= values
    if (order.budget.valuesLeft < 0)
      throw new ProofFault('document_too_complex', 'the document nests more values than are read')
  }

  /** The key and the value under it where the name stands for a map (JSON-LD 1.1, 4.6). */
  async function entryOf(value: MergedValue, containers: readonly unknown[], place: Named): Promise<Entry | undefined> {
    const [none] = names.ofKeyword('@none', place.active)
    if ('literal' in value) {
      const { value: text, language, type } = value.literal
      const isOfMap = containers.includes('@language') && (language !== undefined || type === XSD_STRING)
      return isOfMap ? { key: language === undefined ? none : names.ofLanguage(language), value: text } : undefined
    }
    if ('graph' in value) {
      const isOfMap = containers.includes('@graph') && containers.includes('@id')
      return isOfMap
        ? { key: value.id ?? none, value: await plainGraph({ ...value, id: undefined }, place) }
        : undefined
    }
    if ('list' in value || place.isFlat || place.around.includes(value.node)) return undefined
    return nodeEntryOf(value.node, { containers, none }, place)
  }

  async function nodeEntryOf(
    node: MergedNode,
    { containers, none }: { readonly containers: readonly unknown[]; readonly none: string },
    place: Named,
  ): Promise<Entry | undefined> {
    const { active: within, property: name } = place
    if (containers.includes('@id')) {
      return { key: node.id ?? none, value: await plainNode(node, place, { ...node, id: undefined }) }
    }
    if (containers.includes('@type')) {
      const [type, ...types] = node.types.toSorted()
      const key = type === undefined ? none : usualType(type, await withPropertyContext(within, place))
      const isLone = types.length === 0 && node.members.size === 0 && node.id !== undefined
      return { key, value: isLone ? node.id : await plainNode(node, place, { ...node, types }) }
    }
    const index = names.iriOf(textOf(getContextValue(within, name, '@index')) ?? '', within)
    const [said, ...more] = node.members.get(index) ?? []
    const key = said !== undefined && 'literal' in said && more.length === 0 ? textOf(said.literal.value) : undefined
    if (key === undefined) return undefined
    const members = new Map([...node.members].filter(([property]) => property !== index))
    return { key, value: await plainNode(node, place, { ...node, members }) }
  }

  async function plainList(list: readonly MergedValue[], place: Named): Promise<readonly unknown[]> {
    const values: unknown[] = []
    for (const one of list) values.push(await plainValue(one, place))
    return values
  }

  async function plainValue(value: MergedValue, place: Named): Promise<unknown> {
    const scoped = await withPropertyContext(place.active, place)
    if ('literal' in value) return plainLiteral(value.literal, scoped, place.property)
    if ('list' in value) {
      const list = await plainList(value.list, place)
      return containersOf(place.active, place.property).includes('@list') ? list : { '@list': list }
    }
    if ('graph' in value) return plainGraph(value, place)
    const { node } = value
    const isSilent = !saysSomething(node) && names.sourcesOf(node, scoped).length === 0
    if (isSilent || place.isFlat) return reference(node, { ...place, active: scoped })
    return plainNode(node, { ...place, isFlat: place.around.includes(node) })
  }

  /** The graph of a single node is that node where the name says that it stands for a graph. */
  async function plainGraph({ graph, id }: GraphValue, place: Named): Promise<unknown> {
    const plain: unknown[] = []
    for (const node of graph) plain.push(await plainNode(node, place))
    const [only, ...others] = plain
    const isImplied = others.length === 0 && containersOf(place.active, place.property).includes('@graph')
    return isImplied && id === undefined && only !== undefined
      ? only
      : { ...(id !== undefined && { id }), '@graph': inOrder(plain) }
  }

  function plainLiteral(literal: Literal, within: ActiveContext, name: string): unknown {
    const { value, type, language } = literal
    // A term for numbers or booleans takes them as text, too, which is what somebody may ask for.
    if (isCoerced(within, name, literal)) return isAskedAsText(value) ? String(value) : value
    const isBare = language === undefined && NATIVE_TYPES.has(type)
    const object = isBare ? { '@value': value } : expandedValue({ literal }, true)
    const compact = compactValue({ activeCtx: within, activeProperty: name, value: object, options: {} })
    if (compact === value || !isObject(compact)) return compact
    return Object.fromEntries(
      Object.entries(compact).flatMap(([alias, part]) => {
        const keyword = names.keywordOf(alias, within)
        const said = keyword === '@language' ? names.ofLanguage(String(part)) : part
        return (keyword === undefined ? [alias] : names.ofKeyword(keyword, within)).map((one) => [one, said])
      }),
    )
  }

  function isAskedAsText(value: unknown): boolean {
    return (typeof value === 'number' || typeof value === 'boolean') && order.asked.values.has(String(value))
  }

  function reference({ id }: MergedNode, { active: within, property: name, around }: Named): unknown {
    if (id === undefined) return {}
    const isObjectRead = around.length === 1 && kind.objects.has(name)
    const type = isObjectRead ? undefined : getContextValue(within, name, '@type')
    const added = type === '@id' ? undefined : names.addedToReference(id, within)
    if (added !== undefined) return added
    if (type === '@id' || type === '@vocab') return names.ofReference(id, within, type)
    return Object.fromEntries(names.ofKeyword('@id', within).map((one) => [one, id]))
  }

  function memberValue({ values, lists, map }: Member): unknown {
    const [list = [], ...more] = lists
    const isSingle = more.length === 0 && list.length === 1 && !Array.isArray(list[0])
    const entries = map && Object.fromEntries([...map].map(([key, under]) => [key, oneOrMore(under)]))
    return oneOrMore([...(isSingle ? list : lists), ...(map === undefined ? [] : [entries]), ...values])
  }

  function oneOrMore(values: readonly unknown[]): unknown {
    return values.length === 1 ? values[0] : inOrder(values)
  }

  /** Values that no order was stated of, in the order of their texts. */
  function inOrder(values: readonly unknown[]): readonly unknown[] {
    if (values.length < 2) return values
    const turns = values.map((value, turn) => ({ value, turn, text: isRootType(value) ? '' : canonicalJson(value) }))
    turns.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    const sorted = turns.map(({ value }) => value)
    // The order of two types, one of which says that this is a credential, follows from what they are.
    const isOrdered = sorted.length === 2 && isRootType(sorted[0])
    if (!isOrdered)
      unordered.set(
        sorted,
        Array.from(turns, ({ turn }) => turn),
      )
    return sorted
  }

  function contextWithin(around: ActiveContext): ActiveContext | Promise<ActiveContext> {
    if (order.contextsWithin.length === 0) return around
    return addContext({ activeCtx: around, localCtx: order.contextsWithin, overrideProtected: true })
  }

  /**
   * What names mean within a node: by the property it stands under, and by its types (JSON-LD 1.1, 4.1.8). Made once for each
   * set of types: a document may have many, and each takes as long as reading some values.
   */
  async function contextsInside(
    node: MergedNode,
    place: Place,
  ): Promise<{ readonly around: ActiveContext; readonly inside: ActiveContext }> {
    const around = await withPropertyContext(place.active, place)
    const types = node.types.toSorted()
    const made = insides.get(around) ?? new Map<string, ActiveContext>()
    insides.set(around, made)
    const key = JSON.stringify([place.property, ...types])
    let inside = made.get(key)
    if (inside !== undefined) return { around, inside }
    inside = await withPropertyContext(around.revertToPreviousContext(), { ...place, active: around })
    for (const context of types.flatMap((type) => scopedContexts(around).get(type) ?? [])) {
      spend(VALUES_OF_SCOPE)
      inside = await addContext({ activeCtx: inside, localCtx: context, propagate: false })
    }
    made.set(key, inside)
    return { around, inside }
  }

  function withPropertyContext(
    target: ActiveContext,
    { active: from, property }: Place,
  ): ActiveContext | Promise<ActiveContext> {
    const context = getContextValue(from, property, '@context')
    if (context === undefined) return target
    return addContext({ activeCtx: target, localCtx: context, overrideProtected: true })
  }
}

/** The active contexts after each context of the document. */
async function activeContexts({
  context,
  options,
  addContext,
}: Pick<PlainFormOrder, 'context' | 'options' | 'addContext'>): Promise<readonly ActiveContext[]> {
  const turns: ActiveContext[] = []
  for (const localCtx of context) {
    const activeCtx = turns.at(-1) ?? getInitialContext(options)
    turns.push(await addContext({ activeCtx, localCtx }))
  }
  return turns
}

interface NamesFound {
  readonly found: readonly string[]
  /** The context that gives them. */
  readonly within: ActiveContext
  /** True when the contexts around name it, not one of a node within the document, which comes after those. */
  readonly isNamedAround: boolean
}

interface Place {
  readonly active: ActiveContext
  /** The name under which the value stands; null at the top. */
  readonly property: string | null
  readonly names: NamedMembers
  /** True within a node that contains itself: no node is described there. */
  readonly isFlat: boolean
  /** Nodes that contain this place. */
  readonly around: readonly MergedNode[]
}

interface Named extends Place {
  readonly property: string
}

/** The members of a node in the plain form; a map key is not repeated in its value. */
type Shown = Pick<MergedNode, 'id' | 'types' | 'members'>

type GraphValue = Extract<MergedValue, { readonly graph: unknown }>

interface Member {
  readonly values: unknown[]
  /** Those of a name that stands for a list; of several none is the first. */
  readonly lists: (readonly unknown[])[]
  /** Values by language, identifier, type or index. */
  map?: Map<string, readonly unknown[]>
}

interface Entry {
  readonly key: string
  readonly value: unknown
}

const RDF_TYPE = `${RDF}type`
const XSD_STRING = `${XSD}string`

/** The type of a document comes first, as in every published one. */
function isRootType(value: unknown): boolean {
  return typeof value === 'string' && ROOT_TYPES.includes(value)
}
