import { CallError } from '../../../shared/contract/caller.ts'
import { asPhrase, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { organizationMemberOperations } from '../../../shared/contract/organization-members.ts'
import type { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import type { PersonAccount } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Client } from '../client.ts'
import { createItem } from '../items/sealed-items.ts'
import { pagesOf } from '../account/pages.ts'
import { shareItems } from '../shares/share-items.ts'
import type { AgentOf } from './agent-of.ts'
import { isKeyItemOf, KEY_ITEM_LABEL, keyItemDraft } from './key-item.ts'
import type { OpenedAgent } from './open-agent.ts'
import type { KeyHolder } from './organization-keys.ts'
import type { Message } from '../../../shared/phrase.ts'

export interface HandOver extends KeyHolder {
  /** The name of the member who hands over. */
  readonly name: string
  readonly nowMs: number
  /** Runs work as an agent, in a session that ends with the work. */
  readonly actOnce: <Result>(
    agent: AgentOf,
    work: (client: Client, opened: OpenedAgent) => Promise<Result>,
  ) => Promise<Result>
}

type Sent = ReplyFor<typeof workbenchOrganizationOperations.organizationKeyHandOver>

/** An item of which nobody has a share any more: so old that it is not just being shared. */
const LEFT_OVER_AFTER_MS = 60 * 60 * 1000

/**
 * Shares an item with the private key of an agent with another member (docs/contract/client-crypto.md, Agents): from
 * the member's own account when the two are connected, otherwise from that of the organization's agent. That the key
 * opens the agent's session is checked first.
 *
 * @throws as {@link openAgent}; {ServiceError} `not_organization_member`, `role_not_sufficient` of the recipient,
 *   `recipient_not_connected`
 */
export async function handOverKey(handOver: HandOver, agent: AgentOf, recipientId: string): Promise<Sent> {
  const { client, name, actOnce } = handOver
  return actOnce(agent, async (agentClient, opened) => {
    await requireEntitled(handOver.account, agent, recipientId)
    const send = (from: Client, sender: string) =>
      sendKey({ ...handOver, from, sender }, { agent, opened, recipientId })
    if ((await client.people.find(recipientId)) !== undefined) return send(client, name)
    if (agent.serviceId === null) return send(agentClient, opened.name)
    const organization = { organizationId: agent.organizationId, serviceId: null }
    return asOrganization(() => actOnce(organization, (from, { name: sender }) => send(from, sender)))
  })
}

/** Acts as the organization; a member who may not is not connected to anybody through it. */
async function asOrganization(act: () => Promise<Sent>): Promise<Sent> {
  try {
    return await act()
  } catch (error) {
    const { code } = error instanceof CallError || error instanceof ServiceError ? error : { code: '' }
    if (code !== 'role_not_sufficient' && !code.startsWith('organization_key_')) throw error
    throw notConnected()
  }
}

/** A key is of no use without a login. Only owners see the members; the service keeps others out anyway. */
async function requireEntitled(account: PersonAccount, agent: AgentOf, recipientId: string): Promise<void> {
  const role = await roleOf(account, agent, recipientId)
  if (role === 'unknown' || role === 'owner' || (role === 'admin' && agent.serviceId !== null)) return
  if (role === 'admin') throw new ServiceError('role_not_sufficient', 'Only owners can act as the organization.')
  throw new ServiceError('not_organization_member', 'Hand the key over to members only.')
}

async function roleOf({ call }: PersonAccount, agent: AgentOf, userId: string) {
  const pages = pagesOf((page) =>
    call(organizationMemberOperations.organizationsOrganizationIdMembersGet, {
      params: { organization_id: agent.organizationId },
      query: page,
    }),
  )
  try {
    for await (const { members } of pages) {
      const member = members.find(({ id }) => id === userId)
      if (member !== undefined) return member.role
    }
    return 'none'
  } catch (error) {
    if (error instanceof CallError && error.code === 'role_not_sufficient') return 'unknown'
    throw error
  }
}

interface Sending {
  readonly from: Client
  readonly sender: string
  readonly nowMs: number
}

interface KeyToSend {
  readonly agent: AgentOf
  readonly opened: OpenedAgent
  readonly recipientId: string
}

async function sendKey(sending: Sending, { agent, opened, recipientId }: KeyToSend): Promise<Sent> {
  const { from, sender } = sending
  if ((await from.people.find(recipientId)) === undefined) throw notConnected()
  await removeLeftOvers(sending, agent)
  const { item } = await createItem(from.account, keyItemDraft(agent, opened))
  const { share_ids, failed } = await shareItems(
    from,
    {
      items: [{ item_id: item.id, slot_id: null }],
      recipient_ids: [recipientId],
      onsharing_permitted: false,
      acceptance_required: 'acceptance_required',
      terms: null,
      expires_at: null,
    },
    () => undefined,
  )
  const [share_id] = share_ids
  if (share_id === undefined) {
    await from.account.call(vaultOperations.itemsIdDelete, { params: { id: item.id } })
    throw notConnected(failed[0] && asPhrase(failed[0]))
  }
  return { share_id, sent_by: { user_id: from.account.vaultUserId, name: sender, connected: true } }
}

/** Removes items of earlier hand-overs that were taken or declined: the key must not remain in them. */
async function removeLeftOvers({ from, nowMs }: Sending, agent: AgentOf): Promise<void> {
  const { rows } = await from.items.rows({
    own: true,
    text: KEY_ITEM_LABEL,
    order_by: 'created_at',
    order: 'asc',
    offset: 0,
    limit: 500,
  })
  for (const { id, shares_count, created_at } of rows) {
    if (shares_count > 0 || nowMs - Date.parse(created_at) < LEFT_OVER_AFTER_MS) continue
    const item = await allowNotFound(from.account.call(vaultOperations.itemsIdGet, { params: { id } }))
    if (item !== undefined && isKeyItemOf(agent, item))
      await from.account.call(vaultOperations.itemsIdDelete, { params: { id } })
  }
}

function notConnected(
  message: Message = 'Neither you nor the organization is connected with this member.',
): ServiceError {
  return new ServiceError('recipient_not_connected', message)
}
