import type { ActiveContext, Processed, ResolvedContext, SharedCache, TagMap } from 'jsonld/lib/ContextResolver.js'

const MAX_RESOLVED = 200
const MAX_PROCESSED = 300

/**
 * Keeps contexts that the library has read, so that they cost nothing the next time.
 *
 * The library does so as well, but it knows the meaning that a context is added to (its active context) by its object
 * only, and makes a copy of that object for each node with a type of its own. So it reads contexts anew for every such
 * node, which takes most of the time of a verification. Here a copy of something finished is known by what it is a copy
 * of, and going back from a node gives the same object each time. What is still being made is never known as anything.
 */
export function contextCache(): SharedCache {
  const copies = copiesOfFinished()
  let resolved = new Map<string, TagMap>()
  let processed = 0

  return { get: (key) => resolved.get(key) ?? newEntry(key), set: () => undefined }

  /** What the library puts into it is kept from then on. */
  function newEntry(key: string): TagMap {
    const byTag = new Map<string, ResolvedContext | readonly ResolvedContext[]>()
    const entry: TagMap = {
      get: (tag) => byTag.get(tag),
      set(tag, made) {
        if (resolved.size >= MAX_RESOLVED) forget()
        for (const one of Array.isArray(made) ? (made as readonly ResolvedContext[]) : [made as ResolvedContext]) {
          one.cache = processedContexts()
        }
        byTag.set(tag, made)
        resolved.set(key, entry)
      },
    }
    return entry
  }

  /** What one context makes of each active context that it is added to. */
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
    processed = 0
  }
}

/** Two active contexts are the same when both parts of their identities are the same objects. */
interface Identity {
  readonly origin: object
  /** What is gone back to after the node; NOTHING for what holds in the nodes below as well. */
  readonly previous: object
}

const NOTHING = {}

function copiesOfFinished() {
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

/** What the library copies, and no more; definitions of terms are not changed once they are made, so they are shared. */
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
