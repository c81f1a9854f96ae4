import { z } from 'zod'
import { ChangedClientTasks } from './client-tasks.ts'
import { Item, ItemReply, MAX_SLOTS_PER_ITEM, relatedReply } from './items.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply, OrderQuery } from './paging.ts'
import { PublicKeyText } from './public-key-text.ts'
import { faultyShares } from './faulty-shares.ts'
import {
  failsWith,
  CipherText,
  Description,
  Id,
  listOf,
  QueryList,
  Reference,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  ShortText,
  Time,
  namedObject,
} from './values.ts'

export const ACCEPTANCE_STATES = ['acceptance_not_required', 'acceptance_required', 'accepted', 'rejected'] as const
export const AcceptanceState = z.enum(ACCEPTANCE_STATES).meta({ id: 'AcceptanceState' })
export type AcceptanceState = z.infer<typeof AcceptanceState>
/** The acceptance that a sharer can ask for. */
export const RequestedAcceptance = AcceptanceState.extract(['acceptance_not_required', 'acceptance_required']).meta({
  id: 'RequestedAcceptance',
})

/** `anyone`: the recipient may share the item onward; `owner`: may not. */
export const SHARING_MODES = ['owner', 'anyone'] as const
export const SharingMode = z.enum(SHARING_MODES).meta({ id: 'SharingMode' })
export type SharingMode = z.infer<typeof SharingMode>

/** A share of an item or slot with one recipient (docs/contract/vault.md, Shares). */
export const Share = namedObject('Share', {
  id: ReplyId,
  /** Null when the acting user is neither the owner nor connected to the owner. */
  owner_id: ReplyId.nullable(),
  sender_id: ReplyId,
  recipient_id: ReplyId,
  acceptance_required: AcceptanceState,
  sharing_mode: SharingMode,
  /** The later spelling of `sharing_mode`. */
  onsharing_permitted: z.boolean(),
  /** The original item; the recipient's copy has another id. */
  item_id: ReplyId,
  /** The original slot when only one is shared. */
  slot_id: ReplyId.nullable(),
  public_key: z.string(),
  keypair_external_id: z.string().nullable(),
  /** Null after re-encryption, and for the recipient also until acceptance. */
  encrypted_dek: ReplyCipherText.nullable(),
  terms: z.string().nullable(),
  expires_at: ReplyTime.nullable(),
  created_at: ReplyTime,
})
export type Share = z.infer<typeof Share>

/** A share in the answer to its maker. */
export const MadeShare = Share.extend({
  item_shared_via_another_share_id: ReplyId.nullable().meta({
    description:
      "Extension. The share that holds the recipient's only copy of the item, if it is another one that the caller may " +
      'see: the values of the new share wait until that one ends. Update that one too, so that the copy has them.',
  }),
}).meta({ id: 'MadeShare' })
export type MadeShare = z.infer<typeof MadeShare>

/** What the owner needs to encrypt for a share again. */
const ShareKey = Share.pick({ id: true, public_key: true, item_id: true, slot_id: true }).meta({ id: 'ShareKey' })

export const ShareWithItemData = namedObject('ShareWithItemData', {
  share: Share,
  /** Null if the item came from this share, otherwise the share it came from, with which to repeat the call. */
  item_shared_via_another_share_id: ReplyId.nullable(),
  item: Item,
  ...relatedReply,
})
export type ShareWithItemData = z.infer<typeof ShareWithItemData>

export const MAX_SHARES_PER_CALL = 200
/** An update lists every share of an item; published clients cannot split it. */
export const MAX_UPDATED_SHARES_PER_CALL = 2_000
const MAX_UPDATED_VALUES_PER_CALL = 40_000

const OWN_FORM = /^pdv1\.bh\.vv\.-\.[A-Za-z0-9_-]{1,200}$/
const PUBLISHED_FORM = /^[0-9a-f]{64}$/i

/** Keyed hash of a value, in the clear: 64 hex digits, or our own form. */
export const VerificationHash = z
  .string()
  .refine(
    (text) => PUBLISHED_FORM.test(text) || OWN_FORM.test(text),
    failsWith('invalid_params', 'is not a verification hash: 64 hex digits'),
  )

const sharedValue = {
  slot_id: Reference,
  encrypted_value: CipherText.nullish(),
  encrypted_value_verification_key: CipherText.nullish(),
  value_verification_hash: VerificationHash.nullish(),
}

/** A slot value under the key of a share. */
export const SharedSlotValue = namedObject('SharedSlotValue', sharedValue)
export type SharedSlotValue = z.output<typeof SharedSlotValue>

