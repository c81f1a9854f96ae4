import { itemOperations } from '../../../../shared/contract/items.ts'
import type { ReplyFor } from '../../../../shared/contract/operation.ts'
import type { ShareIntent } from '../../../../shared/contract/share-intents.ts'
import { shareIntentOperations } from '../../../../shared/contract/share-intents.ts'
import { workbenchPeopleOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { allPages } from '../../../api/all-pages.ts'
import { asUser, call, callService } from '../../../api/call.ts'
import { useVaultReading } from '../../../session/use-vault-changes.ts'

const IDS_PER_CALL = 200

/** A share that will be made once somebody uses the invitation it belongs to. */
export interface PlannedShare extends Pick<
  ShareIntent,
  'id' | 'item_id' | 'slot_id' | 'acceptance_required' | 'onsharing_permitted' | 'terms' | 'expires_at'
> {
  readonly item_label: string | null
  readonly item_template_label: string | null
  /** The item or the slot is gone, so that nothing will be shared. */
  readonly broken: boolean
  readonly invitation_name: string | null
}

/** The share intents of an actor, newest first, with the labels of their items and the names of their invitations. */
export const usePlannedShares = (actor: string) => useVaultReading(actor, (signal) => readPlanned(actor, signal))

async function readPlanned(actor: string, signal: AbortSignal): Promise<readonly PlannedShare[]> {
  const [intents, { rows }] = await Promise.all([
    readIntents(actor, signal),
    call(workbenchPeopleOperations.invitationRows, { params: { user_id: actor } }, signal),
  ])
  const items = await readItems(actor, signal, [...new Set(intents.map(({ item_id }) => item_id))])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return intents.map((intent) => ({
    ...intent,
    item_label: items.get(intent.item_id)?.label ?? null,
    item_template_label: items.get(intent.item_id)?.item_template_label ?? null,
    broken: !intent.item_still_exists || !intent.slot_still_exists,
    invitation_name: names.get(intent.invitation_id) ?? null,
  }))
}

function readIntents(actor: string, signal: AbortSignal): Promise<ShareIntent[]> {
  return allPages(async (query) => {
    const reply = await callService(asUser(actor), shareIntentOperations.shareIntentsGet, { query }, signal)
    return { rows: reply.share_intents, next: reply.next_page_after }
  })
}

type ReadItem = Pick<ReplyFor<typeof itemOperations.itemsGet>['items'][number], 'label' | 'item_template_label'>

async function readItems(actor: string, signal: AbortSignal, ids: readonly string[]): Promise<Map<string, ReadItem>> {
  const found = new Map<string, ReadItem>()
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    const item_ids = ids.slice(start, start + IDS_PER_CALL).join(',')
    const query = { item_ids, per_page: IDS_PER_CALL }
    const { items } = await callService(asUser(actor), itemOperations.itemsGet, { query }, signal)
    for (const item of items) found.set(item.id, item)
  }
  return found
}
