import type { DelegationRole, IntegrationData } from '../../../shared/contract/connections.ts'
import type { Invitation, InvitationState } from '../../../shared/contract/invitations.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { StoredUser } from '../users/user-store.ts'

type Texts = Invitation['sender_to_recipient_data']

/** An invitation as stored; `user_…` and `keypair_external_id` are its sender's. */
export interface StoredInvitation {
  readonly id: string
  readonly user_id: string
  readonly token_hash: Uint8Array
  readonly sealed_token: Uint8Array
  readonly state: InvitationState
  readonly invited_user_id: string | null
  readonly user_public_key: string
  readonly keypair_external_id: string | null
  readonly encrypted_recipient_name: string | null
  readonly encrypted_sender_name: string | null
  readonly connection_type: Invitation['connection_type']
  readonly integration_data: IntegrationData | null
  readonly delegation_token: string | null
  readonly delegation_role: DelegationRole | null
  readonly sender_to_recipient_data: Texts
  readonly recipient_to_sender_data: Texts
  /** Set by acceptance where the sender has to confirm. */
  readonly acceptance: StoredAcceptance | null
  readonly created_at: string
  readonly expire_at: string
}

/** What the recipient of an invitation gave when accepting it, for the connection that follows. */
export interface StoredAcceptance {
  readonly public_key: string
  readonly keypair_external_id: string | null
  /** Name of the sender, encrypted by the recipient. */
  readonly encrypted_recipient_name: string | null
  /** The shares need no further acceptance. */
  readonly accept_shares: boolean
}

/** With what is read along from other tables. */
export interface ReadInvitation extends StoredInvitation {
  readonly shares_to_be_created: number
  readonly sender: Pick<StoredUser, 'user_type' | 'full_name'>
}

export interface InvitationFilter {
  readonly states: readonly InvitationState[]
  readonly tokenHash: Uint8Array | undefined
}

export interface InvitationStore {
  add(invitation: StoredInvitation): void
  /** A sent invitation by its id. */
  find(senderId: string, id: string): ReadInvitation | undefined
  findByTokenHash(tokenHash: Uint8Array): ReadInvitation | undefined
  page(senderId: string, filter: InvitationFilter, request: PageRequest): Page<ReadInvitation>
  /** Stores what may change: the state, who was invited, the intent, both names' texts and the acceptance. */
  update(invitation: StoredInvitation): void
  delete(id: string): void
  /** Rejects what a user who is about to be deleted had accepted and nobody confirmed yet. */
  rejectAcceptedBy(userId: string): void
  /** When the next new invitation expires; null when there is none. */
  earliestExpiry(): string | null
  /** New invitations that have expired by then. */
  newExpiredBy(time: string): readonly StoredInvitation[]
}
