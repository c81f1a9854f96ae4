import type { CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { NewShareIntent } from '../../../shared/contract/share-intents.ts'
import type { AcceptanceState } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { StoredShareIntent } from '../invitations/share-intent-store.ts'
import type { StoredConnection } from './connection-store.ts'

/** A share intent after the rules of shares. */
export type PlannedIntent = Pick<
  StoredShareIntent,
  'item_label' | 'sharing_mode' | 'acceptance_required' | 'terms' | 'expires_at'
>

/** An entry, and where its faults go. */
interface IntentEntry {
  readonly entry: NewShareIntent
  readonly fault: AddFault
}

/** An intent whose recipient is known, and may have accepted the share beforehand. */
export type PreparedIntent = Omit<StoredShareIntent, 'acceptance_required'> & {
  readonly acceptance_required: AcceptanceState
}

/** Effects of connections on shares; implemented by the feature that stores these. */
export interface SharesOfConnection {
  /** Decides on new intents by the rules of new shares; leaves out entries whose item the maker does not have. */
  planIntents(
    change: Pick<Change, 'now'>,
    userId: string,
    entries: readonly IntentEntry[],
  ): readonly { readonly entry: NewShareIntent; readonly plan: PlannedIntent }[]
  /**
   * Makes the share of an intent now that its maker and the recipient are connected. A share that cannot be made is
   * reported, not thrown, and leaves nothing behind (docs/contract/vault.md, Connections: connecting).
   *
   * @param side the side of the connection that belongs to the maker of the intent
   */
  createFromIntent(change: Change, intent: PreparedIntent, side: StoredConnection): CreatedShareReport
  /** Ends all shares between two users, in both directions, with the shares and copies that depend on them. */
  deleteBetween(change: Change, userId: string, otherUserId: string): void
}
