import { hash } from 'node:crypto'
import jsonld from 'jsonld'
import type { JsonLdEvent, JsonLdOptions } from 'jsonld'
import rdfCanonize from 'rdf-canonize'
import type { Quad, Term } from 'rdf-canonize'
import { CodedError } from '../../../shared/coded-error.ts'
import { isObject, listOf, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { contextAdder, contextCache } from './context-cache.ts'
import { withImports } from './context-imports.ts'
import { mergeNodes } from './merged-nodes.ts'
import { MissingContext } from './missing-context.ts'
import type { PlainFormOrder } from './plain-form.ts'
import { statedForm } from './stated-form.ts'
import type { StatedForm } from './stated-form.ts'
import { ProofFault } from './proof-fault.ts'
import type { TextsOfDoubles } from './rdf-literal.ts'
import type { Dataset } from './rdf-statements.ts'
import { toRdf } from './rdf.ts'
import { unusual, usualExpansion } from './usual-expansion.ts'

/** A JSON-LD document as the statements it makes. */
export interface Statements extends Dataset {
  readonly expanded: readonly unknown[]
  /** The members that expansion dropped, in its own order. */
  readonly events: readonly JsonLdEvent[]
  readonly doubles: TextsOfDoubles
}

export interface JsonLd {
  /**
   * JSON-LD 1.1 expansion without a base, then RDF.
   *
   * @param doubles how texts of xsd:double are signed; as numbers when left out
   * @throws {ContextFault}
   * @throws {ProofFault} `document_too_complex`; `signature_invalid` for what is no JSON-LD, since no signature covers it
   */
  readonly statementsOf: (document: JsonObject, doubles?: TextsOfDoubles) => Promise<Statements>
  /** Makes a budget for everything that is read of one document. */
  readonly newBudget: () => PlainFormOrder['budget']
  /**
   * What a document states of the one thing it is about, in its one plain form (plain-form.ts).
   *
   * @throws {ProofFault} `document_too_complex`
   */
  readonly plainFormOf: (
    document: JsonObject,
    said: Statements,
    order: Pick<PlainFormOrder, 'kind' | 'asked' | 'budget'>,
  ) => Promise<StatedForm>
  /**
   * RDFC-1.0 (formerly URDNA2015) as N-Quads.
   *
   * @throws {ProofFault} `document_too_complex` when blank nodes are made to be hard to tell apart
   */
  readonly canonicalTextOf: (said: Statements) => Promise<string>
  /** The expansion alone, with the members that it dropped. */
  readonly expansionOf: (document: JsonObject) => Promise<Pick<Statements, 'expanded' | 'events'>>
  /** The types of a document as IRIs; none when its contexts cannot be read. */
  readonly typeIrisOf: (document: JsonObject) => Promise<readonly string[]>
}

/** The contexts of a document do not give one meaning to its terms: codes of the checks of contexts. */
export class ContextFault extends CodedError<'context_unknown' | 'context_conflict'> {
  override readonly name = 'ContextFault'
}

/** Types that were seen are few; hostile ones could be any number. */
const MAX_CACHED_TYPES = 500
const MAX_TYPES = 50
/** Values and members of a document; statements are limited besides. */
const MAX_VALUES = 20_000
const MAX_SCOPES = 1000

/** What a document of a few kilobytes can make much of; more of it is `document_too_complex`. */
export interface ReadingLimits {
  /** Values of all plain forms of a document and its proofs, in which a node stands wherever it is named. */
  readonly values: number
  /**
   * Comparisons of blank nodes that look alike: a transcript has one for each of its courses, a list that repeats two values
   * some hundreds.
   */
  readonly comparisons: number
}

/** The limits on a watched thread, where reading takes some hundred milliseconds at most. */
export const WIDE_LIMITS: ReadingLimits = { values: 100_000, comparisons: 3000 }
/** The limits on the service's thread, for some milliseconds. A usual credential has 30 values and compares nothing. */
export const NARROW_LIMITS: ReadingLimits = { values: 600, comparisons: 12 }

/**
 * A processor that knows the contexts of one registry. There is no way from it to a network: its loader is the
 * registry, and what the registry does not hold does not exist. Parsed contexts are kept, so a registry that changes
 * needs a new processor.
 */
export function jsonLdOver(contexts: ContextRegistry, limits: ReadingLimits = WIDE_LIMITS): JsonLd {
  const contextResolver = contextCache()
  const naming = { ...optionsWith([]), base: '' }
  const addContext = contextAdder(naming)
  const strict = { ...naming, eventHandler: unusual }
  const usual = { options: strict, addContext: contextAdder(strict) }
  const knownTypes = new Map<string, readonly string[]>()
  return {
    statementsOf: (document, doubles = 'as numbers') => reading(() => readStatements(document, doubles)),
    newBudget: () => ({ valuesLeft: limits.values }),
    plainFormOf: (document, said, order) =>
      reading(async () => {
        const graph = mergeNodes(said.expanded, said.doubles)
        const form = await statedForm(document, graph, { ...order, options: naming, addContext })
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

  async function readStatements(document: JsonObject, doubles: TextsOfDoubles): Promise<Statements> {
    refuseComplexity(document)
    const events: JsonLdEvent[] = []
    const expanded = (await usualExpansion(document, usual)) ?? (await expand(document, optionsWith(events)))
    const dataset = toRdf(expanded, doubles)
    if (!dataset.quads.every(isWritable)) {
      throw new ProofFault('signature_invalid', 'the document has identifiers that no N-Quads text can contain')
    }
    return { ...dataset, expanded, events, doubles }
  }

  function optionsWith(events: JsonLdEvent[]): JsonLdOptions {
    return {
      documentLoader: (url) => load(contexts, url),
      contextResolver,
      eventHandler: ({ event }) => events.push(event),
    }
  }
}

/**
 * RDFC-1.0 (formerly URDNA2015) as N-Quads.
 *
 * @throws {ProofFault} `document_too_complex` when blank nodes are made to be hard to tell apart
 */
export async function canonicalText(
  quads: readonly Quad[],
  maxDeepIterations = WIDE_LIMITS.comparisons,
): Promise<string> {
  try {
    return await rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0', maxDeepIterations, createMessageDigest })
  } catch (cause) {
    throw new ProofFault('document_too_complex', 'the blank nodes of the document cannot be told apart', { cause })
  }
}

/** SHA-256 in one call: the library hashes one or two lines for each blank node, and a hash in parts takes twice as long. */
function createMessageDigest() {
  let text = ''
  return {
    update(part: string) {
      text += part
    },
    digest: () => hash('sha256', text),
  }
}

/** Every type and every context can change what the terms around it mean, which takes most of the time of expansion. */
const SCOPING_MEMBERS: readonly string[] = ['type', '@type', '@context']

/**
 * Expansion takes longer than reading, so it does not begin with what can only end in too many statements. Nor with a
 * name that the library, which copies members by assignment, would take for the prototype of the object.
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
    else if (isObject(value)) Object.entries(value).forEach(countMember)
  }

  function countMember([name, value]: readonly [string, unknown]): void {
    if (name === '__proto__') throw new ProofFault('signature_invalid', 'a member is named __proto__')
    if (SCOPING_MEMBERS.includes(name)) scopes += listOf(value).length
    count(value)
  }
}

// eslint-disable-next-line no-control-regex -- they are what must not be there
const IRI = /^[^\u0000-\u0020<>"{}|^`\\]*$/
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

/**
 * Whether each term fits its place in N-Quads. The library writes identifiers and languages as they are, so one that
 * contained the end of a statement could stand for statements which the document does not make.
 */
function isWritable({ subject, predicate, object, graph }: Quad): boolean {
  const { datatype = predicate } = object
  return [subject, predicate, object, datatype].every(isWritableTerm) && isWritableTerm(graph)
}

function isWritableTerm({ termType, value, language }: Term): boolean {
  if (termType === 'BlankNode' || termType === 'DefaultGraph') return true // named here
  if (language !== undefined && !LANGUAGE.test(language)) return false
  return value.isWellFormed() && (termType === 'Literal' || IRI.test(value))
}

/** Rejections become faults of contexts. */
async function load(contexts: ContextRegistry, url: string): Promise<unknown> {
  const document = contexts.find(url)
  if (document === undefined) throw new MissingContext(url)
  return Promise.resolve({ documentUrl: url, document: withImports(document, contexts), tag: 'static' })
}

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

/** The library makes a text or a number of some members without a look at them, and fails where they are neither. */
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
