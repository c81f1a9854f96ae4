import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { ConnectionType } from './connections.ts'
import { DelegationRole } from './delegation-rights.ts'
import { MESSAGE_FIELDS } from './errors.ts'
import { Invitation, MAX_INVITATION_DAYS } from './invitations.ts'
import { answer, defineOperations } from './operation.ts'
import { SortOrder } from './paging.ts'
import { CompactShareIntent } from './share-intents.ts'
import { RequestedAcceptance } from './shares.ts'
import { UserType } from './users.ts'
import { Id, Label, QueryBoolean } from './values.ts'
import { OpenedItem, Person, ShareState, ShownShare } from './workbench-items.ts'
import { ownOperation as own, rowsQuery, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'
import { rule } from '../rule-text.ts'

/**
 * Sharing as the acting user sees it: people with the names entered for them, shares with the labels of their items.
 * Each call does the client's whole work: keys, sealing, opening, verifying, re-encrypting.
 */

/** Error codes of share intents; the rules are those of shares. */
const INTENT_ERRORS = [
  'slot_not_found',
  'onsharing_not_permitted',
  'expires_at_invalid',
  'verification_data_missing',
] as const

/** Longer texts and times of a share as a person gives them. */
const Terms = z.string().trim().check(atMost(10_000, 'must not be longer than 10,000 characters'))
const Moment = z.iso.datetime({ error: 'must be a time like 2027-01-31T12:00:00.000Z' })

/* People ---------------------------------------------------------------------------------------------------------- */

/** `pdv1`: our own format; `published`: that of the published clients (docs/contract/client-crypto.md, Two formats). */
export const KeyFormat = z.enum(['pdv1', 'published'])
export type KeyFormat = z.infer<typeof KeyFormat>

/** One connection of the acting user. */
export const ConnectionRow = z.object({
  connection_id: z.string(),
  /** The other person, as the vault knows them. */
  user_id: z.string(),
  /** The name entered when connecting; a generated one if none was entered, or if it cannot be opened. */
  name: z.string(),
  /** Why the entered name is not shown; null if it is, or if there is none. */
  name_problem: z.string().nullable(),
  user_type: UserType,
  /** The format of what is sent to this person; it follows the person's key. */
  format: KeyFormat,
  /** The format of what this person sends. */
  own_format: KeyFormat,
  /** The fingerprint comes in groups of four, to compare with the other person. */
  own_key_fingerprint: z.string(),
  other_key_fingerprint: z.string(),
  connection_type: ConnectionType.nullable(),
  delegation_role: DelegationRole.nullable(),
  created_at: z.string(),
})
export type ConnectionRow = z.infer<typeof ConnectionRow>

/** A sent invitation. */
export const InvitationRow = Invitation.pick({
  state: true,
  shares_to_be_created: true,
  /** The role that its recipient gets for the sender's account; null for all other invitations. */
  delegation_role: true,
  created_at: true,
  expire_at: true,
}).extend({
  id: z.string(),
  name: z.string(),
  format: KeyFormat,
  /** The person who used it, once somebody did. */
  person: Person.nullable(),
  /** The link to pass on; null once it is of no use. It contains no passphrase, which is shown only at creation. */
  link: z.string().nullable(),
})
export type InvitationRow = z.infer<typeof InvitationRow>

/** How an item, or one slot of it, is to be shared. */
const ShareTerms = z.object({
  onsharing_permitted: z.boolean().default(false),
  acceptance_required: RequestedAcceptance.default('acceptance_not_required'),
  terms: Terms.nullable().default(null),
  expires_at: Moment.nullable().default(null),
})

/** A whole item to share, or one slot of it. */
const Shareable = z.object({ item_id: Id, slot_id: Id.nullable().default(null) })

/** The number of days for which an invitation can be used. */
export const InvitationDays = z
  .int()
  .min(1, 'must be at least 1')
  .max(MAX_INVITATION_DAYS, rule`must be at most ${MAX_INVITATION_DAYS}`)
  .default(14)

/** The link of an invitation as somebody pasted it, or only its token. */
const InvitationLink = z.string().trim().check(atLeast(1, 'must not be empty')).check(atMost(2048))
/** The passphrase of an invitation with shares; null to use the one in the link. */
const InvitationPassphrase = z.string().trim().check(atMost(255)).nullable().default(null)

/** One share that an invitation made. */
export const AcceptedShare = z.object({
  item_label: z.string(),
  share_id: z.string().nullable(),
  /** The acting user's copy. */
  item_id: z.string().nullable(),
  /**
   * `opened`: read and re-encrypted under the own key. `waiting`: has to be accepted first. `locked`: the passphrase is
   * missing or wrong. `changed`: a value is not the owner's. `failed`: the share was not made, or cannot be opened.
   */
  outcome: z.enum(['opened', 'waiting', 'locked', 'changed', 'failed']),
  ...MESSAGE_FIELDS,
  message: z.string().nullable(),
})
export type AcceptedShare = z.infer<typeof AcceptedShare>

export const workbenchPeopleOperations = defineOperations({
  connectionRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/connection-rows',
    summary: 'The people a user is connected with, with decrypted names: sorted by name, or by best match to a text',
    query: z.object({
      /** Words that the name contains, in any order. */
      text: z.string().check(atMost(255)).optional(),
    }),
    success: answer(200, { rows: z.array(ConnectionRow), total: z.int() }),
  },
  invitationRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/invitation-rows',
    summary: 'The invitations a user sent, newest first',
    success: answer(200, { rows: z.array(InvitationRow) }),
  },
  invitationCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/invitations',
    summary: 'Make a key pair and an invitation, with shares to be made when it is used',
    body: z.object({
      /** The acting user's name for the invited person; nobody else sees it. */
      name: Label,
      expires_in_days: InvitationDays,
      /** Makes an RSA key pair in the published format, for a person who uses a published client. */
      compatible: z.boolean().default(false),
      shares: z.array(Shareable.extend(ShareTerms.shape)).check(atMost(200)).default([]),
    }),
    success: answer(201, {
      invitation: InvitationRow,
      /** Contains the token, and the passphrase if there is one. */
      link: z.string(),
      /** Shown only once; opens the shares of the invitation. Null without shares. */
      passphrase: z.string().nullable(),
    }),
    errors: [...USER_ERRORS, ...INTENT_ERRORS, 'value_cannot_be_opened'],
  },
  invitationLook: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/invitations/look',
    summary: 'Read an invitation before accepting it',
    body: z.object({ link: InvitationLink }),
    success: answer(200, {
      inviter_name: z.string(),
      key_fingerprint: z.string(),
      format: KeyFormat,
      state: InvitationRow.shape.state,
      /** True when sent by the acting user, who cannot accept it. */
      own: z.boolean(),
      /** What accepting grants besides the connection; `delegate` and `member` grant much. */
      intent: z.enum(['plain', 'member', 'service', 'delegate']),
      role: z.string().nullable(),
      message: z.string().nullable(),
      expire_at: z.string(),
      /** True when the pasted link contains the passphrase. */
      passphrase_included: z.boolean(),
      shares: z.array(
        CompactShareIntent.pick({ item_label: true, acceptance_required: true, terms: true, expires_at: true }),
      ),
    }),
    errors: [...USER_ERRORS, 'invitation_link_invalid', 'invitation_expired'],
  },
  invitationAccept: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/invitations/accept',
    summary: 'Make a key pair, connect, open the shares that come with it, and sign a delegation if there is one',
    body: z.object({
      link: InvitationLink,
      passphrase: InvitationPassphrase,
      /** The acting user's name for the inviting person; nobody else sees it. */
      name: Label,
      compatible: z.boolean().default(false),
    }),
    success: answer(201, { connection: ConnectionRow, existed_already: z.boolean(), shares: z.array(AcceptedShare) }),
    errors: [
      ...USER_ERRORS,
      'invitation_link_invalid',
      'own_invitation',
      'invitation_used',
      'invitation_expired',
      'wrong_status',
      'delegation_exists',
    ],
  },
})

