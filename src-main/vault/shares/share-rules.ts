import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { AcceptanceState, SharingMode, Share } from '../../../shared/contract/shares.ts'
import type { StoredShare } from './share-store.ts'

type Accepted = Pick<StoredShare, 'acceptance_required'>

/** Neither rejected nor, because those are deleted, expired. An open share is active. */
export function isActive(share: Accepted): boolean {
  return share.acceptance_required !== 'rejected'
}

/** Whether the recipient may read the values: accepted, or free of acceptance. */
export function isGranted({ acceptance_required: state }: Accepted): boolean {
  return state === 'accepted' || state === 'acceptance_not_required'
}

interface RequestedMode {
  readonly sharing_mode?: SharingMode | null | undefined
  readonly onsharing_permitted?: boolean | null | undefined
}

/** `sharing_mode` wins over its later spelling; undefined when neither is given. */
export function requestedMode({ sharing_mode, onsharing_permitted }: RequestedMode): SharingMode | undefined {
  if (sharing_mode !== undefined && sharing_mode !== null) return sharing_mode
  if (onsharing_permitted === undefined || onsharing_permitted === null) return undefined
  return onsharing_permitted ? 'anyone' : 'owner'
}

/**
 * The acceptance after the recipient accepts (docs/contract/vault.md, Shares: acceptance).
 *
 * @throws {ServiceError} `share_not_acceptable` once the share was rejected
 */
export function accepted({ acceptance_required: state }: Accepted): AcceptanceState {
  if (state === 'rejected') throw new ServiceError('share_not_acceptable', 'You rejected this share.')
  return state === 'acceptance_required' ? 'accepted' : state
}

/**
 * The acceptance after the recipient rejects (docs/contract/vault.md, Shares: acceptance).
 *
 * @throws {ServiceError} `share_not_acceptable` when nothing is left to reject
 */
export function rejected(share: Accepted): AcceptanceState {
  if (!isGranted(share)) return 'rejected'
  throw new ServiceError('share_not_acceptable', 'This share does not await acceptance; delete it instead.')
}

/** Whether the share gives the slot; a share of the whole item gives every slot. */
export function covers(share: Pick<StoredShare, 'slot_id'>, slotId: string | null): boolean {
  return share.slot_id === null || share.slot_id === slotId
}

/**
 * Finds the share that provides the copy of an item, among all shares of that item with one recipient: all values of a
 * copy come from one share, because clients open them with one key (docs/contract/vault.md, Shares: one copy).
 *
 * The share that created the copy provides it, and the oldest takes over when it ends. Until it is granted, a granted
 * share takes over, so that what may be read is shown; and a granted share of the whole item takes over from one of a
 * single slot. A later share of a single slot therefore waits behind the first.
 */
export function shareOfCopy(shares: readonly StoredShare[], holderId: string | null): StoredShare | undefined {
  const granted = shares.filter(isGranted)
  const whole = granted.filter(({ slot_id }) => slot_id === null)
  const candidates = [whole, granted].find(({ length }) => length > 0) ?? shares.filter(isActive)
  return candidates.find(({ id }) => id === holderId) ?? oldest(candidates)
}

function oldest(shares: readonly StoredShare[]): StoredShare | undefined {
  return shares.reduce<StoredShare | undefined>(
    (first, share) => (first && isOlder(first, share) ? first : share),
    undefined,
  )
}

function isOlder(one: StoredShare, other: StoredShare): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

/** The user who sees a share, and the users they are connected to. */
interface ShareViewer {
  readonly userId: string
  readonly connectedTo: { has(userId: string): boolean }
}

/**
 * A share as the viewer sees it: without the owner unless they are connected, and without the key for a recipient who
 * has not accepted.
 */
export function renderShare(share: StoredShare, { userId, connectedTo }: ShareViewer): Share {
  const knowsOwner = share.owner_id === userId || connectedTo.has(share.owner_id)
  const mayOpen = share.recipient_id !== userId || isGranted(share)
  return {
    id: share.id,
    owner_id: knowsOwner ? share.owner_id : null,
    sender_id: share.sender_id,
    recipient_id: share.recipient_id,
    acceptance_required: share.acceptance_required,
    sharing_mode: share.sharing_mode,
    onsharing_permitted: share.sharing_mode === 'anyone',
    item_id: share.item_id,
    slot_id: share.slot_id,
    public_key: share.public_key,
    keypair_external_id: share.keypair_external_id,
    encrypted_dek: mayOpen ? share.encrypted_dek : null,
    terms: share.terms,
    expires_at: share.expires_at,
    created_at: share.created_at,
  }
}

/** An item without what acceptance has to show, for an open share of an item that is readable through another one. */
export function withoutValues(reply: ItemReply): ItemReply {
  return {
    ...reply,
    slots: reply.slots.map((slot) => ({
      ...slot,
      encrypted_value: null,
      encrypted_value_verification_key: null,
      value_verification_hash: null,
      attachment_id: null,
      attachments_folder_id: null,
    })),
    attachments: [],
    thumbnails: [],
  }
}
