/** The part of the JSON-LD libraries that proofs use; they come without types. */

declare module 'jsonld' {
  /** What the processor left out, and why. */
  export interface JsonLdEvent {
    readonly code: string
    readonly details: Readonly<Record<string, unknown>>
  }

  export interface JsonLdOptions {
    readonly documentLoader: (url: string) => Promise<unknown>
    readonly contextResolver: unknown
    readonly eventHandler: (given: { readonly event: JsonLdEvent }) => void
  }

  /** Serves those who sign: the library's own way from a document to canonical N-Quads. */
  export interface CanonicalOptions {
    readonly documentLoader: (url: string) => Promise<unknown>
    /** Whether members that no context defines end in an error. */
    readonly safe: boolean
  }

  const jsonld: {
    readonly expand: (document: unknown, options: JsonLdOptions) => Promise<unknown[]>
    readonly canonize: (document: unknown, options: CanonicalOptions) => Promise<string>
  }
  export default jsonld
}

declare module 'jsonld/lib/context.js' {
  import type { JsonLdOptions } from 'jsonld'
  import type { ActiveContext } from 'jsonld/lib/ContextResolver.js'
  export type { ActiveContext }

  export interface ContextOptions {
    readonly documentLoader: (url: string) => Promise<unknown>
    readonly contextResolver: unknown
    readonly base: string
    readonly eventHandler: JsonLdOptions['eventHandler']
  }

  const contexts: {
    /** The IRI or keyword; null for a name that a context takes out. */
    readonly expandIri: (
      active: ActiveContext,
      name: string,
      relativeTo: { readonly vocab?: boolean; readonly base?: boolean },
      options: ContextOptions,
    ) => string | null
    readonly getInitialContext: (options: ContextOptions) => ActiveContext
    /** Null where the term has no such entry; undefined for a `@context` it does not have. */
    readonly getContextValue: (active: ActiveContext, term: string | null, entry: string) => unknown
    readonly process: (order: {
      readonly activeCtx: ActiveContext
      readonly localCtx: unknown
      readonly options: ContextOptions
      readonly propagate?: boolean
      readonly overrideProtected?: boolean
    }) => Promise<ActiveContext>
  }
  export default contexts
}

declare module 'jsonld/lib/compact.js' {
  import type { ActiveContext } from 'jsonld/lib/ContextResolver.js'

  const compaction: {
    /** A term, a name with a prefix, or the IRI itself. */
    readonly compactIri: (order: {
      readonly activeCtx: ActiveContext
      readonly iri: string
      readonly value?: object
      readonly relativeTo: { readonly vocab: boolean }
    }) => string
    readonly compactValue: (order: {
      readonly activeCtx: ActiveContext
      readonly activeProperty: string | null
      readonly value: object
      readonly options: object
    }) => unknown
  }
  export default compaction
}

declare module 'jsonld/lib/ContextResolver.js' {
  /** The meaning of terms at some place of a document. */
  export interface ActiveContext {
    mappings: ReadonlyMap<string, unknown>
    protected: Readonly<Record<string, unknown>>
    clone: (this: ActiveContext) => ActiveContext
    revertToPreviousContext: (this: ActiveContext) => ActiveContext
    inverse: unknown
    getInverse: unknown
    previousContext?: ActiveContext
    '@base'?: unknown
    '@language'?: unknown
    '@vocab'?: unknown
  }

  export interface Processed {
    readonly context: ActiveContext
  }

  /** A context that was loaded, and what became of the active contexts it was added to. */
  export interface ResolvedContext {
    cache: {
      readonly get: (active: ActiveContext) => Processed | undefined
      readonly set: (active: ActiveContext, result: Processed) => void
    }
  }

  export type Resolved = ResolvedContext | ResolvedContext[]

  export interface ResolveOrder {
    readonly context: unknown
  }

  class ContextResolver {
    /** Looked into first. */
    perOpCache: Pick<Map<string, Resolved>, 'get'> & { readonly set: (key: string, made: Resolved) => unknown }
    constructor(options: { readonly sharedCache: Pick<Map<string, unknown>, 'get'> & { readonly set: unknown } })
    resolve(order: ResolveOrder): Promise<readonly ResolvedContext[]>
  }
  export default ContextResolver
}

declare module 'rdf-canonize' {
  export interface Term {
    readonly termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph'
    readonly value: string
    readonly language?: string
    readonly datatype?: Term
  }

  export interface Quad {
    readonly subject: Term
    readonly predicate: Term
    readonly object: Term
    readonly graph: Term
  }

  export interface CanonizeOptions {
    readonly algorithm: 'RDFC-1.0'
    readonly maxDeepIterations: number
    /** The digest of a text in parts, in hexadecimal; SHA-256 when left out. */
    readonly createMessageDigest?: () => { readonly update: (part: string) => void; readonly digest: () => string }
  }

  const rdfCanonize: {
    readonly canonize: (dataset: readonly Quad[], options: CanonizeOptions) => Promise<string>
  }
  export default rdfCanonize
}
