import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { MissingContext } from './missing-context.ts'

/** Terms of a context with all it imports. No document alone has so many; a few that import each other can have any number. */
const MAX_TERMS = 50_000
/**
 * Its terms times the contexts written into them: for each of those the library copies every term there is, in each
 * document anew. This many take about a tenth of a second.
 */
const MAX_COPIES = 500_000
/** The limit for nested imports. */
const MAX_DEPTH = 8

/**
 * A context document in which each `@import` is replaced by what it imports (JSON-LD 1.1, 4.1.9): the terms of the other
 * context, and those beside `@import` over them.
 *
 * The library keeps an imported context in the place where it keeps what it made of the same context when a document
 * named it, so what one document says would change what the next one means.
 *
 * @throws {MissingContext} for an import that is not registered
 * @throws {Error} for one that is no single context, or imports another one itself, and for
 *   more than can be read
 */
export function withImports(document: JsonObject, contexts: ContextRegistry): JsonObject {
  if (!Object.hasOwn(document, '@context')) return document
  return {
    ...document,
    '@context': resolved(document['@context'], { contexts, depth: 0, size: { terms: 0, scopes: 0 } }),
  }
}

interface Resolving {
  readonly contexts: ContextRegistry
  readonly depth: number
  /** Shared by all that belongs to one document. */
  readonly size: { terms: number; scopes: number }
}

function resolved(context: unknown, resolving: Resolving): unknown {
  if (Array.isArray(context)) return context.map((one) => resolved(one, resolving))
  if (!isObject(context)) return context
  const { '@import': url, ...terms } = context
  if (url === undefined) return everyTerm(terms, resolving)
  const depth = resolving.depth + 1
  if (depth > MAX_DEPTH) throw new Error(`a context imports more than ${MAX_DEPTH} levels deep`)
  return everyTerm({ ...imported(url, resolving.contexts), ...terms }, { ...resolving, depth })
}

function everyTerm(context: JsonObject, resolving: Resolving): JsonObject {
  const terms = Object.entries(context)
  resolving.size.terms += terms.length
  refuseSize(resolving)
  return Object.fromEntries(terms.map(([term, value]) => [term, scoped(value, resolving)]))
}

/** A term may have a context of its own. */
function scoped(definition: unknown, resolving: Resolving): unknown {
  const context = memberOf(definition, '@context')
  if (!isObject(definition) || context === undefined) return definition
  resolving.size.scopes += listOf(context).filter(isObject).length
  refuseSize(resolving)
  return { ...definition, '@context': resolved(context, resolving) }
}

function refuseSize({ size: { terms, scopes } }: Resolving): void {
  if (terms <= MAX_TERMS && terms * scopes <= MAX_COPIES) return
  throw new Error('a context, with all it imports, has more terms or more contexts in them than are read')
}

function imported(url: unknown, contexts: ContextRegistry): JsonObject {
  const document = typeof url === 'string' ? contexts.find(url) : undefined
  if (typeof url === 'string' && document === undefined) throw new MissingContext(url)
  const context = memberOf(document, '@context')
  if (!isObject(context) || Object.hasOwn(context, '@import'))
    throw new Error('a context imports what cannot be imported')
  return context
}
