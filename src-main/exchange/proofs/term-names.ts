import compaction from 'jsonld/lib/compact.js'
import contexts from 'jsonld/lib/context.js'
import type { ActiveContext, ContextOptions } from 'jsonld/lib/context.js'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { NamedMembers } from './document-kinds.ts'
import { NATIVE_TYPES } from './merged-nodes.ts'
import type { Literal, MergedNode, MergedValue } from './merged-nodes.ts'

const { compactIri } = compaction
const { expandIri, getContextValue } = contexts

const KEYWORDS = ['@id', '@type', '@value', '@language', '@none'] as const
export type Keyword = (typeof KEYWORDS)[number]
/** The names by which checks read identifiers and types. */
const READ_KEYWORDS: Readonly<Partial<Record<Keyword, string>>> = { '@id': 'id', '@type': 'type' }

export interface NamesOrder {
  /** A member, or an identifier that is a value, has each of them that its contexts give it, else the usual one. */
  readonly asked: AskedNames
  /** Whether an identifier in full is no name, though somebody asks for it. */
  readonly withoutIris?: boolean
  /** Whether to include added names. */
  readonly byAddedNames?: boolean
  readonly options: ContextOptions
}

/**
 * Names of one plain form: those that somebody asks for, where the contexts give them. A name is added that an IRI has from a
 * context which a later one overrides, or as its last part.
 */
export interface TermNames {
  /** Names that are asked for and lead to a property; those made for a value of this kind first among equals. */
  readonly ofProperty: (
    iri: string,
    value: MergedValue,
    within: ActiveContext,
  ) => { readonly fitting: readonly string[]; readonly known: readonly string[] }
  /** Names that are asked for and lead to a property, whatever they were made for. */
  readonly askedOf: (iri: string, within: ActiveContext) => readonly string[]
  /** Added names that are asked for, but those given. */
  readonly addedToProperty: (iri: string, given: readonly string[]) => readonly string[]
  /** An added name that is asked for instead of an identifier. */
  readonly addedToReference: (id: string, within: ActiveContext) => string | undefined
  /** Added ones, else by the first of the contexts that has any. */
  readonly ofType: (iri: string, around: readonly ActiveContext[]) => readonly string[]
  /** The name of an identifier that is a value. */
  readonly ofReference: (id: string, within: ActiveContext, kind: '@id' | '@vocab') => string
  /** The name as checks read it, and as somebody asks for it. */
  readonly ofKeyword: (keyword: Keyword, within: ActiveContext) => readonly [string, ...string[]]
  /** The keyword that a name stands for. */
  readonly keywordOf: (name: string, within: ActiveContext) => Keyword | undefined
  /** The tag of a language in the letters that are asked for: it is compared without regard to case. */
  readonly ofLanguage: (tag: string) => string
  /** Nodes that say something of this one which a name asked for turns around (JSON-LD 1.1, 4.8). */
  readonly sourcesOf: (node: MergedNode, within: ActiveContext) => readonly (readonly [string, MergedNode])[]
  readonly iriOf: (name: string, within: ActiveContext) => string
  /** Whether an added name was asked for. */
  readonly hasAddedNames: () => boolean
}

