import compaction from 'jsonld/lib/compact.js'
import contexts from 'jsonld/lib/context.js'
import type { ActiveContext, ContextOptions } from 'jsonld/lib/context.js'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { NATIVE_TYPES } from './merged-nodes.ts'
import type { Literal, MergedNode, MergedValue } from './merged-nodes.ts'

const { compactIri } = compaction
const { expandIri, getContextValue } = contexts

const KEYWORDS = ['@id', '@type', '@value', '@language', '@none'] as const
export type Keyword = (typeof KEYWORDS)[number]
/** By these names checks read identifiers and types. */
const READ_KEYWORDS: Readonly<Partial<Record<Keyword, string>>> = { '@id': 'id', '@type': 'type' }

/** Names of one plain form: those that somebody asks for, where the contexts give them. */
export interface TermNames {
  /** Names that are asked for and lead to a property; those made for a value of this kind first among equals. */
  readonly ofProperty: (
    iri: string,
    value: MergedValue,
    within: ActiveContext,
  ) => { readonly fitting: readonly string[]; readonly known: readonly string[] }
  /** By the first of the contexts that has any. */
  readonly ofType: (iri: string, around: readonly ActiveContext[]) => readonly string[]
  /** Of what an identifier stands for as a value. */
  readonly ofReference: (id: string, within: ActiveContext, kind: '@id' | '@vocab') => string
  /** As checks read it, and as somebody asks for it. */
  readonly ofKeyword: (keyword: Keyword, within: ActiveContext) => readonly [string, ...string[]]
  /** The keyword that a name stands for. */
  readonly keywordOf: (name: string, within: ActiveContext) => Keyword | undefined
  /** The tag of a language in the letters that are asked for: it is compared without regard to case. */
  readonly ofLanguage: (tag: string) => string
  /** Nodes that say something of this one which a name asked for turns around (JSON-LD 1.1, 4.8). */
  readonly sourcesOf: (node: MergedNode, within: ActiveContext) => readonly (readonly [string, MergedNode])[]
  /** What has no name: its IRI, and the last part of it where that is asked for and wanted. */
  readonly ofNameless: (iri: string, names?: ReadonlySet<string>) => readonly string[]
  readonly iriOf: (name: string, within: ActiveContext) => string
  /** Whether the last part of an IRI that has no name was asked for. */
  readonly hasLocalNames: () => boolean
}

/** @param byLocalNames whether what has no name is called by the last part of its IRI where that is asked for */
export function termNames(asked: AskedNames, byLocalNames: boolean, options: ContextOptions): TermNames {
  const members = namesIn(asked.members)
  const values = namesIn(asked.values)
  const turning = new WeakMap<ActiveContext, readonly string[]>()
  const tags = new Map([...asked.values, ...asked.members].map((name) => [name.toLowerCase(), name]))
  let hasLocalNames = false
  return {
    iriOf,
    ofNameless,
    ofLanguage: (tag) => tags.get(tag) ?? tag,
    hasLocalNames: () => hasLocalNames,
    keywordOf: (name, within) => KEYWORDS.find((one) => one === iriOf(name, within)),
    ofProperty(iri, value, within) {
      const known = members(within, iri)
      return { known, fitting: known.filter((name) => fits(within, name, value)) }
    },
    ofType(iri, around) {
      for (const within of around) {
        const known = values(within, iri)
        const usual = usualType(iri, within)
        if (known.length > 0 || usual !== iri) return known.length > 0 ? known : [usual]
      }
      return ofNameless(iri, asked.values)
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

  function ofNameless(iri: string, names = asked.members): readonly string[] {
    const local = iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1)
    if (!names.has(local) || local === iri) return [iri]
    hasLocalNames = true
    return byLocalNames ? [iri, local] : [iri]
  }

  /** The names that a context gives, by what it expands them to. */
  function namesIn(names: ReadonlySet<string>): (within: ActiveContext, iri: string) => readonly string[] {
    const held = new WeakMap<ActiveContext, ReadonlyMap<string, readonly string[]>>()
    return (within, iri) => {
      const byIri = held.get(within) ?? Map.groupBy(names, (name) => iriOf(name, within))
      held.set(within, byIri)
      return byIri.get(iri) ?? []
    }
  }

  function iriOf(name: string, within: ActiveContext): string {
    return expandIri(within, name, { vocab: true }, options) ?? ''
  }
}

/** Whether a name is that of nothing else that checks read. */
export function isFree(name: string, read: ReadonlySet<string>): boolean {
  return !Object.values(READ_KEYWORDS).includes(name) && !read.has(name)
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

/** As the library wants to see a value when it looks for its name. */
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

/** Undefined where the contexts have no term: an IRI written with a prefix is none. */
function termOf(active: ActiveContext, iri: string, value?: JsonObject): string | undefined {
  try {
    const found = compactIri({ activeCtx: active, iri, relativeTo: { vocab: true }, ...(value && { value }) })
    const isTerm = active.mappings.has(found) || !found.includes(':')
    return isTerm ? found : undefined
  } catch (fault) {
    if (fault instanceof Error && fault.name.startsWith('jsonld.')) return undefined // an IRI that looks like a prefix
    throw fault
  }
}
