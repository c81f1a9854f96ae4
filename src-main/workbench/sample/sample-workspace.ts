import type { Client } from '../../client/client.ts'
import { acceptShare, openItem, openShare } from '../../client/items/open-items.ts'
import { createItem } from '../../client/items/sealed-items.ts'
import { rejectShares } from '../../client/shares/change-shares.ts'
import { newSecretToken } from '../../crypto/token.ts'
import { isoTime } from '../../service/ports.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleUser, SampleShare } from './sample-data.ts'
import { SAMPLE_USERS, SAMPLE_CONNECTIONS, SAMPLE_SHARES } from './sample-data.ts'
import { fillSampleExchange, issueSamples, SAMPLE_EXCHANGE_STEPS } from './sample-exchange.ts'
import { connectPair, itemNamed, shareOne } from './sample-flows.ts'
import { makeSampleOrganizations, SAMPLE_ORGANIZATION_STEPS } from './sample-organizations.ts'

export const SAMPLE_WORKSPACE_NAME = 'Sample workspace'

/** Fills an empty workspace with sample data, telling how far it is. */
export type MakeSample = (workspace: OpenWorkspace, feed: EventFeed) => Promise<void>

/**
 * Registers the sample users, creates their items, connects them and shares, through the client like any user would;
 * then fills wallets, definitions and requests, and makes organizations.
 * The users are registered side by side: each of them costs a passphrase hash, which runs on a thread of its own.
 */
export const makeSampleWorkspace: MakeSample = async (workspace, feed) => {
  const steps = SAMPLE_USERS.reduce(
    (count, { items }) => count + 1 + items.length,
    SAMPLE_SHARING_STEPS + SAMPLE_EXCHANGE_STEPS + SAMPLE_ORGANIZATION_STEPS,
  )
  let done = 0
  const finish = (step: string): void => {
    done += 1
    feed.announce({ type: 'progress', task: 'sample', step, done, of: steps })
  }
  feed.announce({ type: 'progress', task: 'sample', step: 'registering users', done, of: steps })
  const made = await Promise.allSettled(SAMPLE_USERS.map((user) => makeUser(workspace, user, finish)))
  const clients = new Map<string, Client>()
  const userIds = new Map<string, string>()
  for (const one of made) {
    if (one.status === 'rejected') throw one.reason
    clients.set(one.value.fullName, one.value.client)
    userIds.set(one.value.fullName, one.value.userId)
  }
  await shareSamples(clients, workspace.nowMs(), finish)
  await fillSampleExchange(workspace, userIds, finish)
  await makeSampleOrganizations({ workspace, userIds, finish })
}

async function makeUser(workspace: OpenWorkspace, sample: SampleUser, finish: (step: string) => void) {
  const { users } = workspace
  const { full_name, email, items } = sample
  const profile = { full_name, email, passphrase: newSecretToken(), remember: true }
  const { user } = await users.register(profile, () => undefined)
  finish(`registered ${full_name}`)
  const client = await users.withAccount(user.id, async ({ account, client }) => {
    for (const { slots, tags, ...item } of items) {
      await createItem(account, { ...item, slots: [...slots], tags: [...tags] })
      finish(`${full_name}: ${item.label}`)
    }
    return client
  })
  await issueSamples(workspace, user, finish)
  return { fullName: full_name, userId: user.id, client }
}

const SAMPLE_SHARING_STEPS = SAMPLE_CONNECTIONS.length + SAMPLE_SHARES.length

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Connects the sample users and lets them share, each through the own client like any user would.
 *
 * @param clients by full name
 */
async function shareSamples(
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
