import type { CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { VaultCall } from '../../service/call.ts'
import type { StoredShareIntent } from '../invitations/share-intent-store.ts'
import type { StoredConnection } from './connection-store.ts'

/** What connections cause in shares; implemented by the feature that keeps shares. */
export interface SharesOfConnection {
  /**
   * Makes the share of an intent now that its maker and the recipient are connected. A share that cannot be made is
   * reported, not thrown, and leaves nothing behind (vault contract 3.8.1, step 4).
   *
   * @param side the side of the connection that belongs to the maker of the intent
   */
  createFromIntent(call: VaultCall, intent: StoredShareIntent, side: StoredConnection): CreatedShareReport
  /** Ends all shares between two users, in both directions, with what follows from that (vault contract 3.8.3). */
  deleteBetween(call: Pick<VaultCall, 'now' | 'newId' | 'emit'>, userId: string, otherUserId: string): void
}
