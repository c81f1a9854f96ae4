import { MAX_LABEL_CHARACTERS } from '../../../../shared/contract/values.ts'
import { TAG_SCHEME } from '../../../../shared/contract/classification.ts'
import { labelKey } from '../../../../shared/contract/machine-name.ts'
import type { ShownNode } from '../../../../shared/contract/workbench-items.ts'
import { bestMatches } from '../../../../shared/word-search.ts'
import type { Node } from '../../../parts/tags/use-classification.ts'

/** A row of the tag picker. One without an id is a tag to be created. */
export interface TagOption {
  readonly id?: string
  readonly label: string
  readonly detail?: string
}

/** The options for nodes; those of trees have the name of the tree. */
export function optionsOf(nodes: readonly Node[]): readonly TagOption[] {
  return nodes.map(({ id, label, own, schemeLabel }) => ({ id, label, ...(!own && { detail: schemeLabel }) }))
}

/** The labels of own tags, which cannot be created again. */
export function ownLabels(nodes: readonly Node[]): readonly string[] {
  return nodes.filter(({ scheme }) => scheme === TAG_SCHEME).map(({ label }) => label)
}

/**
 * The options that match typed words, best first, followed by the option to make a new tag if possible and not taken.
 * Own tags come before other nodes of the same rank, in the given order.
 *
 * @param taken own tags, including those that are not offered
 */
export function fittingOptions(
  options: readonly TagOption[],
  typed: string,
  taken: readonly string[] | undefined,
): readonly TagOption[] {
  const wanted = typed.trim().slice(0, MAX_LABEL_CHARACTERS)
  if (wanted === '') return options
  const fitting = bestMatches(options, wanted, ({ label, detail }) => [label, detail])
  const isNew = taken?.every((label) => labelKey(label) !== labelKey(wanted)) === true
  return isNew ? [...fitting, { label: wanted }] : fitting
}

/** The nodes of these items, with the number of items that have each. */
export function countedTags(
  some: readonly { readonly tags: readonly ShownNode[] }[],
): readonly { readonly node: ShownNode; readonly count: number }[] {
  const counts = new Map<string, { node: ShownNode; count: number }>()
  for (const node of some.flatMap(({ tags }) => tags)) {
    counts.set(node.id, { node, count: (counts.get(node.id)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}
