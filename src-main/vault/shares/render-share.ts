import type { Share } from '../../../shared/contract/shares.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { isGranted } from './share-rules.ts'
import type { StoredShare } from './share-store.ts'

/** Who looks at a share, and to which owners they are connected. */
export interface ShareViewer {
  readonly userId: string
  readonly connectedTo: { has(userId: string): boolean }
}

/**
 * A share as the viewer sees it: the owner is hidden from whoever is not connected to the owner, and the key from a
 * recipient who has not accepted.
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
