import { CallError } from '../../../shared/contract/caller.ts'
import type { Connection } from '../../../shared/contract/connections.ts'
import type { DelegationInvitation } from '../../../shared/contract/delegation-invitations.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Delegation } from '../../../shared/contract/delegations.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import type { InvitationRow } from '../../../shared/contract/workbench-sharing.ts'
import type { Client } from '../client.ts'
import { pagesOf } from '../account/pages.ts'
import { invitationRows } from '../invitations/connect-people.ts'
import { personOf } from '../people/people.ts'
import { isOwnChild } from './child-accounts.ts'
import { readDelegation } from './delegation-keys.ts'

type Direction = DelegationRow['direction']
type Progress = Pick<DelegationRow, 'steps' | 'next' | 'rejected' | 'active'>

/**
 * Lists the delegates of the client's user and the accounts for which the user acts, by name. Open invitations come
 * first, followed by the connections, each with its progress.
 */
export async function delegationRows(client: Client): Promise<DelegationRow[]> {
  await client.people.version()
  const [offered, received, invited, granted, mine] = await Promise.all([
    offerRows(client, 'granted'),
    offerRows(client, 'received'),
    invitationRows(client, ['new']),
    connectionRows(client, 'granted'),
    connectionRows(client, 'received'),
  ])
  return [...received, ...offered, ...invited.flatMap(rowOfInvitation), ...mine, ...granted]
}

async function connectionRows(client: Client, direction: Direction): Promise<DelegationRow[]> {
  const delegation = direction === 'granted' ? 'granted_to_the_other_user' : 'granted_to_me'
  const pages = pagesOf((page) =>
    client.account.call(vaultOperations.connectionsGet, { query: { ...page, delegation } }),
  )
  const rows: DelegationRow[] = []
  for await (const { connections } of pages)
    for (const connection of connections) rows.push(await rowOfConnection(client, connection, direction))
  return rows.sort((a, b) => (a.person.name < b.person.name ? -1 : 1))
}

async function rowOfConnection(client: Client, connection: Connection, direction: Direction): Promise<DelegationRow> {
  const { row } = personOf(connection, client.account.keys())
  const { own } = connection
  const progress = await progressOf(client, connection, direction)
  return {
    id: own.id,
    kind: 'connection',
    connection_id: own.id,
    direction,
    person: { user_id: row.user_id, name: row.name, connected: true },
    role: own.delegation_role ?? 'reader',
    child: direction === 'received' && (await isOwnChild(client, connection, progress.active)),
    ...progress,
  }
}

async function progressOf(client: Client, { own }: Connection, direction: Direction): Promise<Progress> {
  if (own.delegation_token === null) return { steps: null, next: null, rejected: false, active: false }
  try {
    return delegationProgress(await readDelegation(client, own.delegation_token), direction)
  } catch (error) {
    // The key store shows an unsigned delegation to the account owner only.
    if (!(error instanceof CallError && error.code === 'not_found')) throw error
    return {
      steps: { claimed: false, shared: false, reencrypted: false },
      next: { step: 'claim', mine: direction === 'received' },
      rejected: false,
      active: false,
    }
  }
}

/** Derives the progress of a delegation from its state (docs/contract/keystore.md, Delegations: states). */
export function delegationProgress(delegation: Omit<Delegation, 'account_owner_kek'>, direction: Direction): Progress {
  const { account_owner_kek_encrypted_with_connection_keypair: toConnectionKey, verified } = delegation
  const claimed = delegation.claimed_at !== null
  const shared = toConnectionKey !== null
  const rejected = delegation.verification_attempted_at !== null && !verified
  const ofDelegate = direction === 'received'
  const steps = { claimed: claimed && !rejected, shared, reencrypted: toConnectionKey === false }
  const next = !steps.claimed
    ? ({ step: 'claim', mine: ofDelegate } as const)
    : !shared
      ? ({ step: 'share', mine: !ofDelegate } as const)
      : toConnectionKey
        ? ({ step: 'reencrypt', mine: ofDelegate } as const)
        : null
  return { steps, next, rejected, active: verified && shared }
}

async function offerRows(client: Client, direction: Direction): Promise<DelegationRow[]> {
  const list =
    direction === 'granted'
      ? vaultOperations.delegationInvitationsOutgoingGet
      : vaultOperations.delegationInvitationsIncomingGet
  const rows: DelegationRow[] = []
  for await (const { delegation_invitations } of pagesOf((query) => client.account.call(list, { query })))
    rows.push(
      ...delegation_invitations.filter(({ state }) => state === 'new').map((one) => rowOfOffer(client, one, direction)),
    )
  return rows
}

function rowOfOffer(client: Client, offer: DelegationInvitation, direction: Direction): DelegationRow {
  const granted = direction === 'granted'
  return {
    id: offer.id,
    kind: 'offer',
    connection_id: granted ? offer.inviting_user_connection_id : offer.invited_user_connection_id,
    direction,
    person: client.people.known(granted ? offer.invited_user_id : offer.inviting_user_id),
    ...notAccepted(offer.delegation_role, !granted),
  }
}

function rowOfInvitation({ id, name, delegation_role: role }: InvitationRow): DelegationRow[] {
  if (role === null) return []
  const person = { user_id: '', name, connected: false }
  return [{ id, kind: 'invitation', connection_id: null, direction: 'granted', person, ...notAccepted(role, false) }]
}

function notAccepted(role: DelegationRole, mine: boolean) {
  return {
    role,
    child: false,
    steps: { claimed: false, shared: false, reencrypted: false },
    next: { step: 'accept', mine },
    rejected: false,
    active: false,
  } as const
}
