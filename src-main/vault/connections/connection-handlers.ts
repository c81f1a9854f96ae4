import type { connectionOperations } from '../../../shared/contract/connections.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
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
  /** The sender of an invitation has to confirm who accepted it. */
  readonly multistepInvitations: boolean
}

/** Connections of the acting user (docs/contract/vault.md, Connections). */
export function connectionHandlers(dependencies: ConnectionDependencies): HandlersFor<typeof connectionOperations> {
  const { connections, invitations, tokens, connector, multistepInvitations } = dependencies
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
    connectionsIdPut({ userId }, { params, body: { connection } }) {
      const { id } = getSide(userId, params.id)
      connections.rename(id, connection.encrypted_recipient_name)
      return { connection: renderConnection(getSide(userId, id)) }
    },
    connectionsIdDelete(call, { params }) {
      connector.disconnect(call, getSide(call.userId, params.id))
      return undefined
    },
  }

  function getSide(userId: string, id: string): StoredConnection {
    const side = connections.find(userId, id)
    if (side === undefined) throw new ServiceError('not_found', 'You have no connection with this id.')
    return side
  }
}
