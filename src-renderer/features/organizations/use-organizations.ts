import { Building2, CircleX, FileClock } from '@lucide/vue'
import { computed } from 'vue'
import type { Organization, ReviewState } from '../../../shared/contract/organizations.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { allPages } from '../../api/all-pages.ts'
import { asUser, CallError, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useActor } from '../../session/use-actor.ts'
import { useOrganizationChanges } from './organization-changes.ts'

/** The number of approved organizations to list. */
export const MAX_APPROVED = 5000

/** The icon of an organization, by its review state. */
export const organizationIcon = (state: ReviewState) =>
  ({ validated: Building2, requested: FileClock, rejected: CircleX })[state]

/** One line of a list. */
export interface OrganizationRow {
  readonly organization: Organization
  /** Approved services; a request has none. */
  readonly services: number
}

/**
 * The organizations an actor is a member of or acts for, the actor's own requests, including rejected ones, and all
 * approved organizations; followed live.
 */
export function useOrganizations(actor: string) {
  const whose = useActor(actor)
  const { user } = whose
  const caller = asUser(actor)

  const own = useLoaded(async () => [...(await readList('member')), ...(await readOwnOfAgent())], {
    whose,
    kept: `own-organizations ${actor}`,
  })
  const requests = useLoaded(
    async () =>
      user.value?.user_type === 'human' ? [...(await readList('requested')), ...(await readList('rejected'))] : [],
    { whose, kept: `requested-organizations ${actor}` },
  )
  const approved = useLoaded(() => readList(undefined), { whose, kept: `organizations ${actor}` })
  const lists = [own, requests, approved] as const

  function readList(mode: 'requested' | 'rejected' | 'member' | undefined): Promise<readonly OrganizationRow[]> {
    return allPages(async (page) => {
      const { organizations, services, next_page_after } = await callService(
        caller,
        organizationOperations.organizationsGet,
        { query: { ...page, ...(mode && { mode }) } },
      )
      const servicesOf = (id: string): number => services.filter((one) => one.organization_id === id).length
      const rows = organizations.map((one) => ({ organization: one, services: servicesOf(one.id) }))
      return { rows, next: next_page_after }
    }, MAX_APPROVED)
  }

  /** An agent is not a member of the organization it acts for. */
  async function readOwnOfAgent(): Promise<readonly OrganizationRow[]> {
    const id = user.value?.agent?.organization_id
    return id === undefined ? [] : readOne(id)
  }

  /** The organization; none if it was deleted meanwhile. */
  async function readOne(id: string): Promise<readonly OrganizationRow[]> {
    try {
      const { organization, services } = await callService(caller, organizationOperations.organizationsIdGet, {
        params: { id },
      })
      return [{ organization, services: services.length }]
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') return []
      throw error
    }
  }

  async function reload(): Promise<void> {
    await Promise.all(lists.map((list) => list.reload()))
  }

  useOrganizationChanges(reload)

  return {
    lists: { own, requests, approved },
    busy: computed(() => lists.some((list) => list.busy.value)),
    failure: computed(() => lists.map((list) => list.failure.value).find((failure) => failure !== undefined)),
    reload,
  }
}
