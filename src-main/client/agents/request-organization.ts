import { CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { Organization, OrganizationService } from '../../../shared/contract/organizations.ts'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import { newConnectionKeyPair, wipeConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import type { PersonAccount } from '../account/account.ts'
import { storeAgentKey, tagAgentKey } from './agent-key-store.ts'
import type { AgentOf } from './agent-of.ts'
import { pendingKey, settleRequests } from './pending-requests.ts'

type Operations = typeof workbenchOrganizationOperations
type Body<Name extends 'organizationRequest' | 'serviceRequest'> = InputFor<Operations[Name]>['body']

/** The requester, and what marks a key pair until its organization has an id. */
export interface Requester {
  readonly member: PersonAccount
  readonly nowMs: () => number
  readonly newId: () => string
}

/**
 * Makes and stores a key pair, and requests an organization with it (docs/contract/client-crypto.md, Agents).
 * Interrupted requests are completed first.
 */
export async function requestOrganization(
  requester: Requester,
  { compatible, ...details }: Body<'organizationRequest'>,
): Promise<Organization> {
  const newKey = { compatible, name: details.name, organizationId: null }
  return withNewKey(requester, newKey, async (public_key) => {
    const { organization } = await requester.member.call(organizationOperations.organizationsPost, {
      body: { ...details, public_key },
    })
    return { made: organization, agent: { organizationId: organization.id, serviceId: null } }
  })
}

/** Makes and stores a key pair, and requests a service of an organization with it. */
export async function requestService(
  requester: Requester,
  organizationId: string,
  { compatible, ...details }: Body<'serviceRequest'>,
): Promise<OrganizationService> {
  const newKey = { compatible, name: details.name, organizationId }
  return withNewKey(requester, newKey, async (public_key) => {
    const { service } = await requester.member.call(
      organizationServiceOperations.organizationsOrganizationIdServicesPost,
      { params: { organization_id: organizationId }, body: { service: { ...details, public_key } } },
    )
    return { made: service, agent: { organizationId, serviceId: service.id } }
  })
}

interface NewAgentKey {
  readonly name: string
  readonly organizationId: string | null
  /** Whether the key must work in published clients. */
  readonly compatible: boolean
}

async function withNewKey<Made>(
  { member, nowMs, newId }: Requester,
  { name, organizationId, compatible }: NewAgentKey,
  request: (publicKey: string) => Promise<{ readonly made: Made; readonly agent: AgentOf }>,
): Promise<Made> {
  await settleRequests(member, nowMs())
  const pair = await newConnectionKeyPair(compatible ? 'published' : 'pdv1')
  try {
    const pending = { name, organizationId, requestedAt: new Date(nowMs()).toISOString() }
    const id = await storeAgentKey(member, pair, pendingKey(newId(), pending))
    const { made, agent } = await request(pair.publicKey).catch(async (error: unknown) => {
      // After any failure but a refusal the request may have been made, so the key pair stays.
      if (isRefusal(error)) await member.call(keystoreOperations.keypairsIdDelete, { params: { id } })
      throw error
    })
    await tagAgentKey(member, id, agent)
    return made
  } finally {
    wipeConnectionKeyPair(pair)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status < 500
}
