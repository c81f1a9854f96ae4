import { defineStore } from 'pinia'
import { computed } from 'vue'
import { managementOperations } from '../../shared/contract/management.ts'
import type { Organization, OrganizationService } from '../../shared/contract/organizations.ts'
import { allPages } from '../api/all-pages.ts'
import { callService } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useOperatorConsole } from './use-operator-console.ts'
import { useWorkbenchChanges } from './use-workbench-changes.ts'

/** An organization or a service that waits for the operator. */
export type Review =
  | { readonly kind: 'organization'; readonly record: Organization }
  | { readonly kind: 'service'; readonly record: OrganizationService }

/** Pending reviews, oldest first; undefined while the console is closed or nobody is signed in. */
export const useReviewQueue = defineStore('review-queue', () => {
  const operatorConsole = useOperatorConsole()
  const reader = computed(() => (operatorConsole.isOpen ? operatorConsole.recorder?.id : undefined))
  const {
    value: reviews,
    failure,
    busy,
    reload,
  } = useLoaded((_signal, user_id: string) => readAll(user_id), {
    of: () => reader.value,
  })
  const count = computed(() => reviews.value?.length ?? 0)

  useWorkbenchChanges((event) => event.type === 'operator' && event.part === 'queue', reload)

  return { reviews, count, failure, busy, reload }
})

async function readAll(userId: string): Promise<readonly Review[]> {
  const [organizations, services] = await Promise.all([organizationsOf(userId), servicesOf(userId)])
  const reviews: Review[] = [
    ...organizations.map((record) => ({ kind: 'organization', record }) as const),
    ...services.map((record) => ({ kind: 'service', record }) as const),
  ]
  return reviews.sort((a, b) => (a.record.created_at < b.record.created_at ? -1 : 1))
}

async function organizationsOf(user_id: string): Promise<readonly Organization[]> {
  const operator = { as: 'operator', user_id } as const
  return allPages(async (query) => {
    const reply = await callService(operator, managementOperations.managementRequestedOrganizationsGet, { query })
    return { rows: reply.organizations, next: reply.next_page_after }
  })
}

async function servicesOf(user_id: string): Promise<readonly OrganizationService[]> {
  const operator = { as: 'operator', user_id } as const
  return allPages(async (query) => {
    const reply = await callService(operator, managementOperations.managementRequestedOrganizationServicesGet, {
      query,
    })
    return { rows: reply.services, next: reply.next_page_after }
  })
}
