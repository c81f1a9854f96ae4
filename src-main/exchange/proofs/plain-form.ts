import compaction from 'jsonld/lib/compact.js'
import contexts from 'jsonld/lib/context.js'
import type { ActiveContext } from 'jsonld/lib/context.js'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { isObject, textOf } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { initialContext } from './context-cache.ts'
import type { AddContext } from './context-cache.ts'
import type { DocumentKind, NamedMembers } from './document-kinds.ts'
import { NATIVE_TYPES, hasStatements } from './merged-nodes.ts'
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
import type { NamingInput } from './term-names.ts'

const { compactValue } = compaction
const { getContextValue } = contexts

/** The statements of a document as JSON, in one canonical form. */
export interface PlainForm {
  readonly tree: JsonObject
  /** The lists in the tree that have no stated order, each with the original position of every value. */
  readonly unordered: ReadonlyMap<readonly unknown[], readonly number[]>
  /** The number of embedded documents. */
  readonly embedded: number
  /** Members that a check would read with another meaning than the document states. */
  readonly misnamed: readonly Location[]
  /** The number of members and types that have no name but their IRI. */
  readonly unnamedCount: number
  /** Whether an added name (see TermNames) was asked for. */
  readonly hasAddedNames: boolean
}

export interface PlainFormInput extends NamingInput {
  readonly addContext: AddContext
  /** The contexts of the document, in its order. */
  readonly context: readonly unknown[]
  /** The contexts of nodes within the document. They name what the outer contexts do not. */
  readonly nestedContexts: readonly unknown[]
  readonly kind: DocumentKind
  /**
   * The number of values that all forms of the document may still have. Nodes that contain each other could make a form
   * grow without end, and every context and schema of a document may need a form.
   */
  readonly budget: { valuesLeft: number }
}

const NO_NAMES: NamedMembers = new Map()
/** Containers whose values stand in a map. */
const MAP_CONTAINERS: readonly unknown[] = ['@id', '@index', '@language', '@type']
/** Less than the nesting limit of a credential, because lists between nodes do not count here. */
const MAX_DEPTH = 30
/** What a type-scoped context costs of the budget. */
const VALUES_PER_SCOPED_CONTEXT = 10
const ROOT_TYPES: readonly string[] = ['VerifiableCredential', 'VerifiablePresentation']