/** What shares and share intents have in common; the rules are those of new shares. */
export const newShareFields = {
  encrypted_dek: CipherText,
  sharing_mode: SharingMode.nullish(),
  onsharing_permitted: z.boolean().nullish(),
  acceptance_required: RequestedAcceptance.nullish(),
  terms: Description.nullish(),
  expires_at: Time.nullish(),
  slot_id: Reference.nullish(),
  slot_values: listOf(SharedSlotValue, MAX_SLOTS_PER_ITEM),
}

const newShare = {
  recipient_id: Id,
  public_key: PublicKeyText.nullish(),
  keypair_external_id: ShortText.nullish(),
  ...newShareFields,
}

/** An entry of `shares` in POST /items/{id}/shares. */
export const NewShare = namedObject('NewShare', newShare)
export type NewShare = z.output<typeof NewShare>

/** An entry of `shares` in POST /items/shares. */
export const NewShareOfItem = namedObject('NewShareOfItem', { item_id: Reference, ...newShare })
export type NewShareOfItem = z.output<typeof NewShareOfItem>

const atLeastOne = failsWith('invalid_params', 'must have at least one entry')
const NewShares = listOf(NewShare, MAX_SHARES_PER_CALL)

/** An entry of PUT /shares; absent keys stay as they are, `expires_at: null` clears it. */
export const ChangedShare = namedObject('ChangedShare', {
  share_id: Reference,
  expires_at: Time.nullish(),
  sharing_mode: SharingMode.nullish(),
  onsharing_permitted: z.boolean().nullish(),
})
export type ChangedShare = z.output<typeof ChangedShare>

const ShareDek = namedObject('ShareDek', { share_id: Reference, dek: CipherText })
const UpdatedSlotValue = namedObject('UpdatedSlotValue', { share_id: Reference, ...sharedValue })

export const UpdatedShares = namedObject('UpdatedShares', {
  share_deks: listOf(ShareDek, MAX_UPDATED_SHARES_PER_CALL).optional(),
  slot_values: listOf(UpdatedSlotValue, MAX_UPDATED_VALUES_PER_CALL).optional(),
  client_tasks: ChangedClientTasks.optional(),
})
export type UpdatedShares = z.output<typeof UpdatedShares>

export const ReencryptedSlot = namedObject('ReencryptedSlot', {
  id: Reference,
  encrypted_value: CipherText.nullish(),
  encrypted_value_verification_key: CipherText.nullish(),
})
export type ReencryptedSlot = z.output<typeof ReencryptedSlot>

export const ReencryptedItem = namedObject('ReencryptedItem', {
  slots: listOf(ReencryptedSlot, MAX_SLOTS_PER_ITEM),
  /**
   * Extension: the share key from which the values were re-encrypted, null if they were under the own key already.
   * The call is refused when the share has another key by now.
   */
  encrypted_dek: CipherText.nullish(),
})
export type ReencryptedItem = z.output<typeof ReencryptedItem>

const vault = { api: 'vault', auth: 'user' } as const
const read = { ...vault, delegation: 'reader' } as const
const write = { ...vault, delegation: 'admin' } as const
const sharesReply = z.object({ shares: z.array(Share) })
const madeSharesReply = z.object({ shares: z.array(MadeShare) })
const shareReply = z.object({ share: Share })

/** Codes of the rules of new shares; share intents use the same (docs/contract/vault.md, Share intents). */
export const NEW_SHARE_ERRORS = [
  'not_found',
  'recipient_not_connected',
  'sharing_with_self',
  'public_key_mismatch',
  'slot_not_found',
  'slot_values_incomplete',
  'verification_data_missing',
  'verification_hash_not_permitted',
  'expires_at_invalid',
  'invalid_public_key',
  'invalid_encrypted_value',
  'onsharing_not_permitted',
  'invalid_params',
  'param_missing',
] as const

const CHANGED_SHARE_ERRORS = [
  'not_found',
  'expires_at_invalid',
  'not_item_owner',
  'onsharing_not_permitted',
  'verification_data_missing',
  'invalid_params',
  'param_missing',
] as const

