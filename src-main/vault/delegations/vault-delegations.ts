import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { roleSuffices } from '../../../shared/contract/delegation-rights.ts'
import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { Change } from '../../service/call.ts'
import type { SessionStore } from '../../service/sessions.ts'
import type { ClientTasks } from '../client-tasks/requested-tasks.ts'
import { connectionUpdated } from '../connections/connection-events.ts'
import type { ConnectionStore, StoredConnection } from '../connections/connection-store.ts'
import { invitationEvent } from '../invitations/invitation-events.ts'
import { roleToInvite } from '../invitations/invitation-rules.ts'
import type { InvitationStore, StoredInvitation } from '../invitations/invitation-store.ts'
import { shareIntentEvent } from '../invitations/share-intent-rules.ts'
import type { ShareIntentStore } from '../invitations/share-intent-store.ts'
import { sessionDeleted } from '../users/session-events.ts'
import { notForAgents } from '../users/user-rules.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ChildUserStore } from './child-user-store.ts'
import { delegationOf, isPlain } from './delegated-connection.ts'
import type { DelegatedConnection, DelegationTerms } from './delegated-connection.ts'
import type { DelegationInvitationStore } from './delegation-invitation-store.ts'
import type { KeystoreOfDelegations } from './keystore-of-delegations.ts'

interface DelegationDependencies {
  readonly connections: Pick<ConnectionStore, 'find' | 'findByDelegation' | 'setDelegation' | 'makePlain'>
  readonly tasks: Pick<ClientTasks, 'request' | 'finish' | 'forget'>
  readonly keystore: KeystoreOfDelegations
  readonly sessions: Pick<SessionStore, 'deleteAllByDelegation'>
  readonly invitations: Pick<InvitationStore, 'openOfDelegation' | 'openMadeByDelegation' | 'delete'>
  readonly intents: Pick<ShareIntentStore, 'delegationTokenOf' | 'delete'>
  readonly offers: Pick<DelegationInvitationStore, 'endOpenByToken' | 'endOpenMadeByDelegation'>
  readonly children: Pick<ChildUserStore, 'has'>
  readonly users: Pick<UserStore, 'findById'>
}

export type Delegations = ReturnType<typeof createDelegations>

/**
 * Starts, changes and ends delegations between connected users, in vault and key store together
 * (docs/contract/vault.md, Delegations; docs/contract/keystore.md, Delegations: the vault).
 */
