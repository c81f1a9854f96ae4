import type { Client } from '../../client/client.ts'
import { createItem } from '../../client/items/sealed-items.ts'
import { newSecretToken } from '../../crypto/token.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleUser } from './sample-data.ts'
import { SAMPLE_USERS } from './sample-data.ts'
import { fillSampleExchange, issueSamples, SAMPLE_EXCHANGE_STEPS } from './sample-exchange.ts'
import { makeSampleOrganizations, SAMPLE_ORGANIZATION_STEPS } from './sample-organizations.ts'
import { SAMPLE_SHARING_STEPS, shareSamples } from './sample-sharing.ts'

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
