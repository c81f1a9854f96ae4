import type { StoredInvitation } from './invitation-store.ts'

/** Creates and reads invitation tokens; implemented with `crypto`. */
export interface InvitationTokens {
  /** A new token for the invitation with this id, and the fields stored for it. */
  create(invitationId: string): Pick<StoredInvitation, 'token_hash' | 'sealed_token'>
  hash(token: string): Uint8Array
  /** The token of an invitation. */
  open(invitation: Pick<StoredInvitation, 'id' | 'sealed_token'>): string
}
