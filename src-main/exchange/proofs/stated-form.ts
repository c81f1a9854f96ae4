import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { DocumentKind } from './document-kinds.ts'
import { saysSomething } from './merged-nodes.ts'
import type { MergedGraph, MergedNode } from './merged-nodes.ts'
import { plainForm } from './plain-form.ts'
import type { PlainForm, PlainFormOrder } from './plain-form.ts'

/** The plain form of a document, by the contexts that its statements need where it matters which those are. */
export interface StatedForm extends PlainForm {
  /** IRIs of the document's types. */
  readonly types: readonly string[]
  readonly contexts: readonly unknown[]
  /**
   * The form with names that the statements do not need, where it differs: those of every context that the document
   * names, even where a later one overrides them, and the last parts of IRIs. Which contexts a document names is not
   * signed, so anybody can add one, or leave one out.
   */
  readonly withAddedNames: JsonObject | undefined
  /** The tree by other names that are asked for, and the one with added names. @throws {ProofFault} `document_too_complex` */
  readonly treesBy: (asked: AskedNames) => Promise<readonly JsonObject[]>
}

type NamingOptions = Pick<PlainFormOrder, 'byAddedNames' | 'withoutIris'>
export type StatedFormOrder = Pick<PlainFormOrder, 'kind' | 'asked' | 'budget' | 'options' | 'addContext'>

/**
 * What a document states, by the names that its contexts give; nothing for one that is not about one thing.
 *
 * @throws {ProofFault} `document_too_complex`
 */
export async function statedForm(
  document: JsonObject,
  graph: MergedGraph,
  order: StatedFormOrder,
): Promise<StatedForm> {
  const root = rootOf(graph, order.kind)
  const contexts = listOf(memberOf(document, '@context'))
  const within = contextsWithin(document)
  return formBy(order.asked)

  async function formBy(asked: AskedNames): Promise<StatedForm> {
    const isAsked = asked.members.size > 0 || asked.values.size > 0
    const needed = isAsked && contexts.length > 1 ? await neededContexts(compactOnly(asked)) : contexts
    const form = await plain(needed, asked)
    const isAdded = needed.length < contexts.length || form.hasAddedNames
    const withAddedNames = isAdded ? (await plain(contexts, asked, { byAddedNames: true })).tree : undefined
    return { ...form, types: root.types, contexts: needed, withAddedNames, treesBy }
  }

  async function treesBy(asked: AskedNames): Promise<readonly JsonObject[]> {
    const { tree, withAddedNames } = await formBy(asked)
    return withAddedNames === undefined ? [tree] : [tree, withAddedNames]
  }

  function plain(context: readonly unknown[], asked: AskedNames, how: NamingOptions = {}): Promise<PlainForm> {
    return plainForm(root, { ...order, ...how, asked, context, contextsWithin: within })
  }

  /**
   * The contexts that what is stated needs for its names: those that name something for which the ones before have no name.
   * Which contexts a document names is not signed, so anybody can add one.
   */
  async function neededContexts(asked: AskedNames): Promise<readonly unknown[]> {
    const [first, ...others] = contexts
    let needed = [first]
    const namelessBy = async (some: readonly unknown[]) => (await plain(some, asked, { withoutIris: true })).nameless
    let nameless = await namelessBy(needed)
    for (const context of others) {
      if (nameless === 0) break
      const left = await namelessBy([...needed, context])
      if (left < nameless) needed = [...needed, context]
      nameless = Math.min(nameless, left)
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
 * The node that a document is about: the one of its type, if one of them alone is not said to be part of another node. Where it
 * stands in the document does not matter. A document that is about several things states nothing of one.
 */
function rootOf({ nodes, named }: MergedGraph, { type }: DocumentKind): MergedNode {
  const saying = nodes.filter(saysSomething)
  const ofType = saying.filter(({ types }) => type === undefined || types.includes(type))
  const fitting = ofType.length > 0 ? ofType : saying
  const free = fitting.filter((node) => !named.has(node))
  const [only, ...more] = free.length > 0 ? free : fitting
  return only !== undefined && more.length === 0 ? only : NOTHING
}

const NOTHING: MergedNode = { id: undefined, types: [], members: new Map(), incoming: new Map() }
