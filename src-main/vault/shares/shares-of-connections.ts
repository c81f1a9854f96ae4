import type { CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { NewShareOfItem, SharedSlotValue } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import { allAtOnce } from '../../../shared/steps.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { ClientTasks } from '../client-tasks/requested-tasks.ts'
import type { ConnectionStore, StoredConnection } from '../connections/connection-store.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { ShareMaker } from './create-shares.ts'
import type { EndShares } from './end-shares.ts'
import { originalId, planShare, planTerms } from './new-share-rules.ts'
import type { SharedItem } from './new-share-rules.ts'
import { isLater } from './on-share-rules.ts'
import type { ShareStore, StoredShare } from './share-store.ts'

interface SharesOfConnectionsDependencies {
  readonly shares: Pick<ShareStore, 'between'>
  readonly maker: ShareMaker
  readonly endShares: EndShares
  readonly tasks: Pick<ClientTasks, 'request' | 'forget'>
  readonly connections: Pick<ConnectionStore, 'findBetween'>
}

/** An entry of POST /invitations/{id}/share_intents: a share without a recipient. */
type NewIntent = Omit<NewShareOfItem, 'recipient_id' | 'public_key' | 'keypair_external_id'>

/** A share that was prepared before its recipient was known. */
export interface PreparedShare extends Pick<
  StoredShare,
  'item_id' | 'slot_id' | 'sharing_mode' | 'acceptance_required' | 'terms' | 'expires_at' | 'created_at'
> {
  /** The user who prepared it, and will be its sender; item and slot are as the sender has them, and may be gone. */
  readonly user_id: string
  readonly slot_values: readonly SharedSlotValue[]
  readonly encrypted_dek: string
}

/** The functions of shares that invitations and connections use. */
export function createSharesOfConnections({
  shares,
  maker,
  endShares,
  tasks,
  connections,
}: SharesOfConnectionsDependencies) {
  return { planIntents, createFromIntent, deleteBetween }

  /** Decides on new intents by the rules of new shares; leaves out entries whose item the maker does not have. */
  function planIntents<Entry extends NewIntent>(
    { now }: Pick<Change, 'now'>,
    userId: string,
    entries: readonly { readonly entry: Entry; readonly fault: AddFault }[],
  ) {
    const sources = maker.gatherItems(
      userId,
      entries.map(({ entry }) => entry.item_id),
    )
    return entries.flatMap(({ entry, fault }) => {
      const source = sources.get(entry.item_id)
      if (source === undefined) {
        fault('item_id', 'not_found', 'is not an item of yours')
        return []
      }
      const { sharing_mode, acceptance_required, terms, expires_at } = planTerms(
        entry,
        { ...source, now },
        fault,
      ).fields
      const item_label = source.item.label
      return [{ entry, plan: { item_label, sharing_mode, acceptance_required, terms, expires_at } }]
    })
  }

  /**
   * Makes the share of an intent now that its maker and the recipient are connected. A share that cannot be made is
   * reported, not thrown, and leaves nothing behind. The item may have changed since: then the owner gets the task to
   * update the share.
   *
   * @param side the side of the connection that belongs to the maker of the intent
   */
  function createFromIntent(change: Change, intent: PreparedShare, side: StoredConnection): CreatedShareReport {
    const item_to_be_shared = intent.item_id
    const source = maker.gatherItems(intent.user_id, [intent.item_id]).get(intent.item_id)
    const failed = (reason: ErrorCode) => ({ item_to_be_shared, success: false, share_id: null, reason })
    if (source === undefined) return failed('not_found')
    const { plan, reason } = planPrepared(change, intent, source, side)
    if (reason !== undefined) return failed(reason)
    allAtOnce(maker.write(change, [{ ...plan, source }]))
    if (isChangedSince(source, intent.created_at)) {
      const target_id = originalId(source.item)
      tasks.request(change, { userId: source.item.owner_id, work_type: 'update_item_shares', target_id })
    }
    return { item_to_be_shared, success: true, share_id: plan.share.id, reason: null }
  }

  /** Before two users are disconnected, ends all shares between them and deletes tasks about the connection. */
  function* deleteBetween(change: Change, userId: string, otherUserId: string): Steps<void> {
    yield* endShares(change, shares.between(userId, otherUserId))
    const side = connections.findBetween(userId, otherUserId)
    for (const id of side === undefined ? [] : [side.id, side.other_id]) tasks.forget(id)
  }
}

/** Values of a copy are replaced without a change of the item itself. */
function isChangedSince({ item, slots }: SharedItem, time: string): boolean {
  return [item, ...slots].some(({ updated_at }) => updated_at > time)
}

/**
 * Follows the rules of new shares, except that slots may have come and gone since the values were encrypted, and that
 * the share to pass on may have been shortened.
 */
// eslint-disable-next-line max-params -- who shares what with whom, and when
function planPrepared(change: Change, intent: PreparedShare, source: SharedItem, side: StoredConnection) {
  const faults = collectFaults()
  const limit = source.received?.expires_at ?? null
  const slotIds = new Set(source.slots.map(({ id }) => id))
  const entry = {
    recipient_id: side.other_user_id,
    encrypted_dek: intent.encrypted_dek,
    sharing_mode: intent.sharing_mode,
    terms: intent.terms,
    expires_at: isLater(intent.expires_at, limit) ? limit : intent.expires_at,
    slot_id: intent.slot_id,
    slot_values: intent.slot_values.filter(({ slot_id }) => slotIds.has(slot_id)),
  }
  const facts = { ...source, id: change.newId(), now: change.now, recipient: side }
  const planned = planShare(entry, facts, faults.at({ path: 'share_intent' }))
  const share = { ...planned.share, acceptance_required: intent.acceptance_required }
  const reason = faults.list.find(({ code }) => code !== 'slot_values_incomplete')?.code
  return { plan: { ...planned, share }, reason }
}