/**
 * Writes what a document states as JSON, in the one form that follows from its statements and contexts, however the
 * document was written (JSON-LD 1.1 API, 5.6 and 6): native JSON values, no list around a single value, sorted lists where
 * the order is not stated, and full identifiers.
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function plainForm(root: MergedNode, input: PlainFormInput): Promise<PlainForm> {
  const { options, kind, addContext } = input
  const activeContexts = await activeContextsOf(input)
  const active = activeContexts.at(-1) ?? initialContext(options)
  const names = termNames(input, activeContexts)
  const unordered = new Map<readonly unknown[], readonly number[]>()
  const memberContexts = new WeakMap<ActiveContext, Map<string, ActiveContext>>()
  const misnamed: Location[] = []
  let unnamedCount = 0
  const start = { active, property: null, checked: kind.names, onlyReferences: false, ancestors: [] }
  const tree = await plainNode(root, start)
  const embeds = kind.embeds === undefined ? [] : (root.members.get(kind.embeds) ?? [])
  const embedded = embeds.filter((value) => 'graph' in value).length
  return { tree, unordered, embedded, misnamed, unnamedCount, hasAddedNames: names.hasAddedNames() }

  /** @param contents what to write of the node */
  async function plainNode(node: MergedNode, place: Place, contents: NodeContents = node): Promise<JsonObject> {
    const { typeContext, memberContext } = await contextsOf(node, place)
    const ancestors = [...place.ancestors, node]
    if (ancestors.length > MAX_DEPTH) {
      throw new ProofFault('document_too_complex', 'the document nests nodes too deeply')
    }
    const members = await membersOf(node, contents, { place, below: { ...place, active: memberContext, ancestors } })
    const types = await typesOf(contents, typeContext)
    const plain = new Map<string, unknown>()
    if (contents.id !== undefined)
      for (const name of names.ofKeyword('@id', memberContext)) plain.set(name, contents.id)
    if (types !== undefined) {
      const typeNames = [...names.ofKeyword('@type', memberContext), ...names.allOfProperty(RDF_TYPE, memberContext)]
      for (const name of typeNames) plain.set(name, types)
    }
    for (const [name, member] of members) {
      const value = memberValue(member)
      const nest = textOf(getContextValue(memberContext, name, '@nest'))
      const nested = nest === undefined ? undefined : plain.get(nest)
      plain.set(nest ?? name, nest === undefined ? value : { ...(isObject(nested) && nested), [name]: value })
    }
    return Object.fromEntries(plain)
  }

  async function membersOf(
    node: MergedNode,
    contents: NodeContents,
    { place, below }: { readonly place: Place; readonly below: Omit<Place, 'property'> },
  ): Promise<ReadonlyMap<string, Member>> {
    const members = new Map<string, Member>()
    const membersByNestedContexts = new Map<string, Member>()
    const added = new Map<string, Member>()
    for (const [iri, values] of contents.members) {
      if (place.property === null && iri === kind.embeds) continue
      const checked = (place.property === null ? kind.namesBelow.get(iri) : undefined) ?? NO_NAMES
      for (const value of values) {
        const naming = { place, active: below.active }
        const outerNames = propertyNames(iri, value, naming)
        const given =
          outerNames.length === 0
            ? await nameWithoutOuter(iri, value, naming)
            : { names: outerNames, active: below.active, isByNestedContext: false }
        const target = given.isByNestedContext ? membersByNestedContexts : members
        for (const property of given.names) {
          const adding = addValue(target, value, { ...below, active: given.active, property, checked })
          if (adding instanceof Promise) await adding
        }
        const others = names.addedToProperty(iri, given.names).filter((name) => isAllowed(name, place))
        for (const property of others) {
          await addValue(added, value, { ...below, active: given.active, property, checked })
        }
      }
    }
    for (const [property, source] of names.reverseMembersOf(node, below.active)) {
      if (place.ancestors.includes(source)) continue
      await addValue(members, { node: source }, { ...below, property, checked: NO_NAMES })
    }
    return new Map([...membersByNestedContexts, ...members, ...added])
  }

  /** Names a property by the nested contexts, else by its IRI, where the outer ones have no name. */
  async function nameWithoutOuter(
    iri: string,
    value: MergedValue,
    { place, active: outer }: { readonly place: Place; readonly active: ActiveContext },
  ): Promise<PropertyNames> {
    const nested = await withNestedContexts(outer)
    const nestedNames = propertyNames(iri, value, { place, active: nested })
    if (nestedNames.length > 0) return { names: nestedNames, active: nested, isByNestedContext: true }
    unnamedCount += 1
    return { names: [iri], active: outer, isByNestedContext: false }
  }

  function propertyNames(
    iri: string,
    value: MergedValue,
    { place, active: current }: { readonly place: Place; readonly active: ActiveContext },
  ): readonly string[] {
    const asked = names.ofProperty(iri, value, current)
    const suitable = asked.suitable.filter((name) => isAllowed(name, place))
    const checkedName = isReadByName(place) ? place.checked.get(iri) : undefined
    if (checkedName !== undefined) return [checkedName, ...suitable]
    const usual = usualName(current, iri, value)
    if (suitable.length > 0) return suitable
    if (usual === iri) return asked.all.filter((name) => isAllowed(name, place))
    if (isAllowed(usual, place)) return [usual]
    misnamed.push([...(place.property === null ? [] : [place.property]), usual])
    return [iri]
  }

  /** Checks read members by name in the document and in objects such as its subject, but not deeper. */
  function isReadByName({ property, ancestors }: Place): boolean {
    return property === null || (ancestors.length === 1 && kind.objects.has(property))
  }

  /** Whether a name cannot be mistaken for that of another member that checks read. */
  function isAllowed(name: string, place: Place): boolean {
    return !isReadByName(place) || isFree(name, place.checked)
  }

  async function typesOf({ types }: NodeContents, outer: ActiveContext): Promise<unknown> {
    if (types.length === 0) return undefined
    const contextsOfTypes = [outer, await withNestedContexts(outer)]
    const typeNames = types.flatMap((type) => names.ofType(type, contextsOfTypes))
    unnamedCount += typeNames.filter((name) => types.includes(name)).length
    return singleOrSorted(typeNames)
  }

  /** Adds a value to the member of its name. Only a value that has to be waited for gets a promise: it takes longer than a literal. */
  function addValue(members: Map<string, Member>, value: MergedValue, place: PropertyPlace): Promise<void> | undefined {
    spendBudget(1)
    const { property } = place
    const member = members.get(property) ?? { values: [], lists: [] }
    members.set(property, member)
    const containers = containersOf(place.active, property)
    const scoped = containers.some(isMapContainer) ? undefined : withPropertyContext(place.active, place)
    if (scoped instanceof Promise) return scoped.then(() => addToMember(member, value, { containers, place }))
    const leaf = scoped === undefined ? undefined : leafValue(value, place, scoped)
    if (leaf === undefined) return addToMember(member, value, { containers, place })
    member.values.push(leaf)
    return undefined
  }

  async function addToMember(
    member: Member,
    value: MergedValue,
    { containers, place }: { readonly containers: readonly unknown[]; readonly place: PropertyPlace },
  ): Promise<void> {
    const entry = containers.some(isMapContainer) ? await mapEntry(value, containers, place) : undefined
    if (entry !== undefined) {
      member.map ??= new Map()
      member.map.set(entry.key, [...(member.map.get(entry.key) ?? []), entry.value])
    } else if ('list' in value && containers.includes('@list')) {
      member.lists.push(await plainList(value.list, place))
    } else member.values.push(await plainValue(value, place))
  }

  function spendBudget(values: number): void {
    input.budget.valuesLeft -= values
    if (input.budget.valuesLeft < 0)
      throw new ProofFault('document_too_complex', 'the document nests more values than are read')
  }

  /** The map entry for a value of a map container (JSON-LD 1.1, 4.6); undefined if the value has no key. */
  async function mapEntry(
    value: MergedValue,
    containers: readonly unknown[],
    place: PropertyPlace,
  ): Promise<MapEntry | undefined> {
    const [noneKey] = names.ofKeyword('@none', place.active)
    if ('literal' in value) {
      const { value: text, language, type } = value.literal
      const hasKey = containers.includes('@language') && (language !== undefined || type === XSD_STRING)
      return hasKey ? { key: language === undefined ? noneKey : names.ofLanguage(language), value: text } : undefined
    }
    if ('graph' in value) {
      const hasKey = containers.includes('@graph') && containers.includes('@id')
      if (!hasKey) return undefined
      return { key: value.id ?? noneKey, value: await plainGraph({ ...value, id: undefined }, place) }
    }
    if ('list' in value || place.onlyReferences || place.ancestors.includes(value.node)) return undefined
    return nodeEntry(value.node, { containers, noneKey }, place)
  }

  async function nodeEntry(
    node: MergedNode,
    { containers, noneKey }: { readonly containers: readonly unknown[]; readonly noneKey: string },
    place: PropertyPlace,
  ): Promise<MapEntry | undefined> {
    if (containers.includes('@id')) {
      return { key: node.id ?? noneKey, value: await plainNode(node, place, { ...node, id: undefined }) }
    }
    if (containers.includes('@type')) {
      const [type, ...types] = node.types.toSorted()
      const key = type === undefined ? noneKey : usualType(type, await withPropertyContext(place.active, place))
      const isReference = types.length === 0 && node.members.size === 0 && node.id !== undefined
      return { key, value: isReference ? node.id : await plainNode(node, place, { ...node, types }) }
    }
    const indexName = textOf(getContextValue(place.active, place.property, '@index')) ?? ''
    const indexProperty = names.iriOf(indexName, place.active)
    const [index, ...more] = node.members.get(indexProperty) ?? []
    const key = index !== undefined && 'literal' in index && more.length === 0 ? textOf(index.literal.value) : undefined
    if (key === undefined) return undefined
    const members = new Map([...node.members].filter(([property]) => property !== indexProperty))
    return { key, value: await plainNode(node, place, { ...node, members }) }
  }

  async function plainList(list: readonly MergedValue[], place: PropertyPlace): Promise<readonly unknown[]> {
    const values: unknown[] = []
    for (const value of list) values.push(await plainValue(value, place))
    return values
  }

  async function plainValue(value: MergedValue, place: PropertyPlace): Promise<unknown> {
    const leaf = leafValue(value, place, await withPropertyContext(place.active, place))
    if (leaf !== undefined) return leaf
    if ('list' in value) {
      const list = await plainList(value.list, place)
      return containersOf(place.active, place.property).includes('@list') ? list : { '@list': list }
    }
    if ('graph' in value) return plainGraph(value, place)
    const { node } = value as { readonly node: MergedNode } // literals are leaves
    return plainNode(node, { ...place, onlyReferences: place.ancestors.includes(node) })
  }

  /** A literal, or a reference to a node; undefined for what has parts of its own. */
  function leafValue(value: MergedValue, place: PropertyPlace, scoped: ActiveContext): unknown {
    if ('literal' in value) return plainLiteral(value.literal, scoped, place.property)
    if (!('node' in value)) return undefined
    const { node } = value
    const isEmpty = !hasStatements(node) && names.reverseMembersOf(node, scoped).length === 0
    return isEmpty || place.onlyReferences ? reference(node, { ...place, active: scoped }) : undefined
  }

  /** A nameless graph of a single node is written as that node if the container of the property is a graph. */
  async function plainGraph({ graph, id }: GraphValue, place: PropertyPlace): Promise<unknown> {
    const nodes: unknown[] = []
    for (const node of graph) nodes.push(await plainNode(node, place))
    const [only, ...others] = nodes
    const isImplied = others.length === 0 && containersOf(place.active, place.property).includes('@graph')
    return isImplied && id === undefined && only !== undefined
      ? only
      : { ...(id !== undefined && { id }), '@graph': sorted(nodes) }
  }

  function plainLiteral(literal: Literal, current: ActiveContext, property: string): unknown {
    const { value, type, language } = literal
    // A term for numbers or booleans also accepts them as text, and a definition may ask for the text.
    if (isCoerced(current, property, literal)) return isAskedAsText(value) ? String(value) : value
    const isNative = language === undefined && NATIVE_TYPES.has(type)
    const object = isNative ? { '@value': value } : expandedValue({ literal }, true)
    const compact = compactValue({ activeCtx: current, activeProperty: property, value: object, options: {} })
    if (compact === value || !isObject(compact)) return compact
    return Object.fromEntries(
      Object.entries(compact).flatMap(([alias, part]) => {
        const keyword = names.keywordOf(alias, current)
        const plainPart = keyword === '@language' ? names.ofLanguage(String(part)) : part
        const aliases = keyword === undefined ? [alias] : names.ofKeyword(keyword, current)
        return aliases.map((name) => [name, plainPart])
      }),
    )
  }

  function isAskedAsText(value: unknown): boolean {
    return (typeof value === 'number' || typeof value === 'boolean') && input.asked.values.has(String(value))
  }

  function reference({ id }: MergedNode, { active: current, property, ancestors }: PropertyPlace): unknown {
    if (id === undefined) return {}
    const isReadAsObject = ancestors.length === 1 && kind.objects.has(property)
    const type = isReadAsObject ? undefined : getContextValue(current, property, '@type')
    const added = type === '@id' ? undefined : names.addedToReference(id, current)
    if (added !== undefined) return added
    if (type === '@id' || type === '@vocab') return names.ofReference(id, current, type)
    return Object.fromEntries(names.ofKeyword('@id', current).map((name) => [name, id]))
  }

  function memberValue({ values, lists, map }: Member): unknown {
    if (lists.length === 0 && map === undefined) return singleOrSorted(values)
    const [list = [], ...more] = lists
    const isSingle = more.length === 0 && list.length === 1 && !Array.isArray(list[0])
    const entries = map && Object.fromEntries([...map].map(([key, mapped]) => [key, singleOrSorted(mapped)]))
    return singleOrSorted([...(isSingle ? list : lists), ...(map === undefined ? [] : [entries]), ...values])
  }

  function singleOrSorted(values: readonly unknown[]): unknown {
    return values.length === 1 ? values[0] : sorted(values)
  }

  /** Sorts values without a stated order by their canonical JSON, and notes that the order means nothing. */
  function sorted(values: readonly unknown[]): readonly unknown[] {
    if (values.length < 2) return values
    const entries = values.map((value, position) => ({ value, position, key: sortKey(value) }))
    entries.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    const result = entries.map(({ value }) => value)
    // Of two types, the one that all documents of this kind have comes first: that order does mean something.
    const isOrdered = result.length === 2 && isRootType(result[0])
    if (!isOrdered) {
      const positions = entries.map(({ position }) => position)
      unordered.set(result, positions)
    }
    return result
  }

  function withNestedContexts(outer: ActiveContext): ActiveContext | Promise<ActiveContext> {
    if (input.nestedContexts.length === 0) return outer
    return addContext({ activeCtx: outer, localCtx: input.nestedContexts, overrideProtected: true })
  }

  /**
   * The contexts for the types and for the members of a node, scoped by its property and its types (JSON-LD 1.1, 4.1.8).
   * They are made once for each property and set of types, because each takes as long as reading several values.
   */
  async function contextsOf(
    node: MergedNode,
    place: Place,
  ): Promise<{ readonly typeContext: ActiveContext; readonly memberContext: ActiveContext }> {
    const typeContext = await withPropertyContext(place.active, place)
    const types = node.types.length > 1 ? node.types.toSorted() : node.types
    const known = memberContexts.get(typeContext) ?? new Map<string, ActiveContext>()
    memberContexts.set(typeContext, known)
    const key = JSON.stringify([place.property, ...types])
    let memberContext = known.get(key)
    if (memberContext !== undefined) return { typeContext, memberContext }
    memberContext = await withPropertyContext(typeContext.revertToPreviousContext(), { ...place, active: typeContext })
    for (const localCtx of types.flatMap((type) => scopedContexts(typeContext).get(type) ?? [])) {
      spendBudget(VALUES_PER_SCOPED_CONTEXT)
      memberContext = await addContext({ activeCtx: memberContext, localCtx, propagate: false })
    }
    known.set(key, memberContext)
    return { typeContext, memberContext }
  }

  /** Adds the scoped context that `source` defines for the property. */
  function withPropertyContext(
    target: ActiveContext,
    { active: source, property }: Place,
  ): ActiveContext | Promise<ActiveContext> {
    const localCtx = getContextValue(source, property, '@context')
    if (localCtx === undefined) return target
    return addContext({ activeCtx: target, localCtx, overrideProtected: true })
  }
}

