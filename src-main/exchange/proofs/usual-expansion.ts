import contexts from 'jsonld/lib/context.js'
import type { ActiveContext, ContextOptions } from 'jsonld/lib/context.js'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf } from '../../../shared/presentation-exchange/json.ts'
import { initialContext } from './context-cache.ts'
import type { AddContext, ContextAddition } from './context-cache.ts'
import { named } from './n-quads.ts'

const { expandIri } = contexts

/** Thrown to leave a document to the library; the document may be valid. */
const UNUSUAL = new Error('the document is not of the usual shape')
/** How often one document may wait for a context to be processed. */
const MAX_WAITS = 20
const USUAL_CONTAINERS: readonly unknown[] = ['@set', '@graph']
const NO_TERM: JsonObject = {}
/** The uses that are kept of one active context: its terms, and what strangers write in their place. */
const MAX_KEPT_USES = 500
const MAX_KEPT_LENGTH = 300
const keptUses = new WeakMap<ActiveContext, Map<string, NameUse>>()

/**
 * Expands documents of the usual shape (JSON-LD 1.1 API, 5.1) many times as fast as the library, which awaits every value.
 * The usual shape has contexts by URL and members that expand to properties, with nodes, strings, numbers, booleans and
 * arrays of them as values. A property-based test compares the result with the library's.
 *
 * @returns undefined for a document of another shape, and for one of which expansion would drop a part
 */
export async function usualExpansion(
  document: JsonObject,
  { options, addContext }: { readonly options: ContextOptions; readonly addContext: AddContext },
): Promise<readonly JsonObject[] | undefined> {
  const pending: Promise<ActiveContext>[] = []
  for (let waits = 0; waits <= MAX_WAITS; waits += 1) {
    try {
      return [expandNode(document, { outer: initialContext(options), isTop: true, isGraph: false })]
    } catch {
      // A context is pending, or the library has to read the document and to report what is wrong with it.
    }
    const processed = await pending.pop()?.catch(() => undefined)
    if (processed === undefined) return undefined
  }
  return undefined

  function expandNode(element: JsonObject, { outer, isTop, isGraph }: Place): JsonObject {
    const names = Object.keys(element).sort()
    let active = isReference(names, outer) ? outer : outer.revertToPreviousContext()
    for (const context of listOf(element['@context'])) {
      active = withContext({ activeCtx: active, localCtx: typeof context === 'string' ? context : unusual() })
      if (active.previousContext !== undefined) unusual()
    }
    const typeContext = active
    const [typeName, ...more] = names.filter((name) => useOf(name, typeContext).iri === '@type')
    const types = typeName === undefined ? [] : listOf(element[typeName]).map(stringIn)
    for (const type of types.length > 1 ? types.toSorted() : types) {
      const { '@context': localCtx } = termOf(type, typeContext)
      if (localCtx !== undefined) active = withContext({ activeCtx: active, localCtx, propagate: false })
    }
    if (more.length > 0 || (typeName !== undefined && types.length === 0)) unusual()
    const node: Record<string, unknown> = {}
    let isEmpty = true
    for (const name of names) {
      if (name === '@context') continue
      const use = useOf(name, active)
      if (name === typeName && use.iri === '@type') {
        node['@type'] = types.map((type) => absolute(useOf(type, typeContext).typeIri))
        isEmpty = false
      } else if (use.iri === '@id' && !('@id' in node)) {
        node['@id'] = absolute(expandIri(active, stringIn(element[name]), { base: true }, options))
      } else {
        const property = absolute(use.iri)
        const values = expandValues(element[name], use, active)
        node[property] = property in node ? [...listOf(node[property]), ...values] : values
        isEmpty = false
      }
    }
    if (isEmpty && (names.length !== 1 || isTop || isGraph)) unusual()
    return node
  }

  /** Whether an element is only an `@id`, which is read by the context of its property (JSON-LD 1.1 API, 5.1.2, 7). */
  function isReference(names: readonly string[], outer: ActiveContext): boolean {
    if (outer.previousContext === undefined || names.length > 2 || names.includes('@context')) return false
    const iris = names.map((name) => useOf(name, outer).iri)
    if (iris.includes('@value')) unusual()
    return names.length === 1 && iris[0] === '@id'
  }

  function expandValues(
    value: unknown,
    { name, term, isGraph }: NameUse,
    active: ActiveContext,
  ): readonly JsonObject[] {
    if (term === undefined) unusual()
    const { '@context': localCtx } = term
    const scoped =
      localCtx === undefined ? active : withContext({ activeCtx: active, localCtx, overrideProtected: true })
    if (scoped !== active && termOf(name, scoped) !== term) unusual()
    if (term['@type'] === '@json') return isGraph ? unusual() : [{ '@type': '@json', '@value': value }]
    const values = listOf(value).map((part) => {
      if (isObject(part))
        return scoped === active ? expandNode(part, { outer: active, isTop: false, isGraph }) : unusual()
      return isGraph ? unusual() : expandScalar(part, term, scoped)
    })
    if (values.length === 0) unusual()
    return isGraph ? values.map((graph) => ({ '@graph': [graph] })) : values
  }

  function expandScalar(value: unknown, term: JsonObject, active: ActiveContext): JsonObject {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return unusual()
    const type = term['@type'] ?? '@none'
    if (type !== '@id' && type !== '@vocab' && type !== '@none') return { '@type': type, '@value': value }
    if (typeof value !== 'string') return { '@value': value }
    if (type !== '@none') {
      const id = expandIri(active, value, { base: true, vocab: type === '@vocab' }, options)
      return { '@id': id ?? unusual() }
    }
    if ([term, active].some((source) => '@language' in source || '@direction' in source)) unusual()
    return { '@value': value }
  }

  function useOf(name: string, active: ActiveContext): NameUse {
    const uses = keptUses.get(active) ?? new Map<string, NameUse>()
    const kept = uses.get(name)
    if (kept !== undefined) return kept
    const use = readUse(name, active, options)
    if (name.length > MAX_KEPT_LENGTH) return use
    if (uses.size >= MAX_KEPT_USES) uses.clear()
    keptUses.set(active, uses.set(name, use))
    return use
  }

  /** The active context with another one added. If that is not processed yet, ends this attempt and waits for it. */
  function withContext(addition: ContextAddition): ActiveContext {
    const active = Array.isArray(addition.localCtx) ? unusual() : addContext(addition)
    if (!(active instanceof Promise)) return active
    pending.push(active)
    return unusual()
  }
}

