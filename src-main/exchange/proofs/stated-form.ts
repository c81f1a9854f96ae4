import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { DocumentKind } from './document-kinds.ts'
import type { MergedGraph, MergedNode } from './merged-nodes.ts'
import { plainForm } from './plain-form.ts'
import type { PlainForm, PlainFormOrder } from './plain-form.ts'

/** The plain form of a document, by the contexts that its statements need where it matters which those are. */
export interface StatedForm extends PlainForm {
  /** IRIs of what the document is. */
  readonly types: readonly string[]
  readonly contexts: readonly unknown[]
  /**
   * With names that the statements do not need, where it is another one: those of every context that the document names, and
   * the last parts of IRIs that have none. Which contexts a document names is not signed, so anybody can add one, or leave one
   * out.
   */
  readonly withAddedNames: JsonObject | undefined
  /** The tree by other names that are asked for, and the one with added names. @throws {ProofFault} `document_too_complex` */
  readonly treesBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
}

export type StatedFormOrder = Pick<PlainFormOrder, 'kind' | 'asked' | 'budget' | 'options'>

/**
 * What a document states, by the names that its contexts give; undefined for one that is not about one thing.
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function statedForm(
  document: JsonObject,
  graph: MergedGraph,
  order: StatedFormOrder,
): Promise<StatedForm | undefined> {
  const root = rootOf(graph, order.kind)
  return root && statedFormOf(root, document, order)
}

async function statedFormOf(root: MergedNode, document: JsonObject, order: StatedFormOrder): Promise<StatedForm> {
  const contexts = listOf(memberOf(document, '@context'))
  const within = contextsWithin(document)
  return formBy(order.asked)

  async function formBy(asked: AskedNames): Promise<StatedForm> {
    const isAsked = asked.members.size > 0 || asked.values.size > 0
    const needed = isAsked && contexts.length > 1 ? await neededContexts(compactOnly(asked)) : contexts
    const form = await plain(needed, asked)
    const isAdded = needed.length < contexts.length || form.hasLocalNames
    const withAddedNames = isAdded ? (await plain(contexts, asked, true)).tree : undefined
    return { ...form, types: root.types, contexts: needed, withAddedNames, treesBy }
  }

  async function treesBy(asked: AskedNames): Promise<readonly JsonObject[]> {
    const { tree, withAddedNames } = await formBy(asked)
    return withAddedNames === undefined ? [tree] : [tree, withAddedNames]
  }

  function plain(context: readonly unknown[], asked: AskedNames, byLocalNames = false): Promise<PlainForm> {
    return plainForm(root, { ...order, asked, context, contextsWithin: within, byLocalNames })
  }

  /**
   * The contexts that what is stated needs for its names: those that name something for which the ones before have no name.
   * Which contexts a document names is not signed, so anybody can add one.
   */
  async function neededContexts(asked: AskedNames): Promise<readonly unknown[]> {
    const [first, ...others] = contexts
    let needed = [first]
    let { nameless } = await plain(needed, asked)
    for (const context of others) {
      if (nameless === 0) break
      const withIt = await plain([...needed, context], asked)
      if (withIt.nameless < nameless) needed = [...needed, context]
      nameless = Math.min(nameless, withIt.nameless)
    }
    return needed
  }
}

/** Names with a prefix, which a context gives that has no terms for what is stated. */
function compactOnly({ members, values }: AskedNames): AskedNames {
  const compact = (names: ReadonlySet<string>) => new Set([...names].filter((name) => name.includes(':')))
  return { members: compact(members), values: compact(values) }
}

/** The contexts of nodes in a document that it does not name itself, each once. */
function contextsWithin(document: JsonObject): readonly unknown[] {
  const { '@context': own, ...body } = document
  const found = new Set<unknown>()
  look(body)
  return [...found].filter((context) => !listOf(own).includes(context))

  function look(value: unknown): void {
    if (Array.isArray(value)) value.forEach(look)
    if (!isObject(value)) return
    for (const [name, part] of Object.entries(value)) {
      if (name === '@context') for (const context of listOf(part)) found.add(context)
      else look(part)
    }
  }
}

/**
 * The node that a document is about: the one of its type, if none or one of them is not said to be part of another node. Where
 * it stands in the document does not matter.
 */
function rootOf({ nodes, named }: MergedGraph, { type }: DocumentKind): MergedNode | undefined {
  const ofType = nodes.filter(({ types }) => type === undefined || types.includes(type))
  if (ofType.length === 0) return nodes[0]
  const free = ofType.filter((node) => !named.has(node))
  const [only, ...more] = free.length > 0 && type !== undefined ? free : ofType
  return more.length === 0 || type === undefined ? only : undefined
}
