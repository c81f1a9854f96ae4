import { computed } from 'vue'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import type { Node } from '../../parts/tags/use-classification.ts'
import { useClassification } from '../../parts/tags/use-classification.ts'
import { useActor } from '../../session/use-actor.ts'
import { useVaultChanges } from '../../session/use-vault-changes.ts'

export interface TagRow extends Node {
  /** How many items have it themselves, as the list of items counts; undefined while that is being read. */
  readonly items_count: number | undefined
}

/** The schemes of an actor, and their nodes with the number of items. */
export function useTagRows(actor: string) {
  const classification = useClassification(actor)
  const counts = useLoaded(
    async (signal) => {
      const query = { limit: 1 }
      const { nodes } = await call(workbenchItemOperations.itemRows, { params: { user_id: actor }, query }, signal)
      return new Map(nodes.map(({ id, items_count }) => [id, items_count]))
    },
    { whose: useActor(actor) },
  )
  useVaultChanges(actor, () => void counts.reload())

  const rows = computed<readonly TagRow[] | undefined>(() =>
    classification.schemes.value === undefined
      ? undefined
      : classification.nodes.value.map((node) => ({
          ...node,
          items_count: counts.value.value && (counts.value.value.get(node.id) ?? 0),
        })),
  )

  return { ...classification, rows }
}
