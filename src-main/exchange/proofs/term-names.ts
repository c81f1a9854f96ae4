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
const CHECKED_KEYWORDS: Readonly<Partial<Record<Keyword, string>>> = { '@id': 'id', '@type': 'type' }

export interface NamingInput {
  /** The names that definitions and schemas look for. */
  readonly asked: AskedNames
  /** Whether a full IRI does not count as a name, even if it is asked for. */
  readonly withoutIris?: boolean
  /** Whether to include added names. */
  readonly byAddedNames?: boolean
  readonly options: ContextOptions
}

/**
 * Chooses the names of one plain form: those asked for, where the contexts define them, else the usual one.
 *
 * An added name is one that the statements do not need: a term of a context that a later context overrides, or the last
 * part of an IRI.
 */
export interface TermNames {
  /** The names asked for that expand to a property, and those of them that suit the value. */
  readonly ofProperty: (
    iri: string,
    value: MergedValue,
    active: ActiveContext,
  ) => { readonly suitable: readonly string[]; readonly all: readonly string[] }
  /** The names asked for that expand to a property, whatever its value. */
  readonly allOfProperty: (iri: string, active: ActiveContext) => readonly string[]
  /** The added names asked for, without those in `given`. */
  readonly addedToProperty: (iri: string, given: readonly string[]) => readonly string[]
  /** The added name asked for in place of an identifier. */
  readonly addedToReference: (id: string, active: ActiveContext) => string | undefined
  /** The added names of a type, else those from the first of the contexts that has any. */
  readonly ofType: (iri: string, contexts: readonly ActiveContext[]) => readonly string[]
  /** The name of an identifier that is a value. */
  readonly ofReference: (id: string, active: ActiveContext, kind: '@id' | '@vocab') => string
  /** The name that checks read, then the others asked for. */
  readonly ofKeyword: (keyword: Keyword, active: ActiveContext) => readonly [string, ...string[]]
  /** The keyword that a name stands for. */
  readonly keywordOf: (name: string, active: ActiveContext) => Keyword | undefined
  /** The language tag in the letter case asked for, because tags are compared without regard to case. */
  readonly ofLanguage: (tag: string) => string
  /** The nodes that a node refers to by the reverse properties asked for (JSON-LD 1.1, 4.8). */
  readonly reverseMembersOf: (node: MergedNode, active: ActiveContext) => readonly (readonly [string, MergedNode])[]
  readonly iriOf: (name: string, active: ActiveContext) => string
  /** Whether an added name was asked for. */
  readonly hasAddedNames: () => boolean
}