/** The active context after each context of the document. */
async function activeContextsOf({
  context,
  options,
  addContext,
}: Pick<PlainFormInput, 'context' | 'options' | 'addContext'>): Promise<readonly ActiveContext[]> {
  const activeContexts: ActiveContext[] = []
  for (const localCtx of context) {
    const activeCtx = activeContexts.at(-1) ?? initialContext(options)
    activeContexts.push(await addContext({ activeCtx, localCtx }))
  }
  return activeContexts
}

interface PropertyNames {
  readonly names: readonly string[]
  /** The context that defines the names. */
  readonly active: ActiveContext
  readonly isByNestedContext: boolean
}

interface Place {
  readonly active: ActiveContext
  /** The name of the property whose value is written; null for the document itself. */
  readonly property: string | null
  /** The members that checks read here by a fixed name. */
  readonly checked: NamedMembers
  /** True within a node that contains itself: nodes there are written as references. */
  readonly onlyReferences: boolean
  /** The nodes that contain this place, from the root. */
  readonly ancestors: readonly MergedNode[]
}

interface PropertyPlace extends Place {
  readonly property: string
}

/** What is written of a node; the key of a map is not repeated in its value. */
type NodeContents = Pick<MergedNode, 'id' | 'types' | 'members'>

type GraphValue = Extract<MergedValue, { readonly graph: unknown }>

interface Member {
  readonly values: unknown[]
  /** The values of a list container. The order of several lists is not stated. */
  readonly lists: (readonly unknown[])[]
  /** The values of a map container by language, identifier, type or index. */
  map?: Map<string, readonly unknown[]>
}

interface MapEntry {
  readonly key: string
  readonly value: unknown
}

const RDF_TYPE = `${RDF}type`
const XSD_STRING = `${XSD}string`

function isMapContainer(container: unknown): boolean {
  return MAP_CONTAINERS.includes(container)
}

/** Sorts the type that all documents of a kind have before the others, as published documents do. */
function sortKey(value: unknown): string {
  return isRootType(value) ? '' : canonicalJson(value)
}

function isRootType(value: unknown): boolean {
  return typeof value === 'string' && ROOT_TYPES.includes(value)
}
