import type { StoredInvitation } from './invitation-store.ts'

/** What invitation tokens are made of; implemented with `crypto`. */
export interface InvitationTokens {
  /** A new token for the invitation with this id, with what is stored of it. */
  create(invitationId: string): Pick<StoredInvitation, 'token_hash' | 'sealed_token'>
  hash(token: string): Uint8Array
  /** The token of an invitation. */
  open(invitation: Pick<StoredInvitation, 'id' | 'sealed_token'>): string
}
