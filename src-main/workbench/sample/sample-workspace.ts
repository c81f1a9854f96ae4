import { ERROR_CATALOGUE, phrase, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import { itemTemplateOperations } from '../../../shared/contract/item-templates.ts'
import { createChild } from '../../client/delegations/child-accounts.ts'
import { acceptShare, openItem, openShare } from '../../client/items/open-items.ts'
import { createItem, saveItem } from '../../client/items/sealed-items.ts'
import { rejectShares, revokeShares } from '../../client/shares/change-shares.ts'
import type { Client } from '../../client/client.ts'
import { newPassphraseHash } from '../../crypto/keys.ts'
import type { MovableClock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleShare } from './sample-data.ts'
import {
  SAMPLE_CHILD,
  SAMPLE_CONNECTIONS,
  SAMPLE_EDITS,
  SAMPLE_SHARES,
  SAMPLE_TEMPLATE,
  SAMPLE_USERS,
  slotDraftsOf,
} from './sample-data.ts'
import { accessSteps } from './sample-access.ts'
import { exchangeSteps } from './sample-exchange.ts'
import { fileSteps } from './sample-files.ts'
import type { SampleContext, SampleStep } from './sample-flows.ts'
import { connectPair, itemNamed, sampleContext, shareOne } from './sample-flows.ts'
import { openSampleAgents, organizationSteps } from './sample-organizations.ts'
import type { Message } from '../../../shared/phrase.ts'

export const SAMPLE_WORKSPACE_NAME = 'Sample workspace'

const DAY_MS = 24 * 60 * 60 * 1000

/** The age in days of the sample users; everything else is later. */
const FIRST_DAYS_AGO = 425.4

interface Making {
  readonly feed: EventFeed
  readonly signal: AbortSignal
  /** The one that the workspace goes by. */
  readonly clock: MovableClock
}

/**
 * Fills an empty workspace with sample data and reports progress; cancelling ends it between two steps.
 *
 * @throws {ServiceError} `making_cancelled`
 */
export type MakeSample = (workspace: OpenWorkspace, making: Making) => Promise<void>

/**
 * Registers the sample users and performs fourteen months of typical use through the client, as any user would. The
 * clock of the workspace is moved to the time of each step, so that the service dates its records accordingly.
 */
export const makeSampleWorkspace: MakeSample = async (workspace, { feed, signal, clock }) => {
  const userIds = new Map<string, string>()
  const context = sampleContext(workspace, userIds)
  const steps = [
    ...itemSteps(context),
    ...fileSteps(context),
    ...peopleSteps(context),
    ...accessSteps(context),
    ...SAMPLE_SHARES.flatMap((share) => shareSteps(context, share)),
    ...SAMPLE_EDITS.map((edit) => editStep(context, edit)),
    ...organizationSteps(context),
    ...exchangeSteps(context),
  ].sort((a, b) => b.daysAgo - a.daysAgo)
  const of = SAMPLE_USERS.length + steps.length + 1
  let done = 0
  const tell = (words: Message): void => {
    if (signal.aborted) throw new ServiceError('making_cancelled', ERROR_CATALOGUE.making_cancelled.meaning)
    const { message: step, phrase } = messageFields(words)
    feed.announce({ type: 'progress', task: 'sample', step, done, of, ...(phrase && { phrase }) })
    done += 1
  }
  tell('registering users')
  const now = clock.nowMs()
  clock.moveTo(now - FIRST_DAYS_AGO * DAY_MS)
  await registerAll(workspace, clock, { userIds, tell })
  for (const { name, daysAgo, run } of steps) {
    clock.moveTo(now - daysAgo * DAY_MS)
    await run()
    tell(name)
  }
  clock.moveBack()
  await openSampleAgents(context)
  tell('opened organizations')
}

/**
 * Registers the users, who have no passphrase until somebody chooses one for them. They sign in at the present, because a
 * session ends after days; everything else is done in these sessions.
 */
async function registerAll(
  workspace: OpenWorkspace,
  clock: MovableClock,
  { userIds, tell }: { readonly userIds: Map<string, string>; readonly tell: (step: Message) => void },
): Promise<void> {
  const arrivals = SAMPLE_USERS.map(() => Promise.withResolvers<undefined>())
  const allMade = Promise.all(arrivals.map(({ promise }) => promise)).then(() => clock.moveBack())
  const registering = SAMPLE_USERS.map(async ({ full_name, email }, index) => {
    const beforeUse = () => {
      arrivals[index]?.resolve(undefined)
      return allMade
    }
    try {
      const profile = { full_name, email, passphrase: newPassphraseHash(), remember: true, published_format: false }
      const { user } = await workspace.users.register(profile, { beforeUse })
      userIds.set(full_name, user.id)
      tell(phrase`registered ${full_name}`)
    } catch (fault) {
      arrivals[index]?.reject(fault) // the others do not wait for it
      throw fault
    }
  })
  const made = await Promise.allSettled([allMade, ...registering])
  for (const one of made) if (one.status === 'rejected') throw one.reason
}

function itemSteps({ clientOf, madeAtMs }: SampleContext): SampleStep[] {
  const { of, template, daysAgo: templateDaysAgo } = SAMPLE_TEMPLATE
  const makeTemplate = async () => {
    const { call } = (await clientOf(of)).account
    const slots_attributes = [...template.slots_attributes]
    await call(itemTemplateOperations.itemTemplatesPost, { body: { ...template, slots_attributes } })
  }
  const own = { name: `${of}: template ${template.label}`, daysAgo: templateDaysAgo, run: makeTemplate }
  const items = SAMPLE_USERS.flatMap(({ full_name, items }) =>
    items.map(({ daysAgo, slots, tags, ...item }) => ({
      name: `${full_name}: ${item.label}`,
      daysAgo,
      async run() {
        const { account } = await clientOf(full_name)
        await createItem(account, { ...item, slots: slotDraftsOf(slots, madeAtMs), tags: [...tags] })
      },
    })),
  )
  return [own, ...items]
}

function peopleSteps({ clientOf, asMember }: SampleContext): SampleStep[] {
  const { name: child, parent } = SAMPLE_CHILD
  return [
    ...SAMPLE_CONNECTIONS.map(({ from, to, daysAgo }) => ({
      name: phrase`connected ${from} and ${to}`,
      daysAgo,
      run: async () =>
        connectPair({ from: await clientOf(from), to: await clientOf(to) }, { inviter: from, invitee: to }),
    })),
    {
      name: phrase`${parent}: child user ${child}`,
      daysAgo: SAMPLE_CHILD.daysAgo,
      run: () => asMember(parent, ({ person: { account, client } }) => createChild({ ...client, account }, child)),
    },
  ]
}

function shareSteps({ clientOf, workspace }: SampleContext, share: SampleShare): SampleStep[] {
  const name = phrase`${share.from}: ${share.item} for ${share.to}`
  let shareId = ''
  const made = {
    name,
    daysAgo: share.daysAgo,
    async run() {
      const pair = { from: await clientOf(share.from), to: await clientOf(share.to) }
      shareId = await shareOne(pair, await orderOf(pair.from, share, workspace.nowMs()))
      await answer(pair.to, share, shareId)
    },
  }
  if (share.revokedDaysAgo === undefined) return [made]
  const revoke = async () => revokeShares((await clientOf(share.from)).account, [shareId])
  return [made, { name: phrase`${name} taken back`, daysAgo: share.revokedDaysAgo, run: revoke }]
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
  return { item_id, slot_id: slot === undefined ? null : await slotLabelled(from, item_id, slot) }
}

async function slotLabelled(client: Client, itemId: string, label: string): Promise<string> {
  const { slots } = await openItem(client, itemId)
  const found = slots.find((slot) => slot.label === label)
  if (found === undefined) throw new Error(`the sample has no field ${label}`)
  return found.id
}

async function answer(to: Client, share: SampleShare, shareId: string): Promise<void> {
  if (share.answer === 'rejected') await rejectShares(to.account, [shareId])
  else if (share.answer === 'accepted') await acceptShare(to, shareId, null)
  else if (share.answer === undefined) await openShare(to, shareId)
}

function editStep({ clientOf }: SampleContext, { of, item, slot, value, daysAgo }: (typeof SAMPLE_EDITS)[number]) {
  return {
    name: phrase`${of}: ${item} changed`,
    daysAgo,
    async run() {
      const client = await clientOf(of)
      const itemId = await itemNamed(client, item, true)
      await saveItem(client.account, itemId, { slots: [{ id: await slotLabelled(client, itemId, slot), value }] })
    },
  }
}
