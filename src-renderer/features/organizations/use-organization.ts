import { computed } from 'vue'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import type { OrganizationService } from '../../../shared/contract/organizations.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { allPages } from '../../api/all-pages.ts'
import { asUser, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useActor } from '../../session/use-actor.ts'
import { useOrganizationChanges } from './organization-changes.ts'
import { partyMay, partyOf } from './rights.ts'

/** One organization with its services, as an actor sees it; followed live. */
export function useOrganization(actor: string, id: string) {
  const whose = useActor(actor)
  const caller = asUser(actor)
  const reading = useLoaded(readStored, { whose })

  const organization = computed(() => reading.value.value?.organization)
  const services = computed(() => reading.value.value?.services ?? [])
  const party = computed(() =>
    organization.value === undefined ? undefined : partyOf(organization.value, whose.user.value),
  )
  const validated = computed(() => organization.value?.status === 'validated')

  function readStored() {
    return callService(caller, organizationOperations.organizationsIdGet, { params: { id } })
  }

  function readRequested(): Promise<readonly OrganizationService[]> {
    const { organizationsOrganizationIdRequestedServicesGet: operation } = organizationServiceOperations
    return allPages(async (query) => {
      const reply = await callService(caller, operation, { params: { organization_id: id }, query })
      return { rows: reply.services, next: reply.next_page_after }
    })
  }

  const maySeeRequested = computed(
    () => validated.value && partyMay(party.value, 'organizationsOrganizationIdRequestedServicesGet'),
  )
  const requested = useLoaded(readRequested, { whose, of: () => maySeeRequested.value || undefined })

  async function reload(): Promise<void> {
    await reading.reload()
    await requested.reload()
  }
  useOrganizationChanges(reload)

  return {
    organization,
    party,
    validated,
    services,
    /** Undefined if the role may not see them. A service that was just approved is in only one of the lists. */
    requested: computed(() => requested.value.value?.filter(({ id }) => !services.value.some((one) => one.id === id))),
    /** True if this actor cannot see it. */
    gone: computed(() => reading.failure.value?.code === 'not_found'),
    failure: computed(() => reading.failure.value ?? requested.failure.value),
    stored: readStored,
    reload,
  }
}

export type OpenedOrganization = ReturnType<typeof useOrganization>
