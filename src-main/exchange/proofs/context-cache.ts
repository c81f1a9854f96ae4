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
 * For a scoped context, the library's key is its JSON, which it writes each time. Here the key is the object.
 */
export function contextCache(): ContextResolver {
  const clones = trackClones()
  let resolvedByUrl = new Map<string, Resolved>()
  let resolvedByObject = new WeakMap<object, readonly ResolvedContext[]>()
  let processedCount = 0

  class CachedContexts extends ContextResolver {
    /** Shared by all operations, unlike the one in the library. */
    override perOpCache = {
      get: (key: string) => resolvedByUrl.get(key),
      set(key: string, resolved: Resolved) {
        if (resolvedByUrl.size >= MAX_RESOLVED) clear()
        for (const context of [resolved].flat()) context.cache = processedContexts()
        resolvedByUrl.set(key, resolved)
      },
    }

    override async resolve(order: ResolveOrder): Promise<readonly ResolvedContext[]> {
      const { context } = order
      if (!isObject(context)) return super.resolve(order)
      const known = resolvedByObject.get(context)
      if (known !== undefined) return known
      const resolved = await super.resolve(order)
      resolvedByObject.set(context, resolved)
      return resolved
    }
  }

  return new CachedContexts({ sharedCache: { get: () => undefined, set: () => undefined } })

  /** Caches the results of adding one context to active contexts. */
  function processedContexts(): ResolvedContext['cache'] {
    const results = new WeakMap<object, WeakMap<object, Processed>>()
    return {
      get(active) {
        const { origin, previous } = clones.identityOf(active)
        return results.get(origin)?.get(previous)
      },
      set(active, result) {
        processedCount += 1
        if (processedCount > MAX_PROCESSED) clear()
        clones.finish(result.context)
        const { origin, previous } = clones.identityOf(active)
        const resultsByPrevious = results.get(origin) ?? new WeakMap<object, Processed>()
        results.set(origin, resultsByPrevious.set(previous, result))
      },
    }
  }

  function clear(): void {
    resolvedByUrl = new Map()
    resolvedByObject = new WeakMap()
    processedCount = 0
  }
}

export type AddContext = (addition: ContextAddition) => ActiveContext | Promise<ActiveContext>

export type ContextAddition = Omit<Parameters<typeof contexts.process>[0], 'options'>

const MAX_ADDED = 100

/**
 * Makes a function that adds a context to a finished active context. It returns cached results without a promise, because
 * awaiting one takes longer than reading a value. Arrays of contexts are not cached.
 */
export function contextAdder(options: ContextOptions): AddContext {
  const results = new WeakMap<ActiveContext, readonly Map<unknown, ActiveContext>[]>()

  return (addition) => {
    const { activeCtx, localCtx, propagate = true, overrideProtected = false } = addition
    let ofActive = results.get(activeCtx)
    if (ofActive === undefined) results.set(activeCtx, (ofActive = [new Map(), new Map(), new Map(), new Map()]))
    const known = ofActive[Number(propagate) + 2 * Number(overrideProtected)] ?? new Map<unknown, ActiveContext>()
    return known.get(localCtx) ?? process(addition, known)
  }

  async function process(addition: ContextAddition, known: Map<unknown, ActiveContext>): Promise<ActiveContext> {
    const result = await contexts.process({ ...addition, options })
    if (known.size >= MAX_ADDED) known.clear()
    if (!Array.isArray(addition.localCtx)) known.set(addition.localCtx, result)
    return result
  }
}

/** Two active contexts are the same if both parts of their identities are. */
interface Identity {
  /** The context that was cloned, else the context itself. */
  readonly origin: object
  /** The context to revert to after the node; NO_PREVIOUS if the context applies to nested nodes too. */
  readonly previous: object
}

const NO_PREVIOUS = {}

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
    return isNodeOnly ? { origin, previous } : { origin: active, previous: NO_PREVIOUS }
  }

  function clone(this: ActiveContext): ActiveContext {
    const copy = copyOf(this)
    if (finished.has(this)) origins.set(copy, this)
    return copy
  }

  function revert(this: ActiveContext): ActiveContext {
    if (this.previousContext === undefined) return this
    const known = reverted.get(this)
    if (known !== undefined) return known
    const previous = this.previousContext.clone()
    finish(previous)
    reverted.set(this, previous)
    return previous
  }
}

const initialContexts = new WeakMap<ContextOptions, ActiveContext>()

/** The active context of a document before its own. The library writes its options as JSON to find it. */
export function initialContext(options: ContextOptions): ActiveContext {
  const known = initialContexts.get(options) ?? contexts.getInitialContext(options)
  initialContexts.set(options, known)
  return known
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
