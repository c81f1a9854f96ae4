import { z } from 'zod'
import { faultyShares } from './faulty-shares.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { MAX_SHARES_PER_CALL, newShareFields, NEW_SHARE_ERRORS, RequestedAcceptance, SharingMode } from './shares.ts'
import { failsWith, listOf, Reference, ReplyCipherText, ReplyId, ReplyTime, namedObject } from './values.ts'

const ShareIntentSlotValue = namedObject('ShareIntentSlotValue', {
  slot_id: ReplyId,
  encrypted_value: ReplyCipherText.nullable(),
  encrypted_value_verification_key: ReplyCipherText.nullable(),
  value_verification_hash: z.string().nullable(),
})

/** A share that an invitation will make (docs/contract/vault.md, Share intents). */
export const ShareIntent = namedObject('ShareIntent', {
  id: ReplyId,
  invitation_id: ReplyId,
  /** The id of the item in the vault of the intent's maker. */
  item_id: ReplyId,
  item_still_exists: z.boolean(),
  slot_id: ReplyId.nullable(),
  /** True when the whole item is to be shared. */
  slot_still_exists: z.boolean(),
  slot_values: z.array(ShareIntentSlotValue),
  /** The key of the share, wrapped by a key derived from a passphrase. */
  encrypted_dek: ReplyCipherText,
  sharing_mode: SharingMode,
  /** The later spelling of `sharing_mode`. */
  onsharing_permitted: z.boolean(),
  acceptance_required: RequestedAcceptance,
  terms: z.string().nullable(),
  /** When the share will end. */
  expires_at: ReplyTime.nullable(),
  created_at: ReplyTime,
})
export type ShareIntent = z.infer<typeof ShareIntent>

/** A share intent inside an invitation: what its recipient may know beforehand. */
export const CompactShareIntent = namedObject('CompactShareIntent', {
  id: ReplyId,
  /** Null for everybody but the sender. */
  item_id: ReplyId.nullable(),
  item_label: z.string(),
  /** Null for everybody but the sender. */
  encrypted_dek: ReplyCipherText.nullable(),
  expires_at: ReplyTime.nullable(),
  terms: z.string().nullable(),
  acceptance_required: RequestedAcceptance,
})
export type CompactShareIntent = z.infer<typeof CompactShareIntent>

/** An entry of `share_intents`; the rules are those of new shares (docs/contract/vault.md, Share intents). */
export const NewShareIntent = namedObject('NewShareIntent', { item_id: Reference, ...newShareFields })
export type NewShareIntent = z.output<typeof NewShareIntent>

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const

/** Operations on share intents (docs/contract/vault.md, Share intents). */
export const shareIntentOperations = defineOperations({
  invitationsInvitationIdShareIntentsPost: {
    ...base,
    delegation: 'admin',
    endpoint: 'POST /invitations/{invitation_id}/share_intents',
    summary: 'Prepare shares that are made as soon as the invitation connects somebody',
    body: z.object({
      /** Mandatory, unless `share_intent` holds the only one. */
      share_intents: listOf(NewShareIntent, MAX_SHARES_PER_CALL)
        .refine((list) => list.length > 0, failsWith('invalid_params', 'must have at least one entry'))
        .optional(),
      share_intent: NewShareIntent.optional(),
    }),
    describeFaults: faultyShares('share_intents'),
    success: answer(201, { share_intents: z.array(ShareIntent) }),
    errors: [
      ...NEW_SHARE_ERRORS.filter(
        (code) =>
          !['recipient_not_connected', 'sharing_with_self', 'public_key_mismatch', 'invalid_public_key'].includes(code),
      ),
      'invitation_used',
    ],
  },
  shareIntentsGet: {
    ...read,
    endpoint: 'GET /share_intents',
    summary: 'List your share intents',
    query: z.object(pagingQuery),
    success: answer(200, { share_intents: z.array(ShareIntent), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  shareIntentsIdGet: {
    ...read,
    endpoint: 'GET /share_intents/{id}',
    summary: 'Fetch one of your share intents',
    success: answer(200, { share_intent: ShareIntent }),
    errors: ['not_found'],
  },
  shareIntentsIdDelete: {
    ...base,
    delegation: 'admin',
    endpoint: 'DELETE /share_intents/{id}',
    summary: 'Delete one of your share intents',
    errors: ['not_found'],
  },
})
