import type { childUserOperations } from '../../../shared/contract/child-users.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import type { HandlersFor } from '../../service/call.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import { connectionCreated } from '../connections/connection-events.ts'
import { renderConnection } from '../connections/connection-rules.ts'
import { delegationIntent } from '../connections/connection-store.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { notForAgents, renderUser } from '../users/user-rules.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ChildUserStore } from './child-user-store.ts'

interface ChildUserDependencies {
  readonly users: Pick<UserStore, 'addChild' | 'findById'>
  readonly connections: Pick<ConnectionStore, 'add' | 'findBetween'>
  readonly children: Pick<ChildUserStore, 'add'>
  readonly newToken: () => string
}

/** Creates a child user of the caller (docs/contract/vault.md, Child users). */
export function childUserHandlers({
  users,
  connections,
  children,
  newToken,
}: ChildUserDependencies): HandlersFor<typeof childUserOperations> {
  return {
    childUsersPost(call, { body }) {
      const { parent_public_key_for_connection: ofParent, child_public_key_for_connection: ofChild } = body
      namingPublicKeyFaults(() => readPublicKey(ofParent.pem), 'parent_public_key_for_connection.pem')
      namingPublicKeyFaults(() => readPublicKey(ofChild.pem), 'child_public_key_for_connection.pem')
      const parentId = call.callerId
      if (users.findById(parentId)?.user_type !== 'human') throw notForAgents('An agent has no child users.')
      const childId = call.newId()
      users.addChild({ id: childId, joined_at: call.now })
      children.add(childId, call.now)
      const token = newToken()
      connections.add(
        [
          {
            id: call.newId(),
            user_id: parentId,
            user_public_key: ofParent.pem,
            user_keypair_external_id: ofParent.external_id ?? null,
            encrypted_recipient_name: null,
            connection_type: 'delegate',
          },
          {
            id: call.newId(),
            user_id: childId,
            user_public_key: ofChild.pem,
            user_keypair_external_id: ofChild.external_id ?? null,
            encrypted_recipient_name: null,
            connection_type: null,
          },
        ],
        { integration_data: delegationIntent(token, 'owner'), delegation_token: token, delegation_role: 'owner' },
        call.now,
      )
      const [child, side, otherSide] = [
        users.findById(childId),
        connections.findBetween(parentId, childId),
        connections.findBetween(childId, parentId),
      ]
      if (child === undefined || side === undefined || otherSide === undefined) {
        throw new Error('a child user that was just created is missing')
      }
      for (const one of [side, otherSide]) call.emit(connectionCreated(one, null))
      return { user: renderUser(child), connection_from_parent_to_child: renderConnection(side) }
    },
  }
}
