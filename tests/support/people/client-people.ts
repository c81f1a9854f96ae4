import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { ShareItemsOrder } from '../../../src-main/client/shares/share-items.ts'
import type { PersonAccount } from '../../../src-main/client/account/account.ts'
import type { AgentOf } from '../../../src-main/client/agents/agent-of.ts'
import { requestOrganization } from '../../../src-main/client/agents/request-organization.ts'
import type { Client, PersonClient } from '../../../src-main/client/client.ts'
import { createClient } from '../../../src-main/client/client.ts'
import { acceptInvitation, invite } from '../../../src-main/client/invitations/connect-people.ts'
import { enterAccount, reserveSecretString } from '../../../src-main/client/account/enter-account.ts'
import { openItem } from '../../../src-main/client/items/open-items.ts'
import { createItem } from '../../../src-main/client/items/sealed-items.ts'
import { shareItems } from '../../../src-main/client/shares/share-items.ts'
import type { TestService } from '../service/test-service.ts'
import { OPERATOR_PASSWORD, startService } from '../service/test-service.ts'

/** Small, so that tests are quick; the secret string promises another cost. */
const cost = { opsLimit: 1, memoryKib: 8192 }

/** People with clients of their own on one service, as in the workbench but without a window. */
export interface ClientPeople {
  readonly service: Omit<TestService, 'send' | 'close'>
  readonly send: Send
  /** `via` may stand in the way of this person's calls. */
  register(full_name: string, via?: Send): Promise<PersonClient>
}

/** @param send reaches the service */
export function startClientPeople(
  service: ClientPeople['service'] = startService(),
  send: Send = (request) => service.service.dispatch(request),
): ClientPeople {
  const clients: Client[] = []
  service.service.subscribe((event) => {
    for (const client of clients) if (client.account.vaultUserId === event.user_id) client.noteChange(event)
  })
  return {
    service,
    send,
    async register(full_name, via = send) {
      const client = createClient(await registerAccount(send, full_name, via), cost)
      clients.push(client)
      return client
    },
  }
}

async function registerAccount(send: Send, full_name: string, via: Send): Promise<PersonAccount> {
  const secretString = await reserveSecretString(send)
  const profile = { full_name, email: '' }
  return enterAccount({ send: via, secretString, passphrase: 'correct horse battery staple', profile, cost })
}

/** Connects two people; `published` names those whose key pair is RSA, as published clients need it. */
export async function connectClients(
  [inviter, inviterName]: readonly [Client, string],
  [invitee, inviteeName]: readonly [Client, string],
  published: readonly Client[] = [],
): Promise<void> {
  const { link } = await invite(inviter, {
    name: inviteeName,
    expires_in_days: 14,
    compatible: published.includes(inviter),
    shares: [],
  })
  await acceptInvitation(invitee, {
    link,
    passphrase: null,
    name: inviterName,
    compatible: published.includes(invitee),
  })
}

/** Alice and Bob, connected. */
export interface ClientPair {
  readonly people: ClientPeople
  readonly alice: PersonClient
  readonly bob: PersonClient
  /** Runs before a call of Bob's is sent. */
  beforeBobs: (operation: string) => Promise<void>
}

export async function startClientPair(): Promise<ClientPair> {
  const people = startClientPeople()
  const hooks = { beforeBobs: (_operation: string) => Promise.resolve() }
  const alice = await people.register('Alice')
  const bob = await people.register('Bob', async (request) => {
    await hooks.beforeBobs(request.operation)
    return people.send(request)
  })
  await connectClients([alice, 'Alice'], [bob, 'Bob'])
  return Object.assign(hooks, { people, alice, bob })
}

/** Requests an organization in the name of a person; the operator approves it. */
export async function anOrganizationOf({ service }: ClientPeople, { account }: PersonClient): Promise<AgentOf> {
  const { id } = await requestOrganization(
    { member: account, nowMs: () => service.clock.nowMs(), newId: () => crypto.randomUUID() },
    { name: 'Harbour Clinic', description: null, url: null, email: null, compatible: false },
  )
  await approveOrganization(account, id)
  return { organizationId: id, serviceId: null }
}

/** As the operator, in the session of a person. */
export async function approveOrganization(account: PersonAccount, id: string): Promise<void> {
  await asOperator(account)(vaultOperations.managementRequestedOrganizationsIdValidatePut, { params: { id } })
}

/** The same for a service. */
export async function approveService(account: PersonAccount, id: string): Promise<void> {
  await asOperator(account)(vaultOperations.managementRequestedOrganizationServicesIdValidatePut, { params: { id } })
}

function asOperator(account: PersonAccount): Call {
  return callOver((request) =>
    account.send({ ...request, headers: { ...request.headers, admin_password: OPERATOR_PASSWORD } }),
  )
}

/** An item with text slots, by label and value. */
export function createTextItem(
  { account }: Client,
  label: string,
  values: Readonly<Record<string, string>>,
): Promise<OpenedItem> {
  const slots = Object.entries(values).map(([slot, value]) => ({
    label: slot,
    slot_type_name: 'key_value' as const,
    value,
  }))
  return createItem(account, { template_name: 'custom', label, slots, tags: [] })
}

/** Shares one item and gives the id of the share. @throws with what was refused */
export async function shareOne(
  from: Client,
  to: Client,
  itemId: string,
  more: Partial<ShareItemsOrder> = {},
): Promise<string> {
  const order: ShareItemsOrder = {
    items: [{ item_id: itemId, slot_id: null }],
    recipient_ids: [to.account.vaultUserId],
    onsharing_permitted: false,
    acceptance_required: 'acceptance_not_required',
    terms: null,
    expires_at: null,
    ...more,
  }
  const { share_ids, failed } = await shareItems(from, order, () => undefined)
  const [id] = share_ids
  if (id === undefined) throw new Error(failed[0]?.code)
  return id
}

/** A person's copy of an item somebody else owns, opened. */
export async function openCopy(client: Client, originalId: string): Promise<OpenedItem> {
  const { rows } = await client.items.rows({ own: false, order_by: 'label', order: 'asc', offset: 0, limit: 500 })
  for (const { id } of rows) {
    const opened = await openItem(client, id)
    if ('original_id' in opened.item && opened.item.original_id === originalId) return opened
  }
  throw new Error('there is no copy of this item')
}

export function valuesOf({ slots }: OpenedItem): Record<string, string | null> {
  return Object.fromEntries(slots.map(({ label, value }) => [label, value]))
}