/* Shares ---------------------------------------------------------------------------------------------------------- */

export const ShareRow = ShownShare.extend({
  share_id: z.string(),
  direction: z.enum(['incoming', 'outgoing']),
  /** True when the acting user owns the item, and so decides whether it may be shared onward. */
  own: z.boolean(),
  /** The item to open, which is the own one or the own copy; null while there is none. */
  item_id: z.string().nullable(),
  item_label: z.string(),
  /** The label of the template its item was made with; null while there is none. */
  item_template_label: z.string().nullable(),
  /** The only slot that is shared, as the acting user sees it; null for a whole item, or if the slot is missing. */
  slot_id: z.string().nullable(),
  /** The label of the only slot that is shared; null for a whole item. */
  slot_label: z.string().nullable(),
  /** The sender of an incoming share, the recipient of an outgoing one. */
  person: Person,
  /** The person who shared an own item onward, or the owner of an incoming one if that is not its sender. */
  via: Person.nullable(),
  state: ShareState,
  /** True when an incoming share's values are under the acting user's own key; null for outgoing shares. */
  reencrypted: z.boolean().nullable(),
})
export type ShareRow = z.infer<typeof ShareRow>

/** One of several shares that was refused, with the reason. */
const RefusedShare = z.object({ share_id: z.string(), code: z.string(), ...MESSAGE_FIELDS })
const doneShares = { status: 200, body: z.object({ done: z.int(), failed: z.array(RefusedShare) }) } as const
const ShareIds = z.array(Id).check(atLeast(1, 'must not be empty')).check(atMost(1000))
const SharePath = UserPath.extend({ share_id: Id })
const openedItem = { status: 200, body: OpenedItem } as const

