import { z } from 'zod'
import { ConnectionReply, SentRole } from './connections.ts'
import { DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { Reference, ReplyId, ShortText, namedObject } from './values.ts'

/** These operations manage the delegations of connections, and offer one to a user who is connected already. */

export const DelegationInvitationState = z
  .enum(['new', 'accepted', 'rejected', 'deleted'])
  .meta({ id: 'DelegationInvitationState' })
export type DelegationInvitationState = z.infer<typeof DelegationInvitationState>

export const DelegationInvitation = namedObject('DelegationInvitation', {
  id: ReplyId,
  inviting_user_id: ReplyId,
  inviting_user_connection_id: ReplyId,
  invited_user_id: ReplyId,
  invited_user_connection_id: ReplyId,
  /** The token is null for the invited user until the offer is accepted. */
  delegation_token: z.string().nullable(),
  delegation_role: DelegationRole,
  state: DelegationInvitationState,
})
export type DelegationInvitation = z.infer<typeof DelegationInvitation>

const base = { api: 'vault', auth: 'user' } as const
const owner = { ...base, delegation: 'owner' } as const
const list = {
  ...base,
  delegation: 'reader',
  query: z.object(pagingQuery),
  success: answer(200, { delegation_invitations: z.array(DelegationInvitation), ...pagingReply }),
  errors: ['invalid_params', 'invalid_cursor'],
} as const
const reply = z.object({ delegation_invitation: DelegationInvitation })

/** Operations on delegations between connected users (docs/contract/vault.md, Delegations). */
export const delegationInvitationOperations = defineOperations({
  delegationsConnectionIdPut: {
    ...owner,
    endpoint: 'PUT /delegations/{connection_id}',
    summary: 'Change the role of a delegate',
    ownMountOnly: true,
    body: z.object({ delegation_role: SentRole }),
    success: { status: 200, body: ConnectionReply },
    errors: ['not_found', 'delegate_role_invalid', 'param_missing', 'forbidden', 'last_owner'],
  },
  delegationsConnectionIdDelete: {
    ...owner,
    endpoint: 'DELETE /delegations/{connection_id}',
    summary: 'End a delegation, by either of the two; the connection stays',
    ownMountOnly: true,
    errors: ['not_found', 'last_owner'],
  },
  delegationInvitationsPost: {
    ...owner,
    endpoint: 'POST /delegation_invitations',
    summary: 'Offer a delegation to somebody you are connected to',
    body: z.object({ connection_id: Reference, delegation_token: ShortText, delegation_role: SentRole }),
    success: { status: 201, body: reply },
    errors: [
      'not_found',
      'delegation_token_missing',
      'delegate_role_invalid',
      'delegation_exists',
      'wrong_status',
      'forbidden',
      'param_missing',
    ],
  },
  delegationInvitationsIncomingGet: {
    ...list,
    endpoint: 'GET /delegation_invitations/incoming',
    summary: 'List delegations that were offered to you',
  },
  delegationInvitationsOutgoingGet: {
    ...list,
    endpoint: 'GET /delegation_invitations/outgoing',
    summary: 'List delegations that you offered',
  },
  delegationInvitationsIdGet: {
    ...base,
    delegation: 'reader',
    endpoint: 'GET /delegation_invitations/{id}',
    summary: 'Read the offer of a delegation',
    success: { status: 200, body: reply },
    errors: ['not_found'],
  },
  delegationInvitationsIdAcceptPut: {
    ...owner,
    endpoint: 'PUT /delegation_invitations/{id}/accept',
    summary: 'Accept the offer of a delegation; the connection becomes one',
    success: { status: 200, body: ConnectionReply },
    errors: ['not_found', 'wrong_status', 'delegation_exists'],
  },
  delegationInvitationsIdRejectDelete: {
    ...owner,
    endpoint: 'DELETE /delegation_invitations/{id}/reject',
    summary: 'Turn down the offer of a delegation',
    errors: ['not_found', 'wrong_status'],
  },
  delegationInvitationsIdDelete: {
    ...owner,
    endpoint: 'DELETE /delegation_invitations/{id}',
    summary: 'Take back the offer of a delegation',
    errors: ['not_found', 'wrong_status'],
  },
})
