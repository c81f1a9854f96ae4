import type { Client } from '../client/client.ts'
import { rejectShares } from '../client/change-shares.ts'
import { acceptInvitation, invite } from '../client/connect.ts'
import { acceptShare, openItem, openShare } from '../client/open-items.ts'
import { shareItems } from '../client/share-items.ts'
import { isoTime } from '../service/ports.ts'
import type { SampleShare } from './sample-data.ts'
import { SAMPLE_CONNECTIONS, SAMPLE_SHARES } from './sample-data.ts'

export const SAMPLE_SHARING_STEPS = SAMPLE_CONNECTIONS.length + SAMPLE_SHARES.length

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Connects the sample users and lets them share, each through the own client like any user would.
 *
 * @param clients by full name
 */
export async function shareSamples(
  clients: ReadonlyMap<string, Client>,
  nowMs: number,
  finish: (step: string) => void,
): Promise<void> {
  for (const [inviter, invitee] of SAMPLE_CONNECTIONS) {
    const options = { expires_in_days: 14, compatible: false, shares: [] }
    const { link } = await invite(clientOf(clients, inviter), { ...options, name: invitee })
    const accepting = { link, passphrase: null, name: inviter, compatible: false }
    await acceptInvitation(clientOf(clients, invitee), accepting)
    finish(`connected ${inviter} and ${invitee}`)
  }
  for (const share of SAMPLE_SHARES) {
    const [from, to] = [clientOf(clients, share.from), clientOf(clients, share.to)]
    await answer(to, share, await shareOne(from, to, share, nowMs))
    finish(`${share.from}: ${share.item} for ${share.to}`)
  }
}

/** @returns the id of the share */
async function shareOne(from: Client, to: Client, share: SampleShare, nowMs: number): Promise<string> {
  const { failed, share_ids } = await shareItems(
    from,
    {
      items: [await itemOf(from, share)],
      recipient_ids: [to.account.vaultUserId],
      onsharing_permitted: share.onsharing_permitted ?? false,
      acceptance_required: share.answer === undefined ? 'acceptance_not_required' : 'acceptance_required',
      terms: share.terms ?? null,
      expires_at: share.days === undefined ? null : isoTime(nowMs + share.days * DAY_MS),
    },
    () => undefined,
  )
  const [id] = share_ids
  if (id === undefined) throw new Error(`the sample share of ${share.item} failed: ${failed[0]?.message ?? ''}`)
  return id
}

async function itemOf(from: Client, { item, slot, onward = false }: SampleShare) {
  const { rows } = await from.items.rows({ text: item, own: !onward, ...WHOLE_LIST })
  const item_id = rows.find(({ label }) => label === item)?.id ?? ''
  if (slot === undefined) return { item_id, slot_id: null }
  const { slots } = await openItem(from, item_id)
  return { item_id, slot_id: slots.find(({ label }) => label === slot)?.id ?? null }
}

const WHOLE_LIST = { order_by: 'label', order: 'asc', offset: 0, limit: 500 } as const

async function answer(to: Client, share: SampleShare, shareId: string): Promise<void> {
  if (share.answer === 'rejected') await rejectShares(to.account, [shareId])
  else if (share.answer === 'accepted') await acceptShare(to, shareId, null)
  else if (share.answer === undefined) await openShare(to, shareId)
}

function clientOf(clients: ReadonlyMap<string, Client>, fullName: string): Client {
  const client = clients.get(fullName)
  if (client === undefined) throw new Error(`${fullName} is no sample user`)
  return client
}
