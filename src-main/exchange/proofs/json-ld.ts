import jsonld from 'jsonld'
import type { JsonLdEvent, JsonLdOptions } from 'jsonld'
import { CodedError } from '../../../shared/coded-error.ts'
import { isObject, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { contextAdder, contextCache } from './context-cache.ts'
import { withImports } from './context-imports.ts'
import { canonicalText, MAX_COMPARISONS } from './canonical-text.ts'
import { mergeNodes } from './merged-nodes.ts'
import { MissingContext } from './missing-context.ts'
import { isWritable } from './n-quads.ts'
import type { PlainFormInput } from './plain-form.ts'
import { statedForm } from './stated-form.ts'
import type { StatedForm } from './stated-form.ts'
import { ProofFault } from './proof-fault.ts'
import type { DoubleForm } from './rdf-literal.ts'
import type { Dataset } from './rdf-statements.ts'
import { toRdf } from './rdf.ts'
import { unusual, usualExpansion } from './usual-expansion.ts'

/** The statements of a JSON-LD document. */
export interface Statements extends Dataset {
  /** The members that expansion dropped, in its own order. */
  readonly events: readonly JsonLdEvent[]
}

export interface JsonLd {
  /**
   * JSON-LD 1.1 expansion without a base, then RDF.
   *
   * @param doubles `as numbers` when left out
   * @throws {ContextFault}
   * @throws {ProofFault} `document_too_complex`; `signature_invalid` if it is not JSON-LD, since no signature covers it
   */
  readonly statementsOf: (document: JsonObject, doubles?: DoubleForm) => Promise<Statements>
  /** Makes a budget for everything that is read of one document. */
  readonly newBudget: () => PlainFormInput['budget']
  /** See stated-form.ts. @throws {ProofFault} `document_too_complex` */
  readonly plainFormOf: (
    document: JsonObject,
    statements: Statements,
    input: Pick<PlainFormInput, 'kind' | 'asked' | 'budget'>,
  ) => Promise<StatedForm>
  /** See {@link canonicalText}. */
  readonly canonicalTextOf: (statements: Statements) => Promise<string>
  /** The expansion alone, with the members that it dropped. */
  readonly expansionOf: (
    document: JsonObject,
  ) => Promise<Pick<Statements, 'events'> & { readonly expanded: readonly unknown[] }>
  /** The types of a document as IRIs; none when its contexts cannot be read. */
  readonly typeIrisOf: (document: JsonObject) => Promise<readonly string[]>
}

/** The contexts of a document are unknown or contradict each other. The codes are those of the context checks. */
export class ContextFault extends CodedError<'context_unknown' | 'context_conflict'> {
  override readonly name = 'ContextFault'
}

const MAX_CACHED_TYPES = 500
const MAX_TYPES = 50
/** Limits for all values and members of a document, and for its types and contexts. */
const MAX_VALUES = 20_000
const MAX_SCOPES = 1000

/** Limits for work that a document of a few kilobytes can multiply. Above them it is `document_too_complex`. */
export interface ReadingLimits {
  /** Values of all plain forms of a document and its proofs; a node counts wherever the document refers to it. */
  readonly values: number
  /** Comparisons of blank nodes that look alike. A transcript needs one for each of its courses. */
  readonly comparisons: number
}

/** The limits on a worker thread, where reading takes a few hundred milliseconds at most. */
export const WIDE_LIMITS: ReadingLimits = { values: 100_000, comparisons: MAX_COMPARISONS }
/** The limits on the service thread, for a few milliseconds. A usual credential has 30 values and compares nothing. */
export const NARROW_LIMITS: ReadingLimits = { values: 600, comparisons: 12 }

/**
 * Makes a JSON-LD processor that loads contexts from one registry and never from a network. It caches parsed contexts, so
 * a registry that changes needs a new processor.
 */
export function jsonLdOver(contexts: ContextRegistry, limits: ReadingLimits = WIDE_LIMITS): JsonLd {
  const contextResolver = contextCache()
  const plain = { ...optionsWith([]), base: '' }
  const addContext = contextAdder(plain)
  const strict = { ...plain, eventHandler: unusual }
  const usual = { options: strict, addContext: contextAdder(strict) }
  const knownTypes = new Map<string, readonly string[]>()
  return {
    statementsOf: (document, doubles = 'as numbers') => reading(() => readStatements(document, doubles)),
    newBudget: () => ({ valuesLeft: limits.values }),
    plainFormOf: (document, { said }, input) =>
      reading(async () => {
        const form = await statedForm(document, mergeNodes(said), { ...input, options: plain, addContext })
        return { ...form, treesBy: (asked) => reading(() => form.treesBy(asked)) }
      }),
    canonicalTextOf: ({ quads }) => canonicalText(quads, limits.comparisons),
    expansionOf: (document) =>
      reading(async () => {
        refuseComplexity(document)
        const events: JsonLdEvent[] = []
        return { expanded: await expand(document, optionsWith(events)), events }
      }),
    async typeIrisOf(document) {
      const node = { '@context': memberOf(document, '@context'), type: textsOf(memberOf(document, 'type')) }
      if (node.type.length === 0 || node.type.length > MAX_TYPES) return []
      const key = JSON.stringify(node)
      const iris = knownTypes.get(key) ?? (await expandedTypes(node))
      if (knownTypes.size >= MAX_CACHED_TYPES) knownTypes.clear()
      knownTypes.set(key, iris)
      return iris
    },
  }

  async function expandedTypes(node: JsonObject): Promise<readonly string[]> {
    try {
      const [expanded] = await reading(() => expand(node, optionsWith([])))
      return textsOf(memberOf(expanded, '@type'))
    } catch (fault) {
      if (fault instanceof ContextFault || fault instanceof ProofFault) return [] // reported by the checks of contexts
      throw fault
    }
  }

  async function readStatements(document: JsonObject, doubles: DoubleForm): Promise<Statements> {
    refuseComplexity(document)
    const events: JsonLdEvent[] = []
    const expanded = (await usualExpansion(document, usual)) ?? (await expand(document, optionsWith(events)))
    const dataset = toRdf(expanded, doubles)
    if (!dataset.quads.every(isWritable)) {
      throw new ProofFault('signature_invalid', 'the document has identifiers that no N-Quads text can contain')
    }
    return { ...dataset, events }
  }

  function optionsWith(events: JsonLdEvent[]): JsonLdOptions {
    return {
      documentLoader: (url) => load(contexts, url),
      contextResolver,
      eventHandler: ({ event }) => events.push(event),
    }
  }
}

/** Members that can change the active context, which takes most of the time of expansion. */
const SCOPING_MEMBERS: readonly string[] = ['type', '@type', '@context']

/**
 * Refuses documents that would take too long to expand. Also refuses members named `__proto__`, because the library
 * copies members by assignment.
 *
 * @throws {ProofFault} `document_too_complex`, `signature_invalid`
 */
export function refuseComplexity(document: JsonObject): void {
  let values = 0
  let scopes = 0
  count(document)

  function count(value: unknown): void {
    values += 1
    if (values > MAX_VALUES || scopes > MAX_SCOPES) {
      throw new ProofFault('document_too_complex', 'the document has more values, types or contexts than are read')
    }
    if (Array.isArray(value)) value.forEach(count)
    else if (isObject(value)) for (const name of Object.keys(value)) countMember(name, value[name])
  }

  function countMember(name: string, value: unknown): void {
    if (name === '__proto__') throw new ProofFault('signature_invalid', 'a member is named __proto__')
    if (SCOPING_MEMBERS.includes(name)) scopes += listOf(value).length
    count(value)
  }
}

async function load(contexts: ContextRegistry, url: string): Promise<unknown> {
  const document = contexts.find(url)
  if (document === undefined) throw new MissingContext(url)
  return Promise.resolve({ documentUrl: url, document: withImports(document, contexts), tag: 'static' })
}

/** Turns the errors of the library into a ContextFault or a ProofFault. */
async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof ProofFault) throw cause
    if (!isJsonLdError(cause)) throw cause
    const missing = memberOf(memberOf(cause, 'details'), 'cause')
    if (missing instanceof MissingContext) {
      throw new ContextFault('context_unknown', missing.message, { cause: missing })
    }
    const fault = CONTEXT_FAULTS.get(causeCode(cause))
    if (fault !== undefined) throw new ContextFault(...fault, { cause })
    throw notJsonLd(cause)
  }
}

/** The library assumes that some members are strings or numbers, and throws a TypeError if they are not. */
async function expand(document: JsonObject, options: JsonLdOptions): Promise<readonly unknown[]> {
  try {
    return await jsonld.expand(document, options)
  } catch (cause) {
    throw cause instanceof TypeError ? notJsonLd(cause) : cause
  }
}

function notJsonLd(cause: unknown): ProofFault {
  return new ProofFault('signature_invalid', 'the document is not JSON-LD, so no signature covers it', { cause })
}

const CONTEXT_FAULTS: ReadonlyMap<unknown, readonly [ContextFault['code'], string]> = new Map<
  unknown,
  readonly [ContextFault['code'], string]
>([
  ['protected term redefinition', ['context_conflict', 'its contexts redefine a protected term']],
  ['loading remote context failed', ['context_unknown', 'a context refers to one that cannot be read']],
])

function isJsonLdError(error: unknown): error is Error {
  return error instanceof Error && (error.name.startsWith('jsonld.') || error instanceof RangeError)
}

function causeCode(error: unknown): unknown {
  return memberOf(memberOf(error, 'details'), 'code')
}
