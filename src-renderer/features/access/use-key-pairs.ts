import { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import type { ListedKeyPair } from '../../../shared/contract/keystore-lists.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useActor } from '../../session/use-actor.ts'
import type { KeyUse } from './key-facts.ts'
import { purposeOf } from './key-facts.ts'

export interface KeyPairRow extends ListedKeyPair {
  readonly use: KeyUse
}

/** The key pairs of an actor; only the clients that made them change them. */
export function useKeyPairs(actor: string) {
  const { value, ...reading } = useLoaded(() => readKeyPairs(actor), {
    whose: useActor(actor),
    kept: `key-pairs ${actor}`,
  })
  return { keyPairs: value, ...reading }
}

async function readKeyPairs(actor: string): Promise<KeyPairRow[]> {
  const params = { user_id: actor }
  const [{ keypairs }, { rows: connections }, { rows: delegations }] = await Promise.all([
    callService(asUser(actor), keystoreListOperations.keypairsGet, {}),
    call(workbenchPeopleOperations.connectionRows, { params, query: {} }),
    call(workbenchDelegationOperations.delegationRows, { params }),
  ])
  const hasTags = keypairs.some(({ external_identifiers }) => external_identifiers.some((one) => one.includes(':')))
  const surroundings = {
    connections,
    delegations,
    agents: hasTags ? await readAgents(actor) : new Map<string, string>(),
  }
  return keypairs.map((pair) => ({ ...pair, use: purposeOf(pair, surroundings) }))
}

/** The organizations of a member, and their services; those beyond the first page stay without a name. */
async function readAgents(actor: string): Promise<ReadonlyMap<string, string>> {
  const query = { mode: 'member' as const, per_page: MAX_PER_PAGE }
  const { organizations, services } = await callService(asUser(actor), organizationOperations.organizationsGet, {
    query,
  })
  return new Map([
    ...organizations.map(({ id, name }) => [`organization:${id}`, name] as const),
    ...services.map(({ id, name }) => [`service:${id}`, name] as const),
  ])
}
