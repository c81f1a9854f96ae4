import { MAX_LABEL_CHARACTERS } from '../../../../shared/contract/values.ts'
import { TAG_SCHEME } from '../../../../shared/contract/classification.ts'
import { labelKey } from '../../../../shared/contract/machine-name.ts'
import type { ShownNode } from '../../../../shared/contract/workbench-items.ts'
import { bestMatches } from '../../../../shared/word-search.ts'
import type { Node } from '../../../parts/tags/use-classification.ts'

/** A row of the tag picker. One without id is a tag that would be made. */
export interface TagOption {
  readonly id?: string
  readonly label: string
  readonly detail?: string
}

/** Nodes as they are offered; those of trees with the name of the tree. */
export function optionsOf(nodes: readonly Node[]): readonly TagOption[] {
  return nodes.map(({ id, label, own, schemeLabel }) => ({ id, label, ...(!own && { detail: schemeLabel }) }))
}

/** What the own tags are called: of these none can be made a second time. */
export function ownLabels(nodes: readonly Node[]): readonly string[] {
  return nodes.filter(({ scheme }) => scheme === TAG_SCHEME).map(({ label }) => label)
}

/**
 * What fits typed words, the best first, and at the end the tag that would be made of them: where it can be made, and
 * there is none of this name. Own tags come before nodes of the same worth, as they were given.
 *
 * @param taken own tags that there are, also those that are not offered
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

/** The nodes that some of these have, by how many have them. */
export function countedTags(
  some: readonly { readonly tags: readonly ShownNode[] }[],
): readonly { readonly node: ShownNode; readonly count: number }[] {
  const counts = new Map<string, { node: ShownNode; count: number }>()
  for (const node of some.flatMap(({ tags }) => tags)) {
    counts.set(node.id, { node, count: (counts.get(node.id)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}
