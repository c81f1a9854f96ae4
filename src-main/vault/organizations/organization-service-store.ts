import type { OrganizationService } from '../../../shared/contract/organizations.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** A service of an organization as stored. */
export interface StoredService extends OrganizationService {
  /** Exactly as received; tokens of the agent are sealed to it. */
  readonly public_key: string
  /** The member who asked for it; null when deleted since. */
  readonly requestor_id: string | null
}

export type NewService = Pick<
  StoredService,
  'id' | 'organization_id' | 'name' | 'description' | 'contract' | 'public_key' | 'requestor_id' | 'created_at'
>

export interface OrganizationServiceStore {
  /** In state `requested`. */
  add(service: NewService): void
  find(id: string): StoredService | undefined
  ofAgent(agentId: string): StoredService | undefined
  /** Validated services of these organizations, in order of creation. */
  validatedOf(organizationIds: readonly string[]): readonly StoredService[]
  /** Requested services of one organization, or of all. */
  requestedPage(organizationId: string | undefined, request: PageRequest): Page<StoredService>
  /** Requests of a user that were not approved. */
  unapprovedOf(userId: string): readonly StoredService[]
  /** Stores everything but ids, key, requestor and time of creation. */
  update(service: StoredService): void
  delete(id: string): void
}