export function createDelegations(dependencies: DelegationDependencies) {
  const { connections, tasks, keystore, sessions, invitations, intents, offers, children, users } = dependencies
  return {
    requireOffered,
    requireDelegable,
    requireAcceptable,
    requireFree,
    grant,
    askForKey,
    changeRole,
    end,
    endOfConnection,
    endByToken,
    keyHandedOver,
    keyTakenOver,
    keyLost,
    isOnlyParent,
    leave,
  }

  /** Ends delegations without a connection, and the sessions opened under them, before a user is deleted. */
  function leave(change: Change, userId: string): void {
    for (const token of keystore.grantedBy(userId)) {
      endAllAccess(change, token)
      keystore.delete(token)
    }
  }

  /**
   * @throws {ServiceError} `delegation_token_missing` unless the acting user's unclaimed delegation with this role has
   *   it
   */
  function requireOffered(
    { now, userId }: { readonly now: string; readonly userId: string },
    terms: DelegationTerms,
    path: string,
  ): void {
    const isFree = connections.findByDelegation(terms.token) === undefined
    if (isFree && keystore.isOffered({ ...terms, vaultUserId: userId, now })) return
    const rule = 'is not the token of an unclaimed delegation of yours with this role'
    throw faultyFieldsError([{ path, code: 'delegation_token_missing', rule }])
  }

  /**
   * Requires that a connection can become a delegation to its other side.
   *
   * @throws {ServiceError} `delegation_exists` in either direction; `wrong_status` for members and services;
   *   `forbidden` for agents
   */
  function requireDelegable(side: StoredConnection): void {
    if (delegationOf(side) !== undefined) throw delegationExists()
    if (!isPlain(side)) {
      throw new ServiceError(
        'wrong_status',
        'This connection belongs to a member or service, so it cannot carry a delegation.',
      )
    }
    requireHuman(side.user_type)
    requireHuman(side.other_user_type)
  }

  /** Requires that a user may use an invitation; `side` is the existing connection of the two, if any. */
  function requireAcceptable(
    invitation: Pick<StoredInvitation, 'connection_type' | 'delegation_token'>,
    userId: string,
    side: StoredConnection | undefined,
  ): void {
    if (invitation.connection_type !== 'delegate') return
    requireHuman(users.findById(userId)?.user_type)
    if (side !== undefined) requireDelegable(side)
    requireFree(invitation.delegation_token ?? '')
  }

  /** @throws {ServiceError} `delegation_exists` if another connection already has the token */
  function requireFree(token: string): void {
    if (connections.findByDelegation(token) === undefined) return
    throw new ServiceError('delegation_exists', 'Somebody else accepted this delegation.')
  }

  /** Makes a plain connection a delegation to its other side, and notifies both users. */
  function grant(change: Change, ownerSide: StoredConnection, { token, role }: DelegationTerms): void {
    connections.setDelegation({ ownerSideId: ownerSide.id, delegateSideId: ownerSide.other_id }, { token, role })
    for (const event of connectionUpdated(ownerSide, role)) change.emit(event)
    askForKey(change, { userId: ownerSide.user_id, sideId: ownerSide.id })
  }

  /** Asks the account owner's clients to hand the key over. */
  function askForKey(change: Change, { userId, sideId }: { readonly userId: string; readonly sideId: string }): void {
    tasks.request(change, { userId, work_type: 'setup_key_delegation', target_id: sideId })
  }

  /** @throws {ServiceError} `last_owner` */
  function changeRole(change: Change, side: StoredConnection, role: DelegationRole): void {
    const delegation = getDelegation(side)
    if (delegation.role === role) return
    if (role !== 'owner') {
      requireOtherParent(delegation)
      endSessions(change, delegation.token)
    }
    endInvitations(change, delegation.token, role)
    connections.setDelegation(delegation, { token: delegation.token, role })
    keystore.setRole(delegation.token, role)
    for (const event of connectionUpdated(side, role)) change.emit(event)
  }

  /** Ends a delegation; the connection becomes a plain one. @throws {ServiceError} `last_owner` */
  function end(change: Change, side: StoredConnection): void {
    const { token } = getDelegation(side)
    endOfConnection(change, side)
    connections.makePlain(side)
    keystore.delete(token)
    for (const event of connectionUpdated(side, null)) change.emit(event)
  }

  /** Ends the delegation of a connection that is about to end. @throws {ServiceError} `last_owner` */
  function endOfConnection(change: Change, side: StoredConnection): void {
    for (const target of [side.id, side.other_id]) tasks.forget(target)
    const delegation = delegationOf(side)
    if (delegation === undefined) return
    requireOtherParent(delegation)
    endAllAccess(change, delegation.token)
    keystore.delete(delegation.token)
  }

  /** Ends a delegation for the key store, which deletes its own row. @throws {ServiceError} `last_owner` */
  function endByToken(change: Change, token: string): void {
    const side = connections.findByDelegation(token)
    if (side === undefined) endAllAccess(change, token)
    else end(change, side)
  }

  function endAllAccess(change: Change, token: string): void {
    endSessions(change, token)
    endInvitations(change, token)
    for (const invitation of invitations.openOfDelegation(token)) deleteInvitation(change, invitation)
    for (const offerId of offers.endOpenByToken(token)) tasks.forget(offerId)
  }

  /**
   * Ends unused invitations by the delegate that give access to the account, because the delegate could use them to
   * return.
   *
   * @param role the delegate's new role; invitations that it allows stay
   */
  function endInvitations(change: Change, token: string, role?: DelegationRole): void {
    const ends = (needed: DelegationRole) => role === undefined || !roleSuffices(role, needed)
    for (const invitation of invitations.openMadeByDelegation(token)) {
      if (ends(roleToInvite(invitation))) deleteInvitation(change, invitation)
    }
    for (const intent of intents.delegationTokenOf(token)) {
      // On behalf of an agent, this needs the role `owner`.
      if (!ends(users.findById(intent.user_id)?.user_type === 'human' ? 'admin' : 'owner')) continue
      intents.delete(intent.id)
      change.emit(shareIntentEvent('share_intent.deleted', intent))
    }
    if (!ends('owner')) return
    for (const offerId of offers.endOpenMadeByDelegation(token)) tasks.forget(offerId)
  }

  function deleteInvitation(change: Change, invitation: StoredInvitation): void {
    invitations.delete(invitation.id)
    change.emit(invitationEvent('invitation.deleted', invitation))
  }

  function endSessions(change: Change, token: string): void {
    for (const { id, vault_user_id: userId } of sessions.deleteAllByDelegation(token)) {
      if (userId !== null) change.emit(sessionDeleted(userId, id))
    }
  }

  function keyHandedOver(change: Change, token: string): void {
    const delegate = connections.findByDelegation(token)
    if (delegate === undefined) return
    tasks.request(change, {
      userId: delegate.user_id,
      work_type: 'reencrypt_account_owner_kek',
      target_id: delegate.id,
    })
  }

  function keyTakenOver(change: Change, token: string): void {
    const delegate = connections.findByDelegation(token)
    if (delegate === undefined) return
    tasks.finish(change, {
      userId: delegate.user_id,
      work_type: 'reencrypt_account_owner_kek',
      target_id: delegate.id,
    })
  }

  function keyLost(change: Change, token: string): void {
    const delegate = connections.findByDelegation(token)
    if (delegate === undefined) return
    askForKey(change, { userId: delegate.other_user_id, sideId: delegate.other_id })
  }

  /** Whether nobody could reach a child without a login if this delegation ended. */
  function isOnlyParent({ accountOwnerId, role, token }: DelegatedConnection): boolean {
    return role === 'owner' && children.has(accountOwnerId) && !keystore.hasOtherOwner(accountOwnerId, token)
  }

  function requireOtherParent(delegation: DelegatedConnection): void {
    if (!isOnlyParent(delegation)) return
    throw new ServiceError(
      'last_owner',
      'A child without a login needs a parent: let another parent act for it first, or delete the child.',
    )
  }
}

function requireHuman(userType: string | undefined): void {
  if (userType === 'human') return
  throw notForAgents('An agent acts for its organization or service, and for nobody else.')
}

function getDelegation(side: StoredConnection): DelegatedConnection {
  const delegation = delegationOf(side)
  if (delegation === undefined) throw new Error('a connection without a delegation')
  return delegation
}

function delegationExists(): ServiceError {
  return new ServiceError('delegation_exists', 'One of the two may already act for the other.')
}
