import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { DocumentKind } from './document-kinds.ts'
import { hasStatements } from './merged-nodes.ts'
import type { MergedGraph, MergedNode } from './merged-nodes.ts'
import { plainForm } from './plain-form.ts'
import type { PlainForm, PlainFormInput } from './plain-form.ts'

/** The plain form of a document by the contexts that its statements need. */
export interface StatedForm extends PlainForm {
  /** IRIs of the document's types. */
  readonly types: readonly string[]
  /** The contexts that the statements need for their names. */
  readonly contexts: readonly unknown[]
  /**
   * The tree with added names (see TermNames) by all contexts of the document; undefined if it is the same tree. The
   * proof does not cover the list of contexts, so anybody can add or remove one.
   */
  readonly withAddedNames: JsonObject | undefined
  /** The tree for other names, and the one with added names. @throws {ProofFault} `document_too_complex` */
  readonly treesBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
}

type NamingChoice = Pick<PlainFormInput, 'byAddedNames' | 'withoutIris'>
export type StatedFormInput = Pick<PlainFormInput, 'kind' | 'asked' | 'budget' | 'options' | 'addContext'>

/**
 * What a document states of the one node that it is about; empty if it is about several.
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function statedForm(
  document: JsonObject,
  graph: MergedGraph,
  input: StatedFormInput,
): Promise<StatedForm> {
  const root = rootOf(graph, input.kind)
  const contexts = listOf(memberOf(document, '@context'))
  const nestedContexts = nestedContextsOf(document)
  return formBy(input.asked)

  async function formBy(asked: AskedNames): Promise<StatedForm> {
    const isAsked = asked.members.size > 0 || asked.values.size > 0
    const needed = isAsked && contexts.length > 1 ? await neededContexts(compactOnly(asked)) : contexts
    const form = await formWith(needed, asked)
    const mayDiffer = needed.length < contexts.length || form.hasAddedNames
    const withAddedNames = mayDiffer ? (await formWith(contexts, asked, { byAddedNames: true })).tree : undefined
    return { ...form, types: root.types, contexts: needed, withAddedNames, treesBy }
  }

  async function treesBy(asked: AskedNames): Promise<readonly JsonObject[]> {
    const { tree, withAddedNames } = await formBy(asked)
    return withAddedNames === undefined ? [tree] : [tree, withAddedNames]
  }

  function formWith(context: readonly unknown[], asked: AskedNames, naming: NamingChoice = {}): Promise<PlainForm> {
    return plainForm(root, { ...input, ...naming, asked, context, nestedContexts })
  }

  /** The first context, and each later one that names something for which the earlier ones have no name. */
  async function neededContexts(asked: AskedNames): Promise<readonly unknown[]> {
    const [first, ...others] = contexts
    let needed = [first]
    let unnamed = await countUnnamed(needed, asked)
    for (const context of others) {
      if (unnamed === 0) break
      const remaining = await countUnnamed([...needed, context], asked)
      if (remaining < unnamed) needed = [...needed, context]
      unnamed = Math.min(unnamed, remaining)
    }
    return needed
  }

  async function countUnnamed(context: readonly unknown[], asked: AskedNames): Promise<number> {
    return (await formWith(context, asked, { withoutIris: true })).unnamedCount
  }
}

/** Compact IRIs, which a context with a prefix defines even if it has no terms for the statements. */
function compactOnly({ members, values }: AskedNames): AskedNames {
  const compact = (names: ReadonlySet<string>) => new Set([...names].filter((name) => name.includes(':')))
  return { members: compact(members), values: compact(values) }
}

/** The contexts of nodes within a document, each once, without those of the document itself. */
function nestedContextsOf(document: JsonObject): readonly unknown[] {
  const found = new Set<unknown>()
  collect(document)
  if (found.size === 0) return []
  const own = listOf(memberOf(document, '@context'))
  return [...found].filter((context) => !own.includes(context))

  function collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach(collect)
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      if (name !== '@context') collect(value[name])
      else if (value !== document) for (const context of listOf(value[name])) found.add(context)
    }
  }
}

/**
 * The node that a document is about: the only node of its type, or the only one of them to which no other node refers. Its
 * position in the document does not matter.
 */
function rootOf({ nodes, referenced }: MergedGraph, { type }: DocumentKind): MergedNode {
  const described = nodes.filter(hasStatements)
  const ofType = described.filter(({ types }) => type === undefined || types.includes(type))
  const candidates = ofType.length > 0 ? ofType : described
  const unreferenced = candidates.filter((node) => !referenced.has(node))
  const [only, ...more] = unreferenced.length > 0 ? unreferenced : candidates
  return only !== undefined && more.length === 0 ? only : EMPTY_NODE
}

const EMPTY_NODE: MergedNode = { id: undefined, text: '', types: [], members: new Map(), incoming: new Map() }
