import { computed } from 'vue'
import { classificationOperations } from '../../../shared/contract/classification.ts'
import type { ClassificationScheme, SystemClassificationNode } from '../../../shared/contract/classification.ts'
import type { ShownNode } from '../../../shared/contract/workbench-items.ts'
import { asUser, callService } from '../../api/call.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

/** A node to classify items with, and the name of its scheme. */
export interface Node extends ShownNode {
  readonly scheme: string
  readonly schemeLabel: string
  readonly description: string | null
  /** The number of the actor's items and slots that have it. */
  readonly classifications_count: number
}

/**
 * The schemes with the nodes an actor can use: own tags, and the trees shared by all users. They are read again when a
 * tag is created, renamed or deleted, here or by another program. A tag that waits to be deleted is left out.
 */
export function useClassification(actor: string) {
  const pending = usePendingRemovals()
  const { value, failure, busy, reload } = useVaultReading(actor, (signal) => readSchemes(actor, signal), {
    concerns: ({ name }) => name.startsWith('tag.'),
    kept: `schemes ${actor}`,
  })

  const schemes = computed(() =>
    value.value?.map((scheme) => ({
      ...scheme,
      classification_nodes: scheme.classification_nodes.filter(({ id }) => !pending.of(actor).has(id)),
    })),
  )
  const nodes = computed(() => nodesOf(schemes.value ?? []))

  return { schemes, nodes, failure, busy, reload }
}

/** The schemes with the nodes an actor can use. */
export async function readSchemes(actor: string, signal?: AbortSignal): Promise<readonly ClassificationScheme[]> {
  const reply = await callService(asUser(actor), classificationOperations.classificationSchemesGet, {}, signal)
  return reply.classification_schemes
}

/** Their nodes: own tags first, as they were made. */
export function nodesOf(schemes: readonly ClassificationScheme[]): readonly Node[] {
  return schemes
    .toSorted((a, b) => Number(b.owned_by_user) - Number(a.owned_by_user))
    .flatMap((scheme) => scheme.classification_nodes.map((node) => nodeOf(node, scheme)))
}

function nodeOf(node: SystemClassificationNode, scheme: ClassificationScheme): Node {
  const { id, name, label, description, classifications_count } = node
  return {
    id,
    name,
    label,
    description,
    classifications_count,
    scheme: scheme.name,
    schemeLabel: scheme.label,
    own: scheme.owned_by_user,
  }
}
