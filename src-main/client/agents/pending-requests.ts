import { CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { canBeSealedTo } from '../../crypto/connection-key-pair.ts'
import type { PersonAccount } from '../account/account.ts'
import { pagesOf } from '../account/pages.ts'
import { tagAgentKey } from './agent-key-store.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'

/*
 * The key pair of a request is stored before the request is made, so that no organization exists whose key is lost. It
 * has a temporary tag until the organization's id is known; the tag stays if the request is interrupted:
 * `organization-request:{uuid}`, `service-request:{uuid}`; metadata `{name, organization_id, requested_at}`
 */

/** The request for which a key pair is made. */
export interface PendingRequest {
  readonly name: string
  /** The organization to which the requested service belongs; null when an organization is requested. */
  readonly organizationId: string | null
  readonly requestedAt: string
}

const ORGANIZATION = 'organization-request:'
const SERVICE = 'service-request:'
const DELETED_AFTER_MS = 24 * 60 * 60 * 1000

type ListedPair = ReplyFor<typeof keystoreOperations.keypairsGet>['keypairs'][number]

interface Pending extends PendingRequest {
  readonly keyPairId: string
  readonly ofService: boolean
}

/** Returns tag and metadata for the key pair of a new request. */
export function pendingKey(id: string, { name, organizationId, requestedAt }: PendingRequest) {
  return {
    tag: `${organizationId === null ? ORGANIZATION : SERVICE}${id}`,
    metadata: { name, organization_id: organizationId, requested_at: requestedAt },
  }
}

/**
 * * Lists the key pairs that may belong to this agent; the right one opens its token. Those of interrupted requests
 * come first, followed by every pair to which the token may be sealed, because tags and metadata can be changed with
 * the member's token.
 */
export async function untaggedKeyIds(
  member: PersonAccount,
  agent: AgentOf,
  sealedToken: string,
): Promise<readonly string[]> {
  const { keypairs, pending } = await readKeyPairs(member)
  const likely = pending.filter(({ ofService }) => ofService === (agent.serviceId !== null))
  const possible = keypairs.filter(({ public_key }) => canBeSealedTo(public_key, sealedToken))
  return [...new Set([...likely.map(({ keyPairId }) => keyPairId), ...possible.map(({ id }) => id)])]
}

/**
 * Completes interrupted requests: a key pair gets the tag of the only request that has its name and lacks a key. If no
 * request lacks a key, the pair is deleted after a day; until then its request may still be under way elsewhere.
 */
export async function settleRequests(member: PersonAccount, nowMs: number): Promise<void> {
  const { pending, tags } = await readKeyPairs(member)
  for (const [organizationId, group] of Map.groupBy(pending, (one) => one.organizationId)) {
    const { requested, others } = await withoutKey(member, organizationId, tags)
    for (const one of group) {
      const named = requested.filter(({ name }) => name === one.name)
      const isOnly = group.filter(({ name }) => name === one.name).length === 1
      const [match] = named
      if (match !== undefined && named.length === 1 && isOnly) await tagAgentKey(member, one.keyPairId, match.agent)
      else if (requested.length + others === 0 && nowMs - Date.parse(one.requestedAt) > DELETED_AFTER_MS)
        await member.call(keystoreOperations.keypairsIdDelete, { params: { id: one.keyPairId } })
    }
  }
}

/** A request that a key pair may belong to. */
interface Candidate {
  readonly agent: AgentOf
  readonly name: string
}

interface WithoutKey {
  /** Those that await review. */
  readonly requested: readonly Candidate[]
  /** The number of other requests without a key. */
  readonly others: number
}

/** The member's organizations, or the services of one, without a tagged key pair. */
function withoutKey(member: PersonAccount, organizationId: string | null, tags: ReadonlySet<string>) {
  return organizationId === null
    ? organizationsWithoutKey(member, tags)
    : servicesWithoutKey(member, organizationId, tags)
}

async function organizationsWithoutKey(member: PersonAccount, tags: ReadonlySet<string>): Promise<WithoutKey> {
  const requested = await listOrganizations(member, 'requested')
  const others = await listOrganizations(member, 'member')
  const lacksKey = ({ agent }: Candidate) => !tags.has(agentTag(agent))
  return { requested: requested.filter(lacksKey), others: others.filter(lacksKey).length }
}

async function listOrganizations({ call }: PersonAccount, mode: 'requested' | 'member'): Promise<Candidate[]> {
  const found: Candidate[] = []
  const pages = pagesOf((page) => call(organizationOperations.organizationsGet, { query: { ...page, mode } }))
  for await (const { organizations } of pages)
    found.push(...organizations.map(({ id, name }) => ({ agent: { organizationId: id, serviceId: null }, name })))
  return found
}

async function servicesWithoutKey(
  member: PersonAccount,
  organizationId: string,
  tags: ReadonlySet<string>,
): Promise<WithoutKey> {
  const lacksKey = (serviceId: string) => !tags.has(agentTag({ organizationId, serviceId }))
  try {
    const requested = await listRequestedServices(member, organizationId)
    const { services } = await member.call(organizationOperations.organizationsIdGet, {
      params: { id: organizationId },
    })
    return {
      requested: requested.filter(({ agent }) => lacksKey(agent.serviceId)),
      others: services.filter(({ id }) => lacksKey(id)).length,
    }
  } catch (error) {
    // A former member sees no services, but needs the key again after rejoining.
    if (error instanceof CallError && error.code !== 'unauthorized') return { requested: [], others: 1 }
    throw error
  }
}

/** Lists the services of an organization that await review. @throws {CallError} when the member may not see them */
export async function listRequestedServices({ call }: PersonAccount, organizationId: string) {
  const found: { readonly agent: AgentOf & { readonly serviceId: string }; readonly name: string }[] = []
  const pages = pagesOf((page) =>
    call(organizationServiceOperations.organizationsOrganizationIdRequestedServicesGet, {
      params: { organization_id: organizationId },
      query: page,
    }),
  )
  for await (const { services } of pages)
    found.push(...services.map(({ id, name }) => ({ agent: { organizationId, serviceId: id }, name })))
  return found
}

async function readKeyPairs({ call }: PersonAccount) {
  const { keypairs } = await call(keystoreOperations.keypairsGet, {})
  return {
    pending: keypairs.flatMap(pendingOf),
    keypairs,
    tags: new Set(keypairs.flatMap(({ external_identifiers }) => external_identifiers)),
  }
}

function pendingOf({ id, external_identifiers, metadata }: ListedPair): Pending[] {
  if (!external_identifiers.some((tag) => tag.startsWith(ORGANIZATION) || tag.startsWith(SERVICE))) return []
  const { name, organization_id, requested_at } = metadata
  return [
    {
      keyPairId: id,
      ofService: external_identifiers.some((tag) => tag.startsWith(SERVICE)),
      name: typeof name === 'string' ? name : '',
      organizationId: typeof organization_id === 'string' ? organization_id : null,
      requestedAt: typeof requested_at === 'string' ? requested_at : '',
    },
  ]
}