/** @param activeContexts the active context after each context of the document */
export function termNames(input: NamingInput, activeContexts: readonly ActiveContext[]): TermNames {
  const { asked, options } = input
  const membersOf = indexByIri(asked.members)
  const valuesOf = indexByIri(asked.values)
  const reverseNames = new WeakMap<ActiveContext, readonly string[]>()
  const keywordNames = new WeakMap<ActiveContext, Map<Keyword, readonly [string, ...string[]]>>()
  const languageTags = new Map([...asked.values, ...asked.members].map((name) => [name.toLowerCase(), name]))
  let hasAddedNames = false
  return {
    iriOf,
    allOfProperty: membersOf,
    addedToProperty: (iri, given) => addedNames(iri, given, 'members'),
    addedToReference: (id, active) => addedNames(id, valuesOf(id, active), 'values')[0],
    ofLanguage: (tag) => languageTags.get(tag) ?? tag,
    hasAddedNames: () => hasAddedNames,
    keywordOf: (name, active) => KEYWORDS.find((keyword) => keyword === iriOf(name, active)),
    ofProperty(iri, value, active) {
      if (asked.members.size === 0) return NO_TERM_NAMES
      const all = membersOf(iri, active)
      return { all, suitable: all.filter((name) => suits(active, name, value)) }
    },
    ofType(iri, contextsOfType) {
      const candidates = contextsOfType.map((active) => {
        const known = valuesOf(iri, active)
        return known.length > 0 ? known : [usualType(iri, active)]
      })
      const names = candidates.find(([first]) => first !== iri) ?? [iri]
      const added = addedNames(iri, names, 'values')
      return added.length > 0 ? added : names
    },
    ofReference(id, active, kind) {
      const known = valuesOf(id, active).filter((name) => kind === '@vocab' || name.includes(':'))
      const usual = kind === '@vocab' ? usualType(id, active) : id
      return known.includes(usual) ? usual : (known[0] ?? usual)
    },
    ofKeyword(keyword, active) {
      const known = keywordNames.get(active) ?? new Map<Keyword, readonly [string, ...string[]]>()
      const names = known.get(keyword) ?? keywordNamesIn(keyword, active)
      keywordNames.set(active, known.set(keyword, names))
      return names
    },
    reverseMembersOf(node, active) {
      if (asked.members.size === 0) return []
      const names =
        reverseNames.get(active) ?? [...asked.members].filter((name) => reversedProperty(active, name) !== undefined)
      reverseNames.set(active, names)
      return names.flatMap((name) =>
        (node.incoming.get(reversedProperty(active, name) ?? '') ?? []).map((source) => [name, source] as const),
      )
    },
  }

  function keywordNamesIn(keyword: Keyword, active: ActiveContext): readonly [string, ...string[]] {
    const checked = CHECKED_KEYWORDS[keyword]
    const isAlias = checked !== undefined && iriOf(checked, active) === keyword
    const usual = isAlias ? checked : compactIri({ activeCtx: active, iri: keyword, relativeTo: { vocab: true } })
    return [usual, ...membersOf(keyword, active).filter((name) => name !== usual)]
  }

  function addedNames(iri: string, given: readonly string[], kind: keyof AskedNames): readonly string[] {
    if (asked[kind].size === 0) return []
    const namesOf = kind === 'members' ? membersOf : valuesOf
    const lastPart = iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1)
    const names = [
      ...(asked[kind].has(lastPart) ? [lastPart] : []),
      ...activeContexts.flatMap((active) => namesOf(iri, active)),
    ]
    const added = [...new Set(names)].filter((name) => name !== iri && !given.includes(name))
    hasAddedNames ||= added.length > 0
    return input.byAddedNames === true ? added : []
  }

  /** Finds names by the IRI to which an active context expands them. */
  function indexByIri(names: ReadonlySet<string>): (iri: string, active: ActiveContext) => readonly string[] {
    const indexes = new WeakMap<ActiveContext, ReadonlyMap<string, readonly string[]>>()
    return (iri, active) => {
      if (names.size === 0) return []
      const index = indexes.get(active) ?? Map.groupBy(names, (name) => iriOf(name, active))
      indexes.set(active, index)
      const found = index.get(iri) ?? []
      return input.withoutIris === true ? found.filter((name) => name !== iri) : found
    }
  }

  function iriOf(name: string, active: ActiveContext): string {
    return expandIri(active, name, { vocab: true }, options) ?? ''
  }
}

const NO_TERM_NAMES: ReturnType<TermNames['ofProperty']> = { suitable: [], all: [] }

const reservedNames = new WeakMap<NamedMembers, ReadonlySet<string>>()

/** Whether checks do not read a member by this name. */
export function isFree(name: string, checked: NamedMembers): boolean {
  const reserved = reservedNames.get(checked) ?? new Set([...checked.values(), ...Object.values(CHECKED_KEYWORDS)])
  reservedNames.set(checked, reserved)
  return !reserved.has(name)
}

/** A term for the type of the value, else one without a type, else the IRI itself. */
export function usualName(active: ActiveContext, iri: string, value: MergedValue): string {
  const typed = termOf(active, iri, expandedValue(value, true))
  if (!isNative(value)) return typed ?? iri
  const isForType = typed !== undefined && 'literal' in value && isCoerced(active, typed, value.literal)
  return (isForType ? typed : termOf(active, iri, expandedValue(value, false))) ?? typed ?? iri
}