export const workbenchShareOperations = defineOperations({
  shareRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/share-rows',
    summary: 'A window of the incoming or outgoing shares, filtered and ordered',
    query: z.object({
      direction: ShareRow.shape.direction,
      /** Limits the list to this share, for a link to it. */
      share_id: Id.optional(),
      state: ShareState.optional(),
      /** False leaves out declined shares. */
      declined: QueryBoolean.optional(),
      /** The sender or recipient, but not the person through whom it was shared onward. */
      person_id: Id.optional(),
      /** The item as the acting user sees it. */
      item_id: Id.optional(),
      /** True for onward shares of own items by others, false for the acting user's own shares. */
      onward: QueryBoolean.optional(),
      /** Words that item, slot, people and terms together contain, in any order. */
      text: z.string().check(atMost(255)).optional(),
      /** The order. Without it, the best matches come first; without a text, rows are in order of `created_at`. */
      order_by: z.enum(['created_at', 'item_label', 'person', 'state', 'onward', 'expires_at']).optional(),
      order: SortOrder.default('desc'),
      ...rowsQuery,
    }),
    success: answer(200, {
      rows: z.array(ShareRow),
      /** The number of rows that match the filter, and of all rows in this direction. */
      matching: z.int(),
      total: z.int(),
      /** Incoming shares that await acceptance, whatever the filter and the direction. */
      waiting: z.int(),
      /** The people to offer in the filter of this direction. */
      people: z.array(Person),
      /**
       * False when these are only the newest rows, while the others are still being read; a `shares-read` event
       * follows. Other orders and filters wait for it.
       */
      complete: z.boolean(),
    }),
  },
  itemShares: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/items/{item_id}/share-rows',
    summary: 'Who has an item of the acting user, onward shares included',
    params: UserPath.extend({ item_id: Id }),
    success: answer(200, { rows: z.array(ShareRow) }),
  },
  shareCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/shares',
    summary: 'Seal items for people and share them; refused shares are listed, the others are made',
    body: ShareTerms.extend({
      items: z.array(Shareable).check(atLeast(1, 'must not be empty')).check(atMost(1000)),
      /** Vault users the acting user is connected with. */
      recipient_ids: z.array(Id).check(atLeast(1, 'must not be empty')).check(atMost(200)),
    }),
    success: answer(201, {
      created: z.int(),
      share_ids: z.array(z.string()),
      failed: z.array(
        z.object({
          item_id: z.string(),
          slot_id: z.string().nullable(),
          recipient_id: z.string(),
          code: z.string(),
          ...MESSAGE_FIELDS,
        }),
      ),
      /** Warnings about shares that were made. */
      warnings: z.array(
        z.object({
          item_id: z.string(),
          recipient_id: z.string(),
          /**
           * `not_verifiable_by_recipient`: the recipient's client cannot check our hashes, and refuses such values.
           * `waits_for_another_share`: the recipient's copy belongs to a share of another slot, for whose end this
           * one waits. `copy_not_updated`: the copy belongs to an earlier share, and could not be updated.
           */
          code: z.enum(['not_verifiable_by_recipient', 'waits_for_another_share', 'copy_not_updated']),
          ...MESSAGE_FIELDS,
        }),
      ),
    }),
  },
  shareOpen: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/shares/{share_id}/item',
    summary: 'The received item of a share, even if the copy belongs to another share',
    params: SharePath,
    success: openedItem,
  },
  shareAccept: {
    ...own,
    endpoint: 'POST /users/{user_id}/shares/{share_id}/accept',
    summary: 'Accept a share, open it, and re-encrypt its values under the own key',
    params: SharePath,
    body: z.object({ passphrase: InvitationPassphrase }).default({ passphrase: null }),
    success: openedItem,
    errors: [...USER_ERRORS, 'share_not_acceptable', 'share_passphrase_wrong'],
  },
  shareUnlock: {
    ...own,
    endpoint: 'POST /users/{user_id}/shares/{share_id}/unlock',
    summary: 'Open a share of an invitation with the passphrase that came with the link',
    params: SharePath,
    body: z.object({ passphrase: z.string().trim().check(atLeast(1, 'must not be empty')).check(atMost(255)) }),
    success: openedItem,
    errors: [...USER_ERRORS, 'share_passphrase_wrong'],
  },
  sharesReject: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/shares/reject',
    summary: 'Decline shares that await acceptance',
    body: z.object({ share_ids: ShareIds }),
    success: doneShares,
  },
  sharesRevoke: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/shares/revoke',
    summary: 'End shares, as sender, owner or recipient; onward shares made from them end too',
    body: z.object({ share_ids: ShareIds }),
    success: doneShares,
  },
  sharesChange: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/shares/change',
    summary: 'Change expiry or on-sharing of sent shares',
    body: z.object({
      share_ids: ShareIds,
      /** Null removes the expiry; absent leaves it unchanged. */
      expires_at: Moment.nullable().optional(),
      onsharing_permitted: z.boolean().optional(),
    }),
    success: doneShares,
  },
})

export const workbenchSharingOperations = { ...workbenchPeopleOperations, ...workbenchShareOperations }
