import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { call } from '../../api/call.ts'
import { nodesOf, readSchemes } from '../../parts/tags/use-classification.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'

type Rows = ReplyFor<typeof workbenchItemOperations.itemRows>

export interface Overview {
  readonly recent: Rows['rows']
  readonly items: number
  readonly ownItems: number
  readonly tags: number
}

const RECENT = 5
const GATHER_MS = 150

/** A user's counts and latest changes, followed live; cleared when the user is locked. */
export function useOverview(actor: string) {
  const { value, failure, reload } = useVaultReading(
    actor,
    async (signal): Promise<Overview> => {
      const [all, own, schemes] = await Promise.all([
        rowsOf(signal, { limit: RECENT }),
        rowsOf(signal, { limit: 1, own: true }),
        readSchemes(actor, signal),
      ])
      return {
        recent: all.rows,
        items: all.total,
        ownItems: own.matching,
        // Includes unused tags, like the Tags page.
        tags: nodesOf(schemes).filter(({ own: isTag }) => isTag).length,
      }
    },
    { gatherMs: GATHER_MS, kept: `overview ${actor}` },
  )

  function rowsOf(signal: AbortSignal, query: { readonly limit: number; readonly own?: boolean }): Promise<Rows> {
    return call(
      workbenchItemOperations.itemRows,
      {
        params: { user_id: actor },
        query: { order_by: 'updated_at', order: 'desc', ...query },
      },
      signal,
    )
  }

  return { overview: value, failure, load: reload }
}