export function usualType(iri: string, active: ActiveContext): string {
  return termOf(active, iri) ?? iri
}

/** Whether the term coerces values to the type of the literal. */
export function isCoerced(active: ActiveContext, name: string, { type }: Literal): boolean {
  return getContextValue(active, name, '@type') === type
}

/** The value in the expanded form from which the library selects a term. */
export function expandedValue(value: MergedValue, isTyped: boolean): JsonObject {
  if ('list' in value) return { '@list': value.list.map((entry) => expandedValue(entry, isTyped && !isNative(entry))) }
  if ('graph' in value) return { '@graph': [], ...(value.id !== undefined && { '@id': value.id }) }
  if ('node' in value) return value.node.id === undefined ? {} : { '@id': value.node.id }
  const { value: native, type, language } = value.literal
  if (language !== undefined) return { '@value': native, '@language': language }
  return isTyped ? { '@value': native, '@type': type } : { '@value': native }
}

export function containersOf(active: ActiveContext, name: string): readonly unknown[] {
  return listOf(getContextValue(active, name, '@container') ?? [])
}

const scopedByActive = new WeakMap<ActiveContext, ReadonlyMap<string, readonly unknown[]>>()

/** Scoped contexts by the IRI of their term. Several terms may share an IRI, also a class and a property. */
export function scopedContexts(active: ActiveContext): ReadonlyMap<string, readonly unknown[]> {
  const known = scopedByActive.get(active)
  if (known !== undefined) return known
  const found = new Map<string, readonly unknown[]>()
  for (const [name, term] of active.mappings) {
    const iri = textOf(memberOf(term, '@id'))
    const context = getContextValue(active, name, '@context')
    if (iri !== undefined && context !== undefined) found.set(iri, [...(found.get(iri) ?? []), context])
  }
  scopedByActive.set(active, found)
  return found
}

/** Whether a term is defined for this kind of value. A name that is not a term suits all values. */
function suits(active: ActiveContext, name: string, value: MergedValue): boolean {
  if (!isObject(active.mappings.get(name))) return true
  if (reversedProperty(active, name) !== undefined) return false
  const type = getContextValue(active, name, '@type') ?? '@none'
  const isList = containersOf(active, name).includes('@list')
  if ('list' in value || isList) return 'list' in value && isList
  if (type === '@none') return true
  if (!('literal' in value)) return type === '@id' || type === '@vocab'
  return value.literal.language === undefined && type === value.literal.type
}

/** The IRI of the property that a term reverses. */
function reversedProperty(active: ActiveContext, name: string): string | undefined {
  const term = active.mappings.get(name)
  return memberOf(term, 'reverse') === true ? textOf(memberOf(term, '@id')) : undefined
}

function isNative(value: MergedValue): boolean {
  return 'literal' in value && value.literal.language === undefined && NATIVE_TYPES.has(value.literal.type)
}

const MAX_KEPT_TERMS = 200
const MAX_KEPT_LENGTH = 300
const keptTerms = new WeakMap<ActiveContext, Map<string, string | undefined>>()

/** Only terms that do not depend on the identifier of a node are kept: there could be any number of identifiers. */
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

/** Undefined if the contexts define no term. A compact IRI is not a term. */
function foundTerm(active: ActiveContext, iri: string, value?: JsonObject): string | undefined {
  try {
    const found = compactIri({ activeCtx: active, iri, relativeTo: { vocab: true }, ...(value && { value }) })
    const isTerm = active.mappings.has(found) || !found.includes(':')
    return isTerm ? found : undefined
  } catch (fault) {
    if (fault instanceof Error && fault.name.startsWith('jsonld.')) return undefined // the IRI looks like a compact IRI
    throw fault
  }
}
