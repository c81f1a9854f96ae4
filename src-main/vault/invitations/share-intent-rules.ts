import { isPassphraseCipherText } from '../../../shared/contract/cipher-text.ts'
import type { CompactShareIntent, NewShareIntent, ShareIntent } from '../../../shared/contract/share-intents.ts'
import type { NewEvent } from '../../service/emitted-events.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { PlannedIntent } from '../connections/shares-of-connection.ts'
import type { StoredInvitation } from './invitation-store.ts'
import type { ReadShareIntent, StoredShareIntent } from './share-intent-store.ts'

interface IntentFacts {
  readonly id: string
  readonly now: string
  readonly invitation: Pick<StoredInvitation, 'id' | 'user_id'>
  readonly made_by_delegation: string | null
  readonly planned: PlannedIntent
}

/** A new share intent: item and slots by the maker's ids, the rest as the rules of shares require. */
export function newShareIntent(
  entry: NewShareIntent,
  { id, now, invitation, planned, made_by_delegation }: IntentFacts,
): StoredShareIntent {
  return {
    ...planned,
    id,
    invitation_id: invitation.id,
    user_id: invitation.user_id,
    item_id: entry.item_id,
    slot_id: entry.slot_id ?? null,
    slot_values: entry.slot_values.map((value) => ({
      slot_id: value.slot_id,
      encrypted_value: value.encrypted_value ?? null,
      encrypted_value_verification_key: value.encrypted_value_verification_key ?? null,
      value_verification_hash: value.value_verification_hash ?? null,
    })),
    encrypted_dek: entry.encrypted_dek,
    made_by_delegation,
    created_at: now,
  }
}

/**
 * No recipient's public key is known yet, so the key of the share is encrypted under a passphrase
 * (docs/contract/vault.md, Share intents). If the sender confirms, and so encrypts it again, any form is accepted.
 */
export function noteKeyFaults({ encrypted_dek }: NewShareIntent, multistep: boolean, fault: AddFault): void {
  if (multistep || isPassphraseCipherText(encrypted_dek)) return
  fault('encrypted_dek', 'invalid_encrypted_value', 'must be encrypted with a key derived from a passphrase')
}

/** A share intent as its maker sees it. */
export function renderShareIntent({
  user_id: _user,
  item_label: _label,
  made_by_delegation: _delegation,
  ...intent
}: ReadShareIntent): ShareIntent {
  return {
    ...intent,
    slot_values: [...intent.slot_values],
    onsharing_permitted: intent.sharing_mode === 'anyone',
  }
}

/** A share intent inside its invitation, for the sender (`S`) or a holder of the token (`T`). */
export function renderCompactIntent(intent: StoredShareIntent, view: 'S' | 'T'): CompactShareIntent {
  return {
    id: intent.id,
    item_id: view === 'S' ? intent.item_id : null,
    item_label: intent.item_label,
    encrypted_dek: view === 'S' ? intent.encrypted_dek : null,
    expires_at: intent.expires_at,
    terms: intent.terms,
    acceptance_required: intent.acceptance_required,
  }
}

export function shareIntentEvent(
  name: 'share_intent.created' | 'share_intent.deleted',
  intent: StoredShareIntent,
): NewEvent {
  return {
    user_id: intent.user_id,
    eventable_type: 'Item',
    eventable_id: intent.item_id,
    event_type: 'milestone',
    name,
    label: intent.item_label,
    value: { item_id: intent.item_id, invitation_id: intent.invitation_id },
  }
}
