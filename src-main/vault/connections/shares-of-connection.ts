import type { CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { NewShareIntent } from '../../../shared/contract/share-intents.ts'
import type { AcceptanceState } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { StoredShareIntent } from '../invitations/share-intent-store.ts'
import type { StoredConnection } from './connection-store.ts'

/** The terms of a share intent after validation. */
export type PlannedIntent = Pick<
  StoredShareIntent,
  'item_label' | 'sharing_mode' | 'acceptance_required' | 'terms' | 'expires_at'
>

/** An entry with its collector of faults. */
interface IntentEntry {
  readonly entry: NewShareIntent
  readonly fault: AddFault
}

/** An intent whose recipient is known and may already have accepted the share. */
export type PreparedIntent = Omit<StoredShareIntent, 'acceptance_required'> & {
  readonly acceptance_required: AcceptanceState
}

/** The effects of connections on shares, which implement this interface. */
export interface SharesOfConnection {
  /** Validates new intents by the rules of new shares, and omits entries whose item the maker does not have. */
  planIntents(
    change: Pick<Change, 'now'>,
    userId: string,
    entries: readonly IntentEntry[],
  ): readonly { readonly entry: NewShareIntent; readonly plan: PlannedIntent }[]
  /**
   * Creates the share of an intent, whose maker and recipient are now connected. A failure is reported instead of
   * thrown, and changes nothing (docs/contract/vault.md, Connections: connecting).
   *
   * @param side the side of the connection that belongs to the maker of the intent
   */
  createFromIntent(change: Change, intent: PreparedIntent, side: StoredConnection): CreatedShareReport
  /** Ends all shares between two users, in both directions, with the shares and copies that depend on them. */
  deleteBetween(change: Change, userId: string, otherUserId: string): Steps<void>
}