/** @param turns the contexts after each of those that a document names */
export function termNames(order: NamesOrder, turns: readonly ActiveContext[]): TermNames {
  const { asked, options } = order
  const members = namesIn(asked.members)
  const values = namesIn(asked.values)
  const turning = new WeakMap<ActiveContext, readonly string[]>()
  const tags = new Map([...asked.values, ...asked.members].map((name) => [name.toLowerCase(), name]))
  let hasAddedNames = false
  return {
    iriOf,
    askedOf: (iri, within) => members(within, iri),
    addedToProperty: (iri, given) => added(iri, given, 'members'),
    addedToReference: (id, within) => added(id, values(within, id), 'values')[0],
    ofLanguage: (tag) => tags.get(tag) ?? tag,
    hasAddedNames: () => hasAddedNames,
    keywordOf: (name, within) => KEYWORDS.find((one) => one === iriOf(name, within)),
    ofProperty(iri, value, within) {
      const known = members(within, iri)
      return { known, fitting: known.filter((name) => fits(within, name, value)) }
    },
    ofType(iri, around) {
      const given = around.map((within) =>
        values(within, iri).length > 0 ? values(within, iri) : [usualType(iri, within)],
      )
      const names = given.find(([first]) => first !== iri) ?? [iri]
      const others = added(iri, names, 'values')
      return others.length > 0 ? others : names
    },
    ofReference(id, within, kind) {
      const known = values(within, id).filter((name) => kind === '@vocab' || name.includes(':'))
      const usual = kind === '@vocab' ? usualType(id, within) : id
      return known.includes(usual) ? usual : (known[0] ?? usual)
    },
    ofKeyword(keyword, within) {
      const read = READ_KEYWORDS[keyword]
      const isAlias = read !== undefined && iriOf(read, within) === keyword
      const usual = isAlias ? read : compactIri({ activeCtx: within, iri: keyword, relativeTo: { vocab: true } })
      return [usual, ...members(within, keyword).filter((name) => name !== usual)]
    },
    sourcesOf(node, within) {
      const names = turning.get(within) ?? [...asked.members].filter((name) => turned(within, name) !== undefined)
      turning.set(within, names)
      return names.flatMap((name) =>
        (node.incoming.get(turned(within, name) ?? '') ?? []).map((source) => [name, source] as const),
      )
    },
  }

  function added(iri: string, given: readonly string[], of: keyof AskedNames): readonly string[] {
    if (asked[of].size === 0) return []
    const byContexts = of === 'members' ? members : values
    const local = iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1)
    const all = new Set([...(asked[of].has(local) ? [local] : []), ...turns.flatMap((turn) => byContexts(turn, iri))])
    const others = [...all].filter((name) => name !== iri && !given.includes(name))
    hasAddedNames ||= others.length > 0
    return order.byAddedNames === true ? others : []
  }

  /** The names that a context gives, by what it expands them to. */
  function namesIn(names: ReadonlySet<string>): (within: ActiveContext, iri: string) => readonly string[] {
    const held = new WeakMap<ActiveContext, ReadonlyMap<string, readonly string[]>>()
    return (within, iri) => {
      const byIri = held.get(within) ?? Map.groupBy(names, (name) => iriOf(name, within))
      held.set(within, byIri)
      const found = byIri.get(iri) ?? []
      return order.withoutIris === true ? found.filter((name) => name !== iri) : found
    }
  }

  function iriOf(name: string, within: ActiveContext): string {
    return expandIri(within, name, { vocab: true }, options) ?? ''
  }
}

const readNames = new WeakMap<NamedMembers, ReadonlySet<string>>()

/** Whether a name is that of nothing else that checks read. */
export function isFree(name: string, read: NamedMembers): boolean {
  const names = readNames.get(read) ?? new Set([...read.values(), ...Object.values(READ_KEYWORDS)])
  readNames.set(read, names)
  return !names.has(name)
}

/** A term made for the type of the value, else one that leaves it open, else the IRI itself. */
export function usualName(active: ActiveContext, iri: string, value: MergedValue): string {
  const typed = termOf(active, iri, expandedValue(value, true))
  if (!isNative(value)) return typed ?? iri
  const isMadeForIt = typed !== undefined && 'literal' in value && isCoerced(active, typed, value.literal)
  return (isMadeForIt ? typed : termOf(active, iri, expandedValue(value, false))) ?? typed ?? iri
}

export function usualType(iri: string, active: ActiveContext): string {
  return termOf(active, iri) ?? iri
}

export function isCoerced(active: ActiveContext, name: string, { type }: Literal): boolean {
  return getContextValue(active, name, '@type') === type
}

