import type { connectionOperations } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { requireDelegateRole } from '../../service/acting-for-another.ts'
import type { MixedHandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { delegationOf, isPlain } from '../delegations/delegated-connection.ts'
import { requireAccountOwner } from '../delegations/delegation-handlers.ts'
import type { Delegations } from '../delegations/vault-delegations.ts'
import type { KeystoreOfDelegations } from '../delegations/keystore-of-delegations.ts'
import { noInvitation, requireSteps, requireUsableBy } from '../invitations/invitation-rules.ts'
import type { InvitationStore } from '../invitations/invitation-store.ts'
import type { InvitationTokens } from '../invitations/invitation-tokens.ts'
import type { Connector } from './connector.ts'
import { renderConnection, requireUsableKey } from './connection-rules.ts'
import type { ConnectionStore, StoredConnection } from './connection-store.ts'

interface ConnectionDependencies {
  readonly connections: ConnectionStore
  readonly invitations: Pick<InvitationStore, 'findByTokenHash'>
  readonly tokens: Pick<InvitationTokens, 'hash'>
  readonly connector: Connector
  readonly delegations: Delegations
  readonly keystore: Pick<KeystoreOfDelegations, 'create'>
  /** The sender of an invitation has to confirm who accepted it. */
  readonly multistepInvitations: boolean
}

interface RoleRequest {
  readonly role: DelegationRole | 'remove_delegation'
  readonly delegation_token: string | null | undefined
}

/** Handles connections of the acting user (docs/contract/vault.md, Connections). */
export function connectionHandlers(
  dependencies: ConnectionDependencies,
): MixedHandlersFor<typeof connectionOperations> {
  const { connections, invitations, tokens, connector, delegations, keystore, multistepInvitations } = dependencies
  return {
    connectionsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = connections.page(userId, query, request)
      return { connections: page.rows.map(renderConnection), ...pagingFields(page, request) }
    },
    connectionsPost(call, { body: { public_key, connection } }) {
      requireUsableKey(public_key)
      const invitation = invitations.findByTokenHash(tokens.hash(connection.invitation_token))
      if (invitation === undefined) throw noInvitation('connection.invitation_token')
      requireUsableBy(call.userId, invitation)
      requireSteps('one', multistepInvitations)
      const made = connector.connect(call, {
        invitation,
        recipient: {
          userId: call.userId,
          key: public_key,
          encrypted_recipient_name: connection.encrypted_recipient_name ?? null,
        },
      })
      return {
        connection: renderConnection(made.recipientSide),
        created_shares_report: made.report,
        connection_existed_already: made.existedAlready,
      }
    },
    connectionsIdGet({ userId }, { params }) {
      return { connection: renderConnection(getSide(userId, params.id)) }
    },
    connectionsIdPut(call, { params, body: { connection, role, delegation_token } }) {
      const side = getSide(call.userId, params.id)
      if (connection !== undefined) connections.rename(side.id, connection.encrypted_recipient_name)
      if (role !== undefined) changeDelegation(call, side, { role, delegation_token })
      return { connection: renderConnection(getSide(call.userId, side.id)) }
    },
    connectionsIdDelete: {
      *steps(call, { params }) {
        const side = getSide(call.userId, params.id)
        if (!isPlain(side)) requireDelegateRole(call.delegation, 'owner')
        yield* connector.disconnect(call, side)
        return undefined
      },
    },
  }

  /**
   * Starts, changes or ends a delegation, which only the account owner may do. The key store creates a missing token.
   */
  function changeDelegation(call: VaultCall, side: StoredConnection, { role, delegation_token }: RoleRequest): void {
    requireAccountOwner(side)
    const isDelegated = delegationOf(side) !== undefined
    if (role === 'remove_delegation') {
      if (isDelegated) delegations.end(call, side)
      return
    }
    if (isDelegated) {
      delegations.changeRole(call, side, role)
      return
    }
    delegations.requireDelegable(side)
    const token = delegation_token ?? keystore.create({ vaultUserId: call.userId, role, nowMs: call.nowMs })
    if (token === undefined) {
      throw new ServiceError('forbidden', 'Without an account in the key store there is no key to hand over.')
    }
    delegations.requireOffered(call, { token, role }, 'delegation_token')
    delegations.grant(call, side, { token, role })
  }

  function getSide(userId: string, id: string): StoredConnection {
    const side = connections.find(userId, id)
    if (side === undefined) throw new ServiceError('not_found', 'You have no connection with this id.')
    return side
  }
}
