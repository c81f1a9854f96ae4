import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { MissingContext } from './missing-context.ts'

/** The limit for the terms of a context and all its imports. A few contexts that import each other could have any number. */
const MAX_TERMS = 50_000
/**
 * The limit for terms times scoped contexts: for each scoped context, the library copies every term of every document.
 * This many copies take about a tenth of a second.
 */
const MAX_COPIES = 500_000
const MAX_IMPORT_DEPTH = 8

/**
 * Replaces each `@import` in a context document by the terms of the imported context, over which the terms beside
 * `@import` take precedence (JSON-LD 1.1, 4.1.9).
 *
 * The library cannot do this here: it caches imported and named contexts under the same key, so one document would change
 * what the next one means.
 *
 * @throws {MissingContext} for an import that is not registered
 * @throws {Error} for an import that is not a single context or has an import itself, and above the limits
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
  /** Counts for the whole document. */
  readonly size: { terms: number; scopes: number }
}

function resolved(context: unknown, resolving: Resolving): unknown {
  if (Array.isArray(context)) return context.map((one) => resolved(one, resolving))
  if (!isObject(context)) return context
  const { '@import': url, ...terms } = context
  if (url === undefined) return withResolvedTerms(terms, resolving)
  const depth = resolving.depth + 1
  if (depth > MAX_IMPORT_DEPTH) throw new Error(`a context imports more than ${MAX_IMPORT_DEPTH} levels deep`)
  return withResolvedTerms({ ...imported(url, resolving.contexts), ...terms }, { ...resolving, depth })
}

function withResolvedTerms(context: JsonObject, resolving: Resolving): JsonObject {
  const terms = Object.entries(context)
  resolving.size.terms += terms.length
  refuseExcess(resolving)
  return Object.fromEntries(terms.map(([term, definition]) => [term, withResolvedScope(definition, resolving)]))
}

/** Resolves the scoped context of a term, if it has one. */
function withResolvedScope(definition: unknown, resolving: Resolving): unknown {
  const context = memberOf(definition, '@context')
  if (!isObject(definition) || context === undefined) return definition
  resolving.size.scopes += listOf(context).filter(isObject).length
  refuseExcess(resolving)
  return { ...definition, '@context': resolved(context, resolving) }
}

function refuseExcess({ size: { terms, scopes } }: Resolving): void {
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
