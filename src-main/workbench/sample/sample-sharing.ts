import type { Client } from '../../client/client.ts'
import { rejectShares } from '../../client/shares/change-shares.ts'
import { acceptShare, openItem, openShare } from '../../client/items/open-items.ts'
import { isoTime } from '../../service/ports.ts'
import type { SampleShare } from './sample-data.ts'
import { SAMPLE_CONNECTIONS, SAMPLE_SHARES } from './sample-data.ts'
import { connectPair, itemNamed, shareOne } from './sample-flows.ts'

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
    const pair = { from: clientOf(clients, inviter), to: clientOf(clients, invitee) }
    await connectPair(pair, { inviter, invitee })
    finish(`connected ${inviter} and ${invitee}`)
  }
  for (const share of SAMPLE_SHARES) {
    const pair = { from: clientOf(clients, share.from), to: clientOf(clients, share.to) }
    await answer(pair.to, share, await shareOne(pair, await orderOf(pair.from, share, nowMs)))
    finish(`${share.from}: ${share.item} for ${share.to}`)
  }
}

async function orderOf(from: Client, share: SampleShare, nowMs: number) {
  return {
    items: [await itemOf(from, share)],
    onsharing_permitted: share.onsharing_permitted ?? false,
    acceptance_required:
      share.answer === undefined ? ('acceptance_not_required' as const) : ('acceptance_required' as const),
    terms: share.terms ?? null,
    expires_at: share.days === undefined ? null : isoTime(nowMs + share.days * DAY_MS),
  }
}

async function itemOf(from: Client, { item, slot, onward = false }: SampleShare) {
  const item_id = await itemNamed(from, item, !onward)
  if (slot === undefined) return { item_id, slot_id: null }
  const { slots } = await openItem(from, item_id)
  return { item_id, slot_id: slots.find(({ label }) => label === slot)?.id ?? null }
}

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
