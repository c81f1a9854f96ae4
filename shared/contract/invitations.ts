import { z } from 'zod'
import { ConnectionKey, ConnectionReply, ConnectionType, IntegrationData, SentRole } from './connections.ts'
import { DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { MemberRole } from './organization-rights.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { CompactShareIntent } from './share-intents.ts'
import { failsWith, CipherText, ReplyCipherText, ReplyId, ReplyTime, ShortText, namedObject } from './values.ts'
import { rule } from '../rule-text.ts'

export const INVITATION_STATES = ['new', 'connected', 'rejected', 'accepted', 'cancelled', 'expired'] as const
export const InvitationState = z.enum(INVITATION_STATES).meta({ id: 'InvitationState' })
export type InvitationState = z.infer<typeof InvitationState>

const ReplyTexts = z.record(z.string(), z.string())

/**
 * An invitation as its sender or a holder of its token sees it. A field that is for the sender only is null for others.
 */
export const Invitation = namedObject('Invitation', {
  /** The id is for the sender only. */
  id: ReplyId.nullable(),
  /** Whoever knows the token can connect with the sender; a delegate who may not invite gets an empty one. */
  token: z.string(),
  /** The message is always null. */
  message: z.string().nullable(),
  /** The time is always null, because the service sends nothing. */
  sent_at: ReplyTime.nullable(),
  created_at: ReplyTime,
  expire_at: ReplyTime,
  /** True when the acting user is the sender. */
  outgoing: z.boolean(),
  state: InvitationState,
  /** The user who used the token; for the sender only. */
  invited_user_id: ReplyId.nullable(),
  /** The name of the sender. */
  user_name: z.string().nullable(),
  /** The image is always null, because users have none. */
  user_image: z.string().nullable(),
  /** The sender's public key for the connection. */
  user_public_key: z.string(),
  /** The same key as `user_public_key`, by the name that later clients use. */
  sender_public_key: z.string(),
  /** The id of the sender's key pair, for the sender only. */
  keypair_external_id: z.string().nullable(),
  /** The name the sender gave the recipient, for the sender only. */
  encrypted_recipient_name: ReplyCipherText.nullable(),
  /** A reader who may not see `delegation_token` gets the rest. */
  integration_data: IntegrationData.nullable(),
  /** The number of share intents of the invitation. */
  shares_to_be_created: z.int(),
  connection_type: ConnectionType.nullable(),
  delegation_role: DelegationRole.nullable(),
  /** The delegation token is for the sender only. */
  delegation_token: z.string().nullable(),
  encrypted_sender_name: ReplyCipherText.nullable(),
  sender_to_recipient_data: ReplyTexts,
  recipient_to_sender_data: ReplyTexts,
})
export type Invitation = z.infer<typeof Invitation>

const MAX_TEXT_PAIRS = 8
const MAX_TEXT_KEY_BYTES = 32
const MAX_TEXT_VALUE_BYTES = 4096

const isAtMost = (bytes: number) => (text: string) => new TextEncoder().encode(text).length <= bytes

/** Free text from one party to the other: at most 8 pairs, keys up to 32 bytes, values up to 4096 bytes. */
const Texts = z
  .record(
    z.string().refine(isAtMost(MAX_TEXT_KEY_BYTES), failsWith('invalid_params', 'must not be longer than 32 bytes')),
    z
      .string()
      .refine(isAtMost(MAX_TEXT_VALUE_BYTES), failsWith('invalid_params', 'must not be longer than 4096 bytes')),
  )
  .refine(
    (texts) => Object.keys(texts).length <= MAX_TEXT_PAIRS,
    failsWith('invalid_params', rule`must not have more than ${MAX_TEXT_PAIRS} pairs`),
  )

export const MAX_INVITATION_DAYS = 30

const NewInvitation = namedObject('NewInvitation', {
  encrypted_recipient_name: CipherText.nullish(),
  /** The role of whoever accepts an invitation by the agent of an organization; default `admin`. */
  organization_member_role: MemberRole.nullish(),
  /** With this role and `delegation_token`, whoever accepts may act for the sender. */
  delegate_role: SentRole.nullish(),
  delegation_token: ShortText.nullish(),
  encrypted_sender_name: CipherText.nullish(),
  sender_to_recipient_data: Texts.nullish(),
})
export type NewInvitation = z.output<typeof NewInvitation>

const AcceptedInvitation = namedObject('AcceptedInvitation', {
  accept_shares: z.boolean().nullish(),
  encrypted_recipient_name: CipherText.nullish(),
  encrypted_sender_name: CipherText.nullish(),
  recipient_to_sender_data: Texts.nullish(),
})

const base = { api: 'vault', auth: 'user' } as const
const write = { ...base, delegation: 'admin' } as const
const byToken = z.object({ token: ShortText })
const invitationReply = z.object({ invitation: Invitation })

/** Operations on invitations (docs/contract/vault.md, Invitations, Invitations: confirming). */
export const invitationOperations = defineOperations({
  invitationsPost: {
    ...write,
    delegationFor: [
      { part: 'body', path: ['invitation', 'delegation_token'], role: 'owner' },
      { part: 'body', path: ['invitation', 'delegate_role'], role: 'owner' },
    ],
    endpoint: 'POST /invitations',
    summary: 'Make an invitation; pass its token on, the service sends nothing',
    body: z.object({
      public_key: ConnectionKey,
      invitation: NewInvitation.optional(),
      /** The lifetime in days. */
      expires_in: z.int().min(1).max(MAX_INVITATION_DAYS).nullish(),
    }),
    success: { status: 201, body: invitationReply },
    errors: [
      'agents_only',
      'delegation_token_missing',
      'delegate_role_invalid',
      'invalid_public_key',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  invitationsGet: {
    ...base,
    delegation: 'reader',
    endpoint: 'GET /invitations',
    summary: 'List sent invitations; without state all but connected, cancelled and expired ones',
    query: z.object({ token: ShortText.optional(), state: InvitationState.optional(), ...pagingQuery }),
    success: answer(200, { invitations: z.array(Invitation), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  invitationsIdGet: {
    ...base,
    auth: 'optional',
    delegation: 'reader',
    endpoint: 'GET /invitations/{token}',
    summary: 'Read an invitation before accepting it, by its token; its sender also by its id',
    params: byToken,
    success: answer(200, {
      invitation: Invitation,
      share_intents: z.array(CompactShareIntent),
      /** The public key of the user who accepted and awaits confirmation; for the sender only. */
      recipient_public_key: z.string().nullable(),
    }),
    errors: ['not_found', 'invitation_expired'],
  },
  invitationsIdDelete: {
    ...write,
    endpoint: 'DELETE /invitations/{token}',
    summary: 'Delete an unused invitation by its id or token, with its share intents',
    params: byToken,
    errors: ['not_found', 'invitation_used'],
  },
  invitationsInvitationTokenAcceptPost: {
    ...write,
    endpoint: 'POST /invitations/{invitation_token}/accept',
    summary: 'Accept an invitation whose sender has to confirm',
    params: z.object({ invitation_token: ShortText }),
    body: z.object({
      public_key: ConnectionKey,
      invitation: AcceptedInvitation.optional(),
    }),
    success: { status: 200, body: invitationReply },
    errors: [
      'not_found',
      'own_invitation',
      'invitation_used',
      'invitation_expired',
      'wrong_status',
      'already_member',
      'delegation_exists',
      'forbidden',
      'invalid_public_key',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  invitationsInvitationIdConfirmPost: {
    ...write,
    endpoint: 'POST /invitations/{invitation_id}/confirm',
    summary: 'Confirm the user who accepted the invitation; this makes the connection',
    body: z.object({
      encrypted_recipient_name: CipherText.nullish(),
      /** The DEK of the shares, encrypted with the recipient's public key; mandatory where there are share intents. */
      encrypted_dek: CipherText.nullish(),
    }),
    success: answer(200, { ...invitationReply.shape, ...ConnectionReply.shape }),
    errors: [
      'not_found',
      'wrong_status',
      'already_member',
      'delegation_exists',
      'forbidden',
      'invalid_encrypted_value',
      'param_missing',
    ],
  },
  invitationsInvitationTokenRejectDelete: {
    ...write,
    endpoint: 'DELETE /invitations/{invitation_token}/reject',
    summary: 'Reject an invitation whose sender would have to confirm',
    params: z.object({ invitation_token: ShortText }),
    success: { status: 200, body: invitationReply },
    errors: ['not_found', 'own_invitation', 'invitation_used', 'invitation_expired', 'wrong_status'],
  },
  invitationsInvitationIdCancelDelete: {
    ...write,
    endpoint: 'DELETE /invitations/{invitation_id}/cancel',
    summary: 'Turn down the user who accepted the invitation',
    success: { status: 200, body: invitationReply },
    errors: ['not_found', 'wrong_status'],
  },
})
