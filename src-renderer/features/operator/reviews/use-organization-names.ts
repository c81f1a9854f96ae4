import { shallowReactive, watch } from 'vue'
import { organizationOperations } from '../../../../shared/contract/organizations.ts'
import { callAs, CallError } from '../../../api/call.ts'
import { useOperatorDesk } from '../../../session/operator-desk.ts'
import { useReviewQueue } from '../../../session/review-queue.ts'

/** Names of the organizations whose services wait: anybody may read them, because they are approved. */
export function useOrganizationNames(): ReadonlyMap<string, string> {
  const desk = useOperatorDesk()
  const queue = useReviewQueue()
  const names = shallowReactive(new Map<string, string>())

  watch(
    () => queue.reviews,
    async (reviews) => {
      const ids = new Set(reviews?.flatMap(({ kind, record }) => (kind === 'service' ? [record.organization_id] : [])))
      await Promise.all([...ids].filter((id) => !names.has(id)).map(readName))
    },
    { immediate: true },
  )

  async function readName(id: string): Promise<void> {
    const reader = desk.recorder?.id
    if (reader === undefined) return
    try {
      const { organization } = await callAs(reader)(organizationOperations.organizationsIdGet, { params: { id } })
      names.set(id, organization.name)
    } catch (error) {
      // Its id is shown instead.
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
    }
  }

  return names
}
