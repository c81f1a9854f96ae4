import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Organization } from '../../../shared/contract/organizations.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** An organization as stored. */
export interface StoredOrganization extends Omit<Organization, 'own_role'> {
  /** Exactly as received; tokens of the agent are sealed to it. */
  readonly public_key: string
  readonly members_count: number
  readonly owners_count: number
}

/** With the role of the user it was read for. */
export interface ReadOrganization extends StoredOrganization {
  readonly own_role: MemberRole | null
}

export type NewOrganization = Pick<
  StoredOrganization,
  'id' | 'name' | 'description' | 'url' | 'email' | 'public_key' | 'requestor_id' | 'created_at'
>

/** Which organizations a list holds; all but `validated` and `to_review` are the user's own. */
export type OrganizationList = 'validated' | 'requested' | 'rejected' | 'member' | 'to_review'

export interface OrganizationStore {
  /** In state `requested`. */
  add(organization: NewOrganization): void
  /** @param userId whose role is read along */
  find(userId: string, id: string): ReadOrganization | undefined
  ofAgent(agentId: string): StoredOrganization | undefined
  page(userId: string, list: OrganizationList, request: PageRequest): Page<ReadOrganization>
  /** Requests of a user that were not approved. */
  unapprovedOf(userId: string): readonly StoredOrganization[]
  /** Stores everything but id, key, requestor, time of creation and the counts. */
  update(organization: StoredOrganization): void
  delete(id: string): void
}
