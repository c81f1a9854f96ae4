import { z } from 'zod'
import { atMost } from './bounds.ts'
import { SentRole } from './connections.ts'
import { DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { ReplyCipherText, ReplyId, ReplyTime, ShortText, WrappedKey, namedObject } from './values.ts'

/** Handing over the key of an account to somebody who acts for its owner (docs/contract/keystore.md, Delegations). */
export const Delegation = namedObject('Delegation', {
  /** Identifies the delegation. Whoever knows it may claim it, so it travels in the invitation only. */
  delegation_token: z.string(),
  claimed_at: ReplyTime.nullable(),
  /** The time until which it can be claimed; a claimed delegation does not expire. */
  expire_at: ReplyTime,
  /** The time when both signature and public key had arrived. */
  verification_attempted_at: ReplyTime.nullable(),
  /** The delegate holds the private key of the connection. */
  verified: z.boolean(),
  delegation_role: DelegationRole,
  delegate_public_key: z.string().nullable(),
  delegate_signature: z.string().nullable(),
  vault_account_owner_id: ReplyId.nullable(),
  /** True when sealed to the delegate's connection key, false under the delegate's own key, null without a key. */
  account_owner_kek_encrypted_with_connection_keypair: z.boolean().nullable(),
  /** Always null for the account owner. */
  account_owner_kek: ReplyCipherText.nullable(),
})
export type Delegation = z.infer<typeof Delegation>

export const DelegationReply = z.object({ delegation: Delegation })

const base = { api: 'keystore', auth: 'user' } as const
const byToken = z.object({ delegation_token: ShortText })
const one = { ...base, params: byToken } as const
const sentKey = { encrypted_kek: WrappedKey }

export const delegationOperations = defineOperations({
  delegationsPost: {
    ...base,
    endpoint: 'POST /delegations',
    delegation: 'refused',
    summary: 'Make a delegation; its token goes into an invitation, or into the change of a connection',
    body: z.object({
      /** The caller's own vault user. */
      vault_account_id: ShortText.optional(),
      /** Default `reader`. */
      delegation_role: SentRole.optional(),
    }),
    success: { status: 201, body: DelegationReply },
    errors: ['invalid_params', 'delegate_role_invalid', 'forbidden'],
  },
  /** No published client uses this; ours needs it to re-wrap the keys of account owners. */
  delegationsGet: {
    ...base,
    endpoint: 'GET /delegations',
    delegation: 'refused',
    extension: true,
    summary: 'The delegations the caller granted and those that were granted to the caller and claimed, oldest first',
    success: answer(200, { delegations: z.array(Delegation) }),
  },
  delegationsDelegationTokenGet: {
    ...one,
    endpoint: 'GET /delegations/{delegation_token}',
    delegation: 'reader',
    summary: 'A delegation, for its account owner and its delegate; the delegate may name the account owner instead',
    success: { status: 200, body: DelegationReply },
    errors: ['not_found'],
  },
  delegationsDelegationTokenDelete: {
    ...one,
    endpoint: 'DELETE /delegations/{delegation_token}',
    delegation: 'owner',
    summary: 'End a delegation, by either of the two; their connection becomes a plain one',
    errors: ['not_found', 'last_owner'],
  },
  delegationsDelegationTokenSharePut: {
    ...one,
    endpoint: 'PUT /delegations/{delegation_token}/share',
    delegation: 'owner',
    summary: "Hand over the account owner's key, sealed to the delegate's connection key; again with every new key",
    body: z.object({
      ...sentKey,
      /** Needed with the first call. */
      delegate_public_key: PublicKeyText.optional(),
    }),
    success: { status: 200, body: DelegationReply },
    errors: [
      'not_found',
      'forbidden',
      'delegate_public_key_required',
      'delegate_public_key_mismatch',
      'invalid_public_key',
      'ciphertext_format_invalid',
    ],
  },
  delegationsDelegationTokenReencryptPut: {
    ...one,
    endpoint: 'PUT /delegations/{delegation_token}/reencrypt',
    delegation: 'owner',
    summary: "Take the account owner's key over, wrapped under the delegate's own key",
    body: z.object(sentKey),
    errors: ['not_found', 'forbidden', 'delegation_kek_missing', 'ciphertext_format_invalid'],
  },
  delegationsDelegationTokenClaimPost: {
    ...one,
    endpoint: 'POST /delegations/{delegation_token}/claim',
    delegation: 'refused',
    summary: "Become the delegate, with the token signed by the connection's key",
    body: z.object({ delegate_signature: z.string().check(atMost(16 * 1024, 'must not be longer than 16 KiB')) }),
    success: { status: 200, body: DelegationReply },
    errors: [
      'not_found',
      'delegation_expired',
      'delegation_already_claimed',
      'delegation_token_unknown',
      'invalid_params',
      'forbidden',
    ],
  },
})
