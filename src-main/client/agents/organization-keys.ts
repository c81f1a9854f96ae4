import { keystoreOperations } from '../../../shared/contract/index.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { OrganizationKey } from '../../../shared/contract/workbench-organizations.ts'
import { formatOfPublicKey } from '../../crypto/connection-key-pair.ts'
import type { PersonAccount } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Client } from '../client.ts'
import { readableKeyFingerprint } from '../account/key-fingerprint.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'
import { isKeyItemOf, KEY_ITEM_LABEL } from './key-item.ts'
import { listRequestedServices } from './pending-requests.ts'

type Offer = NonNullable<OrganizationKey['offer']>

/** A person's account and client. */
export interface KeyHolder {
  readonly account: PersonAccount
  readonly client: Client
}

/** Lists the keys of an organization and its services that a member has or has been offered. */
export async function organizationKeys(holder: KeyHolder, organizationId: string): Promise<OrganizationKey[]> {
  const named = await agentsOf(holder.account, organizationId)
  const publicKeys = await publicKeysByTag(holder.account)
  const offers = await offersFor(
    holder,
    named.map(({ agent }) => agent),
  )
  return named.map(({ agent, name }) => {
    const publicKey = publicKeys.get(agentTag(agent))
    return {
      service_id: agent.serviceId,
      name,
      held: publicKey !== undefined,
      fingerprint: publicKey === undefined ? null : readableKeyFingerprint(publicKey),
      format: publicKey === undefined ? null : formatOfPublicKey(publicKey),
      offer: offers.get(agentTag(agent)) ?? null,
    }
  })
}

interface NamedAgent {
  readonly agent: AgentOf
  readonly name: string
}

/** The organization, followed by the services that the member can see. */
async function agentsOf(account: PersonAccount, organizationId: string): Promise<NamedAgent[]> {
  const { organization, services } = await account.call(organizationOperations.organizationsIdGet, {
    params: { id: organizationId },
  })
  const requested = organization.own_role === null ? [] : await listRequestedServices(account, organizationId)
  return [
    { agent: { organizationId, serviceId: null }, name: organization.name },
    ...services.map(({ id, name }) => ({ agent: { organizationId, serviceId: id }, name })),
    ...requested,
  ]
}

async function publicKeysByTag({ call }: PersonAccount): Promise<ReadonlyMap<string, string>> {
  const { keypairs } = await call(keystoreOperations.keypairsGet, {})
  return new Map(
    keypairs.flatMap(({ public_key, external_identifiers }) => external_identifiers.map((tag) => [tag, public_key])),
  )
}

/** The newest offer for each agent. Only items named as offers are read. */
async function offersFor({ client }: KeyHolder, agents: readonly AgentOf[]): Promise<ReadonlyMap<string, Offer>> {
  const { rows } = await client.shares.rows({
    direction: 'incoming',
    text: KEY_ITEM_LABEL,
    order_by: 'created_at',
    order: 'asc',
    offset: 0,
    limit: 500,
  })
  const offers = new Map<string, Offer>()
  for (const { share_id, item_label, state, person } of rows) {
    if (state === 'rejected' || !item_label.startsWith(KEY_ITEM_LABEL)) continue
    const item = await allowNotFound(
      client.account.call(shareOperations.incomingSharesIdItemGet, { params: { id: share_id } }),
    )
    const agent = item && agents.find((one) => isKeyItemOf(one, item))
    if (agent !== undefined) offers.set(agentTag(agent), { share_id, from: person })
  }
  return offers
}
