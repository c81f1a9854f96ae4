import { isObject, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'

/**
 * A context document in which each `@import` is replaced by what it imports (JSON-LD 1.1, 4.1.9): the terms of the other
 * context, and those beside `@import` over them.
 *
 * The library keeps an imported context in the place where it keeps what it made of the same context when a document
 * named it, so what one document says would change what the next one means.
 *
 * @throws {Error} for an import that is not registered, is no single context, or imports another one itself
 */
export function withImports(document: JsonObject, contexts: ContextRegistry): JsonObject {
  return Object.hasOwn(document, '@context')
    ? { ...document, '@context': resolved(document['@context'], contexts) }
    : document
}

function resolved(context: unknown, contexts: ContextRegistry): unknown {
  if (Array.isArray(context)) return context.map((one) => resolved(one, contexts))
  if (!isObject(context)) return context
  const { '@import': url, ...terms } = context
  const all = url === undefined ? terms : { ...imported(url, contexts), ...terms }
  return Object.fromEntries(Object.entries(all).map(([term, value]) => [term, scoped(value, contexts)]))
}

/** A term may have a context of its own. */
function scoped(definition: unknown, contexts: ContextRegistry): unknown {
  const context = memberOf(definition, '@context')
  return isObject(definition) && context !== undefined
    ? { ...definition, '@context': resolved(context, contexts) }
    : definition
}

function imported(url: unknown, contexts: ContextRegistry): JsonObject {
  const context = typeof url === 'string' ? memberOf(contexts.find(url), '@context') : undefined
  if (!isObject(context) || Object.hasOwn(context, '@import'))
    throw new Error('a context imports what cannot be imported')
  return context
}
