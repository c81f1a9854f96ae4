import type { Connection } from '../../../shared/contract/connections.ts'
import type { DelegationInvitation } from '../../../shared/contract/delegation-invitations.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { Client } from '../client.ts'
import { acceptInvitation, invite } from '../invitations/connect-people.ts'
import { claimDelegation, readConnection } from './delegation-keys.ts'

type Operations = typeof workbenchPeopleOperations
type Body<Name extends keyof Operations> = InputFor<Operations[Name]>['body']
type Reply<Name extends keyof Operations> = ReplyFor<Operations[Name]>

/** Invites a person to act for the client's user. A failure undoes everything. */
export async function inviteDelegate(
  client: Client,
  body: Body<'invitationCreate'>,
  role: DelegationRole,
): Promise<Reply<'invitationCreate'>> {
  const token = await newDelegation(client, role)
  return undoingOnFailure(client, token, () => invite(client, body, { delegation_token: token, delegate_role: role }))
}

/** Invites a connected person to act for the client's user. @param connectionId the side of the client's user */
export async function offerDelegation(
  client: Client,
  connectionId: string,
  role: DelegationRole,
): Promise<DelegationInvitation> {
  const token = await newDelegation(client, role)
  return undoingOnFailure(client, token, async () => {
    const { delegation_invitation } = await client.account.call(vaultOperations.delegationInvitationsPost, {
      body: { connection_id: connectionId, delegation_token: token, delegation_role: role },
    })
    return delegation_invitation
  })
}

/** Accepts an invitation, and signs the delegation in it. */
export async function acceptAsDelegate(
  client: Client,
  body: Body<'invitationAccept'>,
): Promise<Reply<'invitationAccept'>> {
  const accepted = await acceptInvitation(client, body)
  if (accepted.connection.connection_type !== 'delegate') return accepted
  const connection = await readConnection(client, accepted.connection.connection_id)
  if (connection.own.connection_type === 'delegate') await claimDelegation(client, connection)
  return accepted
}

/** Accepts the offer of a delegation and signs it. */
export async function acceptOffer(client: Client, offerId: string): Promise<Connection> {
  const { connection } = await client.account.call(vaultOperations.delegationInvitationsIdAcceptPut, {
    params: { id: offerId },
  })
  await claimDelegation(client, connection)
  return connection
}

/**
 * Sets the delegation role of a connection's other user; a new delegation must then be signed by that user.
 *
 * @param role null ends the delegation
 */
export async function setDelegate(
  client: Client,
  connectionId: string,
  role: DelegationRole | null,
): Promise<Connection> {
  const { connection } = await client.account.call(vaultOperations.connectionsIdPut, {
    params: { id: connectionId },
    body: { role: role ?? 'remove_delegation' },
  })
  return connection
}

async function newDelegation({ account }: Client, role: DelegationRole): Promise<string> {
  const { delegation } = await account.call(keystoreOperations.delegationsPost, {
    body: { vault_account_id: account.vaultUserId, delegation_role: role },
  })
  return delegation.delegation_token
}

async function undoingOnFailure<Result>(
  { account }: Client,
  token: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await account.call(keystoreOperations.delegationsDelegationTokenDelete, { params: { delegation_token: token } })
    throw error
  }
}