/** The value as the library wants to see it when it looks for its name. */
export function expandedValue(value: MergedValue, isTyped: boolean): JsonObject {
  if ('list' in value) return { '@list': value.list.map((one) => expandedValue(one, isTyped && !isNative(one))) }
  if ('graph' in value) return { '@graph': [], ...(value.id !== undefined && { '@id': value.id }) }
  if ('node' in value) return value.node.id === undefined ? {} : { '@id': value.node.id }
  const { value: said, type, language } = value.literal
  if (language !== undefined) return { '@value': said, '@language': language }
  return isTyped ? { '@value': said, '@type': type } : { '@value': said }
}

export function containersOf(active: ActiveContext, name: string): readonly unknown[] {
  return listOf(getContextValue(active, name, '@container') ?? [])
}

const scopes = new WeakMap<ActiveContext, ReadonlyMap<string, readonly unknown[]>>()

/** The contexts of terms, by their IRI: a class may have the IRI of a property, or several terms. */
export function scopedContexts(active: ActiveContext): ReadonlyMap<string, readonly unknown[]> {
  const held = scopes.get(active)
  if (held !== undefined) return held
  const found = new Map<string, readonly unknown[]>()
  for (const [name, term] of active.mappings) {
    const [iri, context] = [textOf(memberOf(term, '@id')), getContextValue(active, name, '@context')]
    if (iri !== undefined && context !== undefined) found.set(iri, [...(found.get(iri) ?? []), context])
  }
  scopes.set(active, found)
  return found
}

/** Whether a term was made for a value of this kind; any name that is no term takes all. */
function fits(active: ActiveContext, name: string, value: MergedValue): boolean {
  if (!isObject(active.mappings.get(name))) return true
  if (turned(active, name) !== undefined) return false
  const type = getContextValue(active, name, '@type') ?? '@none'
  const isList = containersOf(active, name).includes('@list')
  if ('list' in value || isList) return 'list' in value && isList
  if (type === '@none') return true
  if (!('literal' in value)) return type === '@id' || type === '@vocab'
  return value.literal.language === undefined && type === value.literal.type
}

/** The property that a term turns around. */
function turned(active: ActiveContext, name: string): string | undefined {
  const term = active.mappings.get(name)
  return memberOf(term, 'reverse') === true ? textOf(memberOf(term, '@id')) : undefined
}

function isNative(value: MergedValue): boolean {
  return 'literal' in value && value.literal.language === undefined && NATIVE_TYPES.has(value.literal.type)
}

const MAX_KEPT_TERMS = 200
const MAX_KEPT_LENGTH = 300
const keptTerms = new WeakMap<ActiveContext, Map<string, string | undefined>>()

/** A literal's type or language decides, so its term is looked for once; a node's depends on its identifier. */
function termOf(active: ActiveContext, iri: string, value?: JsonObject): string | undefined {
  if (value !== undefined && !('@value' in value)) return foundTerm(active, iri, value)
  const key = value === undefined ? iri : `${iri} ${String(value['@type'])} ${String(value['@language'])}`
  if (key.length > MAX_KEPT_LENGTH) return foundTerm(active, iri, value)
  const kept = keptTerms.get(active) ?? new Map<string, string | undefined>()
  if (kept.has(key)) return kept.get(key)
  if (kept.size >= MAX_KEPT_TERMS) kept.clear()
  keptTerms.set(active, kept.set(key, foundTerm(active, iri, value)))
  return kept.get(key)
}

/** Undefined where the contexts have no term: an IRI written with a prefix is none. */
function foundTerm(active: ActiveContext, iri: string, value?: JsonObject): string | undefined {
  try {
    const found = compactIri({ activeCtx: active, iri, relativeTo: { vocab: true }, ...(value && { value }) })
    const isTerm = active.mappings.has(found) || !found.includes(':')
    return isTerm ? found : undefined
  } catch (fault) {
    if (fault instanceof Error && fault.name.startsWith('jsonld.')) return undefined // an IRI that looks like a prefix
    throw fault
  }
}
