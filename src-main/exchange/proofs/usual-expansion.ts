import contexts from 'jsonld/lib/context.js'
import type { ActiveContext, ContextOptions } from 'jsonld/lib/context.js'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf } from '../../../shared/presentation-exchange/json.ts'
import type { AddContext, AddOrder } from './context-cache.ts'
import { isNameable } from './rdf-statements.ts'

const { expandIri, getInitialContext } = contexts

/** Thrown to leave a document to the library; the document may be valid. */
const UNUSUAL = new Error('the document is not of the usual shape')
/** Contexts that one document may wait for; one that needs more is for the library. */
const MAX_WAITS = 20
const USUAL_CONTAINERS: readonly unknown[] = ['@set', '@graph']
const NO_TERM: JsonObject = {}

/**
 * Expands documents of the usual shape (JSON-LD 1.1 API, 5.1): nodes, texts, numbers, booleans, and lists of them, by names that
 * lead to properties, with contexts that are named by their URL. The library takes many times as long, since it waits at each
 * value; it reads all else, and all of which it would leave something out. A property compares both.
 *
 * @returns undefined for a document of another shape
 */
export async function usualExpansion(
  document: JsonObject,
  { options, addContext }: { readonly options: ContextOptions; readonly addContext: AddContext },
): Promise<readonly JsonObject[] | undefined> {
  const unknown: Promise<ActiveContext>[] = []
  for (let waits = 0; waits <= MAX_WAITS; waits += 1) {
    try {
      return [expandNode(document, { outer: getInitialContext(options), name: null, term: NO_TERM })]
    } catch {
      // The document is unusual or has an error, which the library then reports.
    }
    const learned = await unknown.pop()?.catch(() => undefined)
    if (learned === undefined) return undefined
  }
  return undefined

  function expandNode(element: JsonObject, { outer, name, term }: Place): JsonObject {
    const names = Object.keys(element).sort()
    let active = isReadOutside(names, outer) ? outer : outer.revertToPreviousContext()
    for (const context of listOf(element['@context'])) {
      active = added({ activeCtx: active, localCtx: typeof context === 'string' ? context : unusual() })
      if (active.previousContext !== undefined) unusual()
    }
    const before = active
    const [typeName, ...more] = names.filter((one) => iriOf(one, before) === '@type')
    const types = typeName === undefined ? [] : listOf(element[typeName]).map(textIn)
    for (const type of types.toSorted()) {
      const { '@context': localCtx } = termOf(type, before)
      if (localCtx !== undefined) active = added({ activeCtx: active, localCtx, propagate: false })
    }
    if (more.length > 0 || (typeName !== undefined && types.length === 0)) unusual()
    const node: Record<string, unknown> = {}
    for (const one of names) {
      const iri = iriOf(one, active)
      if (one === '@context') continue
      if (one === typeName && iri === '@type') {
        node['@type'] = types.map((type) => absolute(expandIri(before, type, { base: true, vocab: true }, options)))
      } else if (iri === '@id' && !('@id' in node)) {
        node['@id'] = absolute(expandIri(active, textIn(element[one]), { base: true }, options))
      } else addTo(node, absolute(iri), expandValues(element[one], one, active))
    }
    const said = Object.keys(node).length - ('@id' in node ? 1 : 0)
    if (said === 0 && (names.length !== 1 || name === null || isFiled(term))) unusual()
    return node
  }

  /** A reference to a node is read as its property is, and not as a node below (JSON-LD 1.1 API, 5.1.2, 7). */
  function isReadOutside(names: readonly string[], outer: ActiveContext): boolean {
    if (outer.previousContext === undefined || names.length > 2 || names.includes('@context')) return false
    const iris = names.map((name) => iriOf(name, outer))
    if (iris.includes('@value')) unusual()
    return names.length === 1 && iris[0] === '@id'
  }

  function expandValues(value: unknown, name: string, active: ActiveContext): readonly JsonObject[] {
    const term = termOf(name, active)
    const isUsual = listOf(term['@container'] ?? []).every((one) => USUAL_CONTAINERS.includes(one))
    const { '@context': localCtx } = term
    const within = localCtx === undefined ? active : added({ activeCtx: active, localCtx, overrideProtected: true })
    if (!isUsual || term['reverse'] === true || termOf(name, within) !== term) unusual()
    if (term['@type'] === '@json') return isFiled(term) ? unusual() : [{ '@type': '@json', '@value': value }]
    const values = listOf(value).map((one) => {
      if (isObject(one)) return within === active ? expandNode(one, { outer: active, name, term }) : unusual()
      return isFiled(term) ? unusual() : expandScalar(one, term, within)
    })
    if (values.length === 0) unusual()
    return isFiled(term) ? values.map((one) => ({ '@graph': [one] })) : values
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
    if ([term, active].some((one) => '@language' in one || '@direction' in one)) unusual()
    return { '@value': value }
  }

  /** Null if a context removes the term. */
  function iriOf(name: string, active: ActiveContext): string | null {
    return expandIri(active, name, { vocab: true }, options)
  }

  function added(order: AddOrder): ActiveContext {
    const made = Array.isArray(order.localCtx) ? unusual() : addContext(order)
    if (!(made instanceof Promise)) return made
    unknown.push(made)
    return unusual()
  }
}

interface Place {
  readonly outer: ActiveContext
  readonly name: string | null
  readonly term: JsonObject
}

/** Leaves the document to the library, also when a context drops terms. */
export function unusual(): never {
  throw UNUSUAL
}

function termOf(name: string, active: ActiveContext): JsonObject {
  const term = active.mappings.get(name)
  return term === undefined ? NO_TERM : isObject(term) ? term : unusual()
}

function isFiled(term: JsonObject): boolean {
  return listOf(term['@container'] ?? []).includes('@graph')
}

function addTo(node: Record<string, unknown>, iri: string, values: readonly JsonObject[]): void {
  node[iri] = [...listOf(node[iri]), ...values]
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : unusual()
}

function absolute(iri: string | null): string {
  return iri !== null && isNameable(iri) && !iri.startsWith('_:') ? iri : unusual()
}
