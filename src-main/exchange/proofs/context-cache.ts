import contexts from 'jsonld/lib/context.js'
import type { ContextOptions } from 'jsonld/lib/context.js'
import ContextResolver from 'jsonld/lib/ContextResolver.js'
import type { ActiveContext, Processed, Resolved, ResolvedContext, ResolveOrder } from 'jsonld/lib/ContextResolver.js'
import { isObject } from '../../../shared/presentation-exchange/json.ts'

const MAX_RESOLVED = 200
const MAX_PROCESSED = 300

/**
 * Caches contexts that the JSON-LD library has processed.
 *
 * The library has a cache too, but its key is the identity of the active context, which the library clones for each
 * node with a scoped type. So it processes contexts again for each such node, which takes most of the time of a
 * verification. Here a clone of a finished active context has the key of its original, and reverting from a node always
 * gives the same object. Active contexts that are still being built are never in the cache.
 *
 * For a context inside a term, the library's key is its text, which it builds each time. Here the key is the object.
 */
export function contextCache(): ContextResolver {
  const copies = trackClones()
  let resolved = new Map<string, Resolved>()
  let written = new WeakMap<object, readonly ResolvedContext[]>()
  let processed = 0

  class CachedContexts extends ContextResolver {
    /** Shared by all operations, unlike the one in the library. */
    override perOpCache = {
      get: (key: string) => resolved.get(key),
      set(key: string, made: Resolved) {
        if (resolved.size >= MAX_RESOLVED) forget()
        for (const one of [made].flat()) one.cache = processedContexts()
        resolved.set(key, made)
      },
    }

    override async resolve(order: ResolveOrder): Promise<readonly ResolvedContext[]> {
      const { context } = order
      if (!isObject(context)) return super.resolve(order)
      const known = written.get(context)
      if (known !== undefined) return known
      const resolvedNow = await super.resolve(order)
      written.set(context, resolvedNow)
      return resolvedNow
    }
  }

  return new CachedContexts({ sharedCache: { get: () => undefined, set: () => undefined } })

  /** A cache of the results of one context, by active context. */
  function processedContexts(): ResolvedContext['cache'] {
    const results = new WeakMap<object, WeakMap<object, Processed>>()
    return {
      get(active) {
        const { origin, previous } = copies.identityOf(active)
        return results.get(origin)?.get(previous)
      },
      set(active, result) {
        processed += 1
        if (processed > MAX_PROCESSED) forget()
        copies.finish(result.context)
        const { origin, previous } = copies.identityOf(active)
        const ofOrigin = results.get(origin) ?? new WeakMap<object, Processed>()
        results.set(origin, ofOrigin.set(previous, result))
      },
    }
  }

  function forget(): void {
    resolved = new Map()
    written = new WeakMap()
    processed = 0
  }
}

export type AddContext = (order: AddOrder) => ActiveContext | Promise<ActiveContext>

export type AddOrder = Omit<Parameters<typeof contexts.process>[0], 'options'>

const MAX_ADDED = 100

/**
 * Applies a context to a finished active context, and returns known results without a promise, because waiting takes
 * longer than reading a value. Lists of contexts are not cached.
 */
export function contextAdder(options: ContextOptions): AddContext {
  const ways = new Map<string, WeakMap<ActiveContext, Map<unknown, ActiveContext>>>()

  return (order) => {
    const way = `${order.propagate} ${order.overrideProtected}`
    const results = ways.get(way) ?? new WeakMap<ActiveContext, Map<unknown, ActiveContext>>()
    ways.set(way, results)
    const known = results.get(order.activeCtx) ?? new Map<unknown, ActiveContext>()
    results.set(order.activeCtx, known)
    return known.get(order.localCtx) ?? made(order, known)
  }

  async function made(order: AddOrder, known: Map<unknown, ActiveContext>): Promise<ActiveContext> {
    const result = await contexts.process({ ...order, options })
    if (known.size >= MAX_ADDED) known.clear()
    if (!Array.isArray(order.localCtx)) known.set(order.localCtx, result)
    return result
  }
}

/** Two active contexts are the same when both parts of their identities are the same objects. */
interface Identity {
  readonly origin: object
  /** The context to revert to after the node; NOTHING if the context holds in nested nodes too. */
  readonly previous: object
}

const NOTHING = {}

function trackClones() {
  const finished = new WeakSet<ActiveContext>()
  const origins = new WeakMap<ActiveContext, ActiveContext>()
  const reverted = new WeakMap<ActiveContext, ActiveContext>()
  return { finish, identityOf }

  function finish(context: ActiveContext): void {
    if (finished.has(context)) return
    finished.add(context)
    if (context.clone !== clone) context.clone = clone
    context.revertToPreviousContext = revert
  }

  function identityOf(active: ActiveContext): Identity {
    const origin = origins.get(active)
    const { previousContext: previous } = active
    const isNodeOnly = origin !== undefined && previous !== undefined && finished.has(previous)
    return isNodeOnly ? { origin, previous } : { origin: active, previous: NOTHING }
  }

  function clone(this: ActiveContext): ActiveContext {
    const copy = copyOf(this)
    if (finished.has(this)) origins.set(copy, this)
    return copy
  }

  function revert(this: ActiveContext): ActiveContext {
    if (this.previousContext === undefined) return this
    const held = reverted.get(this)
    if (held !== undefined) return held
    const previous = this.previousContext.clone()
    finish(previous)
    reverted.set(this, previous)
    return previous
  }
}

const COPIED = ['@base', '@language', '@vocab'] as const

/** Copies what the library copies. Term definitions are shared, because they do not change once they are made. */
function copyOf(context: ActiveContext): ActiveContext {
  const { previousContext, mappings, clone, getInverse, revertToPreviousContext } = context
  const copy: ActiveContext = {
    mappings: new Map(mappings),
    clone,
    inverse: null,
    getInverse,
    protected: { ...context.protected },
    ...(previousContext && { previousContext: previousContext.clone() }),
    revertToPreviousContext,
  }
  for (const name of COPIED) if (name in context) copy[name] = context[name]
  return copy
}
