import { computed, ref, watch } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { managementOperations } from '../../../../shared/contract/management.ts'
import { callService } from '../../../api/call.ts'
import { useOperatorConsole } from '../../../session/use-operator-console.ts'
import type { Review } from '../../../session/review-queue.ts'
import { useReviewQueue } from '../../../session/review-queue.ts'
import { operatorPlace } from '../operator-place.ts'

const DECISIONS = {
  organization: {
    approve: managementOperations.managementRequestedOrganizationsIdValidatePut,
    reject: managementOperations.managementRequestedOrganizationsIdRejectDelete,
  },
  service: {
    approve: managementOperations.managementRequestedOrganizationServicesIdValidatePut,
    reject: managementOperations.managementRequestedOrganizationServicesIdRejectDelete,
  },
} as const

/** Approves and rejects waiting requests. */
export function useReviews() {
  const operatorConsole = useOperatorConsole()
  const queue = useReviewQueue()
  const decided = ref<ReadonlySet<string>>(new Set())
  const waiting = computed(() => queue.reviews?.filter(({ record }) => !decided.value.has(record.id)))

  // Drops the ids of requests that left the queue: a withdrawn request may return with the same id.
  watch(
    () => queue.reviews,
    (now) => {
      const listed = new Set(now?.map(({ record }) => record.id))
      decided.value = new Set([...decided.value].filter((id) => listed.has(id)))
    },
  )

  const operator = () => ({ as: 'operator', user_id: operatorConsole.recorder?.id }) as const

  /** @throws {CallError} `wrong_status` when it was decided elsewhere, `not_found` when it was withdrawn */
  async function approve({ kind, record: { id } }: Review): Promise<void> {
    await callService(operator(), DECISIONS[kind].approve, { params: { id } })
  }

  /** @param reason empty for none @throws {CallError} as {@link approve} */
  async function reject({ kind, record: { id } }: Review, reason: string): Promise<void> {
    await callService(operator(), DECISIONS[kind].reject, { params: { id }, body: reason === '' ? {} : { reason } })
  }

  /** Removes the row of a decided request before the list is read again. */
  function leave({ record: { id } }: Review): void {
    decided.value = new Set([...decided.value, id])
    void queue.reload()
  }

  /** Approved ones are visible to anybody, including the reviewer. */
  function approvedPlace({ kind, record }: Review): RouteLocationRaw {
    const [organization, tab] = kind === 'service' ? [record.organization_id, 'services'] : [record.id, null]
    return operatorConsole.recorder === undefined
      ? operatorPlace('audit')
      : { name: 'organizations', params: { actor: operatorConsole.recorder.id, organization, tab } }
  }

  /** Rejected ones are visible only to the requestor; the audit has the decision. */
  const rejectedPlace = ({ kind }: Review): RouteLocationRaw => ({
    name: 'operator',
    params: { tab: 'audit' },
    query: { name: `${kind}.rejected` },
  })

  /** Whether it was decided here, and not by others. */
  const isDecided = (id: string): boolean => decided.value.has(id)

  return { waiting, isDecided, approve, reject, leave, approvedPlace, rejectedPlace }
}

export type Reviews = ReturnType<typeof useReviews>
