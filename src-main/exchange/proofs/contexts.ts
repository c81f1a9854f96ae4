import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { MissingContext } from './missing-context.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

export interface ContextFinding {
  readonly code: 'context_unknown' | 'context_inline' | 'context_conflict'
  readonly location: Location
  readonly message: Message
  /** The URL of an unknown context. */
  readonly actual?: string
}

const MAX_CONTEXTS = 20

/**
 * Checks all contexts that a document names at any depth (docs/contract/exchange.md, Registries: contexts). Terms that
 * contexts redefine are only found when the document is read as JSON-LD.
 */
export function contextFindings(
  document: JsonObject,
  contexts: ContextRegistry,
  { isEmbedded = () => false, allowInline = false }: ContextRules = {},
): readonly ContextFinding[] {
  const entries: Entry[] = []
  collectContexts(document, [])
  const tooMany = entries.slice(MAX_CONTEXTS, MAX_CONTEXTS + 1).map(({ location }) => ({
    code: 'context_unknown' as const,
    location,
    message: phrase`a document may name ${MAX_CONTEXTS} contexts`,
  }))
  const faults = entries.slice(0, MAX_CONTEXTS).flatMap((entry) => findingOf(entry, contexts, allowInline))
  return [...faults, ...tooMany]

  function collectContexts(value: unknown, location: Location): void {
    if (typeof value !== 'object' || value === null || isEmbedded(location)) return
    if (Array.isArray(value)) value.forEach((part, index) => collectContexts(part, [...location, index]))
    else if (isObject(value)) for (const name of Object.keys(value)) collectMember(value, name, location)
  }

  function collectMember(node: JsonObject, name: string, location: Location): void {
    const part = node[name]
    if (name === '@context') entries.push(...entriesOf(node, location))
    else if (typeof part === 'object') collectContexts(part, [...location, name])
  }
}

export interface ContextRules {
  /** Whether a member is an embedded document, which has findings of its own. */
  readonly isEmbedded?: (location: Location) => boolean
  readonly allowInline?: boolean
}

/** A context with its place in the document. */
interface Entry {
  readonly location: Location
  readonly value: unknown
}

function entriesOf(node: JsonObject, location: Location): readonly Entry[] {
  const named = memberOf(node, '@context')
  const at = [...location, '@context']
  return listOf(named).map((value, index) => ({ value, location: Array.isArray(named) ? [...at, index] : at }))
}

function findingOf(
  { value, location }: Entry,
  contexts: ContextRegistry,
  allowInline: boolean,
): readonly ContextFinding[] {
  if (typeof value === 'string') {
    if (contexts.find(value) !== undefined) return []
    const { message, url } = new MissingContext(value)
    return [{ code: 'context_unknown', location, message, actual: url }]
  }
  if (isObject(value) && allowInline) return []
  return [{ code: 'context_inline', location, message: 'a context must be named by its URL' }]
}