/** What a name stands for in an active context. */
interface NameUse {
  readonly name: string
  /** As a member; null if a context sets the term to null. */
  readonly iri: string | null
  /** As a type. */
  readonly typeIri: string | null
  /** Empty for a name that is no term; undefined for a term that only the library reads. */
  readonly term: JsonObject | undefined
  readonly isGraph: boolean
}

function readUse(name: string, active: ActiveContext, options: ContextOptions): NameUse {
  const iri = expandIri(active, name, { vocab: true }, options)
  const typeIri = expandIri(active, name, { base: true, vocab: true }, options)
  const term = termOf(name, active)
  const containers = listOf(term['@container'] ?? [])
  const isUsual = containers.every((container) => USUAL_CONTAINERS.includes(container)) && term['reverse'] !== true
  return { name, iri, typeIri, term: isUsual ? term : undefined, isGraph: containers.includes('@graph') }
}

/** Where a node stands. */
interface Place {
  /** The active context of its property. */
  readonly outer: ActiveContext
  readonly isTop: boolean
  /** Whether its property has a graph container. */
  readonly isGraph: boolean
}

/** Leaves the document to the library. */
export function unusual(): never {
  throw UNUSUAL
}

function termOf(name: string, active: ActiveContext): JsonObject {
  const term = active.mappings.get(name)
  return term === undefined ? NO_TERM : isObject(term) ? term : unusual()
}

function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : unusual()
}

function absolute(iri: string | null): string {
  return iri !== null && named(iri).isRdf ? iri : unusual()
}