/** Operations on shares (docs/contract/vault.md, Shares). */
export const shareOperations = defineOperations({
  itemsIdSharesPost: {
    ...write,
    endpoint: 'POST /items/{id}/shares',
    summary: 'Share an item with connected users, or pass on a received one',
    body: z.object({ shares: NewShares.refine((list) => list.length > 0, atLeastOne) }),
    describeFaults: faultyShares('shares'),
    success: { status: 201, body: madeSharesReply },
    errors: NEW_SHARE_ERRORS,
  },
  itemsSharesPost: {
    ...write,
    endpoint: 'POST /items/shares',
    summary: 'Share several items at once; each entry names its item',
    body: z.object({
      shares: listOf(NewShareOfItem, MAX_SHARES_PER_CALL).refine((list) => list.length > 0, atLeastOne),
    }),
    describeFaults: faultyShares('shares'),
    success: { status: 201, body: madeSharesReply },
    errors: NEW_SHARE_ERRORS,
  },
  itemsIdSharesGet: {
    ...read,
    endpoint: 'GET /items/{id}/shares',
    summary: 'List the keys of all shares of an own item, also of those made by on-sharers',
    success: answer(200, { shares: z.array(ShareKey) }),
    errors: ['not_found', 'not_item_owner'],
  },
  itemsIdSharesPut: {
    ...write,
    endpoint: 'PUT /items/{id}/shares',
    summary: 'Replace the values of shares of an own item, encrypted again for each recipient',
    body: UpdatedShares,
    success: { status: 200, body: sharesReply },
    errors: [
      'not_found',
      'not_item_owner',
      'share_not_of_item',
      'slot_not_found',
      'slot_values_incomplete',
      'verification_data_missing',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  itemsIdEncryptPost: {
    ...write,
    endpoint: 'POST /items/{id}/encrypt',
    summary: 'Replace the values of a received item by the same values under the own key',
    body: ReencryptedItem,
    success: { status: 200, body: ItemReply },
    errors: [
      'not_found',
      'forbidden',
      'share_not_acceptable',
      'share_changed',
      'slot_not_found',
      'slot_values_incomplete',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  incomingSharesGet: {
    ...read,
    endpoint: 'GET /incoming_shares',
    summary: 'List received shares',
    query: z.object({
      ...pagingQuery,
      acceptance_required: AcceptanceState.optional(),
      share_ids: QueryList.optional(),
      order: OrderQuery.optional(),
    }),
    success: answer(200, {
      shares: z.array(Share),
      /** All received shares, and those that await acceptance; whatever the filter and the page. */
      total_count: z.int(),
      waiting_count: z.int(),
      ...pagingReply,
    }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  incomingSharesIdGet: {
    ...read,
    endpoint: 'GET /incoming_shares/{id}',
    summary: 'Fetch one received share',
    success: { status: 200, body: shareReply },
    errors: ['not_found'],
  },
  incomingSharesIdItemGet: {
    ...read,
    endpoint: 'GET /incoming_shares/{id}/item',
    summary: 'Fetch a received share together with its item',
    success: { status: 200, body: ShareWithItemData },
    errors: ['not_found'],
  },
  incomingSharesIdAcceptPut: {
    ...write,
    endpoint: 'PUT /incoming_shares/{id}/accept',
    summary: 'Accept a received share, which shows its values',
    success: { status: 200, body: shareReply },
    errors: ['not_found', 'share_not_acceptable'],
  },
  incomingSharesIdRejectPut: {
    ...write,
    extension: true,
    endpoint: 'PUT /incoming_shares/{id}/reject',
    summary: 'Reject a received share that awaits acceptance',
    success: { status: 200, body: shareReply },
    errors: ['not_found', 'share_not_acceptable'],
  },
  outgoingSharesGet: {
    ...read,
    endpoint: 'GET /outgoing_shares',
    summary: 'List sent shares',
    query: z.object({ ...pagingQuery, item_ids: QueryList.optional() }),
    success: answer(200, { shares: z.array(Share), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  outgoingSharesIdGet: {
    ...read,
    endpoint: 'GET /outgoing_shares/{id}',
    summary: 'Fetch one sent share, or one of an own item that an on-sharer sent',
    success: { status: 200, body: shareReply },
    errors: ['not_found'],
  },
  sharesIdDelete: {
    ...write,
    endpoint: 'DELETE /shares/{id}',
    summary: 'End a share, as its owner, sender or recipient',
    errors: ['not_found'],
  },
  sharesPut: {
    ...write,
    endpoint: 'PUT /shares',
    summary: 'Change expiry and on-sharing of shares',
    body: z.object({ shares: listOf(ChangedShare, MAX_SHARES_PER_CALL) }),
    describeFaults: faultyShares('shares'),
    success: { status: 200, body: sharesReply },
    errors: CHANGED_SHARE_ERRORS,
  },
  sharesPatch: {
    ...write,
    endpoint: 'PATCH /shares',
    summary: 'Delete, change and create shares in one step',
    body: z.object({
      shares_to_delete: listOf(Reference, MAX_SHARES_PER_CALL).nullish(),
      shares_to_reconfigure: listOf(ChangedShare, MAX_SHARES_PER_CALL).nullish(),
      item_to_share_id: Reference.nullish(),
      shares_to_create: NewShares.nullish(),
    }),
    describeFaults: faultyShares('shares_to_create', 'shares_to_reconfigure'),
    success: { status: 200, body: madeSharesReply },
    errors: [...new Set([...NEW_SHARE_ERRORS, ...CHANGED_SHARE_ERRORS])],
  },
})
